"""From when the law applies: what asks for it, and the words that fix the date.

An act is asked about as a whole ("When does the AI Act apply?", "Is the GDPR applicable on 1 March
2018?") when its question has no words left once the act, the day and the words of beginning are
taken away. Its answer is the clause that fixes the dates with every exception in it; a provision that
is asked about has its own limb of that clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from lexwarrant.answering.phrases import Phrases
from lexwarrant.answering.quoting import (
    MAX_QUOTE_CHARS,
    Cut,
    atoms,
    paragraph_around,
    readable,
    smallest_part,
)
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Applicability, Authority, Status, Version
from lexwarrant.retrieval.question import Question
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import tokens
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import lexicon_for
from lexwarrant.verification.quantities import DateMark

_START = re.compile(
    r"\b(?:when|from (?:when|what|which day|what date|which date)|since when|what day|which day|as of when|"
    r"by when|on what date|start date|effective date|date of application|go(?:es)? live)\b"
    r"[^.?!]{0,60}\b(?:apply|applies|applicable|applied|start|starts|begin|begins|bind|binds|binding|bite|"
    r"take effect|takes effect|effective|in(?:to)? force|kick in|kicks in|mandatory|enforced)\b"
    r"|\b(?:already|yet|still not)\b[^.?!]{0,50}\b(?:apply|applies|applicable|binding|bound|in force|"
    r"mandatory|in effect)\b"
    r"|\b(?:apply|applies|binding|bound|in force|mandatory)\b[^.?!]{0,30}\b(?:already|yet)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(r"\b(?:not|never|n't)\s+(?:apply|binding|bound|applicable)\b", re.IGNORECASE)
_OPEN_WHEN = re.compile(r"when\b", re.IGNORECASE)
_WAITING = (Status.NOT_YET_IN_FORCE, Status.IN_FORCE_NOT_APPLICABLE)


class Stage(StrEnum):
    """What an act as a whole is on a day: its parts may begin on days of their own."""

    NOT_YET = "not_yet"
    STARTED = "started"
    """Some of it applies, the whole not yet."""
    MOSTLY = "mostly"
    """The whole applies but for what is left to a later day."""
    APPLIES = "applies"


@dataclass(frozen=True, slots=True)
class Clause:
    """The words that fix when an act applies: their place, the day of the whole, and days of parts.

    ``applies_from`` is None where the law held names no day that could be read.
    """

    authority: Authority
    version: Version
    cut: Cut
    applies_from: date | None = None
    others: tuple[date, ...] = ()

    def staged(self, on: date) -> bool:
        """Whether parts begin on days of their own, or the whole has not begun on a day."""
        return bool(self.others) or (self.applies_from is not None and on < self.applies_from)

    def waits(self, on: date) -> bool:
        """Whether the act is in force on a day, and nothing of it applies yet."""
        in_force = self.authority.in_force
        return self.stage(on) is Stage.NOT_YET and (in_force is None or on >= in_force)

    def stage(self, on: date) -> Stage | None:
        """What the act is on a day; None where no day is known."""
        if self.applies_from is None:
            return None
        if on < self.applies_from:
            return Stage.STARTED if any(d <= on for d in self.others) else Stage.NOT_YET
        return Stage.MOSTLY if any(d > on for d in self.others) else Stage.APPLIES


@dataclass(frozen=True, slots=True)
class AskedStart:
    """A question for the application of one act as a whole.

    ``on`` is the day it names, if any; ``now`` that it asks how things stand, not from when;
    ``force`` that it asks about being in force, which an act may be before it applies.
    """

    clause: Clause
    on: date | None = None
    now: bool = False
    force: bool = False

    def day(self, known: date) -> date | None:
        """The day asked about: the one named, or that of the law held for how things stand."""
        return self.on or (known if self.now else None)


def asks_for_start(question: str, *, staged: bool = True) -> bool:
    """Whether a question asks from when something applies.

    "When does the right apply?" may ask in which cases: it is taken for the day only where the act
    is ``staged``, that is, begins part by part or has not begun as a whole.
    """
    found = _START.search(question)
    if found is None or _NEVER.search(question):
        return False
    return staged or _OPEN_WHEN.match(found.group()) is None


def only_start(question: Question, words: Phrases) -> bool:
    """Whether a question asks for nothing but the application of what it names."""
    text = question.text
    if not words.asks("start_asked", text) or words.asks("start_to", text):
        return False
    dates = analyse(text, lexicon_for(question.language)).dates
    taken = [(s, e) for s, e, _ in question.mentions] + [(d.start, d.end) for d in dates]
    skip = stopwords(question.language)
    return all(
        words.pattern("start_word").fullmatch(text, token.start, token.end)
        for token in tokens(text, question.language)
        if token.terms[0] not in skip and not any(s <= token.start < e for s, e in taken)
    )


def asked_start(question: Question, snapshot: Snapshot, words: Phrases) -> AskedStart | None:
    """What a question asks of the application of the one act that it names; None when it does not."""
    if len(question.named) != 1 or not only_start(question, words):
        return None
    clause = clause_of(snapshot, question.named[0], words)
    if clause is None:
        return None
    dates = analyse(question.text, lexicon_for(question.language)).dates
    days = [day for d in dates if (day := _day(d)) is not None]
    vague = bool(dates) and not days  # a month or a year: the clause itself is the answer
    now, force = (words.asks(name, question.text) for name in ("yes_no", "start_force"))
    now = now and not vague
    return AskedStart(clause, days[0] if days else None, now, force)


def _day(mark: DateMark) -> date | None:
    try:
        return date(mark.year, mark.month, mark.day)
    except ValueError:
        return None


def clause_of(snapshot: Snapshot, authority_id: str, words: Phrases) -> Clause | None:
    """The clause that fixes when an act applies, with its exceptions; None where none is held.

    It is where the act's dates of application are read from; without any, the first provision whose
    heading says that it is about commencement.
    """
    authority = snapshot.authority(authority_id)
    if authority is None:
        return None
    rules = [
        r
        for r in snapshot.applicabilities().values()
        if r.basis and authority_of(r.target) == authority_id == authority_of(r.basis)
    ]
    whole = next((r for r in rules if r.target == authority_id), None)
    if whole is None:
        return _by_heading(snapshot, authority, words)
    version = snapshot.version_on(whole.basis)
    cut = _cut(version, [r for r in rules if r.basis == whole.basis]) if version else None
    if version is None or cut is None:
        return None
    others = {r.applies_from for r in rules if r.applies_from} - {whole.applies_from}
    return Clause(authority, version, cut, whole.applies_from, tuple(sorted(others)))


def _cut(version: Version, rules: list[Applicability]) -> Cut | None:
    """All the words that fix a date, from the first to the last, in whole paragraphs where they fit."""
    spans = sorted({(r.basis_start, r.basis_end) for r in rules})
    start, end = spans[0][0], max(e for _, e in spans)
    paragraphs = [paragraph_around(version, a, b) for a, b in spans]
    wide = (min(a for a, _ in paragraphs), max(b for _, b in paragraphs))
    for first, last in ((0, len(version.text)), wide, (start, end)):
        found = [(a, b) for a, b in atoms(version, first, last) if a < last and first < b]
        if found and found[-1][1] - found[0][0] <= MAX_QUOTE_CHARS:
            a, b = found[0][0], found[-1][1]
            return Cut(a, b, smallest_part(version, a, b))
    return None


def _by_heading(snapshot: Snapshot, authority: Authority, words: Phrases) -> Clause | None:
    for unit in snapshot.units(authority.id):
        version = snapshot.version_on(unit)
        if version is None or not version.text or not words.asks("start_heading", version.heading):
            continue
        around = [
            paragraph_around(version, a, b)
            for a, b in atoms(version, 0, readable(version))
            if words.asks("start_says", version.text[a:b])
        ]
        for a, b in around:
            if b - a <= MAX_QUOTE_CHARS:
                return Clause(authority, version, Cut(a, b, smallest_part(version, a, b)))
    return None


def basis_of(
    snapshot: Snapshot,
    authority: Authority,
    provision_id: str,
    on: date | None,
    *,
    asked: bool,
) -> tuple[Version, Cut] | None:
    """The stretch that fixes the date of application of ``provision_id``.

    Given when the provision does not yet apply on ``on``, or when the start is what is ``asked``
    for. None where the law held fixes no date, or the clause is too long to quote.
    """
    waiting = on is not None and snapshot.status_on(provision_id, on) in _WAITING
    if not (waiting or asked):
        return None
    rule = snapshot.applicability(provision_id)
    if rule is None or not rule.basis:
        return None
    version = snapshot.version_on(rule.basis)
    if version is None:
        return None
    around = [
        (a, b)
        for a, b in atoms(version, 0, len(version.text))
        if a < rule.basis_end and rule.basis_start < b
    ]
    if not around:
        return None
    start, end = around[0][0], around[-1][1]
    if end - start > MAX_QUOTE_CHARS:
        return None
    return version, Cut(start, end, smallest_part(version, start, end))
