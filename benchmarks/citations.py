"""Citations: speed, growth, the open table, and other tools side by side in one run.

Run ``python benchmarks/citations.py``. Other tools are measured when an interpreter that has them
is named: ``--eyecite-new PYTHON --eyecite-old PYTHON --citeurl PYTHON``; each is started in a process
of its own. Times are processor seconds of one core, the least of several runs: a shared machine only
ever adds to them.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lexwarrant.jurisdictions.citations import find_citations

TABLE = Path(__file__).parents[1] / "tests" / "jurisdictions" / "data"
PROSE = (
    "The parties agreed on most of the facts and differed on what followed from them.",
    "Counsel for the appellant submitted that the tribunal had asked itself the wrong question.",
    "Nothing in the record suggests that the notice was sent before the end of the month.",
    "The controller argued that it had acted in good faith and that no harm was shown.",
    "We begin with the text, since that is where every question of construction begins.",
    "On 12 March 2019 the claimant wrote to the 14 members of the board and asked for 3 reports.",
    "It is common ground that the burden lies on the party who asserts the exception.",
    "בית המשפט דחה את הטענה וקבע כי לא הוכח נזק.",
    "Das Gericht hat die Frage offengelassen, weil es auf sie nicht ankam.",
)
HARD = {
    "digits": "1234567890",
    "capital letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "v.": " v.",
    "section signs": "§",
    "nested brackets": "[(",
    "Hebrew letters": "אבגדהוזחטיכלמנסעפצקרשת",
    "capital words": "A Bc ",
    "years": "1990 ",
}
EYECITE = """
import json, sys, time
from eyecite import get_citations
texts = json.load(sys.stdin)
t = time.process_time()
out = [[c.span() for c in get_citations(x)] for x in texts]
json.dump({"seconds": time.process_time() - t, "spans": out}, sys.stdout)
"""
EXAMPLES = """
import json, sys
from eyecite import get_citations
from reporters_db import LAWS, REPORTERS
given = [e for group in (REPORTERS, LAWS) for v in group.values() for x in v for e in x.get("examples", [])]
full = ("FullCaseCitation", "FullLawCitation")
json.dump([e for e in given if any(type(c).__name__ in full for c in get_citations(e))], sys.stdout)
"""
CITEURL = """
import json, sys, time
from citeurl import Citator
citator = Citator()
texts = json.load(sys.stdin)
t = time.process_time()
out = [[c.span for c in citator.list_cites(x)] for x in texts]
json.dump({"seconds": time.process_time() - t, "spans": out}, sys.stdout)
"""


def rows() -> list[dict[str, Any]]:
    """The rows of the open table."""
    return [
        json.loads(line)
        for path in sorted(TABLE.glob("??.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]


def others(name: str) -> list[dict[str, Any]]:
    """The rows of a table by an author who had not seen the grammar."""
    return [json.loads(line) for line in (TABLE / f"{name}.jsonl").read_text("utf-8").splitlines()]


def mixed(size: int, table: list[dict[str, Any]]) -> str:
    """Legal text of ``size`` characters: a passage with citations to every three without."""
    rng = random.Random(7)
    passages = [row["text"] for row in table if not row["id"].startswith("m-")]  # lists of forms
    out: list[str] = []
    length = 0
    while length < size:
        piece = rng.choice(passages if rng.random() < 0.25 else PROSE)
        out.append(piece)
        length += len(piece) + 1
    return " ".join(out)[:size]


def least(text: str, runs: int) -> tuple[float, int]:
    """The least time of several runs, and how many citations there are."""
    best, count = float("inf"), 0
    for _ in range(runs):
        started = time.process_time()
        count = len(find_citations(text))
        best = min(best, time.process_time() - started)
    return best, count


def one_dash(paths: Iterable[Iterable[str]]) -> list[list[str]]:
    """Pinpoints with one dash, whichever of two is printed."""
    return [[mark.replace("–", "-") for mark in path] for path in paths]


def exact(row: dict[str, Any]) -> bool:
    """Whether a row comes out as the table has it."""
    found = [
        ([c.start, c.end], c.kind, c.form, c.jurisdiction, one_dash(c.pinpoints))
        for c in find_citations(row["text"], row["jurisdictions"])
    ]
    return found == [
        (c["span"], c["kind"], c["form"], c["jurisdiction"], one_dash(c["pinpoints"]))
        for c in row["citations"]
    ]


def asked(python: str, program: str, texts: list[str] | None = None) -> Any:
    """What a program says in another interpreter."""
    done = subprocess.run(
        [python, "-W", "ignore", "-c", program],
        input=json.dumps(texts or []),
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    if done.returncode:
        raise SystemExit(f"{python}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def touches(span: tuple[int, int] | list[int], others: list[Any]) -> bool:
    """Whether a span overlaps one of the others."""
    return any(span[0] < other[1] and other[0] < span[1] for other in others)


def in_company(example: str) -> bool:
    """Whether a form is read with names before it and a court and a year behind it."""
    return bool(find_citations(f"Doe v. Roe, {example} (D.S.C. 1803).", ["us"]))


def side_by_side(name: str, python: str, program: str, table: list[dict[str, Any]]) -> None:
    """One tool's recall on our US rows and its speed beside ours."""
    american = [row for row in table if row["jurisdictions"] == ["us"]]
    texts = [row["text"] for row in american]
    theirs = asked(python, program, texts)["spans"]
    wanted = found = ours = traps = 0
    for row, spans in zip(american, theirs, strict=True):
        mine = [(c.start, c.end) for c in find_citations(row["text"], ["us"])]
        traps += bool(spans) and not row["citations"]
        for citation in row["citations"]:
            wanted += 1
            found += touches(citation["span"], spans)
            ours += touches(citation["span"], mine)
    print(f"{name}: finds {found} of {wanted} US citations (we {ours}), in traps {traps}")
    for size in (50_000, 100_000, 200_000):
        text = mixed(size, american)
        seconds = asked(python, program, [text])["seconds"]
        own = least(text, 3)[0]
        print(f"  {size // 1000} kB: {seconds:.2f} s, we {own:.3f} s")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eyecite-new", help="interpreter with eyecite 2.7.8")
    parser.add_argument("--eyecite-old", help="interpreter with eyecite 2.6.4")
    parser.add_argument("--citeurl", help="interpreter with citeurl")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    table = rows()
    find_citations("warm")
    right = sum(exact(row) for row in table)
    forms = sum(len(row["citations"]) for row in table)
    traps = sum(not row["citations"] for row in table)
    print(f"open table: {right} of {len(table)} rows exact ({forms} citations, {traps} traps)")
    for name in ("wide", "fresh"):
        strange = others(name)
        print(f"{name} table: {sum(map(exact, strange))} of {len(strange)} rows exact")
    seconds, count = least(mixed(1_000_000, table), given.runs)
    print(f"1 MB of mixed text: {seconds:.2f} s, {1 / seconds:.2f} MB/s, {count} citations")
    more = least(mixed(10_000_000, table), 1)[0]
    print(f"10 MB: {more:.2f} s, {more / seconds:.1f} times as long")
    for name, piece in HARD.items():
        text = (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
        print(f"1 MB of {name}: {least(text, 1)[0]:.2f} s")
    for name, python in (
        ("eyecite 2.7.8", given.eyecite_new),
        ("eyecite 2.6.4", given.eyecite_old),
    ):
        if python:
            side_by_side(name, python, EYECITE, table)
    if given.citeurl:
        side_by_side("citeurl", given.citeurl, CITEURL, table)
    if given.eyecite_new:
        examples = asked(given.eyecite_new, EXAMPLES)
        lost = [e for e in examples if not find_citations(e, ["us"])]
        company = sum(map(in_company, lost))
        print(
            f"of {len(examples)} examples of reporters-db that eyecite reads: {len(examples) - len(lost)} read alone, "
            f"{company} in company, {len(lost) - company} left (reasons: tests/jurisdictions/test_documented_forms.py)"
        )


if __name__ == "__main__":
    main()
