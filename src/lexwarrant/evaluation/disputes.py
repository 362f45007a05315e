"""Contested expectations: recorded with their reason, and scores with and without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from lexwarrant.evaluation.statistics.intervals import rate
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class Dispute:
    """A contested case: who contests what, why, since when."""

    case_id: str
    reason: str
    raised: date
    by: str = ""


@dataclass(frozen=True, slots=True)
class DisputeFile:
    """The disputes about one suite. They stand beside it, since a sealed file is not touched."""

    suite: str
    disputes: tuple[Dispute, ...] = ()


def disputes_path(folder: Path, suite: Suite) -> Path:
    """The file of the disputes about ``suite`` in ``folder``."""
    return folder / f"{suite.name}.disputes.yaml"


def read_disputes(path: Path) -> tuple[Dispute, ...]:
    """The disputes in ``path``; none when there is no file."""
    import yaml

    if not path.is_file():
        return ()
    try:
        return decode(DisputeFile, yaml.safe_load(path.read_text("utf-8")), str(path)).disputes
    except yaml.YAMLError as error:
        raise DataError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None


def record_dispute(path: Path, suite: Suite, dispute: Dispute) -> None:
    """Add a dispute. Raises `DataError` for a case that the suite does not have, or no reason."""
    import yaml

    if dispute.case_id not in {c.id for _, c in suite.cases()}:
        raise DataError(f"the suite {suite.name} has no case {dispute.case_id!r}")
    if not dispute.reason.strip():
        raise DataError("a dispute needs its reason: say why the expectation is contested")
    kept = [d for d in read_disputes(path) if d.case_id != dispute.case_id]
    file = DisputeFile(suite.name, (*kept, dispute))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(encode(file), sort_keys=False, allow_unicode=True), "utf-8")


@dataclass(frozen=True, slots=True)
class WithAndWithout:
    """Strict PASS with every case, and without the disputed ones."""

    with_disputed: Rate
    without_disputed: Rate
    disputed: tuple[Dispute, ...]


def with_and_without(rows: Iterable[Row], disputes: tuple[Dispute, ...]) -> WithAndWithout:
    """Both figures of a run. Rows are streamed."""
    contested = {d.case_id for d in disputes}
    counts = {True: [0, 0], False: [0, 0]}
    for row in rows:
        entry = counts[row.case_id in contested]
        entry[0] += row.strict_verdict is Verdict.PASS
        entry[1] += 1
    clear = counts[False]
    every = [clear[0] + counts[True][0], clear[1] + counts[True][1]]
    return WithAndWithout(rate(*every), rate(*clear), disputes)
