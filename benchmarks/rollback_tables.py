"""Tables of the rollback benchmark from its rows, and the sheet that is graded blind.

The commands are parts of `rollback.py`; none of them asks a server.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation.guards import PASTED_FROM, relevance, subject
from lexwarrant.answering.generation.totals import CLAIMS
from lexwarrant.answering.generation.trace import Outcome
from lexwarrant.evaluation.statistics.intervals import wilson
from lexwarrant.evaluation.statistics.paired import (
    PairedTable,
    cluster_bootstrap,
    mcnemar,
    newcombe_paired,
)
from lexwarrant.records.codec import decode
from lexwarrant.records.verification import ClaimKind, Premise, SentenceVerdict
from lexwarrant.verification.verifier import Verifier
from rollback_rows import SEED, WRONG, append, rows_of
from rollback_states import PLACES

CONDITIONS = ("present", "absent")
PER_CELL = 25
_CACHED_FROM = 0.95
GRADES = {"r": "right", "w": "wrong", "e": "empty"}
Row = dict[str, Any]

# the blind sheet -------------------------------------------------------------------------


def sheet(args: argparse.Namespace) -> None:
    """Up to 100 sentences to grade blind: the arm stands in another file."""
    pool: dict[tuple[str, str], list[tuple[Row, str]]] = {}
    for row in rows_of(args.rows):
        if row["arm"] not in ("plain", "loop"):
            continue
        for sentence in row["sentences"]:
            if _claims(sentence):
                pool.setdefault((row["condition"], row["arm"]), []).append((row, sentence["text"]))
    rng = random.Random(SEED)
    drawn = [
        (key, row, text)
        for key, found in sorted(pool.items())
        for row, text in rng.sample(found, min(PER_CELL, len(found)))
    ]
    rng.shuffle(drawn)
    args.out.mkdir(parents=True, exist_ok=True)
    for number, (key, row, text) in enumerate(drawn):
        law = [p["text"] for p in row["premise"]["provisions"]]
        shown = {"n": number, "question": row["question"], "sentence": text, "law": law}
        append(args.out / "sheet.jsonl", shown)
        append(args.out / "key.jsonl", {"n": number, "condition": key[0], "arm": key[1]})


def grade(args: argparse.Namespace) -> None:
    """Grade a sheet at the terminal, blind: one sentence at a time, and the arms when all are done.

    Each grade is written at once under the grader's name, so that one can stop and go on.
    """
    path = args.sheet / f"grades.{args.by}.jsonl"
    done = {r["n"] for r in rows_of(path)}
    rows = rows_of(args.sheet / "sheet.jsonl")
    for row in rows:
        if row["n"] in done:
            continue
        print(f"\n{row['n'] + 1} of {len(rows)}\n")
        print("\n".join(row["law"]))
        print(f"\nQuestion: {row['question']}\nSentence: {row['sentence']}\n")
        said = ""
        while said not in GRADES:
            try:
                said = input("r right, w wrong, e empty, q stop: ").strip().lower()[:1]
            except EOFError:
                said = "q"
            if said == "q":
                return
        append(path, {"n": row["n"], "grade": GRADES[said], "by": args.by})
    graded(args.sheet)


def graded(folder: Path) -> None:
    """What every complete set of grades says of each arm; one that is begun tells nothing."""
    key = {r["n"]: r for r in rows_of(folder / "key.jsonl")}
    for path in sorted(folder.glob("grades*.jsonl")):
        grades = {r["n"]: r["grade"] for r in rows_of(path)}
        if grades.keys() != key.keys():
            print(f"{path.name}: {len(grades)} of {len(key)} graded; the arms stay closed")
            continue
        print(f"{path.name}:")
        for condition in CONDITIONS:
            for arm in ("plain", "loop"):
                cell = (condition, arm)
                mine = [g for n, g in grades.items() if _cell(key[n]) == cell]
                counts = {g: mine.count(g) for g in GRADES.values()}
                print(f"  {condition:8} {arm:6} {len(mine)} sentences: {counts}")
        for arm in ("plain", "loop"):
            mine = [g for n, g in grades.items() if key[n]["arm"] == arm]
            for name in ("right", "wrong"):
                print(f"  {arm:6} {name}: {_share(mine.count(name), len(mine))}")


# tables ----------------------------------------------------------------------------------


def table(args: argparse.Namespace) -> None:
    """Every table, from the rows alone."""
    rows = rows_of(args.rows) if args.rows else []
    for condition in CONDITIONS:
        for arm in ("plain", "loop", "judge"):
            mine = [r for r in rows if _cell(r) == (condition, arm)]
            if mine:
                print(f"{condition:8} {arm:6}", json.dumps(_summary(mine)))
        for pair in combinations(("plain", "judge", "loop"), 2):
            _paired(rows, condition, pair)
    for arm in ("loop", "judge"):
        _loop_table([r for r in rows if r["arm"] == arm], arm)
    if args.states:
        for condition in CONDITIONS:
            _state_table([r for r in rows_of(args.states) if r["condition"] == condition])
    if args.inside:
        for condition in CONDITIONS:
            _inside_table([r for r in rows_of(args.inside) if r["condition"] == condition])
    if args.sheet:
        graded(args.sheet)


def _cell(row: Row) -> tuple[str, str]:
    return row["condition"], row["arm"]


def _claims(sentence: Row) -> bool:
    return sentence["claim"] in {c.value for c in CLAIMS}


def _wrong(row: Row) -> int:
    return sum(s["verdict"] in {v.value for v in WRONG} for s in row["sentences"])


def _right(row: Row) -> int:
    supported = SentenceVerdict.SUPPORTED.value
    return sum(s["verdict"] == supported and _claims(s) for s in row["sentences"])


def _summary(rows: Sequence[Row]) -> dict[str, Any]:
    sentences = [s for r in rows for s in r["sentences"]]
    firsts = [r["first_verified"] for r in rows if r["first_verified"] is not None]
    pasted = sum(s["copied"] >= PASTED_FROM for s in sentences)
    about = statistics.mean(relevance(r["text"], subject(r["question"])) for r in rows)
    return {
        "answers": len(rows),
        "sentences": round(len(sentences) / len(rows), 2),
        "wrong": round(statistics.mean(map(_wrong, rows)), 2),
        "right": round(statistics.mean(map(_right, rows)), 2),
        "with refusal": sum(wording.REFUSAL in r["text"] for r in rows),
        "only refusal": sum(not r["sentences"] for r in rows),
        "empty": sum(not r["text"] for r in rows),
        "points": round(statistics.mean(_points(r) for r in rows), 2),
        "near-verbatim": round(pasted / max(1, len(sentences)), 3),
        "relevance": round(about, 3),
        "seconds": round(statistics.mean(r["seconds"] for r in rows), 1),
        "median first verified": round(statistics.median(firsts), 1) if firsts else None,
        "tokens": round(statistics.mean(r["tokens"] for r in rows)),
    }


def _points(row: Row) -> int:
    """Passages that the supported sentences of an answer rest on, each counted once."""
    premise, verifier = decode(Premise, row["premise"]), Verifier()
    found = (verifier.check_sentence(premise, s["text"]) for s in row["sentences"])
    spans = {(s.provision, s.start) for f in found if f.verdict == "supported" for s in f.sources}
    return len(spans)


def _paired(rows: Sequence[Row], condition: str, arms: tuple[str, str]) -> None:
    """Two arms on the questions that both were asked."""
    by = {(r["id"], r["arm"]): r for r in rows if r["condition"] == condition}
    both = sorted({i for i, a in by if a == arms[0]} & {i for i, a in by if a == arms[1]})
    if not both:
        return
    kinds: tuple[tuple[str, Callable[[Row], int]], ...] = (("wrong", _wrong), ("right", _right))
    for kind, counted in kinds:
        pairs = [(counted(by[i, arms[0]]), counted(by[i, arms[1]])) for i in both]
        print(
            f"{condition:8} {arms[0]} to {arms[1]}, a {kind} sentence: "
            f"{_compared([(p > 0, q > 0) for p, q in pairs])}"
        )
        mean = cluster_bootstrap([(float(q - p), 1) for p, q in pairs])
        assert mean is not None
        print(
            f"{condition:8} {arms[0]} to {arms[1]}, {kind} an answer: {mean.value:+.2f} "
            f"[{mean.low:+.2f}, {mean.high:+.2f}]"
        )


def _loop_table(rows: Sequence[Row], arm: str) -> None:
    """What the loop did, from its traces: ends, tokens, retries that were committed, guards, the
    model's own refusals, and the cached share of the verified prefix."""
    if not rows:
        return
    traces = [r["trace"] for r in rows]
    attempts = [a for t in traces for p in t["points"] for a in p.get("attempts", ())]
    retries = [a for a in attempts if "steering" in a]
    received = sum(t["totals"].get("received", 0) for t in traces)
    discarded = sum(t["totals"].get("discarded", 0) for t in traces)
    print(f"{arm}: ends {_counts(t['stop'] for t in traces)}")
    print(f"{arm}: lesser modes {_counts(m for t in traces for m in t.get('lesser', ()))}")
    print(f"{arm}: failed requests {sum(bool(c.get('fault')) for t in traces for c in t['calls'])}")
    print(f"{arm}: tokens received {received}, thrown away {discarded}")
    tried = _counts(a["steering"] for a in retries)
    print(f"{arm}: retries {tried}, committed {_counts(a['steering'] for a in _kept(retries))}")
    print(f"{arm}: guards {_counts(a['guard'] for a in attempts if 'guard' in a)}")
    own = [a for a in attempts if a.get("claim") == ClaimKind.REFUSES.value]
    print(f"{arm}: the model's own refusals {len(own)}, committed {len(_kept(own))}")
    calls = [c for t in traces for c in t["calls"] if "steering" in c]
    told = [(c["prefix"], c.get("usage", {}).get("cached")) for c in calls if "prefix" in c]
    shares = [(p, min(p, cached)) for p, cached in told if cached is not None]
    if shares:
        pooled = sum(c for _, c in shares) / sum(p for p, _ in shares)
        enough = sum(c >= _CACHED_FROM * p for p, c in shares)
        print(
            f"{arm}: verified prefix from the cache {pooled:.4f} pooled, at least {_CACHED_FROM} in "
            f"{enough} of {len(shares)} retry requests"
        )


def _kept(attempts: Sequence[Row]) -> list[Row]:
    return [a for a in attempts if a["outcome"] == Outcome.COMMITTED.value]


def _counts(names: Iterable[str]) -> str:
    return json.dumps(dict(Counter(names).most_common()))


def _compared(pairs: Sequence[tuple[bool, bool]]) -> str:
    """Shares of both, discordant pairs, Newcombe's interval of the difference, exact McNemar."""
    cells = PairedTable(
        sum(p and q for p, q in pairs),
        sum(p and not q for p, q in pairs),
        sum(q and not p for p, q in pairs),
        sum(not p and not q for p, q in pairs),
    )
    between = newcombe_paired(cells)
    assert between is not None
    return (
        f"{cells.both + cells.first_only} and {cells.both + cells.second_only} of {cells.total}; "
        f"only {cells.first_only}, {cells.second_only}; difference "
        f"{(cells.second_only - cells.first_only) / cells.total:+.3f} "
        f"[{between[0]:+.3f}, {between[1]:+.3f}], "
        f"p = {mcnemar(cells.first_only, cells.second_only):.4f}"
    )


def _share(part: int, whole: int) -> str:
    interval = wilson(part, whole)
    if interval is None:
        return "0 of 0"
    return f"{part} of {whole} ({part / whole:.3f} [{interval[0]:.3f}, {interval[1]:.3f}])"


def _state_table(rows: Sequence[Row]) -> None:
    if not rows:
        return
    condition, answers = rows[0]["condition"], len({r["id"] for r in rows})
    print(f"{condition}: {len(rows)} states of {answers} answers")
    for only_first in (False, True):
        mine = [r for r in rows if not only_first or r["number"] == 0]
        for name in ("again", "ban", "allow", "cut", "top", "turn"):
            tried = [r["tries"][name] for r in mine if name in r["tries"]]
            passed = [t for t in tried if t["passed"]]
            pasted = sum(t["copied"] >= PASTED_FROM for t in passed)
            print(
                f"  {'first of each, ' if only_first else ''}{name}: "
                f"{_share(len(passed), len(tried))} pass, {pasted} of them pasted"
            )
        for one, other in combinations(("ban", "cut", "top", "turn"), 2):
            pairs = [(r["tries"][one]["passed"], r["tries"][other]["passed"]) for r in mine]
            print(f"    {one} and {other}: {_compared(pairs)}")


def _inside_table(rows: Sequence[Row]) -> None:
    if not rows:
        return
    answers = len({r["id"] for r in rows})
    print(f"{rows[0]['condition']}: {len(rows)} states of {answers} answers")
    for name in ("rejected", "mended"):
        for what in ("logp", "mass"):
            for place in PLACES:
                found = [r[f"{name} {place}"].get(what) for r in rows]
                if None in found:
                    continue
                line = f"  {name} {what} {place}: {statistics.mean(found):.3f}"
                if place != "base":
                    line += _changed(rows, f"{name} base", f"{name} {place}", what)
                if place == "top":
                    line += _changed(rows, f"{name} cut", f"{name} top", what, "cut")
                print(line)


def _changed(rows: Sequence[Row], start: str, end: str, what: str, against: str = "base") -> str:
    """The mean change with its interval over answers, how often it is up, and the sign test."""
    if what not in rows[0][start]:
        return ""
    change = [(r["id"], r[end][what] - r[start][what]) for r in rows]
    answers = sorted({i for i, _ in change})
    clusters = [[c for i, c in change if i == answer] for answer in answers]
    mean = cluster_bootstrap([(sum(c), len(c)) for c in clusters])
    assert mean is not None
    up, down = sum(c > 0 for _, c in change), sum(c < 0 for _, c in change)
    return (
        f"; against {against} {mean.value:+.3f} [{mean.low:+.3f}, {mean.high:+.3f}], up in {up} of "
        f"{len(change)}, p = {mcnemar(up, down):.4f}"
    )
