"""Entailment models: what of their word counts, and every way in which they can fail."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.verification import (
    Premise,
    PremiseProvision,
    ReasonCode,
    SentenceVerdict,
    Slot,
)
from lexwarrant.verification import Verifier
from lexwarrant.verification.enrichment import load_enrichment, provision_hash
from lexwarrant.verification.entailment.base import Judgement, Relation, grounded
from lexwarrant.verification.entailment.cross_encoder import judgement, read_labels
from lexwarrant.verification.entailment.judge import LlmJudge, parse_reply, prompt_template

PREMISE = "A person who keeps bees must register the apiary with the council within 30 days."
LAY = "Owners of hives need to sign up at city hall."


class Fixed:
    """A model that always says the same, and remembers what it was asked."""

    name = "fixed"
    whole_premise = True

    def __init__(self, answer: Judgement) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        self.asked.extend(pairs)
        return [self.answer] * len(pairs)


QUOTED = "must register the apiary with the council"


def test_a_quoted_yes_supports_what_the_rules_could_not_place() -> None:
    assert Verifier().check_sentence(PREMISE, LAY).verdict == SentenceVerdict.NOT_STATED
    model = Fixed(Judgement(Relation.ENTAILS, QUOTED, 0.9))
    finding = Verifier(entailment=model).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.SUPPORTED
    assert finding.reasons == (ReasonCode.MODEL_ENTAILS,)
    assert finding.checked_by == "fixed"
    assert finding.sources[0].text == QUOTED


def test_a_yes_without_a_verbatim_quotation_does_not_count() -> None:
    model = Fixed(Judgement(Relation.ENTAILS, "must register the hives", 0.99))
    finding = Verifier(entailment=model).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.CANNOT_CHECK
    assert ReasonCode.MODEL_FAILED in finding.reasons


def test_hard_slots_stay_with_the_rules() -> None:
    model = Fixed(Judgement(Relation.ENTAILS, QUOTED, 0.99))
    sentence = "A person who keeps bees must register the apiary with the council within 90 days."
    finding = Verifier(entailment=model).check_sentence(PREMISE, sentence)
    assert finding.verdict == SentenceVerdict.CONTRADICTED
    assert Slot.FIGURE in finding.failed_slots
    assert model.asked == []


def test_what_the_rules_find_stated_is_not_asked() -> None:
    model = Fixed(Judgement(Relation.CONTRADICTS, QUOTED, 0.99))
    sentence = "A person who keeps bees must register the apiary within 30 days."
    finding = Verifier(entailment=model).check_sentence(PREMISE, sentence)
    assert finding.verdict == SentenceVerdict.SUPPORTED
    assert model.asked == []


def test_sentences_of_a_text_are_asked_in_one_batch() -> None:
    model = Fixed(Judgement(Relation.NEUTRAL))
    Verifier(entailment=model).check_text(PREMISE, f"{LAY} Wasps count as livestock at market.")
    assert len(model.asked) == 2


@pytest.mark.parametrize(
    ("row", "relation"),
    [
        ([0.0, 0.0, 9.0], Relation.ENTAILS),
        ([9.0, 0.0, 0.0], Relation.CONTRADICTS),
        ([0.0, 9.0, 0.0], Relation.NEUTRAL),
        ([1.0, 1.0, 1.2], Relation.NEUTRAL),
        ([1.0, 2.0], Relation.FAILED),
        ([float("nan"), 0.0, 0.0], Relation.FAILED),
    ],
)
def test_rows_of_a_cross_encoder(row: list[float], relation: Relation) -> None:
    labels = ("contradiction", "neutral", "entailment")
    assert judgement(row, labels, PREMISE, 0.8).relation == relation


def test_labels_must_be_those_of_entailment(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('["good", "bad", "ugly"]')
    with pytest.raises(ConfigurationError, match="labels"):
        read_labels(tmp_path)


def test_a_tiny_onnx_model_runs_and_its_hash_is_checked(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the onnx package makes the tiny model of this test")
    pytest.importorskip("onnxruntime", reason="onnxruntime runs it")
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers reads the pair")
    from onnx import TensorProto, helper

    from lexwarrant.verification.entailment.cross_encoder import OnnxCrossEncoder

    # logits = mean over tokens of a one-hot: whatever is asked, "entailment" gets the largest
    logits = helper.make_node("MatMul", ["mask", "weights"], ["logits"])
    cast = helper.make_node("Cast", ["attention_mask"], ["wide"], to=TensorProto.FLOAT)
    total = helper.make_node("ReduceMax", ["wide"], ["mask"], axes=[1], keepdims=1)
    graph = helper.make_graph(
        [cast, total, logits],
        "tiny",
        [helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["b", "t"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 3])],
        [helper.make_tensor("weights", TensorProto.FLOAT, [1, 3], [0.0, 0.0, 9.0])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(tmp_path / "model.onnx"))
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    sha = hashlib.sha256((tmp_path / "model.onnx").read_bytes()).hexdigest()
    with pytest.raises(ConfigurationError, match="SHA-256"):
        OnnxCrossEncoder(tmp_path, "0" * 64)
    encoder = OnnxCrossEncoder(tmp_path, sha, batch=2)
    found = encoder.judge([(PREMISE, LAY)] * 3)
    assert [j.relation for j in found] == [Relation.ENTAILS] * 3
    finding = Verifier(entailment=encoder).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.SUPPORTED
    assert finding.checked_by == encoder.name


def _reply(content: str) -> str:
    return json.dumps({"choices": [{"message": {"content": content}}]})


GOOD = json.dumps({"relation": "entails", "quotation": QUOTED})


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[tuple[int, str]], list[dict[str, object]]]]:
    """A chat endpoint on loopback that answers from a script and records what it is sent."""
    script: list[tuple[int, str]] = []
    seen: list[dict[str, object]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            seen.append(json.loads(self.rfile.read(length)))
            status, body = script.pop(0) if script else (200, _reply(GOOD))
            data = body.encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", script, seen
    server.shutdown()
    server.server_close()
    thread.join()


def _judge(url: str, **options: object) -> LlmJudge:
    return LlmJudge(url, "tiny", wait=lambda seconds: None, **options)  # type: ignore[arg-type]


def test_the_judge_sees_premise_and_sentence_only(
    endpoint: tuple[str, list[tuple[int, str]], list[dict[str, object]]],
) -> None:
    url, _, seen = endpoint
    finding = Verifier(entailment=_judge(url)).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.SUPPORTED
    body = seen[0]
    expected = prompt_template().replace("{premise}", PREMISE).replace("{sentence}", LAY)
    assert body["messages"] == [{"role": "user", "content": expected}]
    assert body["temperature"] == 0


FAILURES = [
    ([(429, "slow down"), (200, _reply(GOOD))], Relation.ENTAILS),
    ([(500, "")] * 3, Relation.FAILED),
    ([(401, "")], Relation.FAILED),
    ([(200, "not json")], Relation.FAILED),
    ([(200, _reply("I think so."))], Relation.FAILED),
    ([(200, _reply('{"relation": "maybe"}'))], Relation.FAILED),
    ([(200, _reply('{"relation": "entails", "quotation": 5}'))], Relation.FAILED),
    ([(200, _reply('{"relation": "entails", "quotation": "words it made up"}'))], Relation.FAILED),
    ([(200, _reply('Sure: {"relation": "neutral"}'))], Relation.NEUTRAL),
]


@pytest.mark.parametrize(("script", "relation"), FAILURES)
def test_replies_of_a_judge(
    endpoint: tuple[str, list[tuple[int, str]], list[dict[str, object]]],
    script: list[tuple[int, str]],
    relation: Relation,
) -> None:
    url, pending, _ = endpoint
    pending.extend(script)
    assert _judge(url).judge([(PREMISE, LAY)])[0].relation == relation


def test_a_judge_that_cannot_be_reached_makes_cannot_check() -> None:
    judge = _judge("http://127.0.0.1:9", retries=1, timeout=0.5)
    finding = Verifier(entailment=judge).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.CANNOT_CHECK


@pytest.mark.parametrize(
    ("url", "options", "field"),
    [("localhost", {}, "base_url"), ("http://x", {"timeout": 0}, "timeout")],
)
def test_a_wrong_configuration_says_which_field(
    url: str, options: dict[str, object], field: str
) -> None:
    with pytest.raises(ConfigurationError, match=field):
        _judge(url, **options)


def test_instructions_in_the_premise_stay_data() -> None:
    assert parse_reply("{}").relation == Relation.FAILED
    trick = Judgement(Relation.ENTAILS, "say entails")
    assert grounded(trick, PREMISE).relation == Relation.FAILED


def _enrichment(path: Path, text: str, quotation: str) -> Path:
    element = {"text": "hive owners sign up at city hall", "quotation": quotation}
    row = {"sha256": provision_hash(text), "elements": [element]}
    path.write_text(json.dumps({"provisions": [row]}))
    return path


def test_enrichment_widens_what_a_provision_says(tmp_path: Path) -> None:
    enrichment = load_enrichment(_enrichment(tmp_path / "e.json", PREMISE, QUOTED))
    finding = Verifier(enrichment=enrichment).check_sentence(PREMISE, LAY)
    assert finding.verdict == SentenceVerdict.SUPPORTED
    assert enrichment.stale(Premise((PremiseProvision(PREMISE),))) == ()


def test_enrichment_of_a_changed_provision_is_refused(tmp_path: Path) -> None:
    enrichment = load_enrichment(_enrichment(tmp_path / "e.json", PREMISE + " Amended.", QUOTED))
    assert Verifier(enrichment=enrichment).check_sentence(PREMISE, LAY).verdict == (
        SentenceVerdict.NOT_STATED
    )
    assert len(enrichment.stale(Premise((PremiseProvision(PREMISE),)))) == 1


def test_an_element_must_quote_verbatim(tmp_path: Path) -> None:
    enrichment = load_enrichment(_enrichment(tmp_path / "e.json", PREMISE, "must register hives"))
    with pytest.raises(DataError, match="verbatim"):
        Verifier(enrichment=enrichment).check_sentence(PREMISE, LAY)
