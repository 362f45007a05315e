"""Which steering follows which rejection, on which backend."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lexwarrant.answering.generation.backends.scripted import ALL
from lexwarrant.answering.generation.plan import allow_of
from lexwarrant.answering.generation.provisions import insertion_for
from lexwarrant.answering.generation.steering import Rejection, Steering, choose, hinted
from lexwarrant.records.verification import (
    ClaimKind,
    Finding,
    Premise,
    PremiseProvision,
    ReasonCode,
    RepairAction,
    RepairHint,
    SentenceVerdict,
    SourceSpan,
    SupportLabel,
)

A, B, N, R, AUTO = (
    Steering.ALLOW,
    Steering.BAN,
    Steering.INJECT,
    Steering.REWRITE,
    Steering.AUTO,
)
SENTENCE = "It must be filed within 24 hours of notice."
CHAT = replace(ALL, prefill=False, choices=False, bans=False)
NO_GRAMMAR = replace(ALL, choices=False)
NO_BANS = replace(ALL, bans=False)


def finding(*values: str, action: RepairAction = RepairAction.USE_VALUE, cut: int = 24) -> Finding:
    return Finding(
        SENTENCE, 0, len(SENTENCE), SentenceVerdict.CONTRADICTED, SupportLabel.CONTRADICTORY,
        (ReasonCode.WRONG_FIGURE,), ClaimKind.STATES_LAW, hint=RepairHint(action, cut, values),
    )  # fmt: skip


ONE, TWO, NONE = finding("72 hours"), finding("72 hours", "one month"), finding()
ANEW = finding("72 hours", action=RepairAction.START_ANEW)


def rejection(found: Finding | None, **changed: object) -> Rejection:
    values = found.hint.values if hinted(found) and found and found.hint else ()
    base = Rejection(values, False, True, False, (), True)
    return replace(base, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "given", "can", "expected"),
    [
        (AUTO, rejection(TWO), ALL, A),
        (AUTO, rejection(TWO, allowed_before=True), ALL, N),
        (AUTO, rejection(TWO), NO_GRAMMAR, N),
        (AUTO, rejection(ONE), NO_GRAMMAR, A),
        (AUTO, rejection(NONE), ALL, N),
        (AUTO, rejection(ANEW), ALL, N),
        (AUTO, rejection(None), ALL, N),
        (AUTO, rejection(NONE, tried=(N,)), ALL, B),
        (AUTO, rejection(NONE, tried=(N, B)), ALL, R),
        (AUTO, rejection(NONE, injectable=False), ALL, B),
        (AUTO, rejection(NONE, injectable=False, bannable=False), ALL, R),
        (AUTO, rejection(NONE, injectable=False), CHAT, R),
        (A, rejection(TWO), ALL, A),
        (A, rejection(NONE), ALL, B),
        (A, rejection(TWO), CHAT, R),
        (B, rejection(TWO), ALL, B),
        (B, rejection(TWO), NO_BANS, R),
        (N, rejection(TWO), ALL, N),
        (N, rejection(TWO, injectable=False), ALL, B),
        (N, rejection(TWO, injectable=False), CHAT, R),
        (R, rejection(TWO), CHAT, R),
        (B, rejection(TWO, repeated=True, tried=(B,)), ALL, R),
        (R, rejection(TWO, repeated=True, tried=(R,)), ALL, N),
        (R, rejection(TWO, repeated=True, tried=(R,), injectable=False), ALL, B),
        (Steering.NONE, rejection(TWO), ALL, Steering.NONE),
    ],
)
def test_choice(asked: Steering, given: Rejection, can: object, expected: Steering) -> None:
    assert choose(asked, given, can) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "lead", "expected"),
    [
        (ONE, " ", (" It must be filed within", (" 72 hours",))),
        (TWO, "", ("It must be filed within", (" 72 hours", " one month"))),
        (finding("72 hours", "72 hours"), "", ("It must be filed within", (" 72 hours",))),
        (finding("So", cut=0), " ", (" ", ("So",))),
        (finding("x", cut=999), "", (SENTENCE, (" x",))),
    ],
)
def test_what_an_allow_keeps(
    found: Finding, lead: str, expected: tuple[str, tuple[str, ...]]
) -> None:
    assert found.hint is not None
    assert allow_of(SENTENCE, found.hint, lead) == expected


LAW = Premise(
    (
        PremiseProvision("Cats are fed at noon.", "Cats Act", citations=("s. 1",)),
        PremiseProvision(
            "Dogs are walked.\nBirds are caged at night. " + "More. " * 300, "Birds Act"
        ),
    )
)


def test_what_is_inserted() -> None:
    about_cats = replace(ONE, sources=(SourceSpan(0, 4, "Cats", 0),))
    whole = insertion_for(LAW, about_cats, "x", "y", set())
    assert whole is not None
    assert (whole.label, whole.text) == ("s. 1, Cats Act", "Cats are fed at noon.")
    assert insertion_for(LAW, about_cats, "x", "y", {whole.key}) is None
    long = insertion_for(LAW, replace(ONE, sources=(SourceSpan(0, 16, "Dogs are walked.", 1),)),
                         "x", "y", set())  # fmt: skip
    assert long is not None
    assert long.text == "Dogs are walked."


def test_without_a_source_the_nearest_words_are_inserted() -> None:
    found = insertion_for(LAW, None, "When are birds caged?", "", set())
    assert found is not None
    assert found.text.startswith("Birds are caged at night.")
    assert insertion_for(LAW, None, "Nothing alike.", "", set()) is None
    assert insertion_for(Premise(()), None, "birds", "", set()) is None
