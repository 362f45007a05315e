"""A legal system is named in any case; one that is not known is refused wherever it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

from lexwarrant.jurisdictions.registry import code_of, codes, unknown_code
from lexwarrant.records.codec import decode
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError

KNOWN = "eu, ie, il, my, uk, us"


@pytest.mark.parametrize("given", ["eu", "EU", "Eu", "eU", " EU ", "UK", "Ie", "IL", "uS", "My"])
def test_any_case_is_taken(given: str) -> None:
    assert code_of(given, "x") == given.strip().lower()
    assert Context(given).jurisdiction in codes()
    assert decode(Context, {"jurisdiction": given}).jurisdiction in codes()


@pytest.mark.parametrize(
    "given",
    ["xx", "", " ", "europe", "European Union", "e u", "eu,uk", "gb", "е\u0443", "..", "eu\n/x"],
)
def test_any_other_is_refused_with_those_that_are_known(given: str) -> None:
    with pytest.raises(ConfigurationError, match=KNOWN) as raised:
        code_of(given, "row 7: jurisdiction")
    assert str(raised.value).startswith("row 7: jurisdiction: ")


def test_law_that_is_held_is_known_without_a_pack() -> None:
    assert unknown_code("XX", ["xx"]) == ""
    assert unknown_code("XX") != ""


SUITE = "suite: s\nversion: '1'\ncases:\n- {id: c1, question: When is notice given?, context: {jurisdiction: %s}}\n"
FAMILY = """\
- family: f
  stress: near_miss_authority
  domain: notices
  category: deadline
  question: When is the notice due?
  jurisdiction: %s
  date: 2020-01-01
  items:
  - id: base
    claims:
    - {claim: Within 72 hours., values: [[72 hours]], at: eu/32016R0679/art/33/1, words: not later than 72 hours}
"""
ROW = {
    "id": "r1",
    "text": "Article 33 GDPR",
    "premise": "The controller keeps a record.",
    "sentence": "The controller keeps a record.",
}
COMMANDS: dict[str, tuple[str, ...]] = {
    "ask": ("ask", "Article 33 GDPR", "-j", "{}"),
    "cite": ("cite", "text.txt", "-j", "{}"),
    "cite among others": ("cite", "text.txt", "-j", "eu", "-j", "{}"),
    "cite rows": ("cite", "--batch", "rows.jsonl", "--out", "o.jsonl"),
    "check": ("check", "text.txt", "-p", "text.txt", "-J", "{}"),
    "check against law": ("check", "text.txt", "-s", "eu-demo", "-J", "{}"),
    "search": ("law", "search", "personal data breach", "-j", "{}"),
    "suite check": ("suite", "check", "s.yaml"),
    "suite lint": ("suite", "lint", "s.yaml", "-s", "eu-demo"),
    "eval": ("eval", "s.yaml", "--target", "builtin", "-s", "eu-demo", "--out", "run"),
    "warrant validate": ("warrant", "validate", "f.yaml", "-s", "eu-demo"),
    "annotate init": ("annotate", "init", "f.jsonl", "--annotators", "a", "--out", "p"),
}
NAMED = {"cite rows": "'r1'", "suite check": "c1", "suite lint": "c1", "eval": "c1",
         "warrant validate": "f/base", "annotate init": "f/base"}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_wherever_it_is_given(lexwarrant: Runner, tmp_path: Path, name: str) -> None:
    from lexwarrant.evaluation.warrant.checks import read_items, write_record

    done = []
    for code in ("xx", "EU"):
        (tmp_path / "text.txt").write_text("Article 33 GDPR says so.")
        (tmp_path / "rows.jsonl").write_text(json.dumps({**ROW, "jurisdiction": code}) + "\n")
        (tmp_path / "s.yaml").write_text(SUITE % code)
        (tmp_path / "f.yaml").write_text(FAMILY % code)
        items = read_items(tmp_path / "f.yaml")
        (tmp_path / "f.jsonl").write_text("".join(json.dumps(write_record(i)) for i in items[:1]))
        done.append(lexwarrant(*(a.format(code) for a in COMMANDS[name])))
    wrong, right = done
    said = " ".join((wrong.stderr + wrong.stdout).split())
    assert KNOWN in said
    assert "'xx'" in said
    assert "jurisdiction" in said
    assert NAMED.get(name, "") in said
    assert wrong.returncode == (1 if name == "warrant validate" else 2)
    assert KNOWN not in right.stderr + right.stdout
    assert "Traceback" not in right.stderr + wrong.stderr


def test_a_row_of_check_says_why_and_the_rest_goes_on(lexwarrant: Runner, tmp_path: Path) -> None:
    rows = [{**ROW, "id": n, "jurisdiction": code} for n, code in enumerate(("Xx", "EU", ["eu"]))]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    done = lexwarrant("check", "--batch", "rows.jsonl")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first["id"] == 0
    assert KNOWN in first["why"]
    assert second["verdict"] == "supported"
    assert "jurisdiction" in third["why"]
