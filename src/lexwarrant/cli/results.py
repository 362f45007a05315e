"""What a run shows, for the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.suite import Suite


def print_run(folder: Path, suite: Suite, snapshot: Snapshot, out: Console) -> None:
    """Headline figures, and whatever the suite is made to show: robustness, doctrines, stability."""
    from lexwarrant.cli.tables import print_summary
    from lexwarrant.evaluation.rows import read_rows
    from lexwarrant.evaluation.runner import read_manifest
    from lexwarrant.evaluation.summary import summarise

    manifest = read_manifest(folder)
    if manifest is None or manifest.finished is None:
        out.print("the run is not complete: no score is shown; run the same command again to go on")
        return
    print_summary(summarise(suite, read_rows(folder), snapshot), out)
    _stability(folder, manifest.repeats, out)
    _robustness(folder, suite, out)
    _doctrines(folder, suite, out)
    if manifest.first_sealed_run is not None:
        word = "the first" if manifest.first_sealed_run else "not the first"
        out.print(f"this is {word} open run of the sealed part")


def _stability(folder: Path, repeats: int, out: Console) -> None:
    from lexwarrant.evaluation.rows import read_rows
    from lexwarrant.evaluation.stability import NOT_CAPTURED, stability

    found = stability(read_rows(folder), repeats)
    if found is None:
        out.print(f"one pass: reproducibility {NOT_CAPTURED}")
        return
    for split, s in found.items():
        counts = ", ".join(
            f"{v.value} {c.stable} stable + {c.unstable} unstable" for v, c in s.verdicts.items()
        )
        out.print(
            f"{split}, {s.passes} passes: {counts}, no answer {s.no_answer.stable} stable + "
            f"{s.no_answer.unstable} unstable; {len(s.changed)} cases wavered"
        )


def _robustness(folder: Path, suite: Suite, out: Console) -> None:
    from lexwarrant.cli.tables import percent
    from lexwarrant.evaluation.robustness import robustness
    from lexwarrant.evaluation.rows import read_rows

    found = robustness(suite, read_rows(folder))
    if found is None:
        return
    from rich.table import Table

    table = Table("wording", "PASS (strict)")
    for kind, r in found.by_variant.items():
        table.add_row(kind, percent(r))
    out.print(table)
    out.print(
        f"out of scope refused: canonical {percent(found.canonical_refused)}, holdout "
        f"{percent(found.holdout_refused)}", markup=False,
    )  # fmt: skip
    out.print(found.said, markup=False)


def _doctrines(folder: Path, suite: Suite, out: Console) -> None:
    from lexwarrant.cli.tables import percent
    from lexwarrant.evaluation.legal_eye.doctrines import doctrine_report
    from lexwarrant.evaluation.rows import read_rows

    found = doctrine_report(suite, read_rows(folder))
    if found is None:
        return
    from rich.table import Table

    table = Table("independent doctrines", "")
    for label, r in (
        ("PASS (strict)", found.independent), ("promoted", found.promoted),
        ("exact source", found.exact_source), ("out of scope refused", found.out_of_scope_refused),
        *((f"PASS, domain {name}", r) for name, r in found.by_domain.items()),
        *((f"PASS, hint {name}", r) for name, r in found.by_hint_mode.items()),
    ):  # fmt: skip
        table.add_row(label, percent(r))
    out.print(table)
    for what, ids in (("missing", found.missing), ("extra", found.extra)):
        if ids:
            out.print(f"{what} case ids: {', '.join(ids[:20])}", markup=False)


def print_breakdown(folder: Path, suite: Suite, out: Console) -> None:
    """Verdicts by topic, the kinds of WEAK, and how far the gate of 85 % is."""
    from rich.table import Table

    from lexwarrant.evaluation.legal_eye.buckets import GATE, breakdown
    from lexwarrant.evaluation.rows import read_rows

    found = breakdown(suite, read_rows(folder))
    table = Table("topic", "PASS", "WEAK", "FAIL", "ERR")
    for name, b in found.buckets.items():
        table.add_row(name, str(b.passed), str(b.weak), str(b.failed), str(b.error))
    out.print(table)
    share = found.pass_rate
    out.print(
        f"ladder PASS {found.passed} of {found.rows} ({share or 0:.1%}; gate {GATE:.0%} "
        f"{'reached' if (share or 0) >= GATE else 'not reached'}); WEAK: {found.weak_not_promoted} not "
        f"promoted, {found.weak_off_topic} promoted but off the keywords"
    )
