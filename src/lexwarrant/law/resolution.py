"""Resolving a citation against a snapshot: three verdicts, kept apart.

Does the thing cited exist; is it the authority it is named as; do the words said to stand there
stand there. Absent from the snapshot is not "does not exist": only a kind of provision that an
authority's coverage declares complete, or a series of decisions that the snapshot declares
complete, may be said to lack one. A series is declared by an authority ``<jurisdiction>/series/...``
whose identifier of scheme ``series`` is its abbreviation and whose coverage lists the complete
volumes or years ("*", "471", "1-600").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Protocol

from lexwarrant.jurisdictions.registry import codes, pack
from lexwarrant.law.naming import coordinate_key, name_key, same_parties, sides
from lexwarrant.records.citation import (
    Citation,
    CitationForm,
    CitationKind,
    Content,
    Identity,
    Resolution,
    Resolves,
)
from lexwarrant.records.ids import contains, split_id
from lexwarrant.records.law import Authority, AuthorityKind, Version
from lexwarrant.text.quotations import Fit, QuotationMatch, QuotedSource, find_quotations

_SLOT = re.compile(r"(?P<series>.*\D)(?P<page>\d+)\Z")


class Library(Protocol):
    """What resolution asks of a snapshot (`lexwarrant.law.snapshot.Snapshot` is one)."""

    def authority(self, authority_id: str) -> Authority | None:
        """The authority with this id."""
        ...

    def authorities(self, jurisdiction: str | None = None) -> Iterator[Authority]:
        """Every authority."""
        ...

    def named_authorities(self) -> dict[str, Authority]:
        """Authorities other than decisions, by id."""
        ...

    def has(self, any_id: str) -> bool:
        """Whether an authority, unit or part is held."""
        ...

    def units(self, authority_id: str) -> list[str]:
        """Ids of the units of an authority."""
        ...

    def versions(self, provision_id: str) -> tuple[Version, ...]:
        """Every version of the unit a provision lies in."""
        ...

    def version_on(
        self, provision_id: str, on: date | None = None, extent: str | None = None
    ) -> Version | None:
        """The unit's version on a day."""
        ...

    def text(self, provision_id: str, on: date | None = None) -> str | None:
        """The words of a unit or part on a day."""
        ...


@dataclass(frozen=True, slots=True)
class _Found:
    """An authority with how it was found."""

    authorities: tuple[Authority, ...]
    near_year: tuple[str, ...] = ()
    """Authorities of that title and another year."""


class Resolver:
    """Resolves citations against one snapshot; indexes are built when first needed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._names: dict[str, list[str]] | None = None
        self._yearless: dict[str, list[str]] | None = None
        self._slots: dict[str, list[str]] | None = None
        self._starts: dict[str, list[tuple[int, str]]] = {}
        self._parties: dict[str, list[str]] = {}
        self._series: dict[str, Authority] = {}
        self._source = lru_cache(maxsize=256)(self._prepare)
        self._whole = lru_cache(maxsize=8)(self._join)

    def resolve(
        self, citation: Citation, *, quotations: Sequence[str] = (), on: date | None = None
    ) -> Resolution:
        """The three verdicts on ``citation``, and on the words it is said to hold.

        ``on`` is the day whose text counts (None: the newest).
        """
        if citation.form is CitationForm.INTERNAL:
            return Resolution(
                Resolves.OUT_OF_COVERAGE,
                reason="points into the text it stands in, which is not named",
            )
        impossible = self._impossible(citation)
        if impossible:
            return Resolution(Resolves.MALFORMED, reason=impossible)
        if citation.kind is CitationKind.CASE:
            return self._case(citation, quotations, on)
        return self._legislation(citation, quotations, on)

    def _impossible(self, citation: Citation) -> str:
        if citation.jurisdiction not in codes():
            return ""
        return pack(citation.jurisdiction).impossible(citation)

    # legislation -----------------------------------------------------------------------------

    def _legislation(
        self, citation: Citation, quotations: Sequence[str], on: date | None
    ) -> Resolution:
        found = self._find_named(citation)
        if not found.authorities:
            if found.near_year:
                return Resolution(
                    Resolves.OUT_OF_COVERAGE,
                    Identity.YEAR_DIFFERS,
                    candidates=found.near_year,
                    reason=f"{citation.normal} is not held; one of that title and another year is",
                )
            return Resolution(
                Resolves.OUT_OF_COVERAGE,
                reason=f"{citation.normal or citation.text} is not in the snapshot",
            )
        if len(found.authorities) > 1:
            return Resolution(
                Resolves.AMBIGUOUS,
                candidates=tuple(a.id for a in found.authorities),
                reason=f"{len(found.authorities)} authorities are called {citation.normal}",
            )
        authority = found.authorities[0]
        return self._at(replace(citation, target=authority.id), authority, quotations, on)

    def _find_named(self, citation: Citation) -> _Found:
        if citation.target:
            authority = self._library.authority(citation.target)
            if authority is not None:
                return _Found((authority,))
        names, yearless = self._name_index()
        keys = [citation.normal, citation.parts.instrument]
        if citation.parts.number:
            keys.append(citation.parts.number)
        for key in filter(None, keys):
            ids = [
                i
                for i in dict.fromkeys(names.get(name_key(key), ()))
                if i.split("/", 1)[0] == citation.jurisdiction
            ]
            if ids:
                held = (self._library.authority(i) for i in ids)
                return _Found(tuple(a for a in held if a is not None))
        without = _without_year(name_key(citation.normal))
        near = tuple(
            i
            for i in dict.fromkeys(yearless.get(without, ()))
            if without and i.split("/", 1)[0] == citation.jurisdiction
        )
        return _Found((), near)

    def _name_index(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        if self._names is None or self._yearless is None:
            names: dict[str, list[str]] = {}
            yearless: dict[str, list[str]] = {}
            for authority in self._library.named_authorities().values():
                for name in _called(authority):
                    key = name_key(name)
                    names.setdefault(key, []).append(authority.id)
                    if (bare := _without_year(key)) and bare != key:
                        yearless.setdefault(bare, []).append(authority.id)
            self._names, self._yearless = names, yearless
        return self._names, self._yearless

    def _at(
        self,
        citation: Citation,
        authority: Authority,
        quotations: Sequence[str],
        on: date | None,
        identity: Identity = Identity.AGREES,
    ) -> Resolution:
        """The verdicts once the authority is known."""
        ids = citation.provision_ids() or (authority.id,)
        verdicts = [self._exists(authority, i) for i in ids]
        worst = min(verdicts, key=lambda v: _ORDER.index(v[0]))
        held = tuple(i for i, v in zip(ids, verdicts, strict=True) if v[0] is Resolves.EXISTS)
        content, why = self._content(authority, held, quotations, on)
        reason = "; ".join(filter(None, (worst[1], why)))
        return Resolution(worst[0], identity, content, held, (), reason)

    def _exists(self, authority: Authority, provision_id: str) -> tuple[Resolves, str]:
        """Whether a provision exists, as far as the authority's coverage can tell."""
        if provision_id == authority.id or self._library.has(provision_id):
            return Resolves.EXISTS, ""
        name = authority.short_title
        split = split_id(provision_id)
        if not authority.text_held or split.unit is None:
            return Resolves.OUT_OF_COVERAGE, f"the text of {name} is not held"
        kind = split.unit[len(split.authority) + 1 :].split("/")[0]
        versions = self._library.versions(split.unit)
        if not versions:
            if kind in authority.coverage.complete:
                return (
                    Resolves.NO_SUCH_PROVISION,
                    f"{name} has no {split.unit[len(authority.id) + 1 :]}",
                )
            return Resolves.OUT_OF_COVERAGE, f"not all provisions of {name} of this kind are held"
        if not all(v.complete for v in versions):
            return Resolves.OUT_OF_COVERAGE, f"{versions[-1].label} of {name} is held only in part"
        if not any(v.parts for v in versions):
            return (
                Resolves.OUT_OF_COVERAGE,
                f"the parts of {versions[-1].label} of {name} are not marked",
            )
        below = "/".join(split.parts)
        return Resolves.NO_SUCH_PROVISION, f"{versions[-1].label} of {name} has no {below}"

    # decisions -------------------------------------------------------------------------------

    def _case(self, citation: Citation, quotations: Sequence[str], on: date | None) -> Resolution:
        coordinates = (citation.normal, *citation.parallel)
        at_slot = self._at_slots(coordinates)
        if citation.target and (known := self._library.authority(citation.target)) is not None:
            at_slot = [known]
        named = self._named(citation)
        if not at_slot:
            return self._no_slot(citation, coordinates, named)
        if citation.parts.parties:
            agreeing = [a for a in at_slot if same_parties(citation.parts.parties, _parties(a))]
            if not agreeing:
                elsewhere = tuple(a.id for a in named)
                return Resolution(
                    Resolves.EXISTS,
                    Identity.ELSEWHERE if elsewhere else Identity.NAME_DIFFERS,
                    candidates=elsewhere or tuple(a.id for a in at_slot),
                    reason=f"{citation.normal} is {_parties(at_slot[0])}, not {citation.parts.parties}",
                )
            at_slot = agreeing
        if len(at_slot) > 1:
            return Resolution(
                Resolves.AMBIGUOUS,
                candidates=tuple(a.id for a in at_slot),
                reason=f"{len(at_slot)} decisions begin at {citation.normal}",
            )
        authority = at_slot[0]
        identity, why = self._identity(citation, authority)
        resolution = self._at_decision(citation, authority, quotations, on, identity)
        return replace(resolution, reason="; ".join(filter(None, (why, resolution.reason))))

    def _at_decision(
        self,
        citation: Citation,
        authority: Authority,
        quotations: Sequence[str],
        on: date | None,
        identity: Identity,
    ) -> Resolution:
        paragraphs = _paragraphs(citation)
        ids = tuple(f"{authority.id}/para/{n}" for n in paragraphs)
        held = tuple(i for i in ids if self._library.has(i))
        content, why = self._content(authority, held, quotations, on)
        if ids and not held and authority.text_held and "para" in authority.coverage.complete:
            return Resolution(
                Resolves.NO_SUCH_PROVISION, identity, content, (), (),
                f"{authority.short_title} has no paragraph {', '.join(paragraphs)}",
            )  # fmt: skip
        return Resolution(Resolves.EXISTS, identity, content, held or (authority.id,), (), why)

    def _identity(self, citation: Citation, authority: Authority) -> tuple[Identity, str]:
        parts = citation.parts
        if not (parts.parties or parts.year or parts.court):
            return Identity.NOT_CHECKED, ""
        if parts.year[:4].isdigit() and authority.dated is not None:
            slack = 1 if citation.normal.startswith(("[", "(")) else 0
            if abs(int(parts.year[:4]) - authority.dated.year) > slack:
                return (
                    Identity.YEAR_DIFFERS,
                    f"{authority.short_title} was decided in {authority.dated.year}, not {parts.year}",
                )
        if parts.court and authority.court and citation.jurisdiction in codes():
            key = pack(citation.jurisdiction).court_key
            cited, real = key(parts.court), key(authority.court)
            if cited and real and cited != real:
                return (
                    Identity.COURT_DIFFERS,
                    f"{authority.short_title} is of {authority.court}, not {parts.court}",
                )
        return Identity.AGREES, ""

    def _no_slot(
        self, citation: Citation, coordinates: Sequence[str], named: list[Authority]
    ) -> Resolution:
        """Nothing begins at the coordinate: say only what the snapshot can know."""
        inside = next(filter(None, map(self._around, coordinates)), None)
        elsewhere = tuple(a.id for a in named)
        identity = Identity.ELSEWHERE if elsewhere else Identity.NOT_CHECKED
        complete = any(self._complete(c, citation) for c in coordinates)
        if complete:
            reason = f"no decision begins at {citation.normal}"
            if inside is not None:
                reason += f"; the page lies in {_parties(inside)}"
                elsewhere = elsewhere or (inside.id,)
                if citation.parts.parties and not same_parties(
                    citation.parts.parties, _parties(inside)
                ):
                    identity = Identity.ELSEWHERE if named else Identity.NAME_DIFFERS
            return Resolution(Resolves.NOT_FOUND, identity, candidates=elsewhere, reason=reason)
        return Resolution(
            Resolves.OUT_OF_COVERAGE,
            identity,
            candidates=elsewhere,
            reason=f"{citation.normal or citation.text} is in no series that the snapshot holds completely",
        )

    def _load_decisions(self) -> dict[str, list[str]]:
        if self._slots is None:
            slots: dict[str, list[str]] = {}
            for authority in self._library.authorities():
                series = next((i.value for i in authority.identifiers if i.scheme == "series"), "")
                if series:
                    self._series[coordinate_key(series)] = authority
                if authority.kind is not AuthorityKind.JUDGMENT:
                    continue
                called = {i.value for i in authority.identifiers} | set(authority.aliases)
                called |= {authority.number} if authority.number else set()
                for name in called:
                    key = coordinate_key(name)
                    slots.setdefault(key, []).append(authority.id)
                    slot = _SLOT.match(key)
                    if slot is not None:
                        self._starts.setdefault(slot["series"], []).append(
                            (int(slot["page"]), authority.id)
                        )
                for side in sides(_parties(authority)):
                    if side:
                        self._parties.setdefault(side[0], []).append(authority.id)
            for starts in self._starts.values():
                starts.sort()
            self._slots = slots
        return self._slots

    def _at_slots(self, coordinates: Sequence[str]) -> list[Authority]:
        slots = self._load_decisions()
        ids = dict.fromkeys(i for c in coordinates if c for i in slots.get(coordinate_key(c), ()))
        held = (self._library.authority(i) for i in ids)
        return [a for a in held if a is not None]

    def _named(self, citation: Citation) -> list[Authority]:
        """Decisions between these parties, wherever they are reported."""
        left, right = sides(citation.parts.parties)
        if not left and not right:
            return []
        self._load_decisions()
        ids = dict.fromkeys(
            i for side in (left, right) if side for i in self._parties.get(side[0], ())[:200]
        )
        held = (self._library.authority(i) for i in ids)
        return [
            a for a in held if a is not None and same_parties(citation.parts.parties, _parties(a))
        ]

    def _around(self, coordinate: str) -> Authority | None:
        """The decision of the same volume that begins before this page, the nearest."""
        slot = _SLOT.match(coordinate_key(coordinate))
        if slot is None:
            return None
        before = [i for page, i in self._starts.get(slot["series"], ()) if page < int(slot["page"])]
        return self._library.authority(before[-1]) if before else None

    def _complete(self, coordinate: str, citation: Citation) -> bool:
        """Whether the snapshot declares the volume or year of a coordinate complete."""
        self._load_decisions()
        key = coordinate_key(coordinate)
        for name, series in self._series.items():
            if name not in key or series.jurisdiction != citation.jurisdiction:
                continue
            volume = citation.parts.volume or citation.parts.year
            if _SLOT.match(key) is None or coordinate_key(citation.parts.reporter or name) != name:
                continue
            if any(_covers(span, volume) for span in series.coverage.complete):
                return True
        return False

    # content ---------------------------------------------------------------------------------

    def _prepare(self, provision_id: str, on: date | None) -> QuotedSource | None:
        text = self._library.text(provision_id, on)
        return None if text is None else QuotedSource(text)

    def _join(self, authority_id: str, on: date | None) -> QuotedSource:
        """All the text of an authority, to see whether a quotation is put together from it."""
        texts = (self._library.text(unit, on) for unit in self._library.units(authority_id))
        return QuotedSource("\n\n".join(text for text in texts if text)[:_WHOLE])

    def _content(
        self, authority: Authority, ids: Sequence[str], quotations: Sequence[str], on: date | None
    ) -> tuple[Content, str]:
        """Where the quoted words stand; for several quotations the worst of them."""
        if not quotations:
            return Content.NOT_QUOTED, ""
        if not authority.text_held:
            return Content.NOT_CHECKED, f"the text of {authority.short_title} is not held"
        verdicts = [self._quoted(authority, ids, quotation, on) for quotation in quotations]
        return min(verdicts, key=lambda v: _CONTENT_ORDER.index(v[0]))

    def _quoted(
        self, authority: Authority, ids: Sequence[str], quotation: str, on: date | None
    ) -> tuple[Content, str]:
        pinned = [i for i in ids if i != authority.id]
        best: QuotationMatch | None = None
        complete = True
        for place in pinned:
            source = self._source(place, on)
            version = self._library.version_on(place, on)
            if source is None or version is None:
                complete = False
                continue
            complete = complete and version.complete
            match = source.find(quotation)
            if match.fit is Fit.VERBATIM:
                return Content.AT_PINPOINT, ""
            best = _better(best, match)
        for unit in self._library.units(authority.id):
            version = self._library.version_on(unit, on)
            if version is None or any(contains(place, unit) for place in pinned):
                continue
            complete = complete and version.complete
            source = self._source(unit, on)
            match = source.find(quotation) if source else QuotationMatch(Fit.ABSENT)
            if match.fit is Fit.VERBATIM:
                if not pinned:
                    return Content.AT_PINPOINT, ""
                return Content.ELSEWHERE, f"the words stand at {version.label}"
            best = _better(best, match)
        if best is not None and best.fit is Fit.ALTERED:
            changed = "; ".join(
                f"“{d.quoted}” for “{d.source}”"
                if d.quoted and d.source
                else f"“{d.quoted or d.source}”"
                for d in best.differences[:6]
            )
            return Content.ALTERED, f"the quotation differs: {changed}"
        if best is None or best.fit is Fit.ABSENT:
            best = self._whole(authority.id, on).find(quotation)
        if best.fit is Fit.STITCHED:
            return Content.STITCHED, "the quotation joins words that do not stand together"
        if not complete or not self._library.units(authority.id):
            return Content.NOT_CHECKED, f"the text of {authority.short_title} is held only in part"
        return Content.ABSENT, f"the words do not stand in {authority.short_title}"


_WHOLE = 3_000_000
"""Characters of an authority that are searched for the pieces of a quotation."""
_BEHIND = 200
_BEFORE = 160


def quotations_by_citation(
    citations: Sequence[Citation], quotations: Sequence[tuple[int, int]]
) -> dict[int, list[int]]:
    """Which quotations each citation is given for: indexes by index, both in order of position.

    A quotation belongs to the citation that follows it within `_BEHIND` characters, as in a brief,
    else to the nearest before it within `_BEFORE`, as in prose.
    """
    out: dict[int, list[int]] = {}
    following = 0
    for number, (start, end) in enumerate(quotations):
        while following < len(citations) and citations[following].start < end:
            following += 1
        before = following - 1
        while before >= 0 and citations[before].end > start:
            before -= 1
        near_before = before >= 0 and start - citations[before].end <= _BEFORE
        near_after = following < len(citations) and citations[following].start - end <= _BEHIND
        if near_before and near_after:
            near_after = citations[following].start - end <= start - citations[before].end
        if near_after:
            out.setdefault(following, []).append(number)
        elif near_before:
            out.setdefault(before, []).append(number)
    return out


def resolve_text(
    text: str, citations: Sequence[Citation], resolver: Resolver, *, on: date | None = None
) -> list[Resolution]:
    """Resolve the citations found in ``text``, short forms through what they stand for."""
    quotations = find_quotations(text)
    given = quotations_by_citation(citations, quotations)
    out = []
    for number, citation in enumerate(citations):
        if citation.antecedent is not None:
            earlier = citations[citation.antecedent]
            citation = replace(
                citation,
                normal=earlier.normal,
                target=earlier.target,
                parts=earlier.parts,
                parallel=earlier.parallel,
            )
        words = [text[slice(*quotations[q])] for q in given.get(number, ())]
        out.append(resolver.resolve(citation, quotations=words, on=on))
    return out


_ORDER = (
    Resolves.NO_SUCH_PROVISION,
    Resolves.NOT_FOUND,
    Resolves.MALFORMED,
    Resolves.AMBIGUOUS,
    Resolves.OUT_OF_COVERAGE,
    Resolves.EXISTS,
)
_CONTENT_ORDER = (
    Content.ALTERED,
    Content.STITCHED,
    Content.ABSENT,
    Content.ELSEWHERE,
    Content.NOT_CHECKED,
    Content.AT_PINPOINT,
    Content.NOT_QUOTED,
)
_FITS = (Fit.ABSENT, Fit.STITCHED, Fit.ALTERED, Fit.VERBATIM)


def _better(best: QuotationMatch | None, match: QuotationMatch) -> QuotationMatch:
    if best is None or _FITS.index(match.fit) > _FITS.index(best.fit):
        return match
    if match.fit is Fit.ALTERED and best.fit is Fit.ALTERED:
        return min(best, match, key=lambda m: len(m.differences))
    return best


def _called(authority: Authority) -> Iterator[str]:
    yield authority.title
    yield authority.short_title
    yield from authority.aliases
    for identifier in authority.identifiers:
        yield identifier.value


def _parties(authority: Authority) -> str:
    return authority.parties or authority.title


def _without_year(key: str) -> str:
    return re.sub(r" (?:1[6-9]|20)\d\d\Z", "", key)


def _covers(span: str, volume: str) -> bool:
    if span in ("*", volume):
        return True
    low, dash, high = span.partition("-")
    return (
        bool(dash)
        and all(v.isdigit() for v in (low, high, volume))
        and (int(low) <= int(volume) <= int(high))
    )


def _paragraphs(citation: Citation) -> tuple[str, ...]:
    """Numbers of the paragraphs that a decision's pins name."""
    out: list[str] = []
    for pin in citation.pinpoints:
        mark = pin[-1]
        if mark.startswith(("¶", "[")):
            out += re.findall(r"\d+[A-Z]?", mark)[:2]
    return tuple(out)
