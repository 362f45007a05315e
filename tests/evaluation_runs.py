"""Suites, answers and runs made by hand, for tests of evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.targets.recorded import RecordedTarget
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, Quotation, RefusalReason
from lexwarrant.records.codec import encode
from lexwarrant.records.suite import Case, Split, Suite, Tags


def suite(cases: Iterable[Case], name: str = "hand", split: str = "all") -> Suite:
    return Suite(
        name, "1", "made by hand", "CC0", (Split(split, tuple(cases), "0" * 64),), f"d-{name}"
    )


def cases(count: int, refusals: int = 0) -> list[Case]:
    """``count`` cases that want the word "notice"; the last ``refusals`` want none answered."""
    out = [
        Case(f"c{n:03d}", f"How is thing {n} done?", expect_quote_keywords=("notice",),
             tags=Tags(topic=f"t{n % 3}"))
        for n in range(count - refusals)
    ]  # fmt: skip
    out += [
        Case(f"c{n:03d}", f"How is cake {n} baked?", expect_no_promotion=True,
             expect_refusal=RefusalReason.OUT_OF_SCOPE)
        for n in range(count - refusals, count)
    ]  # fmt: skip
    return out


def good(case: Case) -> LegalAnswer:
    if case.expect_no_promotion:
        return LegalAnswer(case.question, "", False)
    text = " ".join(case.expect_quote_keywords) or "notice is given"
    document = case.expect_source_doc_id[0] if case.expect_source_doc_id else "law/1"
    return LegalAnswer(
        case.question, f"The law says: {text}.", True,
        quotation=Quotation(text, document, document, "s 1"),
        anchor_label=" ".join(filter(None, (case.expect_anchor_substring, *case.expect_authorities))),
        domain=case.expect_domains[0] if case.expect_domains else None,
    )  # fmt: skip


def recorded(path: Path, asked: Suite, answer: Callable[[Case], LegalAnswer] = good) -> Path:
    """A file of recorded answers."""
    with path.open("w", encoding="utf-8") as handle:
        for _, case in asked.cases():
            row = {"case_id": case.id, "answer": encode(answer(case))}
            handle.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def ran(
    folder: Path, asked: Suite, answer: Callable[[Case], LegalAnswer] = good,
    snapshot: Snapshot | None = None, repeats: int = 1,
) -> Path:  # fmt: skip
    """A complete run folder of recorded answers."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    file = recorded(folder.parent / f"{folder.name}.jsonl", asked, answer)
    if snapshot is not None:
        evaluate(asked, RecordedTarget(file), snapshot, folder, keep_suite=True, repeats=repeats)
    else:
        with no_law() as law:
            evaluate(asked, RecordedTarget(file), law, folder, keep_suite=True, repeats=repeats)
    return folder
