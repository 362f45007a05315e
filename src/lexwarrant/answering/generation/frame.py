"""The frame of an answer: what the policy asks for, and what is said without asking a model.

The gate (the verbatim answerer: coordinate router and retrieval confidence) has spoken before a
token is spent; `frame_of` reads its `LegalAnswer`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.answering.generation.backends.base import Role, Turn
from lexwarrant.answering.generation.guards import grams
from lexwarrant.records.answer import LegalAnswer, RefusalReason, Tier
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import Finding, Premise, PremiseProvision
from lexwarrant.records.warrant import PolicyAct

REFUSAL = "The provisions supplied do not settle this point."
"""Said for the first point that could not be verified, once in an answer."""

ABSTENTION = "The provisions held here do not answer this question."

END_MARK = "[end]"
"""What a model without prefill is told to reply when its answer is complete."""

_SYSTEM = (
    "You answer questions of law from the provisions you are given and from nothing else. "
    "Each sentence states one rule as the provisions state it, with the same figures, the same "
    "conditions and the same duty-holder. Where the provisions do not answer, say so."
)
_BY_ACT = {
    PolicyAct.NARROW: (
        "Answer only the part that the provisions settle, and say what they leave open."
    ),
    PolicyAct.ASK: "End by asking for the fact on which the answer turns.",
    PolicyAct.CORRECT: (
        "The question takes for granted something that the provisions do not say. "
        "Begin by correcting it."
    ),
    PolicyAct.WARN: "Do not play down a duty, a deadline or a sanction.",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """How a response is framed.

    ``warnings`` are fixed sentences set after the answer; ``said`` is the whole response when no
    model is asked (``policy`` then has no `PolicyAct.ANSWER`).
    """

    policy: tuple[PolicyAct, ...] = (PolicyAct.ANSWER,)
    warnings: tuple[str, ...] = ()
    said: str = ""

    def __post_init__(self) -> None:
        if not self.policy:
            raise ConfigurationError("frame.policy is empty: name at least one act")
        if PolicyAct.ABSTAIN in self.policy and PolicyAct.ANSWER in self.policy:
            raise ConfigurationError("frame.policy holds answer and abstain: choose one")

    @property
    def generates(self) -> bool:
        """Whether a model is asked at all."""
        return PolicyAct.ANSWER in self.policy


def frame_of(gate: LegalAnswer) -> Frame:
    """The frame that follows from what the gate found.

    A refusal ends it: a provision that does not exist is a correction, an empty question asks, all
    else abstains. A borderline passage narrows the answer; notes on time and status warn.
    """
    if gate.promoted:
        acts = [PolicyAct.ANSWER]
        if gate.tier is Tier.BORDERLINE:
            acts.append(PolicyAct.NARROW)
        if gate.notes:
            acts.append(PolicyAct.WARN)
        return Frame(tuple(acts), tuple(n.text for n in gate.notes))
    reason = gate.refusal.reason if gate.refusal else RefusalReason.UNSPECIFIED
    act = {
        RefusalReason.NO_SUCH_PROVISION: PolicyAct.CORRECT,
        RefusalReason.EMPTY_QUESTION: PolicyAct.ASK,
    }.get(reason, PolicyAct.ABSTAIN)
    return Frame((act,), said=gate.text)


def named(provision: PremiseProvision) -> str:
    """How a provision is cited in a prompt: its first citation and its title."""
    return ", ".join(x for x in (*provision.citations[:1], provision.title) if x)


def opening(question: str, premise: Premise | None, frame: Frame) -> tuple[Turn, ...]:
    """The head of the conversation; the provisions come first, so that questions share them.

    ``premise`` None leaves them out.
    """
    acts = " ".join(_BY_ACT[a] for a in frame.policy if a in _BY_ACT)
    held = premise.provisions if premise is not None else ()
    blocks = [f"[{named(p)}]\n{p.text}" if named(p) else p.text for p in held]
    law = "Provisions:\n\n" + "\n\n".join(blocks) + "\n\n" if blocks else ""
    return (
        Turn(Role.SYSTEM, f"{_SYSTEM} {acts}".strip()),
        Turn(
            Role.USER,
            f"{law}Question: {question}\n\nAnswer in a few short sentences.",
        ),
    )


def injection(label: str, text: str, question: str) -> str:
    """The user turn that sets a provision at the cut."""
    head = f"Look again at {label}:" if label else "Look again at this provision:"
    return (
        f"{head}\n{text}\n\nThe question is: {question}\n"
        "Go on with the answer in your own words. Do not copy the provision."
    )


def back_to(question: str) -> str:
    """The user turn that leads a drifting answer back."""
    return f"Return to the question: {question}\nGo on only with what answers it."


def rewriting(sentence: str, finding: Finding | None, base: int) -> str:
    """The user turn that asks for a corrected sentence; ``base`` is where the sentence begins."""
    wrong = ""
    if finding is not None:
        start, end = (k - base for k in finding.span)
        slots = ", ".join(s.value.replace("_", " ") for s in finding.failed_slots)
        part = finding.sentence[max(start, 0) : end]
        if slots and part and part != finding.sentence:
            wrong = f" What fails is the {slots}: “{part}”."
        elif slots:
            wrong = f" What fails is the {slots}."
        if finding.sources:
            wrong += f" The provision says: “{finding.sources[0].text}”"
    if not sentence:
        return "The answer is not complete. Write its next sentence and nothing else."
    return (
        f"The provisions do not support this sentence: “{sentence}”{wrong}\n"
        "Write one corrected sentence in its place and nothing else."
    )


CONTINUE = (
    "Go on with the answer from where it stops. Do not repeat what is written. "
    f"If the answer is complete, reply only {END_MARK}"
)
"""The user turn that stands for a prefill where a server offers none."""

STEERING_GRAMS = frozenset().union(
    *(
        grams(text)
        for text in (
            _SYSTEM,
            CONTINUE,
            injection("", "", ""),
            back_to(""),
            rewriting("x", None, 0),
            "Answer in a few short sentences.",
        )
    )
)
"""Runs of words of what the engine itself puts to the model."""
