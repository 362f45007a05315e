"""The verdict ladder and the strict authority verdict.

The rules are those of the public harness of Legal Eye (GreenCycle2025/legal-eye-eval), so that its
published figures and ours mean the same. Pure functions of the standard library.

Ladder:

- a right system abstains: PASS if nothing was promoted, else FAIL;
- an anchor is expected: without a match FAIL; matched but not promoted WEAK; promoted with a
  keyword missing FAIL; else PASS;
- otherwise: not promoted WEAK; a keyword missing WEAK; else PASS.

Strict: a promoted answer fails when it rests on another legal domain, names none of the governing
authorities, or quotes another source document than one of those expected. Otherwise the ladder's
verdict stands.

Keywords and anchors are looked for case apart and with runs of white space taken as one space (EU
texts print "EUR 10 000 000" with no-break spaces), which is the one thing added to those rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.ids import contains
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case

STRICT_QUOTE_CHARS = 1600
"""How much of the quotation is searched for the name of an authority."""

_PUNCTUATION = re.compile(r"[\[\]{}()\"׳״'.,:;–—\-]")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and the sentence that says why."""

    verdict: Verdict
    reason: str


def _fold(text: str) -> str:
    return _SPACE.sub(" ", text).lower()


def haystack(answer: LegalAnswer) -> str:
    """The text that keywords are looked for in: labels, quotation, related provisions, references."""
    related = (*answer.applications, *answer.origins)
    pieces = [
        answer.anchor_label,
        answer.quotation.text if answer.quotation else "",
        answer.cluster_label,
        *(f"{r.label} {r.snippet}" for r in related),
        *answer.statute_refs,
        answer.text,
    ]
    return _fold("\n".join(p for p in pieces if p))


def ladder(case: Case, answer: LegalAnswer) -> Judged:
    """The verdict of the ladder."""
    if case.expect_no_promotion:
        if answer.promoted:
            return Judged(Verdict.FAIL, "a right system abstains; this one answered")
        return Judged(Verdict.PASS, "abstained, as a right system does")
    searched = haystack(answer)
    missing = [k for k in case.expect_quote_keywords if _fold(k) not in searched]
    expected = case.expect_anchor_substring
    if expected is not None:
        if _fold(expected) not in _fold(answer.anchor_label) and _fold(expected) not in searched:
            return Judged(Verdict.FAIL, f"the anchor does not hold {expected!r}")
        if not answer.promoted:
            return Judged(Verdict.WEAK, "found, not promoted")
        if missing:
            return Judged(Verdict.FAIL, f"promoted without {_quoted(missing)}")
        return Judged(Verdict.PASS, "anchor and keywords stand")
    if not answer.promoted:
        return Judged(Verdict.WEAK, "not promoted")
    if missing:
        return Judged(Verdict.WEAK, f"promoted without {_quoted(missing)}")
    return Judged(Verdict.PASS, "keywords stand")


def _quoted(words: list[str]) -> str:
    return ", ".join(repr(w) for w in words)


def _bare(text: str) -> str:
    return _SPACE.sub(" ", _PUNCTUATION.sub(" ", text.lower())).strip()


def _names_authority(case: Case, answer: LegalAnswer) -> bool:
    quote = answer.quotation.text if answer.quotation else ""
    pieces = [answer.anchor_label, answer.cluster_label, *answer.statute_refs]
    text = _bare(" ".join([*pieces, quote[:STRICT_QUOTE_CHARS]]))
    return any(_bare(name) in text for name in case.expect_authorities)


def strict_failure(case: Case, answer: LegalAnswer) -> str | None:
    """Why a promoted answer fails strictly, or None."""
    found = _names_authority(case, answer)
    if case.expect_authorities and not found:
        return f"names none of the governing authorities ({', '.join(case.expect_authorities)})"
    if case.expect_domains:
        fits = answer.domain in case.expect_domains if answer.domain else found
        if not fits:
            return f"rests on the domain {answer.domain or 'unknown'!r}"
    if case.expect_source_doc_id:
        document = answer.quotation.document_id if answer.quotation else ""
        if not any(contains(expected, document) for expected in case.expect_source_doc_id):
            return (
                f"quotes {document or 'no document'}, not {' or '.join(case.expect_source_doc_id)}"
            )
    return None


def strict(case: Case, answer: LegalAnswer) -> Judged:
    """The strict authority verdict."""
    judged = ladder(case, answer)
    if not answer.promoted or case.expect_no_promotion:
        return judged
    failure = strict_failure(case, answer)
    return Judged(Verdict.FAIL, failure) if failure else judged
