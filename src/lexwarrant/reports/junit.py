"""The rows as JUnit XML, for build servers: one test case a row.

A strict FAIL and a WEAK are failures of that type; a row without an answer, and a question that
was never put, are errors. The form is the one that Jenkins, GitLab and GitHub read: ``testsuites``
over one ``testsuite`` a split, over ``testcase`` with ``failure`` or ``error``. Reasons of sealed
splits are left out, since build logs are read by the people who tune the system.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.suite import Split, Suite
from lexwarrant.reports.row_view import Outcome, outcome_of

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 (section 2.2) does not allow, escaped or not."""

_MESSAGE = 2_000


def junit_chunks(suite: Suite, manifest: RunManifest, rows: Iterable[Row]) -> Iterator[str]:
    """The XML in pieces. Rows are read once; of each only what the XML says is kept."""
    known = {case.id for _, case in suite.cases()}
    cases: dict[str, dict[tuple[str, int], str]] = {s.name: {} for s in suite.splits}
    tallies: dict[str, _Tally] = {s.name: _Tally() for s in suite.splits}
    sealed = {s.name for s in suite.splits if s.sealed}
    for row in rows:
        if row.case_id in known and row.split in cases:
            tallies[row.split].add(row)
            text = _testcase(suite, row, row.split in sealed)
            cases[row.split][row.case_id, row.repeat] = text
    for split in suite.splits:
        for case_id, repeat in _never_put(split, manifest, cases[split.name]):
            tallies[split.name].errors += 1
            cases[split.name][case_id, repeat] = _case(
                suite, split.name, case_id, repeat, 0.0,
                '<error type="NOT ASKED" message="the run ended before this question was put"/>',
            )  # fmt: skip
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    total = sum(len(c) for c in cases.values())
    failures = sum(t.failures for t in tallies.values())
    errors = sum(t.errors for t in tallies.values())
    yield (
        f"<testsuites name={_attribute(suite.name)} tests={_attribute(total)} "
        f"failures={_attribute(failures)} errors={_attribute(errors)}>\n"
    )
    for split in suite.splits:
        yield _suite_head(suite, manifest, split, len(cases[split.name]), tallies[split.name])
        yield from cases[split.name].values()
        yield "</testsuite>\n"
    yield "</testsuites>\n"


class _Tally:
    """Failures, errors and seconds of one split."""

    def __init__(self) -> None:
        self.failures = 0
        self.errors = 0
        self.seconds = 0.0

    def add(self, row: Row) -> None:
        outcome = outcome_of(row)
        self.failures += outcome in (Outcome.FAIL, Outcome.WEAK)
        self.errors += outcome is Outcome.NO_ANSWER
        self.seconds += row.elapsed_ms / 1000


def _never_put(
    split: Split, manifest: RunManifest, seen: Mapping[tuple[str, int], str]
) -> list[tuple[str, int]]:
    every = ((c.id, n) for n in range(1, manifest.repeats + 1) for c in split.cases)
    return [key for key in every if key not in seen]


def _suite_head(
    suite: Suite, manifest: RunManifest, split: Split, tests: int, tally: _Tally
) -> str:
    properties = (
        ("suite_digest", manifest.suite_digest),
        ("snapshot", manifest.snapshot),
        ("snapshot_digest", manifest.snapshot_digest),
        ("target", manifest.target),
        ("lexwarrant", manifest.lexwarrant),
        ("complete", "yes" if manifest.finished else "no"),
    )
    stated = "".join(
        f"<property name={_attribute(n)} value={_attribute(v)}/>\n" for n, v in properties
    )
    return (
        f"<testsuite name={_attribute(f'{suite.name}.{split.name}')} tests={_attribute(tests)} "
        f"failures={_attribute(tally.failures)} errors={_attribute(tally.errors)} "
        f"time={_attribute(f'{tally.seconds:.3f}')} "
        f"timestamp={_attribute(manifest.started[:19])}>\n"
        f"<properties>\n{stated}</properties>\n"
    )


def _testcase(suite: Suite, row: Row, sealed: bool) -> str:
    outcome = outcome_of(row)
    inner = ""
    if outcome is not Outcome.PASS:
        kind = "error" if outcome is Outcome.NO_ANSWER else "failure"
        reason = row.error if outcome is Outcome.NO_ANSWER else row.reason
        body = "" if sealed else f"Question: {row.question[:_MESSAGE]}\n{reason[:_MESSAGE]}"
        message = "sealed: see report.html" if sealed else reason[:200] or outcome.value
        inner = (
            f"<{kind} type={_attribute(outcome.value)} message={_attribute(message)}>"
            f"{escape(_clean(body))}</{kind}>"
        )
    return _case(suite, row.split, row.case_id, row.repeat, row.elapsed_ms / 1000, inner)


def _case(suite: Suite, split: str, case_id: str, repeat: int, seconds: float, inner: str) -> str:
    name = case_id if repeat == 1 else f"{case_id} (asked {repeat})"
    return (
        f"<testcase classname={_attribute(f'{suite.name}.{split}')} name={_attribute(name)} "
        f"time={_attribute(f'{seconds:.3f}')}>{inner}</testcase>\n"
    )


def _clean(text: str) -> str:
    return _NOT_XML.sub("", text)


def _attribute(value: object) -> str:
    return quoteattr(_clean(str(value)))
