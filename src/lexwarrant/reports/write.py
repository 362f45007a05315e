"""Writing the reports of a run into its folder, each file in one step."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.rows import ROWS, read_rows
from lexwarrant.evaluation.runner import MANIFEST, read_manifest
from lexwarrant.evaluation.summary import SplitSummary, summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import ConfigurationError, LexwarrantError
from lexwarrant.records.run import RunManifest
from lexwarrant.records.suite import Suite
from lexwarrant.reports.html import html_chunks
from lexwarrant.reports.junit import junit_chunks
from lexwarrant.reports.markdown import markdown_report
from lexwarrant.reports.model import Report, build_report

SUMMARY, HTML, MARKDOWN, JUNIT = "summary.json", "report.html", "report.md", "junit.xml"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written. ``summaries`` is empty for a run that is not complete."""

    files: tuple[Path, ...]
    report: Report
    summaries: Mapping[str, SplitSummary]


def write_reports(folder: Path, suite: Suite, snapshot: Snapshot) -> Written:
    """Write summary.json, report.html, report.md and junit.xml from the rows in ``folder``.

    The rows are streamed. A run that is not complete gets no summary.json, and one that an earlier
    run left there is removed. Raises `ConfigurationError` when suite or snapshot are not those of
    the run, and `LexwarrantError` when there is no run or the disk is full.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise LexwarrantError(
            f"{folder}: no {MANIFEST} here, so there is no run to report on; make one with "
            "`lexwarrant eval`"
        )
    _same(folder, "suite", suite.digest, manifest.suite_digest)
    _same(folder, "snapshot", snapshot.manifest.digest, manifest.snapshot_digest)
    summaries = summarise(suite, read_rows(folder), snapshot)
    report = build_report(suite, manifest, summaries, read_rows(folder), snapshot)
    written = []
    if report.incomplete:
        (folder / SUMMARY).unlink(missing_ok=True)
        summaries = {}
    else:
        written.append(_replace(folder / SUMMARY, [summary_json(summaries)]))
    written.append(_replace(folder / HTML, html_chunks(report)))
    written.append(_replace(folder / MARKDOWN, [markdown_report(report)]))
    written.append(_replace(folder / JUNIT, _junit(folder, suite, manifest)))
    return Written(tuple(written), report, summaries)


def summary_json(summaries: Mapping[str, SplitSummary]) -> str:
    """``{"<split>": {"cases": ..., "pass": {...}, ...}, ...}`` in the order of the suite."""
    body = {name: summary.as_json() for name, summary in summaries.items()}
    return json.dumps(body, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _junit(folder: Path, suite: Suite, manifest: RunManifest) -> Iterable[str]:
    return junit_chunks(suite, manifest, read_rows(folder))


def _same(folder: Path, what: str, given: str, recorded: str) -> None:
    if given != recorded:
        raise ConfigurationError(
            f"{folder}: the {what} given is not the one of the run (digest {given[:12]}, the run's "
            f"{MANIFEST} and {ROWS} are of {recorded[:12]}): give that {what}, or run again"
        )


def _replace(path: Path, chunks: Iterable[str]) -> Path:
    """Write ``path`` beside itself and put it in its place; the old file stays until then."""
    building = path.with_name(f".{path.name}.building")
    try:
        with building.open("w", encoding="utf-8", newline="\n") as handle:
            for chunk in chunks:
                handle.write(chunk)
            handle.flush()
            os.fsync(handle.fileno())
        building.replace(path)
    except OSError as error:
        raise LexwarrantError(
            f"{path}: {error.strerror or error}; the rows are kept: make room and try again"
        ) from error
    finally:
        building.unlink(missing_ok=True)
    return path
