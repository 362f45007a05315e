"""Silence: a sentence that says the provisions do not say something."""

from __future__ import annotations

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case
from lexwarrant.verification.marks import Mark
from lexwarrant.verification.passages import Leaf

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
    subjects = [m for m in marks if m.kind == lx.SILENCE and m.value == "subject"]
    silent = [m for m in marks if m.kind == lx.SILENCE and m.value == "silent"]
    low = case.analysis.low
    if silent and (
        subjects or case.analysis.references or _ALONE.intersection(low[silent[0].i : silent[0].j])
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


def silence_holds(case: Case, mark: Mark) -> bool:
    """Whether the topic named beside ``mark`` stands in no passage."""
    subjects = {k for m in case.analysis.marks if m.kind == lx.SILENCE for k in range(m.i, m.j)}
    after = [i for i in case.alignment.items if i.token >= mark.j and i.token not in subjects]
    before = [i for i in case.alignment.items if i.token < mark.i and i.token not in subjects]
    topic = after if sum(i.weight for i in after) >= 0.8 else before + after
    heavy = [i for i in topic if i.weight >= 0.8] or topic
    total = sum(i.weight * i.hits.idf for i in heavy)
    if not total:
        return True
    best: dict[int, float] = {}
    for item in heavy:
        for leaf in item.hits.leaves:
            best[leaf] = best.get(leaf, 0.0) + item.weight * item.hits.idf
    top = max(best.values(), default=0.0)
    if top / total < 0.6:
        return True
    near = [case.premise.leaves[k] for k, score in best.items() if score >= 0.85 * top]
    asked = _asked(case, mark)
    if asked:
        return not any(_holds(case, leaf, asked) for leaf in near)
    return top / total < 0.8


def _asked(case: Case, mark: Mark) -> str:
    """What the provisions are said not to give: a date, a time, an amount, a definition, a list."""
    low = case.analysis.low
    words = set(low[mark.i : mark.j + 5])
    if words & _HOW_MUCH:
        return "figure"
    for kind, names in _ASKED.items():
        if words & names:
            return kind
    return ""


def _holds(case: Case, leaf: Leaf, asked: str) -> bool:
    if asked == "date":
        return any(d.day or d.month for d in leaf.dates) or any(
            q.dim in ("day", "month") for q in leaf.quantities
        )
    if asked == "time":
        return any(q.dim in ("day", "month") for q in leaf.quantities)
    if asked == "figure":
        return bool(leaf.quantities)
    if asked == "money":
        return any(q.dim.startswith("money") or q.dim == "percent" for q in leaf.quantities)
    if asked == "definition":
        marks = case.premise.analyses[leaf.provision].marks
        return any(
            m.kind == lx.DEFINES and any(i <= m.i < j for i, j in leaf.ranges) for m in marks
        )
    return leaf.list_id in case.premise.lists
