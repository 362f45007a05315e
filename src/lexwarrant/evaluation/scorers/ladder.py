"""The verdict ladder and the strict authority verdict.

The rules are those of the public harness of Legal Eye (GreenCycle2025/legal-eye-eval), so that its
published figures and ours mean the same. They stand in `lexwarrant.evaluation.standalone.rules`.

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

from dataclasses import dataclass

from lexwarrant.evaluation.standalone import rules
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and the sentence that says why."""

    verdict: Verdict
    reason: str


def haystack(answer: LegalAnswer) -> str:
    """The text that keywords are looked for in, folded."""
    return rules.haystack(answer)


def contains_folded(text: str, words: str) -> bool:
    """Whether ``words`` stand in ``text``, case and white space apart."""
    return rules.fold(words) in rules.fold(text)


def missing_keywords(case: Case, answer: LegalAnswer) -> list[str]:
    """The keywords of the case that do not stand in the searched text."""
    return rules.missing_keywords(case, rules.haystack(answer))


def ladder(case: Case, answer: LegalAnswer) -> Judged:
    """The verdict of the ladder."""
    verdict, reason = rules.ladder(case, answer)
    return Judged(Verdict(verdict), reason)


def strict_failure(case: Case, answer: LegalAnswer) -> str | None:
    """Why a promoted answer fails strictly, or None."""
    return rules.strict_failure(case, answer)


def strict(case: Case, answer: LegalAnswer) -> Judged:
    """The strict authority verdict."""
    verdict, reason = rules.strict(case, answer)
    return Judged(Verdict(verdict), reason)
