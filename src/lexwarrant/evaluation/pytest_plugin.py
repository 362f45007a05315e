"""A pytest plugin that makes each case of a run a test.

::

    pytest -p lexwarrant.evaluation.pytest_plugin --lexwarrant-run runs/today

A case whose strict verdict is PASS passes, WEAK and FAIL fail with their reason, a question without an
answer is an error. With several passes a case passes when every pass did.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--lexwarrant-run``."""
    group = parser.getgroup("lexwarrant")
    group.addoption(
        "--lexwarrant-run", metavar="FOLDER", action="append", default=[],
        help="Make each case of this run folder a test.",
    )  # fmt: skip


class CaseFailed(Exception):
    """The answer to a case was not right."""


class CaseItem(pytest.Item):
    """One case with its rows, one a pass."""

    rows: list[Row]

    def runtest(self) -> None:
        """Fail with the verdict and its reason unless every pass passed."""
        for row in self.rows:
            if not row.ok:
                raise CaseFailed(f"no answer: {row.error}")
            if row.strict_verdict is not Verdict.PASS:
                said = row.strict_verdict.value if row.strict_verdict else "not scored"
                answer = row.answer.text if row.answer else ""
                raise CaseFailed(
                    f"{said}: {row.reason}\nquestion: {row.question}\nanswer: {answer[:500]}"
                )

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The reason alone; a traceback into the plugin helps nobody."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The case, for the header of a failure."""
        return self.path, None, self.name


class RunCollector(pytest.Collector):
    """The cases of one run folder."""

    def collect(self) -> Iterator[CaseItem]:
        """One item a case, in the order of the suite."""
        by_case: dict[str, list[Row]] = {}
        for row in read_rows(self.path):
            by_case.setdefault(row.case_id, []).append(row)
        for case_id, rows in by_case.items():
            item: CaseItem = CaseItem.from_parent(self, name=case_id)
            item.rows = rows
            yield item


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Add the cases after pytest's own collection; raises for a run that is not complete."""
    folders = [Path(f) for f in session.config.getoption("--lexwarrant-run")]
    for folder in folders:
        manifest = read_manifest(folder)
        if manifest is None or manifest.finished is None:
            raise pytest.UsageError(f"{folder}: no complete run here")
    result = yield
    for folder in folders:
        collector: RunCollector = RunCollector.from_parent(session, path=folder, name=folder.name)
        session.items.extend(collector.collect())
    session.testscollected = len(session.items)
    return result
