"""What a system said, before anybody has labelled it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.records.answer import LegalAnswer, RefusalReason
from lexwarrant.records.response import Response
from lexwarrant.records.warrant import PolicyAct


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a reply puts forward.

    ``start`` and ``end`` are offsets into the reply; ``authorities`` the provision ids it rests on
    by its own account; ``verbatim`` whether it claims to be a quotation; ``confidence`` in 0..1 the
    system's own in the support, None without one.
    """

    text: str
    start: int
    end: int
    authorities: tuple[str, ...]
    verbatim: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A system's reply: its text, what it puts forward, the acts it performs, what it had before it."""

    text: str
    statements: tuple[Statement, ...]
    acts: tuple[PolicyAct, ...]
    retrieved: tuple[str, ...] = ()


def reply_of(said: Response | LegalAnswer) -> Reply:
    """The reply of the built-in system, or of a target that quotes.

    A response performs the acts of its card and puts forward its claims; what stands around the
    quotations only says what is done with them. Of a plain answer the quotation is the one
    statement, and its notes are warnings.
    """
    if isinstance(said, Response):
        card = said.card
        statements = tuple(
            Statement(
                c.text, c.start or 0, c.end or 0,
                tuple(k.authority for k in card.links if k.claim == c.id), True,
                next((k.confidence for k in card.links if k.claim == c.id), None),
            )
            for c in card.claims
        )  # fmt: skip
        own = dict.fromkeys(a for s in statements for a in s.authorities)
        return Reply(
            said.text, statements, card.policy, tuple({**own, **dict.fromkeys(card.retrieved)})
        )
    return _of_answer(said)


def _of_answer(answer: LegalAnswer) -> Reply:
    retrieved = tuple(a.provision_id for a in answer.alternatives)
    if answer.quotation is None:
        named = answer.refusal and answer.refusal.reason is RefusalReason.NO_SUCH_PROVISION
        act = PolicyAct.CORRECT if named else PolicyAct.ABSTAIN
        return Reply(answer.text, (), (act,), retrieved)
    quotation = answer.quotation
    start = max(0, answer.text.find(quotation.text))
    said = Statement(
        quotation.text, start, start + len(quotation.text), (quotation.provision_id,), True,
        answer.score,
    )  # fmt: skip
    acts = (PolicyAct.ANSWER, PolicyAct.WARN) if answer.notes else (PolicyAct.ANSWER,)
    return Reply(answer.text, (said,), acts, (quotation.provision_id, *retrieved))


_ACTS: tuple[tuple[PolicyAct, re.Pattern[str]], ...] = (
    (
        PolicyAct.ASK,
        re.compile(
            r"\b(?:which|what|where|when|who|are|is|do|does|did|have|has|can|could)\b[^.?!]{3,200}\?"
            r"|please (?:tell|specify|say)|באיזו|אנא ציינ|[^.?!]{3,200}\?",
            re.IGNORECASE,
        ),
    ),
    (
        PolicyAct.ABSTAIN,
        re.compile(
            r"\b(?:I|we) (?:can(?:no|')t|am unable|are unable|do not know|don't know)\b"
            r"|not able to (?:answer|advise)|cannot (?:answer|advise)|איני יכול|אינני יודע",
            re.IGNORECASE,
        ),
    ),
    (
        PolicyAct.WARN,
        re.compile(
            r"\b(?:note that|beware|be aware|warning|however|consult|seek (?:legal )?advice|amended"
            r"|not yet (?:in force|appl\w+))\b|שים לב|מומלץ|תוקן",
            re.IGNORECASE,
        ),
    ),
    (
        PolicyAct.CORRECT,
        re.compile(
            r"^\s*no[,;. ]|\b(?:that is not|there is no such|is incorrect|is wrong|is mistaken"
            r"|contrary to)\b|^\s*לא[,;. ]|אינו נכון",
            re.IGNORECASE,
        ),
    ),
    (
        PolicyAct.NARROW,
        re.compile(
            r"\b(?:it depends|depends on|unless|provided that|only if|in that case)\b|תלוי ב|ובלבד ש",
            re.IGNORECASE,
        ),
    ),
)  # fmt: skip


def acts_in(text: str, *, puts_forward: bool) -> tuple[PolicyAct, ...]:
    """The acts that free text performs, by its wording; linear.

    ``puts_forward`` says whether it states anything of consequence: then it answers, unless it
    abstains. Wording is a rough guide to acts, which is why such labels are marked as made by rules.
    """
    found = [act for act, pattern in _ACTS if pattern.search(text[:20_000])]
    if puts_forward and PolicyAct.ABSTAIN not in found:
        found.insert(0, PolicyAct.ANSWER)
    return tuple(found) or (PolicyAct.ABSTAIN,)
