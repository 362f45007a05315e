"""What the key expects of an answer, in words a lawyer reads, and whether the answer met it."""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.evaluation.scorers.ladder import haystack
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.ids import contains
from lexwarrant.records.suite import Case
from lexwarrant.reports.words import REFUSALS, Citer


@dataclass(frozen=True, slots=True)
class Expected:
    """One thing expected. ``met`` is None when there is no answer or nothing decides it here.

    ``said`` is the words of law or of the suite, apart from our own, so that each can be set in
    its own direction.
    """

    text: str
    said: str = ""
    met: bool | None = None


def expectations(case: Case, answer: LegalAnswer | None, cite: Citer) -> tuple[Expected, ...]:
    """Everything the key asks for, in the order in which a reader would check it."""
    out: list[Expected] = []
    if case.expect_no_promotion:
        out.append(Expected("Declines to answer", met=not answer.promoted if answer else None))
    if case.expect_refusal is not None:
        given = answer.refusal if answer and not answer.promoted else None
        out.append(
            Expected(
                f"Gives as the reason: {REFUSALS[case.expect_refusal]}",
                met=given.reason is case.expect_refusal if given else None,
            )
        )
    if case.expect_source_doc_id:
        out.append(
            Expected(
                "Quotes " + " or ".join(cite(d) for d in case.expect_source_doc_id),
                met=quotes_expected(case, answer) if answer else None,
            )
        )
    searched = haystack(answer) if answer else ""
    if case.expect_anchor_substring is not None:
        wanted = case.expect_anchor_substring
        out.append(Expected("Rests on", wanted, met=_fold(wanted) in searched if answer else None))
    for keyword in case.expect_quote_keywords:
        out.append(
            Expected("Has the words", keyword, met=_fold(keyword) in searched if answer else None)
        )
    if case.expect_authorities:
        out.append(Expected("Names one of these authorities", ", ".join(case.expect_authorities)))
    if case.expect_domains:
        out.append(Expected("Rests on this field of law", ", ".join(case.expect_domains)))
    return tuple(out)


def why(case: Case, answer: LegalAnswer, passed: bool, cite: Citer) -> str:
    """Why the answer counts as it does, in one sentence over what was expected.

    It says no more than `expectations` shows, and is empty where that does not decide; the scorer's
    own reason is kept beside it.
    """
    due = " or ".join(cite(d) for d in case.expect_source_doc_id)
    if case.expect_no_promotion:
        if not answer.promoted:
            return "It declined, as a right system does."
        ground = f": {REFUSALS[case.expect_refusal]}" if case.expect_refusal else ""
        return f"It answered what a right system declines{ground}."
    if not answer.promoted:
        given = f" ({REFUSALS[answer.refusal.reason]})" if answer.refusal else ""
        there_is = f"{due} answers this" if due else "there is an answer"
        return f"It declined{given}, although {there_is}."
    quoted = cite(answer.quotation.document_id) if answer.quotation else "no provision"
    if due and not quotes_expected(case, answer):
        return f"It quotes {quoted}; the answer lies in {due}."
    searched = haystack(answer)
    missing = [k for k in case.expect_quote_keywords if _fold(k) not in searched]
    if missing:
        words = ", ".join(f"“{k}”" for k in missing)
        return f"It quotes {quoted}, but not the words that answer the question: {words}."
    anchor = case.expect_anchor_substring
    if anchor is not None and _fold(anchor) not in searched:
        return f"It does not rest on “{anchor}”."
    if passed and due:
        words = ", with the words asked for" if case.expect_quote_keywords else ""
        return f"It quotes {quoted}{words}."
    return ""


def quotes_expected(case: Case, answer: LegalAnswer) -> bool:
    """Whether the answer quotes a provision that the key names."""
    document = answer.quotation.document_id if answer.promoted and answer.quotation else ""
    return any(contains(expected, document) for expected in case.expect_source_doc_id)


def _fold(text: str) -> str:
    return " ".join(text.split()).lower()
