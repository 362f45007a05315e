"""Resolving a citation against a snapshot: three verdicts, kept apart, and what became of it.

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

from lexwarrant.jurisdictions.registry import codes, pack, packs
from lexwarrant.law.decision_index import DecisionIndex, parties_of, undivided
from lexwarrant.law.library import Library
from lexwarrant.law.naming import coordinate_key, name_key, same_parties
from lexwarrant.law.quoted import QuotationCheck, quotations_by_citation
from lexwarrant.law.series import coordinates_of
from lexwarrant.law.standing import status_of
from lexwarrant.records.citation import (
    Citation,
    CitationForm,
    CitationKind,
    Identity,
    Resolution,
    Resolves,
)
from lexwarrant.records.ids import split_id
from lexwarrant.records.law import Authority
from lexwarrant.text.marks import find_quotations

_CHAPTER = re.compile(
    r"(?:c|ch|(?P<kind>asp|anaw|asc|nia))\.? ?(?P<number>\d{1,3})(?P<ni> ?\(N\.?I\.?\))?"
)
"""A chapter number as it stands in brackets behind a title: "c. 44", "asp 3", "c. 1 (N.I.)"."""


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
        self._decisions = DecisionIndex(library)
        self._quotations = QuotationCheck(library)

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
            found = self._case(citation, quotations, on)
        else:
            found = self._legislation(citation, quotations, on)
        status, why = status_of(self._library, found.provision_ids, on)
        return replace(found, status=status, reason="; ".join(filter(None, (found.reason, why))))

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
        numbered = self._by_chapter(citation)
        if numbered is not None:
            return _Found((numbered,))
        without = _without_year(name_key(citation.normal))
        near = tuple(
            i
            for i in dict.fromkeys(yearless.get(without, ()))
            if without and i.split("/", 1)[0] == citation.jurisdiction
        )
        return _Found((), near)

    def _by_chapter(self, citation: Citation) -> Authority | None:
        """An Act held without its title ("ukpga 2022 44"), by the chapter and year it is cited with."""
        chapter = _CHAPTER.fullmatch(citation.parts.number)
        if chapter is None or citation.jurisdiction != "uk" or not citation.parts.year:
            return None
        kind = (chapter["kind"] or "").lower() or ("nia" if chapter["ni"] else "ukpga")
        year, number = citation.parts.year, chapter["number"]
        held = self._library.authority(f"uk/{kind}/{year}/{number}")
        untitled = f"{kind} {year} {number}"
        return held if held is not None and name_key(held.title) == untitled else None

    def held_first(self) -> list[str]:
        """Codes of all systems, those that the snapshot holds before the others."""
        order = [p.code for p in packs()]
        held = set(self._library.jurisdictions())
        return sorted(order, key=lambda code: code not in held)

    def held_elsewhere(self, citation: Citation, systems: Sequence[str]) -> str:
        """The one other system of ``systems`` in which the title cited is held; empty when none is.

        Of a title that is held in its own system, or is known by more than its name, none is.
        """
        open_title = citation.kind in (CitationKind.LEGISLATION, CitationKind.SECONDARY)
        if not open_title or citation.target or not citation.parts.instrument:
            return ""
        if citation.jurisdiction not in systems or self._find_named(citation).authorities:
            return ""
        others = [
            code
            for code in systems
            if code != citation.jurisdiction
            and self._find_named(replace(citation, jurisdiction=code)).authorities
        ]
        return others[0] if len(others) == 1 else ""

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
        content, why = self._quotations.check(authority, held, quotations, on)
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
        at_slot = self._decisions.at(coordinates)
        if citation.target and (known := self._library.authority(citation.target)) is not None:
            at_slot = [known]
        named = self._decisions.named(citation)
        moved = not at_slot
        if moved:
            at_slot = self._decisions.in_other_divisions(coordinates)
        if not at_slot:
            return self._no_slot(citation, coordinates, named)
        if citation.parts.parties:
            agreeing = [a for a in at_slot if same_parties(citation.parts.parties, parties_of(a))]
            if not agreeing:
                elsewhere = tuple(a.id for a in named)
                return Resolution(
                    Resolves.EXISTS,
                    Identity.ELSEWHERE if elsewhere else Identity.NAME_DIFFERS,
                    candidates=elsewhere or tuple(a.id for a in at_slot),
                    reason=f"{citation.normal} is {parties_of(at_slot[0])}, not {citation.parts.parties}",
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
        if moved and identity in (Identity.AGREES, Identity.NOT_CHECKED):
            identity, why = _division(coordinates, authority, identity)
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
        paragraphs = paragraphs_of(citation)
        ids = tuple(f"{authority.id}/para/{n}" for n in paragraphs)
        held = tuple(i for i in ids if self._library.has(i))
        content, why = self._quotations.check(authority, held, quotations, on)
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
        inside = next(
            filter(None, (self._decisions.around(c, citation.jurisdiction) for c in coordinates)),
            None,
        )
        elsewhere = tuple(a.id for a in named)
        identity = Identity.ELSEWHERE if elsewhere else Identity.NOT_CHECKED
        complete = any(self._decisions.complete(c, citation) for c in coordinates)
        if complete:
            reason = f"no decision begins at {citation.normal}"
            if inside is not None:
                reason += f"; the page lies in {parties_of(inside)}"
                elsewhere = elsewhere or (inside.id,)
                if citation.parts.parties and not same_parties(
                    citation.parts.parties, parties_of(inside)
                ):
                    identity = Identity.ELSEWHERE if named else Identity.NAME_DIFFERS
            return Resolution(Resolves.NOT_FOUND, identity, candidates=elsewhere, reason=reason)
        return Resolution(
            Resolves.OUT_OF_COVERAGE,
            identity,
            candidates=elsewhere,
            reason=f"{citation.normal or citation.text} is in no series that the snapshot holds completely",
        )


def resolve_text(
    text: str, citations: Sequence[Citation], resolver: Resolver, *, on: date | None = None
) -> list[Resolution]:
    """Resolve the citations found in ``text``, short forms through what they stand for."""
    quotations = find_quotations(text)
    given = quotations_by_citation(citations, quotations)
    out = []
    known: dict[tuple[Citation, tuple[str, ...]], Resolution] = {}
    for number, citation in enumerate(citations):
        words = tuple(text[slice(*quotations[q])] for q in given.get(number, ()))
        whole = replace(standing_for(citation, citations), start=0, end=0, antecedent=None)
        if (whole, words) not in known:
            known[whole, words] = resolver.resolve(whole, quotations=words, on=on)
        out.append(known[whole, words])
    return out


def of_systems_held(
    citations: Sequence[Citation], resolver: Resolver, systems: Sequence[str]
) -> list[Citation]:
    """``citations``, each title that is held in another of ``systems`` only taken as that one's.

    A short form follows what it stands for.
    """
    out: list[Citation] = []
    moved: dict[tuple[str, str, str], str] = {}
    for citation in citations:
        if citation.antecedent is not None:
            system = out[citation.antecedent].jurisdiction
            if citations[citation.antecedent].jurisdiction == system:
                system = citation.jurisdiction
        else:
            key = (citation.jurisdiction, citation.normal, citation.parts.number)
            if key not in moved:
                moved[key] = resolver.held_elsewhere(citation, systems) or citation.jurisdiction
            system = moved[key] if not citation.target else citation.jurisdiction
        same = system == citation.jurisdiction
        out.append(citation if same else replace(citation, jurisdiction=system))
    return out


def standing_for(citation: Citation, citations: Sequence[Citation]) -> Citation:
    """A short form with the name and coordinates of what it stands for; any other as it is."""
    if citation.antecedent is None:
        return citation
    earlier = citations[citation.antecedent]
    return replace(
        citation,
        normal=earlier.normal,
        target=earlier.target,
        parts=earlier.parts,
        parallel=earlier.parallel,
    )


_ORDER = (
    Resolves.NO_SUCH_PROVISION,
    Resolves.NOT_FOUND,
    Resolves.MALFORMED,
    Resolves.AMBIGUOUS,
    Resolves.OUT_OF_COVERAGE,
    Resolves.EXISTS,
)


def _division(
    coordinates: Sequence[str], authority: Authority, identity: Identity
) -> tuple[Identity, str]:
    """Whether a decision found without regard to its division is of the one that is cited."""
    cited = {undivided(coordinate_key(c)) for c in coordinates if c}
    for name in coordinates_of(authority):
        whole, division = undivided(coordinate_key(name))
        if any(w == whole and d and division and d != division for w, d in cited):
            return Identity.COURT_DIFFERS, f"{authority.short_title} is {name}"
    return identity, ""


def _called(authority: Authority) -> Iterator[str]:
    yield authority.title
    yield authority.short_title
    yield from authority.aliases
    for identifier in authority.identifiers:
        yield identifier.value


def _without_year(key: str) -> str:
    return re.sub(r" (?:1[6-9]|20)\d\d\Z", "", key)


def paragraphs_of(citation: Citation) -> tuple[str, ...]:
    """Numbers of the paragraphs that a decision's pins name."""
    out: list[str] = []
    for pin in citation.pinpoints:
        mark = pin[-1]
        if mark.startswith(("¶", "[")):
            out += re.findall(r"\d+[A-Z]?", mark)[:2]
    return tuple(out)
