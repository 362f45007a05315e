"""Scripted models and a verifier that knows the right sentences, for the tests of the mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lexwarrant.answering.generation.backends.base import Request
from lexwarrant.records.verification import (
    CheckContext,
    ClaimKind,
    Finding,
    Premise,
    PremiseProvision,
    ReasonCode,
    RepairHint,
    SentenceVerdict,
    Slot,
    SourceSpan,
    SupportLabel,
)

LAW = Premise(
    (
        PremiseProvision(
            "The keeper shall report a loss within 72 hours. The keeper may ask for help.",
            title="Keepers Act",
            citations=("s. 1",),
            provision_id="xx/keepers/s/1",
        ),
        PremiseProvision(
            "A register shall be kept for five years.",
            title="Keepers Act",
            citations=("s. 2",),
            provision_id="xx/keepers/s/2",
        ),
    )
)
QUESTION = "When must the keeper report a loss, and how long is the register kept?"
GOOD = (
    "The keeper must report a loss within 72 hours.",
    "A register must be kept for five years.",
    "The keeper may ask for help with a loss.",
    "Under s. 2 the register lasts five years.",
)
BAD = (
    "The keeper must report a loss within 24 hours.",
    "A register must be kept for two years.",
    "No keeper may ask for help.",
)
_WHOLE = tuple(
    SourceSpan(0, len(p.text), p.text, n, p.citations[0]) for n, p in enumerate(LAW.provisions)
)
_NO_CONTEXT = CheckContext()
REFUSES = "I cannot say more from these provisions."


class KnowingVerifier:
    """Supports the sentences it was given; refusals are no claim; all else is not stated.

    ``hints`` maps a wrong sentence to its repair hint; ``reason`` is why a right one is supported.
    ``asked`` lists what it was asked.
    """

    name = "knowing"

    def __init__(
        self,
        right: Iterable[str] = GOOD,
        hints: dict[str, RepairHint] | None = None,
        reason: ReasonCode = ReasonCode.STATED,
    ) -> None:
        self._right = set(right)
        self._reason = reason
        self._hints = hints or {}
        self.asked: list[str] = []

    def check_sentence(
        self, premise: Premise | str, sentence: str, context: CheckContext = _NO_CONTEXT
    ) -> Finding:
        """The finding, without looking at the premise."""
        self.asked.append(sentence)
        end = len(sentence)
        if sentence.startswith(("I cannot", "Note that", "In sum")):
            return Finding(
                sentence, 0, end, SentenceVerdict.NO_CLAIM, None, (ReasonCode.REFUSAL,),
                ClaimKind.REFUSES, span=(0, end),
            )  # fmt: skip
        sources = (SourceSpan(0, 10, "The keeper", 0, "s. 1"),)
        if sentence in self._right:
            return Finding(
                sentence, 0, end, SentenceVerdict.SUPPORTED, SupportLabel.DIRECT,
                (self._reason,), ClaimKind.STATES_LAW, span=(0, end), sources=_WHOLE,
            )  # fmt: skip
        return Finding(
            sentence, 0, end, SentenceVerdict.CONTRADICTED, SupportLabel.CONTRADICTORY,
            (ReasonCode.WRONG_FIGURE,), ClaimKind.STATES_LAW, (Slot.FIGURE,), span=(0, end),
            sources=sources, hint=self._hints.get(sentence),
        )  # fmt: skip


def written(request: Request) -> str:
    """What the assistant has written so far in all its turns."""
    said = [t.text for t in request.turns if t.role == "assistant"]
    return " ".join([*said, request.prefix]).strip()


def rewriting(request: Request) -> bool:
    """Whether the request asks for a corrected sentence."""
    return request.turns[-1].text.startswith(("The provisions do not support", "The answer is not"))


def script_of(sentences: Iterable[str]) -> Callable[[Request], str]:
    """A model that wants to write these sentences in order, whatever it is told."""
    wanted = " ".join(sentences)

    def script(request: Request) -> str:
        done = written(request)
        text = wanted[len(done) :] if wanted.startswith(done) else ""
        return text if request.prefix else text.lstrip()

    return script
