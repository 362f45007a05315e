"""Answer faithfulness by the verifier: which sentences of an answer the cited source supports."""

from __future__ import annotations

from collections import Counter

from lexwarrant.evaluation.cited_source import premise_of
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import NotApplicable, Outcome, Scored, Unscorable
from lexwarrant.records.suite import Case
from lexwarrant.records.verification import CheckContext, SentenceVerdict
from lexwarrant.verification import Verifier

_COUNTED = (
    SentenceVerdict.SUPPORTED, SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED
)  # fmt: skip
MOST_CHARACTERS = 200_000


class AnswerFaithfulness:
    """The share of an answer's own sentences of law that the source it cites supports.

    Deterministic, without a model. Sentences that could not be checked are in no denominator and
    are counted in the reason; sentences without a claim are not counted at all.
    """

    name = "answer_faithfulness"

    def __init__(self, snapshot: Snapshot, verifier: Verifier | None = None) -> None:
        self._snapshot = snapshot
        self._verifier = verifier or Verifier()

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Supported sentences over supported, contradicted and not stated ones."""
        if not answer.promoted or not answer.text.strip():
            return NotApplicable("nothing was answered")
        premise = premise_of(case, answer, self._snapshot)
        if premise is None:
            return Unscorable("no source that the answer cites is held")
        if len(answer.text) > MOST_CHARACTERS:
            return Unscorable(f"the answer is over {MOST_CHARACTERS:,} characters")
        text = _own_words(answer)
        if not text.strip():
            return NotApplicable("the answer says nothing besides its quotation")
        found = self._verifier.check_text(premise, text, CheckContext(question=case.question))
        counts = Counter(f.verdict for f in found.findings)
        checked = sum(counts[v] for v in _COUNTED)
        unchecked = counts[SentenceVerdict.CANNOT_CHECK]
        if checked == 0:
            if unchecked:
                return Unscorable(f"{unchecked} sentences could not be checked")
            return NotApplicable("no sentence states law")
        said = [f"{counts[v]} {v.value}" for v in (*_COUNTED[1:], SentenceVerdict.CANNOT_CHECK)
                if counts[v]]  # fmt: skip
        return Scored(counts[SentenceVerdict.SUPPORTED] / checked, ", ".join(said))


_TAKEN = "\x00"
_FEW = 4
"""A line of fewer words beside a quotation or a warning is its label, not a sentence."""


def _own_words(answer: LegalAnswer) -> str:
    """The answer without its quotation, which is compared word for word elsewhere, and its warnings.

    Warnings speak of status and dates, which the cited provision does not.
    """
    text = answer.text.replace(_TAKEN, " ")
    quotation = answer.quotation
    for passage in (*(n.text for n in answer.notes), quotation.shown if quotation else ""):
        if passage.strip():
            text = text.replace(passage, _TAKEN)
    if quotation and quotation.label:
        text = text.replace(f"{quotation.label}: \u201c{_TAKEN}", _TAKEN)
    lines = text.split("\n")
    kept = [line for line in lines if _TAKEN not in line or len(line.split()) >= _FEW]
    return "\n".join(kept).replace(_TAKEN, "")
