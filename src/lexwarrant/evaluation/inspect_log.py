"""Runs as logs of Inspect (``.eval``, its version 2), out and in.

An ``.eval`` file is a zip of JSON: ``header.json`` and one file a sample. Only the standard library is
needed; Inspect itself reads what is written here and its own logs are read back. Its scores are
letters: C for PASS, P for WEAK, I for FAIL.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexwarrant._version import __version__
from lexwarrant.evaluation.rows import read_rows, rewrite_rows
from lexwarrant.evaluation.runner import read_manifest, write_manifest
from lexwarrant.evaluation.scorers.base import Scorer
from lexwarrant.evaluation.scoring import score_answer
from lexwarrant.evaluation.suite_writing import keep_copy
from lexwarrant.evaluation.targets.callable import as_answer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.codec import encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case, Suite

_LETTERS = {Verdict.PASS: "C", Verdict.WEAK: "P", Verdict.FAIL: "I"}
_MAX_MEMBER = 50_000_000
_DATE = (1980, 1, 1, 0, 0, 0)
SCORER = "lexwarrant_strict"


def export_inspect(folder: Path, suite: Suite, out: Path) -> None:
    """Write the run in ``folder`` to ``out``; the same run gives the same bytes."""
    manifest = read_manifest(folder)
    if manifest is None or manifest.finished is None:
        raise DataError(f"{folder}: no complete run here")
    cases = {c.id: c for _, c in suite.cases()}
    scored = passed = 0
    summaries: list[dict[str, Any]] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in read_rows(folder):
            if row.case_id not in cases:
                continue
            sample = _sample(cases[row.case_id], row, manifest)
            scored += row.strict_verdict is not None
            passed += row.strict_verdict is Verdict.PASS
            name = f"samples/{row.case_id}_epoch_{row.repeat}.json"
            _add(archive, name, sample)
            summaries.append({k: sample[k] for k in ("id", "epoch", "input", "target", "scores")})
        _add(archive, "summaries.json", summaries)
        _add(archive, "header.json", _header(suite, manifest, scored, passed))


def _add(archive: zipfile.ZipFile, name: str, data: Any) -> None:
    info = zipfile.ZipInfo(name, _DATE)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, json.dumps(data, ensure_ascii=False, sort_keys=True))


def _time(manifest: RunManifest) -> tuple[str, str]:
    def whole(value: str) -> str:
        return value if "T" in value else f"{value}T00:00:00+00:00"

    return whole(manifest.started), whole(manifest.finished or manifest.started)


def _header(suite: Suite, m: RunManifest, scored: int, passed: int) -> dict[str, Any]:
    started, finished = _time(m)
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "run_id": m.suite_digest[:22], "created": started, "task": m.suite, "task_id": m.suite,
            "task_version": 0, "task_attribs": {}, "task_args": {}, "model": f"lexwarrant/{m.target}",
            "model_args": {}, "config": {"epochs": m.repeats}, "packages": {"lexwarrant": m.lexwarrant},
            "dataset": {"name": m.suite, "samples": m.cases, "shuffled": False,
                        "sample_ids": [c.id for _, c in suite.cases()]},
            "metadata": {"suite_version": m.suite_version, "suite_digest": m.suite_digest,
                         "snapshot": m.snapshot, "snapshot_digest": m.snapshot_digest,
                         "target": m.target_description},
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": m.cases * m.repeats, "completed_samples": m.cases * m.repeats,
            "scores": [{
                "name": SCORER, "scorer": SCORER, "params": {}, "scored_samples": scored,
                "metrics": {"accuracy": {"name": "accuracy", "params": {},
                                         "value": passed / scored if scored else 0.0}},
            }],
        },
        "stats": {"started_at": started, "completed_at": finished, "model_usage": {}},
    }  # fmt: skip


def _sample(case: Case, row: Row, m: RunManifest) -> dict[str, Any]:
    text = row.answer.text if row.answer else ""
    model = f"lexwarrant/{m.target}"
    sample: dict[str, Any] = {
        "id": row.case_id, "epoch": row.repeat, "input": row.question, "target": _target(case),
        "messages": [{"role": "user", "content": row.question},
                     {"role": "assistant", "content": text, "source": "generate"}],
        "output": {"model": model, "choices": [
            {"message": {"role": "assistant", "content": text, "source": "generate"},
             "stop_reason": "stop"}]},
        "scores": {}, "store": {}, "events": [], "model_usage": {}, "attachments": {},
        "total_time": row.elapsed_ms / 1000,
        "metadata": {"split": row.split, "promoted": row.promoted,
                     "ladder": row.verdict.value if row.verdict else None,
                     "answer": encode(row.answer) if row.answer else None},
    }  # fmt: skip
    if row.strict_verdict is not None:
        sample["scores"][SCORER] = {
            "value": _LETTERS[row.strict_verdict], "answer": text, "explanation": row.reason,
            "metadata": {n: {"kind": x.kind, "value": x.value} for n, x in row.measures.items()},
        }  # fmt: skip
    if not row.ok:
        sample["error"] = {"message": row.error, "traceback": "", "traceback_ansi": ""}
    return sample


def _target(case: Case) -> list[str] | str:
    wanted = [c.provision for c in case.expect_citations] or list(case.expect_quote_keywords)
    return wanted or ("(abstain)" if case.expect_no_promotion else "")


def import_inspect(
    path: Path, suite: Suite, folder: Path, snapshot: Snapshot, scorers: tuple[Scorer, ...]
) -> RunManifest:
    """Make a run folder of an ``.eval`` log whose samples have the suite's case ids; score it anew.

    A sample's answer is the `LegalAnswer` that `export_inspect` wrote, else the model's words.
    """
    if read_manifest(folder) is not None:
        raise DataError(f"{folder}: holds a run already; give another --out")
    cases = {c.id: (s.name, c) for s, c in suite.cases()}
    rows: dict[tuple[str, int], Row] = {}
    header: dict[str, Any] = {}
    for name, data in _members(path):
        if name == "header.json":
            header = data
            continue
        sample_id, epoch = str(data.get("id")), data.get("epoch", 1)
        if sample_id not in cases:
            raise DataError(f"{path}: sample {sample_id!r} is no case of the suite {suite.name}")
        if not isinstance(epoch, int) or epoch < 1:
            raise DataError(f"{path}: {name}: epoch {epoch!r} is not a number from 1")
        rows[sample_id, epoch] = _row(*cases[sample_id], data, epoch, scorers, f"{path}: {name}")
    if not rows:
        raise DataError(f"{path}: holds no samples")
    repeats = max(epoch for _, epoch in rows)
    folder.mkdir(parents=True, exist_ok=True)
    keep_copy(folder, suite)
    order = [(c.id, n) for n in range(1, repeats + 1) for _, c in suite.cases()]
    rewrite_rows(folder, (rows[k] for k in order if k in rows))
    spec = header.get("eval") if isinstance(header.get("eval"), dict) else {}
    assert isinstance(spec, dict)
    created = str(spec.get("created", ""))
    manifest = RunManifest(
        suite=suite.name, suite_version=suite.version, suite_digest=suite.digest, target="inspect",
        target_description={"target": "inspect", "model": str(spec.get("model", "")), "file": path.name},
        snapshot=snapshot.manifest.name, snapshot_digest=snapshot.manifest.digest,
        lexwarrant=__version__, started=created,
        finished=created if len(rows) == len(order) else None, cases=len(cases), repeats=repeats,
    )  # fmt: skip
    write_manifest(folder, manifest)
    return manifest


def _members(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                wanted = info.filename == "header.json" or re.fullmatch(
                    r"samples/.+\.json", info.filename
                )
                if not wanted:
                    continue
                if info.file_size > _MAX_MEMBER:
                    raise DataError(f"{path}: {info.filename} is over {_MAX_MEMBER:,} bytes")
                data = json.loads(archive.read(info))
                if isinstance(data, dict):
                    yield info.filename, data
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise DataError(f"{path}: not an .eval log that can be read ({error})") from None


def _row(
    split: str,
    case: Case,
    data: dict[str, Any],
    epoch: int,
    scorers: tuple[Scorer, ...],
    where: str,
) -> Row:
    elapsed = data.get("total_time")
    elapsed_ms = round(elapsed * 1000, 3) if isinstance(elapsed, int | float) else 0.0
    error = data.get("error")
    if isinstance(error, dict):
        return Row(case.id, split, case.question, False, elapsed_ms, repeat=epoch,
                   error=str(error.get("message", "")) or "no answer")  # fmt: skip
    return score_answer(
        case, split, _answer(case, data, where), scorers, elapsed_ms=elapsed_ms, repeat=epoch
    )


def _answer(case: Case, data: dict[str, Any], where: str) -> LegalAnswer:
    metadata = data.get("metadata")
    stored = metadata.get("answer") if isinstance(metadata, dict) else None
    if isinstance(stored, dict):
        return as_answer(case.question, stored, where)
    try:
        content = data["output"]["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        content = ""
    if isinstance(content, list):
        content = "".join(str(c.get("text", "")) for c in content if isinstance(c, dict))
    return as_answer(case.question, str(content), where)
