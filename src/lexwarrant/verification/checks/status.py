"""Status, repeal and silence: what a text is, whether it still stands, what it does not say."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.marks import Mark
from lexwarrant.verification.passages import Leaf


def check_status(case: Case) -> list[Fault]:
    """Guidance, bills, recitals and dissents said to be law, or law said to be one of them."""
    marks = [m for m in case.analysis.marks if m.kind == lx.STATUS]
    if not marks:
        return []
    soft_source = source_is_soft(case)
    soft = [m for m in marks if m.value == "soft"]
    hard = [m for m in marks if m.value == "hard"]
    if soft_source and hard and not soft and not case.clause.negated:
        return [_fault(case, hard[0])]
    return []


def source_is_soft(case: Case) -> bool:
    """Whether every provision of the premise says of itself that it is no law in force."""
    provisions = case.premise.premise.provisions
    for number, provision in enumerate(provisions):
        if provision.status:
            continue
        named = " ".join((provision.title, *provision.aliases, *provision.citations))
        marks = analyse(named, case.premise.lexicons[number]).marks
        if not any(m.kind == lx.STATUS and m.value == "soft" for m in marks):
            return False
    return bool(provisions)


def _fault(case: Case, mark: Mark) -> Fault:
    start, end = case.chars(mark.i, mark.j)
    return Fault(Slot.STATUS, ReasonCode.WRONG_STATUS, start, end)


def check_repeal(case: Case) -> list[Fault]:
    """Repeal, non-existence or change asserted, or denied, against the passage."""
    stated = set(case.clause.repeal)
    named = _repealed_reference(case)
    if named is not None:
        if "repealed" in stated or case.clause.denied:
            case.settled = True
            case.confirmed = named
            return []
        start, end = 0, len(case.text)
        return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, named)]
    best = case.best
    if not stated:
        if (
            best is not None
            and "repealed" in best.clause.repeal
            and not case.clause.denied
            and not best.clause.conditions
        ):
            kept = [k for k, _, sign in case.clause.signs if sign > 0]
            if kept:
                start, end = case.chars(kept[0], kept[0] + 1)
                return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, best.index)]
        return []
    source: set[str] = set()
    for leaf in case.premise.leaves:
        if case.alignment.scores[leaf.index] > 0:
            source.update(leaf.clause.repeal)
    if not source and any("repealed" in leaf.clause.repeal for leaf in case.premise.leaves):
        source.add("repealed")
    marks = {m.value: m for m in case.analysis.marks if m.kind == lx.REPEAL}
    if "repealed" in stated and "repealed" not in source:
        start, end = case.chars(marks["repealed"].i, marks["repealed"].j)
        return [Fault(Slot.STATUS, ReasonCode.REPEAL_NOT_STATED, start, end)]
    gone = best is not None and "repealed" in best.clause.repeal
    if "repealed" not in stated and "repealed" in source and gone and best is not None:
        start, end = case.chars(marks["in_force"].i, marks["in_force"].j)
        return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, best.index)]
    return []


def _repealed_reference(case: Case) -> int | None:
    """The passage that says a provision named in the sentence is repealed."""
    for reference in case.analysis.references:
        for leaf in case.premise.leaves:
            if "repealed" not in leaf.clause.repeal:
                continue
            if leaf.path and leaf.path == reference.paths[0]:
                return leaf.index
            for other in case.premise.analyses[leaf.provision].references:
                if leaf.own[0] <= other.i < leaf.own[1] and other.paths == reference.paths:
                    return leaf.index
    return None


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


_ALONE = frozenset({"here", "nothing", "nowhere", "rien", "nichts"})


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
