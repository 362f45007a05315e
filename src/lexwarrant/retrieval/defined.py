"""Whose words a question uses: the terms that the law held defines, and the authority that does.

A term is defined where a unit of definitions says what it "means", and where a clause says what "shall be
considered" to be it. A definition that sends the reader to another authority that is held is that
authority's. The terms are read once from a snapshot; nothing of them is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Version
from lexwarrant.retrieval.lexical import LexicalIndex
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import Token, terms, tokens

_READ = 2_000
"""Passages that are looked at for definitions, best first."""
_BESIDE = 90
"""How far behind "means" the authority is named to which a definition sends its reader."""
_LONGEST = 8
"""Words of the longest term."""
_HEADED = re.compile(r"\b(?:definitions?|interpretation|meaning of)\b", re.IGNORECASE)
_QUOTED = r"[‘“\"](?P<{}>[^‘’“”\"]{{2,80}})[’”\"]"
_MEANS = re.compile(
    rf"{_QUOTED.format('a')}(?:,? (?:or|and) {_QUOTED.format('b')})?,? (?:means|has the meaning)\b"
)
_SHORT = re.compile(r"(.{2,}?) ?\(([^()]{2,20})\)")
"""A term with its short form: "threat-led penetration testing (TLPT)"."""
_NOUNS = r"[A-Za-z-]+(?: [A-Za-z-]+){0,3}"
_BE = r"shall (?:always )?be (?:considered|deemed|presumed|classified)(?: to be| to have| as)? (?:an? )?"
_DEEMED = re.compile(
    rf"\b(?:An?|[Tt]he|[Tt]hat|[Aa]ny) (?P<subject>{_NOUNS}?) {_BE}(?P<what>{_NOUNS}?)"
    rf"(?= (?:if|where|when|unless)\b|[:;,.])|\b{_BE}(?P<noun>{_NOUNS}?)(?=[:;,.])"
)


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A term as written, the part that defines it, and the authorities whose term it is."""

    term: str
    provision_id: str
    owners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermUse:
    """A defined term in a question: where it stands, its index terms, and its definitions."""

    start: int
    end: int
    words: tuple[str, ...]
    definitions: tuple[DefinedTerm, ...]


class DefinedTerms:
    """The defined terms of a snapshot, found by their index terms."""

    def __init__(self, snapshot: Snapshot, index: LexicalIndex) -> None:
        found: dict[tuple[str, ...], dict[str, DefinedTerm]] = {}
        for defined in _read(snapshot, index):
            key = tuple(terms(defined.term))
            if 0 < len(key) <= _LONGEST and not stopwords("en").issuperset(key):
                found.setdefault(key, {}).setdefault(defined.provision_id, defined)
        self._terms = {key: tuple(d.values()) for key, d in found.items()}
        self._longest: dict[str, int] = {}
        for key in found:
            self._longest[key[0]] = max(len(key), self._longest.get(key[0], 0))

    def every(self) -> Iterator[DefinedTerm]:
        """Every defined term."""
        for found in self._terms.values():
            yield from found

    def uses(self, text: str) -> tuple[TermUse, ...]:
        """The defined terms in a text, the longest at each place, none inside another."""
        words = tokens(text)
        out: list[TermUse] = []
        at = 0
        while at < len(words):
            longest = self._longest.get(words[at].terms[0], 0)
            for length in range(min(longest, len(words) - at), 0, -1):
                found = self._terms.get(_key(words[at : at + length]), ())
                if length == 1:
                    said = text[words[at].start : words[at].end]
                    found = tuple(d for d in found if _singular(d.term) == _singular(said))
                if found:
                    run = words[at : at + length]
                    out.append(TermUse(run[0].start, run[-1].end, _key(run), found))
                    at += length - 1
                    break
            at += 1
        return tuple(out)


def _key(words: Sequence[Token]) -> tuple[str, ...]:
    return tuple(w.terms[0] for w in words)


def _singular(word: str) -> str:
    """A word without the ending of the plural: one word alone must be the term, not of its family
    ("importer", not "important")."""
    low = word.casefold()
    return low[:-3] + "y" if low.endswith("ies") else low.removesuffix("s")


def _read(snapshot: Snapshot, index: LexicalIndex) -> Iterator[DefinedTerm]:
    for unit in _holding(index, "definit", "interpret", "mean"):
        version = snapshot.version_on(unit)
        if version is not None and _HEADED.search(version.heading):
            yield from _defined(snapshot, version)
    for unit in _holding(index, "consid", "deem", "classifi"):
        version = snapshot.version_on(unit)
        if version is not None:
            yield from _deemed(version)


def _holding(index: LexicalIndex, *words: str) -> list[str]:
    """Units with a passage that holds one of the words."""
    hits = index.search([(w, 1.0) for w in words], limit=_READ)
    return list(dict.fromkeys(h.unit_id for h in hits))


def _defined(snapshot: Snapshot, version: Version) -> Iterator[DefinedTerm]:
    own = authority_of(version.provision_id)
    marks = list(_MEANS.finditer(version.text))
    if not marks:
        return
    edges = [
        e
        for e in snapshot.cited_by(version.provision_id)
        if e.held and authority_of(e.target) != own
    ]
    ends = [*(m.start() for m in marks[1:]), len(version.text)]
    for mark, end in zip(marks, ends, strict=True):
        end = min(end, mark.end() + _BESIDE)
        others = dict.fromkeys(authority_of(e.target) for e in edges if mark.end() <= e.start < end)
        place = _place(version, mark.start(), mark.end())
        for said in filter(None, (mark["a"], mark["b"])):
            short = _SHORT.fullmatch(said)
            for term in short.groups() if short else (said.removeprefix("the "),):
                yield DefinedTerm(term, place, tuple(others) or (own,))


def _deemed(version: Version) -> Iterator[DefinedTerm]:
    own = authority_of(version.provision_id)
    for mark in _DEEMED.finditer(version.text):
        place = _place(version, mark.start(), mark.end())
        what = mark["noun"] or mark["what"]
        if (
            " " not in what and mark["subject"]
        ):  # "An incident shall be considered to be significant if"
            what = f"{what} {mark['subject']}"
        if what.split()[0].casefold() in stopwords("en"):  # "deemed to be in the Member State"
            continue
        yield DefinedTerm(what, place, (own,))


def _place(version: Version, start: int, end: int) -> str:
    around = [p for p in version.parts if p.start <= start and end <= p.end]
    return min(around, key=lambda p: p.end - p.start).id if around else version.provision_id
