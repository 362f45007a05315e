"""Independent doctrines (benchmark v3): by group and by how much of the law the question names.

An in-scope case passes only when the quotation comes from exactly the document that it expects: a
right answer from the wrong authority is a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lexwarrant.evaluation.legal_eye.run_files import source_doc_match
from lexwarrant.evaluation.statistics.intervals import rate
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Case, Suite

INDEPENDENT, OOS = "independent", "oos"


@dataclass(frozen=True, slots=True)
class DoctrineReport:
    """What a run on independent doctrines shows. Rates are strict PASS rates unless named else."""

    overall: Rate
    independent: Rate
    promoted: Rate
    exact_source: Rate
    out_of_scope_refused: Rate
    by_domain: dict[str, Rate]
    by_hint_mode: dict[str, Rate]
    missing: tuple[str, ...]
    extra: tuple[str, ...]


def doctrine_report(
    suite: Suite, rows: Iterable[Row], unmatched: Sequence[str] = ()
) -> DoctrineReport | None:
    """The report; None for a suite without an independent group. Counts the first pass alone.

    ``unmatched`` are ids of recorded answers for which there are no rows; they count as extra.
    """
    cases = {c.id: c for _, c in suite.cases()}
    if not any(c.tags.group == INDEPENDENT for c in cases.values()):
        return None
    seen: dict[str, Row] = {}
    extra = list(unmatched)
    for row in rows:
        if row.case_id not in cases:
            extra.append(row.case_id)
        elif row.repeat == 1:
            seen[row.case_id] = row
    pairs = [(cases[i], seen[i]) for i in cases if i in seen]
    inside = [p for p in pairs if p[0].tags.group == INDEPENDENT]
    outside = [p for p in pairs if p[0].tags.group == OOS]
    return DoctrineReport(
        overall=_share(pairs, _passed),
        independent=_share(inside, _passed),
        promoted=_share(inside, lambda c, r: r.promoted),
        exact_source=_share(inside, source_doc_match),
        out_of_scope_refused=_share(outside, lambda c, r: r.ok and not r.promoted),
        by_domain=_grouped(inside, lambda c: c.tags.domain),
        by_hint_mode=_grouped(inside, lambda c: c.tags.hint_mode),
        missing=tuple(i for i in cases if i not in seen),
        extra=tuple(dict.fromkeys(extra)),
    )


def _passed(case: Case, row: Row) -> bool:
    return row.strict_verdict is Verdict.PASS


def _share(pairs: list[tuple[Case, Row]], holds: Callable[[Case, Row], bool]) -> Rate:
    return rate(sum(holds(c, r) for c, r in pairs), len(pairs))


def _grouped(pairs: list[tuple[Case, Row]], key: Callable[[Case], str]) -> dict[str, Rate]:
    groups: dict[str, list[tuple[Case, Row]]] = {}
    for case, row in pairs:
        groups.setdefault(key(case) or "(none)", []).append((case, row))
    return {name: _share(groups[name], _passed) for name in sorted(groups)}
