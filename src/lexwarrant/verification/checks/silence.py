"""Silence: a sentence that says the provisions do not say something."""

from __future__ import annotations

import re

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case
from lexwarrant.verification.checks.citations import cited_leaves
from lexwarrant.verification.marks import Mark
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.quantities import same_value

_YEAR = re.compile(r"(?:1[789]|20)\d\d")
_ALONE = frozenset({"here", "nothing", "nowhere", "rien", "nichts"})
_ASKED = {
    "date": frozenset(
        ["date", "day", "when", "datum", "tag", "wann", "jour", "quand", "מתי", "תאריך"]
    ),
    "time": frozenset(
        [
    "long", "period", "deadline", "limit", "duration", "frist", "dauer", "délai", "durée",
    "משך", "תקופה",
        ]
    ),
    "money": frozenset(
        [
    "amount", "fee", "fine", "figure", "rate", "salary", "remuneration", "betrag", "höhe",
    "montant", "combien", "tarif", "סכום", "שכרו", "שכר",
        ]
    ),
    "definition": frozenset(
        [
    "define", "defines", "definition", "meaning", "définit", "définition", "definiert", "הגדרה",
        ]
    ),
    "list": frozenset({"list", "lists", "liste"}),
}  # fmt: skip
_HOW_MUCH = frozenset({"much", "many", "viel", "viele", "combien", "כמה"})


def silence_mark(case: Case) -> Mark | None:
    """The words that say the provisions are silent, when the sentence says so of them."""
    marks = case.analysis.marks
    if case.clause.repeal:
        return (
            None  # "no rule since 2024, when it was revoked" speaks of the law, not of its silence
        )
    subjects = [m for m in marks if m.kind == lx.SILENCE and m.value == "subject"]
    silent = [m for m in marks if m.kind == lx.SILENCE and m.value == "silent"]
    low = case.analysis.low
    if silent and (
        subjects
        or case.analysis.references
        or _names_subject(case, silent[0])
        or (silent[0].i <= 3 and _ALONE.intersection(low[silent[0].i : silent[0].j]))
    ):
        return silent[0]
    verbs = case.analysis.lex.silence_verbs
    negations = [m for m in marks if m.kind == lx.NEG]
    if (
        not case.premise.leaves
        and negations
        and not case.analysis.lex.silence_material.isdisjoint(low)
    ):
        return negations[0]
    starts = [m.i for m in subjects] + [r.i for r in case.analysis.references]
    for neg in negations:
        if not any(0 <= neg.i - at <= 6 for at in starts):
            continue
        for k in range(neg.j, min(len(low), neg.j + 3)):
            if low[k] in verbs:
                return Mark(neg.i, k + 1, lx.SILENCE, "silent")
    return None


def _names_subject(case: Case, mark: Mark) -> bool:
    """Whether the words of silence name the provisions themselves: "אין בהוראות", "nothing in the Act"."""
    lex = case.analysis.lex
    subjects = lex.tables.silence.get("subjects", ())
    cuts = (0, 1, 2) if lex.code == "he" else (0,)
    return any(t[cut:] in subjects for t in case.analysis.low[mark.i : mark.j + 1] for cut in cuts)


_ENOUGH = 0.6
"""Share of a topic that one passage must hold for it to be spoken of."""
_ENOUGH_ASKED = 0.5
"""The same when the passage also gives the kind of answer that is said to be missing."""


def silence_holds(case: Case, mark: Mark) -> bool:
    """Whether the topic named beside ``mark`` stands in no passage (of the provision cited)."""
    subjects = {k for m in case.analysis.marks if m.kind == lx.SILENCE for k in range(m.i, m.j)}
    words = [i for i in case.alignment.items if i.token not in subjects]
    after = [i for i in words if i.token >= mark.j]
    before = [i for i in words if i.token < mark.i]
    first = mark.j
    topic = after
    if sum(i.weight for i in after) < (1.8 if len(before) >= 2 * len(after) else 0.8):
        topic, first = [*before, *after], 0
    heavy = [i for i in topic if i.weight >= 0.8] or topic
    low = case.analysis.low
    asking = case.analysis.lex.tables.asking
    heavy = [i for i in heavy if low[i.token] not in asking]
    figures = [
        q
        for q in case.analysis.quantities
        if q.i >= first and not q.implicit and q.dim != "clock" and q.j not in subjects
    ]
    dates = [d for d in case.analysis.dates if d.month and d.i >= first]
    total = sum(i.weight for i in heavy) + 1.5 * (len(figures) + len(dates))
    if not total:
        return True
    premise = case.premise
    best: dict[int, float] = {}
    for item in heavy:
        for leaf in item.hits.leaves:
            best[leaf] = best.get(leaf, 0.0) + item.weight
    for figure in figures:
        held = {
            k for p, k in premise.by_dim.get(figure.dim, ()) if same_value(p.value, figure.value)
        }
        if not held:
            return True
        for leaf in held:
            best[leaf] = best.get(leaf, 0.0) + 1.5
    for date in dates:
        for d, leaf in premise.dates:
            if (d.day, d.month, d.year) == (date.day, date.month, date.year):
                best[leaf] = best.get(leaf, 0.0) + 1.5
    if any(int(t) not in premise.years for t in low[first:] if _YEAR.fullmatch(t)):
        return True
    named = cited_leaves(case)
    if named:
        best = {k: score for k, score in best.items() if k in named}
    top = max(best.values(), default=0.0)
    asked = _asked(case, mark, first)
    if top < total * (_ENOUGH_ASKED if asked else _ENOUGH):
        return True
    if not asked:
        return False
    near = [premise.leaves[k] for k, score in best.items() if score >= 0.85 * top]
    if asked == "money" and not case.analysis.lex.currencies.keys().isdisjoint(low):
        return not any(q.dim.startswith("money") for leaf in near for q in leaf.quantities)
    if asked == "definition":
        terms = {c for item in heavy for c in item.concepts}
        return not any(_defines(case, leaf, terms) for leaf in near)
    return not any(_holds(case, leaf, asked) for leaf in near)


def _asked(case: Case, mark: Mark, first: int) -> str:
    """What the provisions are said not to give: a date, a time, an amount, a definition, a list."""
    low = case.analysis.low
    words = set(low[mark.i : mark.j + 5] if first else low)
    if words & _HOW_MUCH:
        return "figure"
    for kind, names in _ASKED.items():
        if words & names:
            return kind
    return ""


def _holds(case: Case, leaf: Leaf, asked: str) -> bool:
    if asked == "date":
        return any(d.day or d.month for d in leaf.dates) or any(
            q.dim in ("day", "month") and q.rel for q in leaf.quantities
        )
    if asked == "time":
        return any(q.dim in ("day", "month") for q in leaf.quantities)
    if asked == "figure":
        return bool(leaf.quantities)
    if asked == "money":
        return any(q.dim.startswith("money") or q.dim == "percent" for q in leaf.quantities)
    return leaf.list_id in case.premise.lists


_TERM = 8
"""Tokens before words of definition among which the term defined stands."""


def _defines(case: Case, leaf: Leaf, terms: set[int]) -> bool:
    """Whether a passage says what one of some terms means."""
    analysis = case.premise.analyses[leaf.provision]
    for mark in analysis.marks:
        if mark.kind != lx.DEFINES or not any(i <= mark.i < j for i, j in leaf.ranges):
            continue
        around = analysis.words[max(0, mark.i - _TERM) : mark.i]
        if any(word is not None and not terms.isdisjoint(word.concepts) for word in around):
            return True
    return False
