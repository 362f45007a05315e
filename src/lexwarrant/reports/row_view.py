"""One row of a run as a reader sees it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.evaluation.scorers.citations import citation_credits, wrong_citations
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Alternative, LegalAnswer, Note, Quotation
from lexwarrant.records.citation import Resolves
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case
from lexwarrant.reports.expectation import Expected, expectations, quotes_expected, why
from lexwarrant.reports.formats import day
from lexwarrant.reports.passage import Passage, lay_out
from lexwarrant.reports.words import EXISTENCE, REFUSALS, ROLES, Citer, plain

ANSWER_SHOWN = 3_000
"""Characters of an answer's text that a report shows; the whole stands in ``rows.jsonl``."""

_LISTED = 12
"""Citations and alternatives of an answer that are listed one by one."""


class Outcome(StrEnum):
    """What became of a row, worst first."""

    FAIL = "FAIL"
    NO_ANSWER = "NO ANSWER"
    WEAK = "WEAK"
    PASS = "PASS"


def outcome_of(row: Row) -> Outcome:
    """The strict verdict, or that there was no answer."""
    if not row.ok or row.strict_verdict is None:
        return Outcome.NO_ANSWER
    return Outcome[row.strict_verdict.name]


@dataclass(frozen=True, slots=True)
class CitationView:
    """A citation the answer makes: whether it exists, and whether the key expects it."""

    text: str
    resolved: str
    role: str
    existence: str
    invented: bool
    unexpected: bool


@dataclass(frozen=True, slots=True)
class CreditView:
    """A citation the key expects, with the credit earned (None without an answer)."""

    label: str
    role: str
    credit: float | None


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer: what was quoted beside its source, what was decided and on which figures.

    ``passage`` is None when nothing was quoted or the source is not held; ``cut`` counts the
    characters of ``text`` that are not shown.
    """

    promoted: bool
    text: str
    cut: int
    quotation: str
    quotation_label: str
    passage: Passage | None
    unfaithful: str
    unsupported: str
    refusal: str
    message: str
    decision: str
    score: float | None
    coverage: float | None
    needs: tuple[float, float, float] | None
    tier: str
    notes: tuple[Note, ...]
    citations: tuple[CitationView, ...]
    more_citations: int
    alternatives: tuple[Alternative, ...]
    n_applications: int
    n_origins: int


@dataclass(frozen=True, slots=True)
class RowView:
    """One row: the question in its context, what was expected, what came, and why it counts so.

    ``reason`` says in our words why it counts so, ``scorer`` in the scorer's own; ``ladder`` is the
    ladder's verdict where the strict one differs, else empty. ``due`` is the first provision
    that the key names, its first keyword marked, where the answer quotes none that it names.
    """

    case_id: str
    repeat: int
    split: str
    outcome: Outcome
    ladder: str
    reason: str
    scorer: str
    question: str
    context: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, str], ...]
    expected: tuple[Expected, ...]
    key_facts: tuple[str, ...]
    note: str
    credits: tuple[CreditView, ...]
    answer: AnswerView | None
    due: Passage | None
    elapsed_ms: float
    cost: float | None

    @property
    def search(self) -> str:
        """What a filter looks through: lower case, without the law."""
        words = (self.case_id, self.question, self.reason, *(v for _, v in self.tags))
        return " ".join(words)[:600].lower()


def row_view(row: Row, case: Case, snapshot: Snapshot, cite: Citer) -> RowView:
    """The view of ``row``, an answer to ``case``."""
    answer = row.answer if row.ok else None
    lax, hard = row.verdict, row.strict_verdict
    earned = {c.provision: c.credit for c in citation_credits(case, answer)} if answer else {}
    scorer = cite.in_words(row.reason, _ids(case, answer))
    return RowView(
        case_id=row.case_id,
        repeat=row.repeat,
        split=row.split,
        outcome=outcome_of(row),
        ladder=lax.value if isinstance(lax, Verdict) and lax is not hard else "",
        reason=why(case, answer, hard is Verdict.PASS, cite) or scorer if answer else row.error,
        scorer=scorer,
        question=row.question,
        context=_context(case.context),
        tags=tuple(
            (tag, plain(value))
            for tag in ("family", "topic", "difficulty")
            if (value := getattr(case.tags, tag))
        ),
        expected=expectations(case, answer, cite),
        key_facts=case.key_facts,
        note=case.note,
        credits=tuple(
            CreditView(cite(e.provision), ROLES[e.role], earned.get(e.provision))
            for e in case.expect_citations
        ),
        answer=_answer(row, case, answer, snapshot, cite) if answer else None,
        due=_due(case, answer, snapshot, cite),
        elapsed_ms=row.elapsed_ms,
        cost=row.cost,
    )


def _due(case: Case, answer: LegalAnswer | None, snapshot: Snapshot, cite: Citer) -> Passage | None:
    if not case.expect_source_doc_id or (answer and quotes_expected(case, answer)):
        return None
    keyword = next(iter(case.expect_quote_keywords), "")
    place = case.expect_source_doc_id[0]
    return _passage(Quotation(keyword, place, place, ""), case, snapshot, cite)


def _passage(quotation: Quotation, case: Case, snapshot: Snapshot, cite: Citer) -> Passage | None:
    """The provision of a quotation as it stood on the day asked for, else as it stands now."""
    version = snapshot.version_on(quotation.document_id, case.context.analysis_date)
    version = version or snapshot.version_on(quotation.document_id)
    authority = snapshot.authority(authority_of(quotation.document_id))
    if version is None or authority is None:
        return None
    return lay_out(quotation, version, cite(version.provision_id), authority.language)


def _ids(case: Case, answer: LegalAnswer | None) -> tuple[str, ...]:
    quoted = (answer.quotation.document_id,) if answer and answer.quotation else ()
    return (*case.expect_source_doc_id, *quoted)


def _context(context: Context) -> tuple[tuple[str, str], ...]:
    on = context.analysis_date
    entries = (
        ("Jurisdiction", context.jurisdiction or ""),
        ("Law as it stood on", day(on) if on else ""),
        ("Forum", context.forum),
        ("Procedure", context.posture),
        ("Asked by", context.user_type),
        ("Parties", ", ".join(context.party_types)),
        ("Facts", "; ".join(context.facts)),
    )
    return tuple((name, value) for name, value in entries if value)


def _answer(
    row: Row, case: Case, answer: LegalAnswer, snapshot: Snapshot, cite: Citer
) -> AnswerView:
    quotation = answer.quotation if answer.promoted else None
    passage = _passage(quotation, case, snapshot, cite) if quotation else None
    quoted = quotation.shown if quotation else ""
    faithful = row.measures.get("faithfulness")
    unfaithful = ""
    if faithful and (faithful.kind == "unscorable" or faithful.value == 0):
        unfaithful = cite.in_words(faithful.reason, _ids(case, answer))
    sentences = row.measures.get("answer_faithfulness")
    unsupported = ""
    if sentences and sentences.value is not None and sentences.value < 1:
        unsupported = sentences.reason.replace("_", " ")
    text = "" if " ".join(answer.text.split()) == " ".join(quoted.split()) else answer.text
    thresholds = answer.thresholds
    return AnswerView(
        promoted=answer.promoted,
        text=text[:ANSWER_SHOWN],
        cut=max(0, len(text) - ANSWER_SHOWN),
        quotation=quoted,
        quotation_label=(_quotation_label(answer, snapshot, cite)),
        passage=passage,
        unfaithful=unfaithful,
        unsupported=unsupported,
        refusal=REFUSALS[answer.refusal.reason] if answer.refusal else "",
        message=answer.refusal.message if answer.refusal else "",
        decision=_decision(answer),
        score=answer.score,
        coverage=answer.coverage,
        needs=(thresholds.min_score, thresholds.min_coverage, thresholds.high_score_bypass)
        if thresholds
        else None,
        tier=answer.tier.value if answer.promoted else "",
        notes=answer.notes,
        citations=_citations(case, answer, snapshot, cite),
        more_citations=max(0, len(answer.citations) - _LISTED),
        alternatives=answer.alternatives[:_LISTED],
        n_applications=max(answer.n_applications, len(answer.applications)),
        n_origins=max(answer.n_origins, len(answer.origins)),
    )


def _quotation_label(answer: LegalAnswer, snapshot: Snapshot, cite: Citer) -> str:
    """The quotation as a citation: from the snapshot where it is held, else as the system says."""
    quotation = answer.quotation
    if quotation is None:
        return ""
    place = quotation.provision_id or quotation.document_id
    if snapshot.has(place):
        return cite(place)
    return quotation.label or place


def _decision(answer: LegalAnswer) -> str:
    """Why the system's own thresholds put the passage forward, or did not."""
    t, score, coverage = answer.thresholds, answer.score, answer.coverage
    if t is None or score is None:
        return ""
    if score >= t.high_score_bypass:
        return "The score alone is enough to put the passage forward."
    if coverage is None:
        return ""
    if t.promote(score, coverage):
        return "Score and coverage both reach what is needed."
    low = [
        name
        for name, value, least in (
            ("score", score, t.min_score),
            ("coverage", coverage, t.min_coverage),
        )
        if value < least
    ]
    return f"Too low to put forward: {' and '.join(low)}."


def _citations(
    case: Case, answer: LegalAnswer, snapshot: Snapshot, cite: Citer
) -> tuple[CitationView, ...]:
    wrong = set(wrong_citations(case, answer))
    out = []
    for citation in answer.citations[:_LISTED]:
        held = existence(snapshot, citation.provision_id) if citation.provision_id else None
        resolves = held.resolves if held else Resolves.OUT_OF_COVERAGE
        out.append(
            CitationView(
                text=citation.text,
                resolved=cite(citation.provision_id) if citation.provision_id else "",
                role=ROLES[citation.role],
                existence=EXISTENCE[resolves],
                invented=resolves in (Resolves.NOT_FOUND, Resolves.NO_SUCH_PROVISION),
                unexpected=citation.text in wrong,
            )
        )
    return tuple(out)
