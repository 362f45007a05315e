"""What a run shows, for the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.evaluation.legal_eye.buckets import Breakdown
    from lexwarrant.evaluation.legal_eye.doctrines import DoctrineReport
    from lexwarrant.evaluation.robustness import Robustness
    from lexwarrant.evaluation.stability import Stability
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.suite import Suite


def print_run(folder: Path, suite: Suite, snapshot: Snapshot, out: Console) -> None:
    """Headline figures, and whatever the suite is made to show; also kept in ``analysis.json``."""
    from lexwarrant.cli.tables import print_summary
    from lexwarrant.evaluation.analysis import write_analysis
    from lexwarrant.evaluation.rows import read_rows
    from lexwarrant.evaluation.runner import read_manifest
    from lexwarrant.evaluation.summary import summarise

    manifest = read_manifest(folder)
    if manifest is None or manifest.finished is None:
        out.print("the run is not complete: no score is shown; run the same command again to go on")
        return
    summaries = summarise(suite, read_rows(folder), snapshot)
    print_summary(summaries, out)
    found = write_analysis(folder, suite)
    _stability(found.stability, out)
    if found.robustness is not None:
        _robustness(found.robustness, out)
    if found.doctrines is not None:
        _doctrines(found.doctrines, out)
    if manifest.first_sealed_run is not None:
        word = "the first" if manifest.first_sealed_run else "not the first"
        out.print(f"this is {word} open run of the sealed part")
    if manifest.unmatched:
        out.print(
            f"{manifest.unmatched} recorded answers are of no case of this suite and were not scored: "
            f"{', '.join(manifest.unmatched_ids[:20])}", markup=False, soft_wrap=True,
        )  # fmt: skip
    silent = sum(int(s.rates["no_answer"].numerator) for s in summaries.values())
    if silent:
        out.print(
            f"{silent} questions got no answer: the same command with --out {folder} asks them again",
            markup=False, soft_wrap=True,
        )  # fmt: skip


def _stability(found: dict[str, Stability] | None, out: Console) -> None:
    from lexwarrant.evaluation.stability import NOT_CAPTURED

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


def _robustness(found: Robustness, out: Console) -> None:
    from rich.table import Table

    from lexwarrant.cli.tables import percent

    table = Table("wording", "PASS (strict)")
    for kind, r in found.by_variant.items():
        table.add_row(kind, percent(r))
    out.print(table)
    out.print(
        f"out of scope refused: canonical {percent(found.canonical_refused)}, holdout "
        f"{percent(found.holdout_refused)}", markup=False,
    )  # fmt: skip
    out.print(found.said, markup=False)


def _doctrines(found: DoctrineReport, out: Console) -> None:
    from rich.table import Table

    from lexwarrant.cli.tables import percent

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


def print_breakdown(found: Breakdown, out: Console) -> None:
    """Verdicts by topic, the kinds of WEAK, and how far the gate of 85 % is."""
    from rich.table import Table

    from lexwarrant.evaluation.legal_eye.buckets import GATE

    table = Table("topic", "PASS", "WEAK", "FAIL", "ERR")
    for name, b in found.buckets.items():
        table.add_row(name, str(b.passed), str(b.weak), str(b.failed), str(b.error))
    out.print(table)
    share = found.pass_rate or 0.0
    out.print(
        f"ladder PASS {found.passed} of {found.rows} ({share:.1%}; gate {GATE:.0%} "
        f"{'reached' if share >= GATE else 'not reached'}); WEAK: {found.weak_not_promoted} not "
        f"promoted, {found.weak_off_topic} promoted but off the keywords"
    )
