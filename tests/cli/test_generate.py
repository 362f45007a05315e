"""``generate`` and ``replay``, from the command line to the trace."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from inference_servers import Faults, LlamaCpp, Model, serving
from lexwarrant.answering.generation.backends.base import Request
from lexwarrant.cli.main import app
from lexwarrant.law.snapshot import Snapshot

LAW = (
    "1. In the case of a personal data breach, the controller shall not later than 72 hours after "
    "having become aware of it notify the personal data breach to the supervisory authority.\n"
    "2. The processor shall notify the controller without undue delay."
)
RIGHT = "The controller must notify the supervisory authority not later than 72 hours after it."
WRONG = "The processor shall notify the controller within 24 hours."
MENDED = "The processor shall notify the controller without undue delay."


def script(request: Request) -> str:
    if request.turns[-1].text.startswith("The provisions do not support"):
        return MENDED
    if not request.prefix:
        looked = any("Look again" in t.text for t in request.turns)
        return MENDED if looked else f"{RIGHT} {WRONG}"
    return "" if request.prefix.endswith("delay.") else f" {WRONG}"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


@pytest.fixture
def law(tmp_path: Path) -> Path:
    path = tmp_path / "breach.txt"
    path.write_text(LAW, "utf-8")
    return path


def test_generate_then_replay(law: Path, tmp_path: Path) -> None:
    trace = tmp_path / "t.json"
    with serving(LlamaCpp, Model(script)) as server:
        code, out = run(
            "generate", "When is a breach notified?", "--premise", str(law),
            "--server", server, "--steering", "rewrite", "--trace", str(trace),
        )  # fmt: skip
    assert code == 0, out
    assert out.index(RIGHT) < out.index(WRONG) < out.index(MENDED)
    assert "rewrite" in out
    body = json.loads(trace.read_text("utf-8"))
    assert body["text"] == f"{RIGHT} {MENDED}"
    code, out = run("replay", str(trace))
    assert code == 0, out
    assert "rolled back" in out
    assert WRONG.split()[-2] in out


def test_replay_finds_a_changed_trace(law: Path, tmp_path: Path) -> None:
    trace = tmp_path / "t.json"
    with serving(LlamaCpp, Model(script)) as server:
        run("generate", "When?", "-p", str(law), "--server", server, "--trace", str(trace))
    body = json.loads(trace.read_text("utf-8"))
    body["totals"]["received"] += 1
    trace.write_text(json.dumps(body), "utf-8")
    code, out = run("replay", str(trace))
    assert code == 1
    assert "not those of its rows" in out


@pytest.mark.parametrize("field", ["text", "sentence", "tokens", "received", "prompt"])
def test_replay_finds_what_was_tampered_with(law: Path, tmp_path: Path, field: str) -> None:
    trace = tmp_path / "t.json"
    with serving(LlamaCpp, Model(script)) as server:
        run("generate", "When?", "-p", str(law), "--server", server, "--trace", str(trace))
    body = json.loads(trace.read_text("utf-8"))
    attempt, call = body["points"][0]["attempts"][0], body["calls"][0]
    if field == "text":
        body["text"] = body["text"].replace("72", "96")
    elif field == "sentence":
        attempt["text"] = attempt["text"].replace("72", "96")
    elif field == "tokens":
        attempt["tokens"] = -1
    elif field == "received":
        body["totals"]["received"] -= call["received"] + 1
        call["received"] = -1
    else:
        call["usage"]["prompt"] = -5
    trace.write_text(json.dumps(body), "utf-8")
    code, out = run("replay", str(trace))
    assert code == 1, out
    assert {"text": "committed", "sentence": "committed"}.get(field, "-") in out


def test_an_empty_question_is_asked_back_without_a_token(law: Path) -> None:
    model = Model(script)
    with serving(LlamaCpp, model) as server:
        code, out = run("generate", "  ", "-p", str(law), "--server", server)
    assert code == 1, out
    assert "question is empty" in out
    assert model.asked == []


def test_an_empty_premise_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_text(" \n", "utf-8")
    code, out = run("generate", "When?", "-p", str(path), "--server", "http://127.0.0.1:9")
    assert code == 2, out
    assert "is empty" in out


def test_a_silent_server_says_nothing_of_the_law(law: Path) -> None:
    slow = Model(script, Faults(slow=3.0))
    with serving(LlamaCpp, slow) as server:
        code, out = run("generate", "When?", "-p", str(law), "--server", server, "--seconds", "0.5")
    assert code == 2, out
    assert "wrote no sentence" in out
    assert "do not settle" not in out


@pytest.mark.slow
def test_without_a_premise_the_answerer_finds_it(eu_snapshot: Snapshot) -> None:
    asked = ["--snapshot", str(eu_snapshot.folder), "--on", "2026-11-30"]
    model = Model(script)
    with serving(LlamaCpp, model) as server:
        question = "How long does a controller have to notify a personal data breach?"
        run("generate", question, "--server", server, *asked)
        prompt = next(a["messages"] for a in model.asked if "messages" in a)
        assert "not later than 72 hours" in prompt[1]["content"]
        model.asked.clear()
        code, out = run("generate", "Who won the World Cup in 2010?", "--server", server, *asked)
        assert code == 1
        assert model.asked == []  # not a token was spent
        ids = ["--premise", "eu/32016R0679/art/33/1"]
        run("generate", question, "--server", server, *ids, *asked)
        prompt = next(a["messages"] for a in model.asked if "messages" in a)
        assert "not later than 72 hours" in prompt[1]["content"]
        assert "The processor shall notify" not in prompt[1]["content"]  # paragraph 2
        code, out = run("generate", question, "--server", server, "-p", "eu/none/art/1", *asked)
        assert code == 2
        assert "holds no such provision" in out


def test_nothing_verified_is_a_no(law: Path) -> None:
    with serving(LlamaCpp, Model(lambda r: WRONG)) as server:
        code, out = run("generate", "When?", "-p", str(law), "--server", server)
    assert code == 1
    assert "do not settle this point" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--server", "http://127.0.0.1:9"), "no server answers there"),
        ((), "serve-model --demo"),
        (("--backend", "transformers"), "--model"),
        (("--server", "http://x", "--backend", "gpt"), "choose one of llamacpp, vllm"),
        (("--server", "http://x", "--steering", "push"), "choose one of allow"),
        (("--server", "http://x", "--temperature", "9"), "from 0 to 2"),
        (("--server", "http://x", "--seconds", "nan"), "above 0"),
        (("--server", "http://x", "--seconds", "-1"), "above 0"),
        (("--server", "http://x", "--seconds", "0"), "above 0"),
        (("--server", "http://x", "--trace", "."), "--trace"),
        (("--server", "http://x", "--trace", "no-such-folder/t.json"), "--trace"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    law: Path, arguments: tuple[str, ...], said: str
) -> None:
    code, out = run("generate", "When?", "-p", str(law), *arguments)
    assert code == 2
    assert said in out
    assert "Traceback" not in out


def test_a_dying_server_keeps_what_was_verified(law: Path) -> None:
    model = Model(script, Faults(dies_after=18, dies_for_ever=True))
    with serving(LlamaCpp, model) as server:
        code, out = run("generate", "When?", "-p", str(law), "--server", server)
    assert code == 0
    assert RIGHT in out
    assert "server_failed" in out


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"question": "x"}'])
def test_replay_of_what_is_no_trace(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text, "utf-8")
    code, out = run("replay", str(path))
    assert code == 2
    assert "t.json" in out


def test_serve_model_wants_one_model() -> None:
    code, out = run("serve-model")
    assert code == 2
    assert "--demo" in out
    code, out = run("serve-model", "no-such.gguf")
    assert code == 2
    assert "no such file" in out
