"""A tiny snapshot in two languages, a suite over it, and rows made by hand and truly scored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from lexwarrant.evaluation.rows import rewrite_rows
from lexwarrant.evaluation.runner import MANIFEST
from lexwarrant.evaluation.scoring import score_answer, standard_scorers
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import (
    Alternative,
    CitedProvision,
    LegalAnswer,
    Note,
    NoteCode,
    Quotation,
    Refusal,
    RefusalReason,
    Thresholds,
    Tier,
)
from lexwarrant.records.codec import encode
from lexwarrant.records.context import Context
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Part, Source, Version
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.suite import Case, ExpectedCitation, Split, Suite, Tags

GDPR = "eu/32016R0679"
WORK_HOURS = "il/law/work-hours-1951"

BREACH = (
    # GDPR, Article 33(1), second sentence, and (5), shortened; OJ L 119, 4.5.2016, p. 1
    "1. Where the notification to the supervisory authority is not made within 72 hours, it shall "
    "be accompanied by reasons for the delay. "
    "2. The controller shall document any personal data breaches, comprising: "
    "(a) the facts relating to the personal data breach; (b) its effects; (c) the remedial action."
)
HEBREW = (
    # Hours of Work and Rest Law, 5711-1951, sections 1 and 2(a), shortened
    "שעות עבודה הן הזמן שבו עומד העובד לרשות העבודה. יום עבודה לא יעלה על שמונה שעות עבודה."
)
LONG = "\n".join(f"{n}. Paragraph {n} of a long provision, in filler words." for n in range(1, 400))


def _parts(
    unit: str, label: str, text: str, *starts: tuple[str, str, str, str | None]
) -> list[Part]:
    """Parts by where they begin and where the next thing begins (None: the end of the text)."""
    out = []
    for path, kind, begins, until in starts:
        start = text.index(begins)
        end = text.index(until) if until else len(text)
        named = label + "".join(f"({p})" for p in path.split("/"))
        out.append(Part(f"{unit}/{path}", kind, named, start, len(text[:end].rstrip())))
    return out


def law() -> Iterator[Source | Authority | Version]:
    """GDPR 33 and a long 34, cut 35; the Hebrew section 2."""
    yield Source("handmade", "", "test only", attribution="© the makers of <law>; not legal advice")
    yield Authority(
        GDPR,
        "eu",
        AuthorityKind.REGULATION,
        "General Data Protection Regulation",
        "GDPR",
        "handmade",
        coverage=Coverage(complete=("art",)),
        domain="data protection",
    )
    yield Authority(
        WORK_HOURS,
        "il",
        AuthorityKind.STATUTE,
        "חוק שעות עבודה ומנוחה",
        "חוק שעות עבודה ומנוחה",
        "handmade",
        language="he",
        coverage=Coverage(complete=("s",)),
    )
    unit = f"{GDPR}/art/33"
    parts = _parts(
        unit,
        "Article 33",
        BREACH,
        ("1", "paragraph", "1. Where", "2. The controller"),
        ("2", "paragraph", "2. The controller", None),
        ("2/a", "point", "(a) the facts", "(b) its"),
        ("2/b", "point", "(b) its", "(c) the"),
        ("2/c", "point", "(c) the", None),
    )
    yield Version(unit, "Article 33", BREACH, heading="Notification", parts=tuple(parts))
    yield Version(f"{GDPR}/art/34", "Article 34", LONG, heading="Communication")
    yield Version(f"{GDPR}/art/35", "Article 35", "1. Cut off he", complete=False)
    yield Version(f"{WORK_HOURS}/s/2", "סעיף 2", HEBREW, heading="יום עבודה", kind="section")


def quoting(
    case: Case, unit: str, text: str, words: str, *, place: str = "", label: str = ""
) -> LegalAnswer:
    """An answer that quotes ``words`` of a provision and cites ``place``."""
    start = text.index(words)
    cited = place or unit
    return LegalAnswer(
        question=case.question,
        text=f"{words}\n\nSource: {label or cited}",
        promoted=True,
        quotation=Quotation(words, unit, cited, label, start, start + len(words)),
        anchor_id=unit,
        anchor_label=label,
        score=0.71,
        coverage=0.4,
        thresholds=Thresholds(0.5, 0.15, 0.85),
        tier=Tier.HIGH,
        citations=(CitedProvision(label or cited, cited),),
        alternatives=(Alternative(f"{GDPR}/art/34", "Article 34 GDPR", 0.31, 0.1),),
        notes=(Note(NoteCode.LATER_AMENDMENTS_UNKNOWN, "The text is the original act."),),
    )


def refusing(case: Case, reason: RefusalReason = RefusalReason.OUT_OF_SCOPE) -> LegalAnswer:
    return LegalAnswer(case.question, "", False, refusal=Refusal(reason, "This is not regulated."))


def case_of(number: int, split: str, **changes: object) -> Case:
    base = Case(
        id=f"{split}-{number}",
        question=f"How long do we have to report breach number {number}?",
        context=Context(jurisdiction="eu", analysis_date=date(2026, 11, 30)),
        expect_source_doc_id=(f"{GDPR}/art/33",),
        expect_quote_keywords=("72 hours",),
        expect_citations=(ExpectedCitation(f"{GDPR}/art/33/1"),),
        key_facts=("72 hours",),
        tags=Tags("breach", "plain", "deadline"),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Run:
    """A run made by hand: its suite and what each case was answered (None: nothing came)."""

    suite: Suite
    answers: Sequence[tuple[Split, Case, LegalAnswer | None]]

    def rows(self, snapshot: Snapshot) -> Iterator[Row]:
        scorers = standard_scorers(snapshot)
        for split, case, answer in self.answers:
            if answer is None:
                yield Row(case.id, split.name, case.question, False, 12.0, error="HTTP 503")
            else:
                yield score_answer(case, split.name, answer, scorers, elapsed_ms=3.2, cost=0.01)

    def manifest(self, snapshot: Snapshot, **changes: object) -> RunManifest:
        base = RunManifest(
            suite=self.suite.name,
            suite_version=self.suite.version,
            suite_digest=self.suite.digest,
            target="handmade",
            target_description={"target": "handmade"},
            snapshot=snapshot.manifest.name,
            snapshot_digest=snapshot.manifest.digest,
            lexwarrant="0.0",
            started="2026-11-30T12:00:00+00:00",
            finished="2026-11-30T12:00:09+00:00",
            cases=len(self.suite.cases()),
            attributions=snapshot.manifest.attributions,
        )
        return replace(base, **changes)  # type: ignore[arg-type]

    def write(self, folder: Path, snapshot: Snapshot, **changes: object) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        manifest = self.manifest(snapshot, **changes)
        (folder / MANIFEST).write_text(json.dumps(encode(manifest)), "utf-8")
        rewrite_rows(folder, self.rows(snapshot))
        return folder


def run_of(**splits: Sequence[tuple[Case, LegalAnswer | None]]) -> Run:
    """A run from cases and answers by split; a split called ``sealed`` is sealed."""
    made = {
        name: Split(name, tuple(c for c, _ in pairs), "0" * 64, name == "sealed")
        for name, pairs in splits.items()
    }
    suite = Suite(
        "handmade", "1", "Questions <b>made</b> by hand", "CC0", tuple(made.values()), "d"
    )
    answers = [
        (made[name], case, answer) for name, pairs in splits.items() for case, answer in pairs
    ]
    return Run(suite, answers)


def right(case: Case) -> LegalAnswer:
    words = BREACH[: BREACH.index(" 2. The controller")]
    return quoting(
        case, f"{GDPR}/art/33", BREACH, words, place=f"{GDPR}/art/33/1", label="Article 33(1) GDPR"
    )


def wrong(case: Case) -> LegalAnswer:
    words = "200. Paragraph 200 of a long provision, in filler words."
    return quoting(case, f"{GDPR}/art/34", LONG, words, label="Article 34 GDPR")


HEBREW_CASE = case_of(
    7,
    "dev",
    question="כמה שעות יש ביום עבודה לפי section 2?",
    expect_source_doc_id=(f"{WORK_HOURS}/s/2",),
    expect_quote_keywords=("שמונה שעות",),
    expect_citations=(ExpectedCitation(f"{WORK_HOURS}/s/2"),),
    tags=Tags("שעות עבודה", "plain", "figure"),
)
OUT_OF_SCOPE = {
    "expect_source_doc_id": (),
    "expect_quote_keywords": (),
    "expect_citations": (),
    "key_facts": (),
    "expect_no_promotion": True,
    "expect_refusal": RefusalReason.OUT_OF_SCOPE,
    "tags": Tags("cooking", "plain", "out_of_scope"),
}


def mixed_run() -> Run:
    """Two splits with every outcome in them, one row in Hebrew, one fabricated citation."""
    dev = [(case_of(n, "dev"), right(case_of(n, "dev"))) for n in range(1, 5)]
    lost, weak, failed = (case_of(n, "dev") for n in (5, 6, 8))
    invented = replace(
        wrong(failed), citations=(CitedProvision("Article 120 GDPR", f"{GDPR}/art/120"),)
    )
    scope = case_of(9, "dev", **OUT_OF_SCOPE)
    hebrew = quoting(
        HEBREW_CASE,
        f"{WORK_HOURS}/s/2",
        HEBREW,
        "יום עבודה לא יעלה על שמונה שעות עבודה.",
        label="סעיף 2 לחוק שעות עבודה ומנוחה",
    )
    sealed = [(case_of(n, "sealed"), right(case_of(n, "sealed"))) for n in range(1, 3)]
    missed = case_of(3, "sealed", question="A question that is kept out of sight")
    return run_of(
        dev=[
            *dev,
            (lost, None),
            (weak, refusing(weak, RefusalReason.BELOW_THRESHOLD)),
            (failed, invented),
            (HEBREW_CASE, hebrew),
            (scope, refusing(scope)),
        ],
        sealed=[*sealed, (missed, wrong(missed))],
    )
