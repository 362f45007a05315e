"""The 458 Irish section pairs, computed from the two texts, against `docs/irish-pairs.md`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from lexwarrant.law.readers.markdown_sections import parse_markdown
from lexwarrant.law.readers.revised import Became, Pair, pair_sections

PAGE = Path(__file__).parents[3] / "docs" / "irish-pairs.md"


def _table(header: str) -> list[list[str]]:
    """The rows of the page's table whose first header cell is ``header``."""
    rows: list[list[str]] = []
    inside = False
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] == header:
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and not cells[0].startswith("---"):
            rows.append(cells)
    return rows


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    return shared_data / "law" / "ie"


@pytest.fixture(scope="module")
def labels(folder: Path) -> dict[tuple[str, str], str]:
    lines = (folder / "sections.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {(r["act"], r["section"]): r["status"] for r in rows}


@pytest.fixture(scope="module")
def pairs(folder: Path) -> dict[tuple[str, str], Pair]:
    out = {}
    for enacted in sorted(folder.glob("*.original.md")):
        act = enacted.name.removesuffix(".original.md")
        revised = folder / f"{act}.consolidated.md"
        for pair in pair_sections(
            parse_markdown(enacted.read_text("utf-8"), act),
            parse_markdown(revised.read_text("utf-8"), act),
        ):
            out[act, pair.number] = pair
    return out


def test_the_same_458_sections(
    labels: dict[tuple[str, str], str], pairs: dict[tuple[str, str], Pair]
) -> None:
    assert len(labels) == 458
    assert pairs.keys() == labels.keys()


def test_the_table_of_counts(
    labels: dict[tuple[str, str], str], pairs: dict[tuple[str, str], Pair]
) -> None:
    counted = Counter((labels[k], p.became.value) for k, p in pairs.items())
    page = _table("label in `sections.jsonl`")
    assert counted == {(row[0], row[1]): int(row[2]) for row in page}


def test_every_disagreement_is_on_the_page(
    labels: dict[tuple[str, str], str], pairs: dict[tuple[str, str], Pair]
) -> None:
    listed = {(row[0], row[1], row[2], row[3]) for row in _table("Act")}
    found = {
        (*k, labels[k], p.became.value)
        for k, p in pairs.items()
        if labels[k] != p.became or p.became is Became.DIFFERS_UNMARKED
    }
    assert found == listed


def test_no_mark_or_emphasis_is_left_in_a_text(pairs: dict[tuple[str, str], Pair]) -> None:
    for key, pair in pairs.items():
        for text in (pair.enacted, pair.revised):
            if text:
                assert not {"*", "[", "]", "…", "^"} & set(text.text), key


def test_a_cross_heading_goes_to_the_sections_it_heads(
    pairs: dict[tuple[str, str], Pair],
) -> None:
    twelve, thirteen = (pairs["IE-1957-act-6", n].enacted for n in ("12", "13"))
    assert twelve
    assert thirteen
    assert "Actions to recover land" not in twelve.text
    assert "Actions to recover land" in thirteen.division
    assert "Actions to recover land" not in twelve.division
