"""Reading the suites of the public harness in the layouts they come in.

- its Python files: the list literal ``QUESTIONS`` and the dict literal ``EXPECTATIONS``, read as
  literals, never executed;
- JSON: an object with ``cases`` (its benchmarks v2 and v3) or a list of cases;
- JSON Lines: one case a line, in the same fields, with ``strict_domains``/``strict_authorities``.

A digest is over what the cases say, not over the file, so that one suite has one digest in every
layout.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.legal_eye.topics import OUT_OF_SCOPE, topic
from lexwarrant.records.answer import RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, Provenance, Tags

MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class SourceCases:
    """Cases as a source has them, each with the split it names (empty when it names none)."""

    cases: tuple[tuple[str, Case], ...]
    file_digest: str = ""
    """SHA-256 over a JSON object of cases as canonical JSON, its own ``suite_sha256`` left out."""

    def ladder_digest(self) -> str:
        """Over questions and the expectations of the ladder."""
        return _digest(
            [c.question, c.expect_anchor_substring, list(c.expect_quote_keywords),
             c.expect_no_promotion, list(c.expect_source_doc_id)]
            for _, c in self.cases
        )  # fmt: skip

    def authority_digest(self) -> str:
        """Over questions and the expectations of the strict verdict; empty when there are none."""
        expected = [
            [c.question, list(c.expect_domains), list(c.expect_authorities)]
            for _, c in self.cases
            if c.expect_domains or c.expect_authorities
        ]
        return _digest(expected) if expected else ""


def _digest(items: Any) -> str:
    hashed = hashlib.sha256()
    for item in items:
        hashed.update(json.dumps(item, ensure_ascii=False).encode() + b"\n")
    return hashed.hexdigest()


def read_source(path: Path, authorities: Path | None = None) -> SourceCases:
    """The cases in ``path``; ``authorities`` is the Python file of strict expectations, if apart."""
    body = _bytes(path)
    source = parse_source(body, str(path))
    if authorities is None:
        return source
    return with_authorities(source, _bytes(authorities), str(authorities))


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: over {MAX_BYTES:,} bytes, so it is no suite of questions")
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; check the path") from None


def parse_source(body: bytes, where: str) -> SourceCases:
    """The cases in the bytes of a source; raises `DataError` that says where and why."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{where}: not UTF-8 at byte {error.start}") from None
    file_digest = ""
    if text.lstrip()[:1] in "[{":
        rows, file_digest = _json_rows(text, where)
    else:
        rows = literal(text, "QUESTIONS", list, where)
    cases = [_case(row, n, f"{where}, case {n}") for n, row in enumerate(rows, 1)]
    if not cases:
        raise DataError(f"{where}: no cases in it")
    return SourceCases(tuple(cases), file_digest)


def _json_rows(text: str, where: str) -> tuple[list[Any], str]:
    try:
        data = json.loads(text)
    except ValueError:
        rows = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    rows.append(json.loads(line))
                except ValueError as error:
                    raise DataError(f"{where}:{number}: not JSON ({error})") from None
        return rows, ""
    if isinstance(data, dict) and isinstance(data.get("cases"), list):
        rest = {k: v for k, v in data.items() if k != "suite_sha256"}
        canonical = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()
        return list(data["cases"]), digest
    return (data if isinstance(data, list) else [data]), ""


def literal(text: str, name: str, kind: type, where: str) -> Any:
    """The literal that a Python file assigns to ``name``. The file is parsed, never run."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DataError(f"{where}: neither JSON nor Python ({error})") from None
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else (
            [node.target] if isinstance(node, ast.AnnAssign) else []
        )  # fmt: skip
        if any(isinstance(t, ast.Name) and t.id == name for t in targets):
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            try:
                value = ast.literal_eval(node.value) if node.value else None
            except ValueError:
                raise DataError(
                    f"{where}:{node.lineno}: {name} is computed, not a literal; export it as JSON"
                ) from None
            if isinstance(value, kind):
                return value
            raise DataError(f"{where}:{node.lineno}: {name} is not a {kind.__name__}")
    raise DataError(f"{where}: nothing in it is called {name}")


def _case(row: Any, number: int, where: str) -> tuple[str, Case]:
    if not isinstance(row, Mapping) or not str(row.get("question") or "").strip():
        raise DataError(f"{where}: a case needs a `question`")
    question = str(row["question"])
    split = str(row.get("split") or "")
    refuses = bool(row.get("expect_no_promotion"))
    base = row.get("base_case_id")
    provenance = None
    if base:
        provenance = Provenance(
            f"{base}-v00", str(row.get("variant_kind") or ""), "",
            str(row.get("source_question_sha256") or ""),
        )  # fmt: skip
    anchor = row.get("expect_anchor_substring")
    document = row.get("expect_source_doc_id")
    return split, Case(
        id=str(row.get("case_id") or f"base-{number:03d}"),
        question=question,
        context=Context(jurisdiction="il"),
        expect_anchor_substring=str(anchor) if anchor is not None and not refuses else None,
        expect_quote_keywords=() if refuses else _texts(row.get("expect_quote_keywords"), where),
        expect_no_promotion=refuses,
        expect_source_doc_id=() if refuses or not document else (str(document),),
        expect_refusal=RefusalReason.OUT_OF_SCOPE if refuses else None,
        expect_domains=_texts(row.get("strict_domains"), where),
        expect_authorities=_texts(row.get("strict_authorities"), where),
        tags=Tags(
            topic=OUT_OF_SCOPE if refuses else topic(question),
            group=split if split in ("independent", "oos") else "",
            hint_mode=str(row.get("hint_mode") or ""),
            domain=str(row.get("benchmark_domain") or ""),
        ),
        provenance=provenance,
    )


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise DataError(f"{where}: expected a list of texts, found {type(value).__name__}")
    return tuple(str(v) for v in value)


def with_authorities(source: SourceCases, body: bytes, where: str) -> SourceCases:
    """``source`` with the strict expectations that a Python file maps to its questions."""
    expected = literal(body.decode("utf-8-sig"), "EXPECTATIONS", dict, where)
    unknown = set(expected) - {c.question for _, c in source.cases}
    if unknown:
        raise DataError(
            f"{where}: expects something of a question that is not asked: {min(unknown)!r}"
        )
    out = []
    for split, case in source.cases:
        row = expected.get(case.question, {})
        domains, names = row.get("domains"), row.get("authorities")
        out.append((split, replace(
            case, expect_domains=_texts(domains, where), expect_authorities=_texts(names, where),
        )))  # fmt: skip
    return SourceCases(tuple(out), source.file_digest)
