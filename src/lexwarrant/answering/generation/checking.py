"""What the engine asks of a verifier. `lexwarrant.verification.verifier.Verifier` satisfies it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from lexwarrant.records.verification import CheckContext, Finding, Premise, SentenceVerdict

RELEASED = frozenset({SentenceVerdict.SUPPORTED, SentenceVerdict.NO_CLAIM})
"""Verdicts with which a sentence is shown. What could not be checked is not."""


@runtime_checkable
class SentenceVerifier(Protocol):
    """Checks one sentence against a premise; never raises on content."""

    def check_sentence(
        self, premise: Premise | str, sentence: str, context: CheckContext = ...
    ) -> Finding:
        """The finding on ``sentence``."""


@runtime_checkable
class AsyncSentenceVerifier(Protocol):
    """A verifier that waits for something: a judge model on a server."""

    async def check_sentence_async(
        self, premise: Premise | str, sentence: str, context: CheckContext
    ) -> Finding:
        """The finding on ``sentence``; may raise `BackendError`."""


AnyVerifier = SentenceVerifier | AsyncSentenceVerifier


async def check(
    verifier: AnyVerifier, premise: Premise, sentence: str, context: CheckContext
) -> Finding:
    """Ask either kind."""
    if isinstance(verifier, AsyncSentenceVerifier):
        return await verifier.check_sentence_async(premise, sentence, context)
    return verifier.check_sentence(premise, sentence, context)


def name_of(verifier: AnyVerifier) -> str:
    """How a verifier is named in a trace: its own ``name``, or its class and settings."""
    own = getattr(verifier, "name", None)
    if isinstance(own, str):
        return own
    settings = [
        f"{field}={getattr(verifier, field)}"
        for field in ("language", "jurisdiction")
        if getattr(verifier, field, "")
    ]
    return " ".join([type(verifier).__name__, *settings])
