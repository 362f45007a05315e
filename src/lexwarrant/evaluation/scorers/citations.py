"""Citation accuracy with partial credit, and citations that are wrong or missing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from lexwarrant.records.answer import CitationRole, LegalAnswer
from lexwarrant.records.ids import contains, unit_of
from lexwarrant.records.scores import NotApplicable, Outcome, Scored
from lexwarrant.records.suite import Case


@dataclass(frozen=True, slots=True)
class CitationCredit:
    """Credit of one expected citation: 1 right, 0.5 right provision and wrong part, 0 otherwise."""

    provision: str
    role: CitationRole
    credit: float


@lru_cache(maxsize=65_536)
def credit(expected: str, cited: str) -> float:
    """How much ``cited`` is worth where ``expected`` is due.

    1 for the expected provision or a part of it, 0.5 for the same unit (article, section) at
    another part or without the part, else 0.
    """
    if contains(expected, cited):
        return 1.0
    return 0.5 if cited and unit_of(cited) == unit_of(expected) else 0.0


def citation_credits(case: Case, answer: LegalAnswer) -> list[CitationCredit]:
    """The best credit that any citation of the answer earns for each expected citation.

    None at all for a system whose protocol carries no citations: that is not measured, not zero.
    """
    if not answer.citations_read:
        return []
    cited = [c.provision_id for c in answer.citations if c.provision_id] if answer.promoted else []
    return [
        CitationCredit(
            e.provision, e.role, max((credit(e.provision, c) for c in cited), default=0.0)
        )
        for e in case.expect_citations
    ]


def wrong_citations(case: Case, answer: LegalAnswer) -> list[str]:
    """What the answer rests on (its main citations) although the key expects other provisions.

    A cross-reference inside a verbatim quotation is the law's own and cannot be wrong.
    """
    if not answer.promoted or not case.expect_citations:
        return []
    return [
        c.text
        for c in answer.citations
        if c.role is CitationRole.MAIN
        and not any(credit(e.provision, c.provision_id) > 0 for e in case.expect_citations)
    ]


class CitationAccuracy:
    """Mean credit over the case's expected citations, each cross-reference counted by itself."""

    name = "citation_accuracy"

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value: the mean credit; not applicable where the key expects no citation."""
        if not answer.citations_read:
            return NotApplicable("the system's protocol carries no citations")
        earned = citation_credits(case, answer)
        if not earned:
            return NotApplicable("the key expects no citation")
        wrong = wrong_citations(case, answer)
        whole = sum(c.credit for c in earned)
        if whole == len(earned) and not wrong:
            return Scored(1.0)
        missing = [c.provision for c in earned if c.credit == 0]
        partial = [c.provision for c in earned if c.credit == 0.5]
        said = [
            f"{what}: {', '.join(items)}"
            for what, items in (("missing", missing), ("wrong part", partial), ("wrong", wrong))
            if items
        ]
        return Scored(whole / len(earned), "; ".join(said))


class WrongCitations:
    """Whether the answer rests on a provision that the key does not expect (1: it does)."""

    name = "wrong_citation"

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value 1 when any main citation is wrong, else 0; only where an answer was promoted."""
        if not answer.citations_read:
            return NotApplicable("the system's protocol carries no citations")
        if not answer.promoted or not case.expect_citations:
            return NotApplicable("nothing promoted, or no citation expected")
        wrong = wrong_citations(case, answer)
        return Scored(1.0 if wrong else 0.0, ", ".join(wrong))
