"""Rows in, rows out: what ``lexwarrant check --batch`` does.

A row is ``{"id", "premise", "titles", "citations", "sentence"}``, with ``jurisdiction`` and
``question`` where there are any; it may hold several sentences. What is written is ``{"id",
"verdict", "reasons", "failed_slots", "confidence", "sentence_span", "source_spans"}``: the worst
verdict of the row and what belongs to it. Spans are ``[start, end]`` in code points, of the row's
``sentence`` and of its ``premise``. A row that cannot be read becomes ``cannot_check`` with the
reason ``malformed_row``, and with ``why`` where a field names a legal system that is not known; nothing
stops the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from lexwarrant.jurisdictions.registry import code_of
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import (
    CheckContext,
    Premise,
    PremiseProvision,
    TextFinding,
)
from lexwarrant.verification.verifier import Verifier

_CHUNK = 32


def premise_of(row: dict[str, Any]) -> Premise:
    """The premise of a row: one text with the titles and citations of all it holds."""
    titles = [str(t) for t in row.get("titles") or ()]
    provision = PremiseProvision(
        str(row.get("premise") or ""),
        titles[0] if titles else "",
        tuple(titles[1:]),
        tuple(str(c) for c in row.get("citations") or ()),
    )
    given = row.get("jurisdiction")
    return Premise((provision,), code_of(str(given), "jurisdiction") if given else "")


def check_row(verifier: Verifier, row: dict[str, Any]) -> dict[str, Any]:
    """One row checked."""
    context = CheckContext(question=str(row.get("question") or ""))
    found = verifier.check_text(premise_of(row), str(row["sentence"]), context)
    return result_row(row.get("id"), found)


def result_row(row_id: Any, found: TextFinding) -> dict[str, Any]:
    """The row that is written: the worst sentence decides."""
    worst = next((f for f in found.findings if f.verdict == found.verdict), None)
    if worst is None:
        return _row(row_id, found.verdict.value, [], [], 0.0, [0, 0], [])
    return _row(
        row_id,
        found.verdict.value,
        [r.value for r in worst.reasons],
        [s.value for s in worst.failed_slots],
        worst.confidence,
        list(worst.span),
        [[s.start, s.end] for s in worst.sources],
    )


def _row(
    row_id: Any,
    verdict: str,
    reasons: list[str],
    slots: list[str],
    confidence: float,
    span: list[int],
    sources: list[list[int]],
) -> dict[str, Any]:
    return {
        "id": row_id,
        "verdict": verdict,
        "reasons": reasons,
        "failed_slots": slots,
        "confidence": confidence,
        "sentence_span": span,
        "source_spans": sources,
    }


def _malformed(row_id: Any) -> dict[str, Any]:
    return _row(row_id, "cannot_check", ["malformed_row"], [], 0.0, [0, 0], [])


def check_line(verifier: Verifier, line: str) -> str:
    """One JSON line in, one out."""
    row_id: Any = None
    try:
        row = json.loads(line)
        row_id = row.get("id")
        result = check_row(verifier, row)
    except ConfigurationError as error:
        result = _malformed(row_id) | {"why": str(error)}
    except (ValueError, KeyError, AttributeError, TypeError):
        result = _malformed(row_id)
    return json.dumps(result, ensure_ascii=False)


_worker: list[Verifier] = []


def _start(options: dict[str, str]) -> None:
    _worker[:] = [Verifier(**options)]  # type: ignore[arg-type]


def _work(lines: list[str]) -> list[str]:
    return [check_line(_worker[0], line) for line in lines]


def check_lines(
    lines: Iterable[str], *, jobs: int = 1, jurisdiction: str = "", language: str = ""
) -> Iterator[str]:
    """Check JSON lines in order, streaming; with ``jobs`` processes when more than one.

    Rows of one premise that follow one another share its index.
    """
    options = {"jurisdiction": jurisdiction, "language": language}
    rows = (line for line in lines if line.strip())
    if jobs <= 1:
        _start(options)
        for line in rows:
            yield check_line(_worker[0], line)
        return
    from multiprocessing import get_context

    with get_context("spawn").Pool(jobs, _start, (options,)) as pool:
        for results in pool.imap(_work, _chunks(rows), chunksize=1):
            yield from results


def _chunks(lines: Iterator[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    for line in lines:
        chunk.append(line)
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
