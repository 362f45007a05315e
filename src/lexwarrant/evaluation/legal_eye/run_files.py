"""Run files of the public harness: ``run_YYYY_MM_DD.json`` (a list of rows) and ``latest.json``.

A row has the 22 fields of that harness in its order, then its fields of diagnosis. An exported run
is what that harness would have written of the same answers (its verdict is the ladder's); an
imported run keeps the file itself beside its rows, since the file does not hold the quotations that
scoring again would need.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lexwarrant._version import __version__
from lexwarrant.evaluation.rows import read_rows, rewrite_rows
from lexwarrant.evaluation.runner import read_manifest, write_manifest
from lexwarrant.evaluation.scorers.ladder import contains_folded, haystack, missing_keywords
from lexwarrant.evaluation.suite_writing import keep_copy
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case, Suite

ORIGINAL = "legal_eye_run.json"
LATEST = "latest.json"
SCHEMA_VERSION = 1
METHODOLOGY = "canonical-50-live-production"
_RUN_NAME = re.compile(r"run_\d{4}_\d{2}_\d{2}(_\w+)?\.json")


def export_row(case: Case, row: Row) -> dict[str, Any]:
    """A row as that harness writes it."""
    answer = row.answer
    if not row.ok or answer is None:
        return {"question": row.question, "ok": False, "elapsed_ms": int(row.elapsed_ms),
                "error": row.error or "no answer"}  # fmt: skip
    missing = missing_keywords(case, answer)
    expected = case.expect_anchor_substring
    searched = haystack(answer)
    trace = answer.trace
    ranks = dict(trace.ranks) if trace else {}
    return {
        "question": row.question,
        "ok": True,
        "elapsed_ms": int(row.elapsed_ms),
        "verdict": row.verdict.value if row.verdict else None,
        "tier": answer.tier.value if answer.tier.value != "none" else None,
        "domain": answer.domain,
        "cluster_id": answer.cluster_id or None,
        "anchor_label": answer.anchor_label,
        "anchor_label_match": expected is None
        or contains_folded(answer.anchor_label, expected)
        or contains_folded(searched, expected),
        "expected_substring": expected,
        "expect_quote_keywords": list(case.expect_quote_keywords),
        "missing_keywords": missing,
        "quote_keywords_ok": not missing,
        "promoted_to_arguments": row.promoted,
        "polish_method": answer.polish_method or ("graph_bundle" if row.promoted else None),
        "cluster_score": answer.score,
        "coverage": answer.coverage,
        "n_total_applications": answer.n_applications,
        "n_total_origins": answer.n_origins,
        "n_alternatives": len(answer.alternatives),
        "is_virtual_anchor": answer.anchor_id.startswith("virtual:"),
        "anchor_quote_chars": len(answer.quotation.text) if answer.quotation else 0,
        "anchor_quote_doc_id": (answer.quotation.document_id or None) if answer.quotation else None,
        "anchor_quote_source": (trace.quote_source or None) if trace else None,
        "fusion_rank": trace.fusion_rank if trace else None,
        "retriever_ranks": ranks,
        "bm25_rank": ranks.get("bm25"),
        "dense_rank": ranks.get("dense"),
        "hebrew_rank": ranks.get("hebrew_encoder"),
        "graph_rank": ranks.get("graph"),
        "retriever_latency_ms": dict(trace.latency_ms) if trace else {},
        "case_id": row.case_id,
        "strict_verdict": row.strict_verdict.value if row.strict_verdict else None,
        "source_doc_match": source_doc_match(case, row),
    }


def source_doc_match(case: Case, row: Row) -> bool:
    """Whether the quotation comes from exactly a document that the case expects, if it expects one."""
    if not case.expect_source_doc_id:
        return True
    quotation = row.answer.quotation if row.answer else None
    return bool(quotation and row.promoted and quotation.document_id in case.expect_source_doc_id)


def export_run(folder: Path, suite: Suite, out: Path) -> Path:
    """Write ``run_YYYY_MM_DD.json`` of the run in ``folder`` into ``out``; returns its path.

    Raises `DataError` for a run that is not complete, and for one with confidential cases.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise DataError(f"{folder}: no run here")
    if manifest.finished is None:
        raise DataError(f"{folder}: the run is not complete; run the same command again to go on")
    if any(c.confidential for _, c in suite.cases()):
        raise DataError(
            f"{folder}: the suite has confidential cases; redact the run, or leave them out"
        )
    out.mkdir(parents=True, exist_ok=True)
    if manifest.imported:
        path = out / Path(manifest.imported).name
        path.write_bytes((folder / ORIGINAL).read_bytes())
        return path
    cases = {c.id: c for _, c in suite.cases()}
    path = out / f"run_{manifest.started[:10].replace('-', '_')}.json"
    with path.open("w", encoding="utf-8") as handle:
        handle.write("[")
        comma = ""
        for row in read_rows(folder):
            if row.repeat == 1 and row.case_id in cases:
                body = json.dumps(export_row(cases[row.case_id], row), ensure_ascii=False, indent=2)
                indented = body.replace("\n", "\n  ")
                handle.write(f"{comma}\n  {indented}")
                comma = ","
        handle.write("\n]")
    return path


def load_run(path: Path) -> list[dict[str, Any]]:
    """The rows of a run file: a list, or an object with ``rows``."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; check the path") from None
    except ValueError as error:
        raise DataError(f"{path}: not JSON ({error})") from None
    rows = data.get("rows") if isinstance(data, dict) else data
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise DataError(f"{path}: expected a list of rows, or an object with `rows`")
    return rows


def import_run(path: Path, suite: Suite, folder: Path) -> RunManifest:
    """Make a run folder of a run file. Rows find their case by ``case_id``, else by question.

    Verdicts are taken as the file has them. Raises `DataError` for a row of no case, and when
    ``folder`` holds a run already.
    """
    if read_manifest(folder) is not None:
        raise DataError(f"{folder}: holds a run already; give another --out")
    rows = load_run(path)
    by_id = {c.id: (s.name, c) for s, c in suite.cases()}
    by_question = {c.question: (s.name, c) for s, c in suite.cases()}
    out: dict[str, Row] = {}
    for number, data in enumerate(rows, 1):
        found = by_id.get(str(data.get("case_id"))) or by_question.get(str(data.get("question")))
        if found is None:
            raise DataError(
                f"{path}: row {number} asks {str(data.get('question'))[:80]!r}, which the suite "
                f"{suite.name} does not"
            )
        split, case = found
        if case.id in out:
            raise DataError(f"{path}: row {number}: the case {case.id} stands twice")
        out[case.id] = _imported(split, case, data, f"{path}: row {number}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ORIGINAL).write_bytes(path.read_bytes())
    keep_copy(folder, suite)
    rewrite_rows(folder, (out[c.id] for _, c in suite.cases() if c.id in out))
    day = _date_of(path)
    manifest = RunManifest(
        suite=suite.name, suite_version=suite.version, suite_digest=suite.digest,
        target="imported", target_description={"target": "imported", "file": path.name},
        snapshot="none", snapshot_digest="", lexwarrant=__version__, started=day,
        finished=day if len(out) == len(by_id) else None, cases=len(by_id), imported=path.name,
    )  # fmt: skip
    write_manifest(folder, manifest)
    return manifest


def _imported(split: str, case: Case, data: Mapping[str, Any], where: str) -> Row:
    elapsed = data.get("elapsed_ms")
    common: dict[str, Any] = {
        "case_id": case.id, "split": split, "question": case.question,
        "elapsed_ms": float(elapsed) if isinstance(elapsed, int | float) else 0.0,
    }  # fmt: skip
    if not data.get("ok"):
        return Row(ok=False, error=str(data.get("error") or "no answer"), **common)
    return Row(
        ok=True,
        promoted=bool(data.get("promoted_to_arguments")),
        verdict=_verdict(data.get("verdict"), where),
        strict_verdict=_verdict(data.get("strict_verdict"), where),
        **common,
    )


def _verdict(value: Any, where: str) -> Verdict | None:
    if value is None:
        return None
    try:
        return Verdict(str(value).upper())
    except ValueError:
        raise DataError(f"{where}: the verdict {value!r} is none of PASS, WEAK, FAIL") from None


def _date_of(path: Path) -> str:
    return path.stem.removeprefix("run_").replace("_", "-")


def attribution(row: Mapping[str, Any]) -> str:
    """Why a row is what it is: the first reason that fits."""
    if str(row.get("verdict") or "").upper() == "PASS":
        return "PASS"
    if not row.get("ok", True):
        return "EVAL_ERROR"
    if row.get("promoted_to_arguments") and row.get("quote_keywords_ok") is False:
        return "CITATION_MISS"
    return "UNKNOWN" if row.get("promoted_to_arguments") else "PROMOTION_THRESHOLD"


def latest(path: Path, suite: Suite, now: datetime | None = None) -> dict[str, Any]:
    """What ``latest.json`` says of the run file at ``path``.

    Out of scope comes from the suite's cases. A row without a verdict counts in none of the three.
    """
    rows = load_run(path)
    verdicts = Counter(str(r.get("verdict") or "UNKNOWN").upper() for r in rows)
    refusing = {c.question for _, c in suite.cases() if c.out_of_scope}
    outside = [r for r in rows if r.get("question") in refusing]
    rejected = sum(
        str(r.get("verdict")).upper() == "PASS" and not r.get("promoted_to_arguments")
        for r in outside
    )
    total = len(rows)
    return {
        "schema_version": SCHEMA_VERSION,
        "date": _date_of(path),
        "generated_at": (now or datetime.now(UTC)).isoformat(),
        "run_file": f"runs/{path.name}",
        "total": total,
        "pass": verdicts["PASS"],
        "weak": verdicts["WEAK"],
        "fail": verdicts["FAIL"],
        "pass_rate": verdicts["PASS"] / total if total else 0.0,
        "weak_rate": verdicts["WEAK"] / total if total else 0.0,
        "oos_total": len(outside),
        "oos_rejected": rejected,
        "oos_rejection_rate": rejected / len(outside) if outside else 1.0,
        "attribution": dict(sorted(Counter(map(attribution, rows)).items())),
        "methodology": METHODOLOGY if suite.name == "legal-eye-50" else suite.name,
    }


def write_latest(path: Path, suite: Suite, now: datetime | None = None) -> Path:
    """Write ``latest.json`` beside the run file."""
    out = path.with_name(LATEST)
    out.write_text(
        json.dumps(latest(path, suite, now), ensure_ascii=False, indent=2) + "\n", "utf-8"
    )
    return out


def run_files(folder: Path) -> Iterator[Path]:
    """The run files in ``folder``, oldest first."""
    if folder.is_dir():
        yield from sorted(p for p in folder.iterdir() if _RUN_NAME.fullmatch(p.name))


def named_by(path: Path) -> Path:
    """The run file that a ``latest.json`` names; raises `DataError` when it is not beside it."""
    named = Path(str(_object(path).get("run_file", ""))).name
    run = path.with_name(named) if named else path
    if not named or not run.is_file():
        raise DataError(f"{path}: names the run file {named!r}, which is not beside it")
    return run


def _object(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from None
    return said if isinstance(said, dict) else {}


def run_of_latest(path: Path, suite: Suite) -> Path:
    """The run file that a ``latest.json`` names, when it says of it what is true.

    Raises `DataError` when the file is not there or ``latest.json`` does not follow from it.
    """
    said, run = _object(path), named_by(path)
    true = latest(run, suite)
    wrong = [k for k in true if k not in ("generated_at", "methodology") and said.get(k) != true[k]]
    if wrong:
        raise DataError(f"{path}: does not follow from {run.name}: {', '.join(wrong)}")
    return run


def same_but_for_time(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether two ``latest.json`` say the same, ``generated_at`` apart."""
    return {**a, "generated_at": ""} == {**b, "generated_at": ""}
