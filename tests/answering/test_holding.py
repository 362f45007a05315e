"""Every line of a card agrees with every other: status, day, amendment and directive in all combinations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from handmade_law import SOURCE
from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.carding import authorised, card, shown
from lexwarrant.answering.holding import holding
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.promotion import Thresholds
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.answering.warnings import notes_on
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, NoteCode, Quotation
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Coverage,
    Effect,
    LawRecord,
    Treatment,
    TreatmentKind,
    Version,
)
from lexwarrant.records.response import Binds, State, Step
from lexwarrant.records.verification import RiskTier, SupportLabel
from lexwarrant.records.warrant import Dimension, DimensionLabel, PolicyAct
from lexwarrant.reports.response import standing_line, words_of
from lexwarrant.retrieval.open import open_index

BEGUN = date(2000, 1, 1)
PLACES = (
    "plain", "waits", "ended", "timed", "undated", "amended", "replaced", "undone", "in part",
    "repealed by", "clause", "cut",
)  # fmt: skip
DAYS = (None, date(1990, 1, 1), date(2005, 1, 1), date(2020, 1, 1))
ACTS = {
    "act": Authority(
        "xx/act/1", "xx", AuthorityKind.REGULATION, "Lamps Regulation", "Lamps Reg", "hand",
        in_force=BEGUN, coverage=Coverage(("s",), later_amendments=True),
    ),
    "blind": Authority(
        "xx/act/2", "xx", AuthorityKind.REGULATION, "Buoys Regulation", "Buoys Reg", "hand",
        in_force=BEGUN, coverage=Coverage(("s",)),
    ),
    "directive": Authority(
        "xx/dir/3", "xx", AuthorityKind.DIRECTIVE, "Oars Directive", "Oars Dir", "hand",
        effect=Effect.TRANSPOSED, in_force=BEGUN, coverage=Coverage(("s",), later_amendments=True),
    ),
    "gone": Authority(
        "xx/act/4", "xx", AuthorityKind.REGULATION, "Sails Regulation", "Sails Reg", "hand",
        in_force=BEGUN, repealed=date(2015, 1, 1), coverage=Coverage(("s",), later_amendments=True),
    ),
    "dateless": Authority(
        "xx/act/5", "xx", AuthorityKind.REGULATION, "Ropes Regulation", "Ropes Reg", "hand",
        coverage=Coverage(("s",), later_amendments=True),
    ),
}  # fmt: skip


def provision(act: str, place: str) -> str:
    return f"{ACTS[act].id}/s/{PLACES.index(place) + 1}"


def law(act: str) -> Iterator[LawRecord]:
    def at(place: str) -> str:
        return provision(act, place)

    def version(place: str, text: str = "A lamp is lit at dusk.", **more: object) -> Version:
        made = Version(at(place), f"s {PLACES.index(place) + 1}", text, valid_from=BEGUN)
        return replace(made, **more)  # type: ignore[arg-type]

    yield ACTS[act]
    for place in PLACES:
        if place == "undated":
            yield version(place, valid_from=None)
        elif place == "ended":
            yield version(place, valid_to=date(2010, 1, 1))
        elif place == "replaced":
            yield version(place, valid_to=date(2010, 1, 1))
            yield version(place, "A lamp is lit at noon.", valid_from=date(2010, 1, 1))
        elif place == "clause":
            yield version(place, "Section 2 applies from 1 January 2030.")
        else:
            yield version(place, complete=place != "cut")
    yield Applicability(at("waits"), date(2030, 1, 1), basis=at("clause"), basis_end=38)
    yield Applicability(at("clause"), date(2030, 1, 1), basis=at("clause"), basis_end=38)
    yield Applicability(at("timed"), BEGUN, date(2008, 1, 1), basis=at("clause"), basis_end=38)
    yield Treatment(at("amended"), "xx/act/9", TreatmentKind.AMENDED, date(2012, 1, 1))
    yield Treatment(at("replaced"), "xx/act/9", TreatmentKind.AMENDED, date(2010, 1, 1))
    yield Treatment(at("undone"), "xx/act/9", TreatmentKind.OVERRULED, date(2012, 1, 1))
    yield Treatment(at("in part"), "xx/act/9", TreatmentKind.OVERRULED, date(2012, 1, 1), "point 2")
    yield Treatment(at("repealed by"), "xx/act/9", TreatmentKind.REPEALED, date(2012, 1, 1))


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "lines"
    records = [SOURCE, *(r for act in ACTS for r in law(act))]
    import_law(iter(records), folder, retrieved=date(2026, 11, 30))
    with Snapshot(folder) as opened:
        yield opened


def quoted(snapshot: Snapshot, place: str, on: date | None) -> Quotation:
    version = snapshot.version_on(place, on) or snapshot.version_on(place)
    assert version is not None
    return Quotation(version.text, place, place, version.label, 0, len(version.text))


S, B = State, Binds
# For every place: without a day, and on days of 1990, 2005 and 2020; for an act whose later
# amendments are known.
STATES: dict[str, tuple[State, State, State, State]] = {
    "plain": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.IN_FORCE),
    "waits": (S.UNDATED, S.NOT_YET, S.WAITING, S.WAITING),
    "ended": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.REPEALED),
    "timed": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.EXPIRED),
    "undated": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.IN_FORCE),
    "amended": (S.SUPERSEDED, S.NOT_YET, S.IN_FORCE, S.SUPERSEDED),
    "replaced": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.IN_FORCE),
    "undone": (S.UNDONE, S.NOT_YET, S.IN_FORCE, S.UNDONE),
    "in part": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.IN_FORCE),
    "repealed by": (S.REPEALED, S.NOT_YET, S.IN_FORCE, S.REPEALED),
    "clause": (S.UNDATED, S.FIXES, S.FIXES, S.FIXES),
    "cut": (S.UNDATED, S.NOT_YET, S.IN_FORCE, S.IN_FORCE),
}
CASES = [(place, n) for place in PLACES for n in range(len(DAYS))]


@pytest.mark.parametrize(("place", "n"), CASES)
def test_the_state(snapshot: Snapshot, place: str, n: int) -> None:
    for act in ("act", "blind", "directive"):
        at = provision(act, place)
        found = holding(snapshot, quoted(snapshot, at, DAYS[n]), DAYS[n])
        assert found.state is STATES[place][n], act
    dateless = provision("dateless", place)
    found = holding(snapshot, quoted(snapshot, dateless, DAYS[n]), DAYS[n])
    unknown = place == "undated" and n > 0
    early = (
        S.FIXES if place == "clause" else S.NOT_YET if place in ("waits", "timed") else S.UNKNOWN
    )
    assert found.state is (early if n == 1 else S.UNKNOWN if unknown else STATES[place][n])
    gone = provision("gone", place)
    found = holding(snapshot, quoted(snapshot, gone, DAYS[n]), DAYS[n])
    assert found.state is (S.REPEALED if n in (0, 3) else STATES[place][n])


BINDS = {
    S.IN_FORCE: (B.ALL, B.STATES),
    S.WAITING: (B.NOT_YET, B.STATES),
    S.NOT_YET: (B.NOT_YET, B.NOT_YET),
    S.REPEALED: (B.NO_LONGER, B.NO_LONGER),
    S.EXPIRED: (B.NO_LONGER, B.NO_LONGER),
    S.UNDONE: (B.NO_LONGER, B.NO_LONGER),
    S.SUPERSEDED: (B.ALL_IF, B.STATES_IF),
    S.UNKNOWN: (B.ALL_IF, B.STATES_IF),
    S.UNDATED: (B.ALL_IF, B.STATES_IF),
}
TIME = {
    S.IN_FORCE: DimensionLabel.HOLDS,
    S.FIXES: DimensionLabel.HOLDS,
    S.UNKNOWN: DimensionLabel.UNKNOWN,
    S.UNDATED: DimensionLabel.UNKNOWN,
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(("place", "n"), CASES)
def test_every_line_agrees_with_every_other(
    snapshot: Snapshot, act: str, place: str, n: int
) -> None:
    on, at = DAYS[n], provision(act, place)
    quotation, words = quoted(snapshot, at, on), phrases("en")
    stands = authorised(snapshot, quotation, "c1", on, words)
    state, directive = stands.state, act == "directive"
    step = Step(PolicyAct.ANSWER, words.state(state.value, on), (quotation,))
    text, spans = shown([step])
    made = card(
        text, [step], spans, LegalAnswer("q", text, True), Context("xx", on), snapshot,
        categories={}, reached="", misfit="", risk=RiskTier.MEDIUM,
    )  # fmt: skip
    (link,) = made.links
    time, treatment = link.dimensions[Dimension.TIME], link.dimensions[Dimension.TREATMENT]

    assert time is TIME.get(state, DimensionLabel.FAILS)
    over = state in (S.REPEALED, S.UNDONE)
    assert (treatment is DimensionLabel.FAILS) is over
    if treatment is DimensionLabel.HOLDS:
        assert words.say("limits") not in stands.limits
    failed = DimensionLabel.FAILS in link.dimensions.values()
    assert (link.support is SupportLabel.OUT_OF_SCOPE) is failed
    assert (link.support is SupportLabel.PARTIAL) is (place == "cut" and not failed)

    if state is not S.FIXES:
        assert stands.binds is BINDS[state][directive]
    else:
        early = on is not None and on < BEGUN
        assert stands.binds is (B.NOT_YET if early else B.STATES if directive else B.ALL)
    if on is not None and stands.text_to is not None:
        ended = state in (S.REPEALED, S.EXPIRED, S.UNDONE, S.SUPERSEDED)
        assert (stands.text_to <= on) is ended
    if on is None and state in (S.REPEALED, S.UNDONE, S.SUPERSEDED):
        assert stands.text_to is not None
    if stands.applies_from is not None and on is not None:
        assert (on < stands.applies_from) is (state is S.WAITING) or state is S.NOT_YET
    assert (str(on) in step.text) is (
        on is not None and state in (S.IN_FORCE, S.WAITING, S.NOT_YET, S.UNKNOWN)
    )
    assert (words.say("transposed") in stands.limits) is directive
    assert any("amended" in said for said in stands.limits) is (state is S.SUPERSEDED)
    link_day = link.words.held_on if link.words else None
    assert link_day == (on if snapshot.version_on(at, on) else None)

    # The notes that become warnings say the same.
    authority = snapshot.authority(authority_of(at))
    version = snapshot.version_on(at, on) or snapshot.version_on(at)
    assert authority is not None
    assert version is not None
    codes = {note.code for note in notes_on(snapshot, authority, version, at, on)}
    if on is not None and state is not S.FIXES:
        assert (NoteCode.NOT_YET_IN_FORCE in codes) is (state is S.NOT_YET)
        assert (NoteCode.NOT_YET_APPLICABLE in codes) is (state is S.WAITING)
        assert (NoteCode.EXPIRED in codes) is (state is S.EXPIRED)
        assert (NoteCode.STATUS_UNKNOWN in codes) is (state is S.UNKNOWN)
        assert NoteCode.AMENDED_SINCE in codes or state is not S.SUPERSEDED
    assert (NoteCode.NEEDS_TRANSPOSITION in codes) is directive


@pytest.mark.parametrize("language", ["en", "he"])
def test_every_state_is_said_in_every_language(language: str) -> None:
    page, said = words_of(language), phrases(language)
    assert set(page["states"]) == {s.value for s in State} == set(said.entry.state)
    assert set(page["binds"]) == {b.value for b in Binds}
    assert set(said.entry.treated) == {k.value for k in TreatmentKind}
    for state in State:
        assert said.state(state.value, BEGUN)
        assert "None" not in said.state(state.value, BEGUN)


DENIES = (
    "not yet",
    "repealed",
    "expired",
    "undone",
    "older",
    "not known here whether",
    "no day",
    "no longer",
)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(("place", "n"), CASES)
def test_a_line_that_says_in_force_denies_nothing(
    snapshot: Snapshot, act: str, place: str, n: int
) -> None:
    """The words themselves, as a reader has them."""
    quotation = quoted(snapshot, provision(act, place), DAYS[n])
    stands = authorised(snapshot, quotation, "c1", DAYS[n], phrases("en"))
    line = standing_line(stands, "en")
    head = line.partition("Later authorities")[0]
    if stands.state is S.IN_FORCE:
        assert "in force, as far as is known here" in line
        assert not any(word in head for word in DENIES)
    else:
        assert "in force, as far as" not in line
    if DAYS[n] is None:
        assert "on 19" not in line
        assert "on 20" not in line


def test_a_system_that_was_not_said_is_not_known(snapshot: Snapshot) -> None:
    eager = Thresholds(0.0, 0.0, 0.0)
    made = WarrantedAnswerer(snapshot, VerbatimAnswerer(snapshot, open_index(snapshot), eager))
    told = made.respond("when is a lamp lit at dusk", Context(None, date(2005, 1, 1)))
    assert PolicyAct.ASK in told.policy
    assert told.context.jurisdiction is None
    assert told.card.links
    for link in told.card.links:
        assert link.dimensions[Dimension.JURISDICTION] is DimensionLabel.UNKNOWN
