"""The rules of the ladder and of the strict authority verdict, in the standard library alone.

This file is used by the package and is also packed, as it stands, into the harness that a stranger
runs: so it imports nothing of the package and keeps to the syntax of Python 3.8. A case and an answer
are any objects with the attributes of `lexwarrant.records.suite.Case` and
`lexwarrant.records.answer.LegalAnswer`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

STRICT_QUOTE_CHARS = 1600
"""How much of the quotation is searched for the name of an authority."""

PASS, WEAK, FAIL = "PASS", "WEAK", "FAIL"

_AS_SPACE = {ord(c): " " for c in "[]{}()\"\u05f3\u05f4'.,:;\u2013\u2014-"}


def fold(text: str) -> str:
    """Lower case, runs of white space as one space."""
    words = text.split()
    if not words:
        return " " if text else ""
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return (before + " ".join(words) + after).lower()


def bare(text: str) -> str:
    """Lower case without the punctuation that law names are written with or without."""
    return " ".join(text.lower().translate(_AS_SPACE).split())


@lru_cache(maxsize=4096)
def _fold_keyword(keyword: str) -> str:
    return fold(keyword)


@lru_cache(maxsize=4096)
def _bare_name(name: str) -> str:
    return bare(name)


def lies_in(outer: str, inner: str) -> bool:
    """Whether the id ``inner`` is ``outer`` or a part of it."""
    return inner == outer or inner.startswith(outer + "/")


def haystack(answer: Any) -> str:
    """The text that keywords are looked for in, folded."""
    pieces = [
        answer.anchor_label,
        answer.quotation.text if answer.quotation else "",
        answer.cluster_label,
    ]
    for related in list(answer.applications) + list(answer.origins):
        pieces.append(related.label + " " + related.snippet)
    pieces += answer.statute_refs
    pieces.append(answer.text)
    return fold("\n".join(p for p in pieces if p))


def missing_keywords(case: Any, searched: str) -> list[str]:
    """The keywords of the case that do not stand in ``searched``, a folded text."""
    return [k for k in case.expect_quote_keywords if _fold_keyword(k) not in searched]


def _quoted(words: list[str]) -> str:
    return ", ".join(repr(w) for w in words)


def ladder(case: Any, answer: Any) -> tuple[str, str]:
    """The verdict of the ladder and the sentence that says why."""
    if case.expect_no_promotion:
        if answer.promoted:
            return FAIL, "a right system abstains; this one answered"
        return PASS, "abstained, as a right system does"
    searched = haystack(answer)
    missing = missing_keywords(case, searched)
    expected = case.expect_anchor_substring
    if expected is not None:
        if fold(expected) not in fold(answer.anchor_label) and fold(expected) not in searched:
            return FAIL, "the anchor does not hold " + repr(expected)
        if not answer.promoted:
            return WEAK, "found, not promoted"
        if missing:
            return FAIL, "promoted without " + _quoted(missing)
        return PASS, "anchor and keywords stand"
    if not answer.promoted:
        return WEAK, "not promoted"
    if missing:
        return WEAK, "promoted without " + _quoted(missing)
    return PASS, "keywords stand"


def names_authority(case: Any, answer: Any) -> bool:
    """Whether the answer names one of the governing authorities where they are looked for."""
    if not case.expect_authorities:
        return False
    quote = answer.quotation.text if answer.quotation else ""
    pieces = [answer.anchor_label, answer.cluster_label, *list(answer.statute_refs)]
    text = bare(" ".join([*pieces, quote[:STRICT_QUOTE_CHARS]]))
    return any(_bare_name(name) in text for name in case.expect_authorities)


def strict_failure(case: Any, answer: Any) -> str | None:
    """Why a promoted answer fails strictly, or None."""
    found = names_authority(case, answer)
    if case.expect_authorities and not found:
        names = ", ".join(case.expect_authorities)
        return "names none of the governing authorities (" + names + ")"
    if case.expect_domains:
        fits = answer.domain in case.expect_domains if answer.domain else found
        if not fits:
            return "rests on the domain " + repr(answer.domain or "unknown")
    if case.expect_source_doc_id:
        document = answer.quotation.document_id if answer.quotation else ""
        if not any(lies_in(expected, document) for expected in case.expect_source_doc_id):
            expected = " or ".join(case.expect_source_doc_id)
            return "quotes " + (document or "no document") + ", not " + expected
    return None


def verdicts(case: Any, answer: Any) -> tuple[tuple[str, str], tuple[str, str]]:
    """The ladder's verdict and the strict one, each with the sentence that says why."""
    verdict = ladder(case, answer)
    if not answer.promoted or case.expect_no_promotion:
        return verdict, verdict
    failure = strict_failure(case, answer)
    return verdict, ((FAIL, failure) if failure else verdict)


def strict(case: Any, answer: Any) -> tuple[str, str]:
    """The strict authority verdict and the sentence that says why."""
    return verdicts(case, answer)[1]
