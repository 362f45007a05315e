"""Citations in text, in every legal system that has a pack: one pass, linear, exact spans."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache

from lexwarrant.jurisdictions.base import Coordinate, Instrument, Mention, Pack
from lexwarrant.jurisdictions.eu.instruments import find_convention
from lexwarrant.jurisdictions.grammar.antecedents import LEGISLATION, Antecedents
from lexwarrant.jurisdictions.grammar.cases import described, merge_parallel
from lexwarrant.jurisdictions.grammar.company import ALIKE, kept_company
from lexwarrant.jurisdictions.grammar.compose import (
    Joined,
    Joiner,
    cited_ahead,
    codified,
    label_of,
    paths_of,
    settle,
)
from lexwarrant.jurisdictions.grammar.defined import find_defined
from lexwarrant.jurisdictions.grammar.hebrew import has_hebrew
from lexwarrant.jurisdictions.grammar.lookalikes import outside_law
from lexwarrant.jurisdictions.grammar.numbers import Path, split_degrees, split_hyphens
from lexwarrant.jurisdictions.grammar.phrases import PhraseGrammar
from lexwarrant.jurisdictions.grammar.procedure import bare_rule, known_section
from lexwarrant.jurisdictions.grammar.selfrefs import find_self_references, find_short_names
from lexwarrant.jurisdictions.grammar.shorts import ShortForm, find_short_forms
from lexwarrant.jurisdictions.grammar.words import any_in
from lexwarrant.jurisdictions.internal import resolve_internal
from lexwarrant.jurisdictions.registry import packs
from lexwarrant.records.citation import (
    Citation,
    CitationForm,
    CitationKind,
    CitationParts,
    provision_path,
)
from lexwarrant.text.folding import fold
from lexwarrant.text.markup import strip_marks

__all__ = ["find_citations", "resolve_internal"]

_STATUTORY = (
    *(
        f"{this} {word}"
        for this in ("this", "This")
        for word in ("Act", "Article", "section", "Section", "Regulation", "Directive", "Part", "Chapter",
                     "Schedule", "subsection", "paragraph", "Annex")
    ),
    "סעיף זה", "סעיף קטן", "תקנת משנה", "חוק זה", "תקנות אלה", "ס\"ק (", "לא יחול", "פסקה (", " shall ",
    "ubsection (", "ubsections (", "subseksyen (", "Akta ini", "seksyen ini", "referred to in", "laid down in",
    "in accordance with", "derogation from", "Member States may", "Member States shall",
)  # fmt: skip
"""Words of statutes: where they stand, a bare "section 5" points into the same text."""
_HEADS = re.compile(r"\.?(?: ?-| ?—|\.? [A-Z][a-z]+ [a-z])(?! ?\d)|\n")
_COLON = re.compile(r": [\"'A-Z]")
_PARAGRAPH_BEFORE = re.compile(
    r"(?:\A|[.;:!?\n\"] ?|\b(?:of|under|in|by|to|with)(?: the)? |, (?:and |or )?)\Z"
)
_ALWAYS = frozenset({"art", "s"})
_AFTER_LAW = frozenset({"anx", "rec", "sch"})
"""Units that count where a law was named before them."""
_STATUTE_UNITS = frozenset(
    {"sch", "paragraph", "point", "subparagraph", "subsection", "anx", "rec", "ch", "pt", "reg",
     "title", "clause"}
)  # fmt: skip


@cache
def _grammar(codes: tuple[str, ...]) -> PhraseGrammar:
    return PhraseGrammar(pack.words for pack in packs(codes))


def find_citations(
    text: str, jurisdictions: Iterable[str] | None = None, *, within: str = ""
) -> list[Citation]:
    """Every citation in ``text``, in order of position, none overlapping another.

    ``jurisdictions`` are the codes of the systems to look for, most likely first; None for all.
    ``within`` is the id of the act or provision whose text this is: a reference that names no
    instrument ("Article 55") then always points into that act (form ``internal``); without it, one
    that follows a full reference is a ``short`` form of that. Spans are code points of ``text`` as
    given, Markdown and HTML included. Linear in the length; raises nothing on content.
    """
    active = packs(jurisdictions)
    unmarked = strip_marks(text)
    mapped = unmarked.then(fold(unmarked.text))
    finder = _Finder(mapped.text, active, within)
    out = []
    for citation in finder.run():
        start, end = mapped.span(citation.start, citation.end)
        while "\u0591" <= text[end : end + 1] <= "\u05bd":
            end += 1  # the points of the last letter
        out.append(_placed(citation, start, end, text[start:end]))
    return out


def _as_written(pins: tuple[Path, ...], written: str) -> tuple[Path, ...]:
    """Page ranges with the dash they are written with."""
    if "&" in written:
        written = html.unescape(written)
    if "–" not in written:
        return pins
    return tuple(
        tuple(
            mark.replace("-", "–") if "-" in mark and mark.lstrip("¶") not in written else mark
            for mark in pin
        )
        for pin in pins
    )


def _placed(citation: Citation, start: int, end: int, written: str) -> Citation:
    return Citation(
        start,
        end,
        written,
        citation.kind,
        citation.form,
        citation.jurisdiction,
        citation.normal,
        citation.pinpoints if citation.unit else _as_written(citation.pinpoints, written),
        citation.unit,
        citation.parts,
        citation.target,
        citation.parallel,
        citation.antecedent,
        citation.ids,
    )


class _Finder:
    """One text's citations, in folded offsets."""

    def __init__(self, text: str, active: Sequence[Pack], within: str) -> None:
        self._text = text
        self._packs = active
        self._codes = tuple(pack.code for pack in active)
        self._within = within
        self._hyphens = {pack.code: pack.hyphen_ranges for pack in active}
        self._statutory = bool(within) or any_in(text, _STATUTORY)
        self._before = Antecedents()
        self._outside: set[int] = set()
        self._targets: dict[int, str] = {}
        self._places: list[int] = []
        self._likely = {
            hebrew: [p for p in active if ("he" in p.languages) == hebrew] or list(active)
            for hebrew in (False, True)
        }

    def run(self) -> list[Citation]:
        text = self._text
        mentions = settle(self._mentions())
        if given := find_defined(text, mentions):
            mentions = settle([*mentions, *given])
        grammar = _grammar(self._codes)
        links = [link for pack in self._packs for link in pack.words.links]
        joined = Joiner(
            text,
            grammar.find(text, [(m.start, m.end) for m in mentions]),
            mentions,
            find_self_references(text),
            find_short_names(text),
            links,
            grammar,
        ).run()
        joined = codified(text, joined)
        self._targets = {m.start: m.target for m in mentions if isinstance(m, Instrument)}
        self._places = list(self._targets)
        self._named_rules = {
            m.jurisdiction
            for m in mentions
            if isinstance(m, Instrument) and m.kind is CitationKind.COURT_RULE
        }
        self._ahead = cited_ahead(joined)
        bare = [
            (j.start, j.end, label_of(j).unit)
            for j in joined
            if j.phrases and not (j.instrument or j.short or j.reference)
        ]
        if bare:
            self._outside = outside_law(
                text, bare, [m.start for m in mentions], own_text=bool(self._within)
            )
        cases = merge_parallel(text, [m for m in mentions if isinstance(m, Coordinate)])
        found: list[Joined | Coordinate | ShortForm] = [
            *cases,
            *find_short_forms(text, grammar),
            *joined,
        ]
        found.sort(key=lambda item: item.start)
        end = 0
        for item in found:
            if item.start < end:
                continue
            citation: Citation | None
            if isinstance(item, Coordinate):
                citation = self._case(described(text, item, end))
            elif isinstance(item, ShortForm):
                citation = self._short_form(item)
            else:
                citation = self._legislation(item)
            if citation is not None:
                self._before.add(citation)
                end = citation.end
        return self._before.found

    def _mentions(self) -> list[Mention]:
        found = [m for pack in self._packs for m in pack.find(self._text)]
        if "eu" not in self._codes:
            found += find_convention(self._text)
        known = [code for code in self._codes if code in ALIKE]
        if self._within or tuple(known) != ALIKE:
            return found  # the caller says which comes first
        return kept_company(found, year_decides="Ireland" not in self._text)

    def _short_form(self, item: ShortForm) -> Citation | None:
        """Id. stands for the citation before it, supra for the one of that name."""
        if item.form is CitationForm.ID:
            index = len(self._before.found) - 1 if self._before.found else None
        else:
            index = self._before.named(item.name)
        if index is None and not item.pins and self._text.startswith("(n ", item.start):
            return None  # "Group A (n 30)" is a count
        earlier = self._before.found[index] if index is not None else None
        if earlier is not None and earlier.antecedent is not None:
            index, earlier = earlier.antecedent, self._before.found[earlier.antecedent]
        return Citation(
            item.start,
            item.end,
            "",
            earlier.kind if earlier else CitationKind.CASE,
            item.form,
            earlier.jurisdiction if earlier else self._guess("", item.start, item.end),
            earlier.normal if earlier else "",
            item.pins,
            item.unit,
            CitationParts(parties=item.name),
            earlier.target if earlier else "",
            (),
            index,
        )

    def _case(self, c: Coordinate) -> Citation:
        index = None
        if c.form is CitationForm.SHORT:
            index = self._before.slot(f"{c.normal} ")
        earlier = self._before.found[index] if index is not None else None
        return Citation(
            c.start,
            c.end,
            "",
            c.kind,
            c.form,
            c.jurisdiction,
            earlier.normal if earlier else c.normal,
            c.pins,
            "",
            c.parts,
            earlier.target if earlier else c.target,
            c.parallel,
            index,
        )

    def _legislation(self, j: Joined) -> Citation | None:
        if j.instrument is not None:
            return self._named(j, j.instrument)
        if j.short is not None:
            return self._short(j)
        return self._bare(j)

    def _paths(self, j: Joined, jurisdiction: str) -> tuple[Path, ...]:
        paths = paths_of(j)
        if len(paths) == 1 and len(paths[0]) == 1 and paths[0][0].isdecimal():
            return paths
        paths = split_degrees(paths)
        if not paths:
            return ()
        if jurisdiction in ("eu", "ie") and label_of(j).unit == "art":
            paths = tuple((*path[0].split("."), *path[1:]) for path in paths)
        plural = label_of(j).plural
        if self._hyphens.get(jurisdiction, True):
            return split_hyphens(paths, 400)
        return split_hyphens(paths, 60) if plural else paths

    def _named(self, j: Joined, instrument: Instrument) -> Citation | None:
        if instrument.needs_phrase and not j.phrases:
            return None
        paths = instrument.pinpoints or (
            split_degrees(paths_of(j))  # a local rule is "7-11"
            if instrument.kind is CitationKind.COURT_RULE
            and not self._hyphens.get(instrument.jurisdiction, True)
            else self._paths(j, instrument.jurisdiction)
        )
        if not j.phrases and (self._is_definition(instrument) or self._is_alias(instrument)):
            return None
        unit = label_of(j).unit if j.phrases else instrument.unit
        target = instrument.target
        kind = instrument.kind
        if unit == "reg" and instrument.needs_phrase and not target:
            kind = CitationKind.SECONDARY  # "WTR 1998, reg 13": an Act has sections
        ids: tuple[str, ...] = ()
        if j.codified is not None and (code := j.codified.instrument) is not None:
            below = split_degrees(paths_of(j.codified))
            ids = tuple("/".join((code.target, *provision_path("s", p))) for p in below)
            target = target or code.target
            paths = (*paths, *below)
        index = None
        form = instrument.form
        if form is CitationForm.SHORT:
            index = self._before.same(instrument.normal) if instrument.rank < 0 else None
            if index is None:
                index = self._before.law("Constitution", "", (instrument.jurisdiction,))
        elif instrument.parts.instrument in ("Charter", "Charta", "Charte", "Handvest"):
            index = self._before.law("Charter", "", (instrument.jurisdiction,))
            form = form if index is None else CitationForm.SHORT
        elif not instrument.target and not instrument.parts.year:
            index = self._before.titled(instrument.parts.instrument)
            form = form if index is None else CitationForm.SHORT
        return Citation(
            j.start,
            j.end,
            "",
            kind,
            form,
            instrument.jurisdiction,
            instrument.normal,
            paths,
            unit,
            instrument.parts,
            target,
            (),
            index,
            ids,
        )

    def _is_alias(self, instrument: Instrument) -> bool:
        """Whether the number of a name stands in brackets behind it: "DORA (Reg. 2022/2554)"."""
        end = instrument.end
        return (
            instrument.rank <= 1
            and bool(instrument.target)
            and (
                (
                    self._text.startswith(" (", end)
                    and self._targets.get(end + 2) == instrument.target
                )
                or self._heads(instrument)
            )
        )

    def _heads(self, instrument: Instrument) -> bool:
        """Whether a name is the catchword of a line that cites its number: "DORA: Art. 28 of ...".."""
        start = instrument.start
        if not self._text.startswith(": ", instrument.end) or (
            start
            and self._text[start - 1] != "\n"
            and self._text[start - 2 : start] not in ("- ", ". ", "* ")
        ):
            return False
        low = bisect_right(self._places, instrument.end)
        return low < len(self._places) and (
            self._places[low] - instrument.end <= 60
            and self._targets[self._places[low]] == instrument.target
        )

    def _is_definition(self, instrument: Instrument) -> bool:
        """Whether a name stands in brackets behind the full one it abbreviates: "(GDPR)"."""
        if not self._before.found or instrument.rank > 2 or instrument.kind is CitationKind.GAZETTE:
            return False
        last = self._before.found[-1]
        between = self._text[last.end : instrument.start]
        return (
            len(between) <= 160
            and last.kind in LEGISLATION
            and re.search(r'\((?:the |hereinafter |hereafter |להלן ?[:-]? ?)*[\'"]?\Z', between)
            is not None
            and last.target == instrument.target
        )

    def _short(self, j: Joined) -> Citation | None:
        assert j.short is not None
        short = j.short
        index = self._before.law(short.word, short.year, ())
        if index is None and not j.phrases and not (short.year or short.word == "Convention"):
            return None
        earlier = self._before.found[index] if index is not None else None
        jurisdiction = earlier.jurisdiction if earlier else self._guess("", j.start, j.end)
        kind = earlier.kind if earlier else CitationKind.LEGISLATION
        target, normal = (earlier.target, earlier.normal) if earlier else ("", "")
        if earlier is None and short.word in ("Convention", "Charter"):
            kind = CitationKind.TREATY
        if earlier is None and short.word == "Constitution":
            kind = CitationKind.CONSTITUTION
        if not j.phrases and not short.strong:
            return None
        alone = earlier is None and bool(j.phrases) and short.word in ("Convention", "Constitution")
        written = self._text[short.start : short.end]
        return Citation(
            j.start,
            j.end,
            "",
            kind,
            CitationForm.FULL if alone else CitationForm.SHORT,
            jurisdiction,
            normal or written,
            self._paths(j, jurisdiction),
            label_of(j).unit if j.phrases else "",
            CitationParts(instrument=written, year=short.year),
            target,
            (),
            index,
        )

    def _bare(self, j: Joined) -> Citation | None:
        """A phrase without an instrument, or "this Article"."""
        unit = label_of(j).unit if j.phrases else ""
        if j.reference is None:
            if j.start in self._outside or self._is_heading(j):
                return None
            if self._ahead and (later := self._of_one_ahead(j, unit)) is not None:
                return later
            if unit == "s" and (known := self._known_section(j)) is not None:
                return known
            if self._is_letter(j):
                return None
            if unit == "cl" and self._statutory and not j.phrases[0].paths[0][0][0].isdigit():
                unit = "clause"
            if (
                unit not in _ALWAYS
                and not (unit in _STATUTE_UNITS and self._statutory)
                and not (unit == "paragraph" and self._is_marked(j))
            ):
                follows = label_of(j).short or unit in _AFTER_LAW
                index = self._before.law("", "", ()) if follows else None
                if index is None and not self._before.has_unit(unit):
                    return self._rule_of_court(j, unit)
        index = None
        outside = j.reference is None and not self._within and unit not in {"paragraph", "point"}
        if outside and (label_of(j).short or not self._statutory):
            index = self._before.of_unit(unit, j.phrases[0].paths[0])
        if index is not None:
            earlier = self._before.found[index]
            return Citation(
                j.start, j.end, "", earlier.kind, CitationForm.SHORT, earlier.jurisdiction,
                earlier.normal, self._paths(j, earlier.jurisdiction), unit,
                CitationParts(), earlier.target, (), index,
            )  # fmt: skip
        jurisdiction = self._guess(
            unit or (j.reference.unit if j.reference else ""), j.start, j.end
        )
        paths = self._paths(j, jurisdiction)
        if j.reference is not None and j.reference.unit not in ("authority",):
            unit = f"{unit} of this {j.reference.unit}" if unit else f"this {j.reference.unit}"
        elif j.reference is not None:
            unit = unit or "this authority"
        of_regulations = (
            j.reference is not None
            and j.reference.unit in ("pt", "ch")
            and jurisdiction == "us"
            and any("." in path[0] for path in paths)
        )  # sections of the C.F.R. have the number of their part before a point
        return Citation(
            j.start,
            j.end,
            "",
            CitationKind.SECONDARY if of_regulations else CitationKind.LEGISLATION,
            CitationForm.INTERNAL,
            jurisdiction,
            "",
            paths,
            unit,
        )

    def _of_one_ahead(self, j: Joined, unit: str) -> Citation | None:
        """A provision before the Act it is of: "s.21 notices ... the Housing Act 1988, s.21(4)"."""
        if unit not in _ALWAYS or self._within or self._statutory or self._before.has_law:
            return None
        act = self._ahead.get((unit, j.phrases[0].paths[0][:1]))
        if act is None:
            return None
        return Citation(
            j.start, j.end, "", act.kind, CitationForm.SHORT, act.jurisdiction, act.normal,
            self._paths(j, act.jurisdiction), unit, CitationParts(), act.target,
        )  # fmt: skip

    def _known_section(self, j: Joined) -> Citation | None:
        """A section of the United States Code known by its number: "a § 1983 claim"."""
        if self._within or "us" not in self._codes:
            return None
        paths = paths_of(j)
        titles = {known_section(self._text, j.end, path[0]) for path in paths}
        title = titles.pop() if len(titles) == 1 else ""
        if not title:
            return None
        return Citation(
            j.start, j.end, "", CitationKind.LEGISLATION, CitationForm.SHORT, "us",
            f"{title} U.S.C.", self._paths(j, "us"), "s", CitationParts(volume=title),
            f"us/usc/t{title}", (), self._before.same(f"{title} U.S.C."),
        )  # fmt: skip

    def _is_marked(self, j: Joined) -> bool:
        """Whether a paragraph is numbered in brackets and stands as one of the same text does.

        "Paragraph (1)(B) does not apply" at a sentence's start, "for purposes of paragraph (2)".
        """
        opening = self._text.find("(", j.start, j.end)
        return (
            opening >= 0
            and self._text[j.start : opening].rstrip().isalpha()
            and _PARAGRAPH_BEFORE.search(self._text, max(0, j.start - 8), j.start) is not None
        )

    def _rule_of_court(self, j: Joined, unit: str) -> Citation | None:
        """A rule of procedure by its number alone: "a Rule 12(b)(6) motion", "a Part 36 offer"."""
        code = bare_rule(self._text, j.start, j.end, unit, self._codes, self._named_rules)
        if not code:
            return None
        return Citation(
            j.start, j.end, "", CitationKind.COURT_RULE, CitationForm.SHORT, code,
            self._text[j.start : j.end], self._paths(j, code), unit,
        )  # fmt: skip

    def _is_heading(self, j: Joined) -> bool:
        """Whether a phrase heads its own provision: "Sec. 2107. Time for appeal"."""
        before = self._text[max(0, j.start - 1) : j.start]
        if before not in ("", "\n", '"', "'"):
            return False
        if _HEADS.match(self._text, j.end):
            return True
        return not self._before.has_law and _COLON.match(self._text, j.end) is not None

    def _is_letter(self, j: Joined) -> bool:
        """Whether the label is a bare letter ("s 12") that nothing around makes a section."""
        return (
            self._text[j.start + 1] in " ."
            and not self._statutory
            and not self._before.has_law
            and "(" not in self._text[j.start : j.end]
        )

    def _guess(self, unit: str, start: int, end: int) -> str:
        """The system of a reference that names none: the act's own, the last named, the likeliest."""
        if self._within:
            return self._within.split("/", 1)[0]
        likely = self._likely[has_hebrew(self._text[start:end])]
        if len(likely) == 1:
            return likely[0].code
        if self._before.found and any(
            p.code == self._before.found[-1].jurisdiction for p in likely
        ):
            return self._before.found[-1].jurisdiction
        return next((p.code for p in likely if unit in p.own_units), likely[0].code)
