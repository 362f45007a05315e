"""Joining: a provision phrase and the instrument it belongs to become one citation.

Everything is one sweep over lists sorted by position. A phrase goes to the instrument behind it
("section 124 of the Employment Rights Act 1996", "Article 33 GDPR"), else to the one before it
("28 U.S.C. § 2107(b)", "Employment Rights Act 1996, s. 124"); what belongs to none points into
the text it stands in, or back to an instrument named before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lexwarrant.jurisdictions.base import Coordinate, Instrument, Label, Mention
from lexwarrant.jurisdictions.grammar.numbers import Path
from lexwarrant.jurisdictions.grammar.phrases import Phrase, PhraseGrammar, numbered_by
from lexwarrant.jurisdictions.grammar.selfrefs import SelfReference, ShortName

_PARTS = frozenset({"paragraph", "subparagraph", "subsection", "point"})
_INNER = _PARTS | {"pt", "cl", "division", "s", "ch", "para", "ord", "rule", "art", "reg"}
_OUTER = frozenset({"art", "s", "sch", "anx", "ch", "reg", "rule", "pt", "title", "this", "ord"})
_WHOLE = frozenset({"art", "s", "sch", "anx", "ch", "reg", "pt", "rec"})
"""Units that stand side by side behind one name: "Human Rights Act 1998, s 3 and Sch 1"."""
_AND = re.compile(
    r"(?:,| and| or| and/or|, and|, or| und| sowie| et| &|, together with)"
    r" (?:the )?|, | ו(?=[א-ת])"
)
_OF_AND = re.compile(r" (?:of|to|in|under),? (?:and|or) (?:of |to |in |under )?")
""" "section 5 of, and Schedule 2 to, the Finance Act 2019"."""
_READ_WITH = re.compile(
    r",? (?:(?:as |when |if )?(?:read|taken|considered) )?(?:together with|in (?:conjunction|combination) with|with"
    r"|i\. ?V\. ?m\.|iVm|in Verbindung mit|dibaca (?:bersama|dengan)(?:-sama| dengan)?"
    r"|(?:lue?s? )?(?:en (?:combinaison|liaison|conjonction)|conjointement|ensemble) avec|combinée?s? avec"
    r"|en relación con|in combinato disposto con|in Zusammenhang mit|gelezen in samenhang met|w związku z"
    r"|(?:יחד|ביחד|בצירוף) (?:עם )?)"
    r",? ?(?:the |l'|el |la |les |de |den )?"
)
"""What joins two provisions that are read as one: the name behind the second is the first's too."""
_WITH_ALONE = re.compile(r",? with (?:the )?\Z")
_READ_FARTHEST = 60
_FORWARD = re.compile(r"'s (?=[Aa]rt|[Ss]ec|[Rr]eg)|,? ?(?:at )?|: |; ?")
_NUMBERED = re.compile(r" [A-Z][a-z]*\. (?:\d|[A-Z])")
_OF = (" of ", " of the ", " to the ", " to ", " in ", " in the ", " under the ", ", ", " ",
       " of that ", " from the ", " (", ", of the ", ", of ", ", to the ", ", to ", " of, the ",
       " to, the ", " under, the ", " in, the ")  # fmt: skip


@dataclass(slots=True)
class Joined:
    """A citation in the making: an instrument (or none) and its phrases."""

    start: int
    end: int
    instrument: Instrument | None
    short: ShortName | None
    reference: SelfReference | None
    phrases: tuple[Phrase, ...]
    codified: Joined | None = None
    """The place in a code that is cited behind an Act's own section."""


_CODES = ("U.S.C.", "C.F.R.")


def codified(text: str, joined: Sequence[Joined]) -> list[Joined]:
    """An Act's section and its place in a code ("INA § 237, 8 U.S.C. § 1227") made one."""
    out: list[Joined] = []
    for j in joined:
        last = out[-1] if out else None
        if (
            last is not None
            and last.instrument is not None
            and last.phrases
            and last.codified is None
            and j.instrument is not None
            and j.phrases
            and j.instrument.normal.endswith(_CODES)
            and not last.instrument.normal.endswith(_CODES)
            and last.instrument.jurisdiction == j.instrument.jurisdiction
            and last.instrument.kind is j.instrument.kind
            and text[last.end : j.start] == ", "
        ):
            last.codified, last.end = j, j.end
            continue
        out.append(j)
    return out


def cited_ahead(joined: Sequence[Joined]) -> dict[tuple[str, Path], Instrument]:
    """The instrument that each provision is cited of first, by its unit and number."""
    out: dict[tuple[str, Path], Instrument] = {}
    for j in joined:
        if j.instrument is not None and j.phrases:
            for path in paths_of(j):
                out.setdefault((label_of(j).unit, path[:1]), j.instrument)
    return out


def settle(mentions: Iterable[Mention]) -> list[Mention]:
    """Mentions in order without overlaps: the higher rank stays, then the longer, then the first."""
    out: list[Mention] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.rank, -m.end)):
        while out and mention.start < out[-1].end:
            last = out[-1]
            if (mention.rank, mention.end - mention.start) > (last.rank, last.end - last.start):
                out.pop()
                continue
            break
        else:
            out.append(mention)
    return out


def _free(
    text: str, phrases: Sequence[Phrase], mentions: Sequence[Mention], grammar: PhraseGrammar
) -> list[Phrase]:
    """Phrases that overlap no mention; one that runs into a mention is read again up to it."""
    starts = [m.start for m in mentions]
    out = []
    for phrase in phrases:
        at = bisect_left(starts, phrase.start)
        if at and mentions[at - 1].end > phrase.start:
            continue
        if at < len(mentions) and mentions[at].start < phrase.end:
            window = text[max(0, phrase.start - 1) : mentions[at].start]
            again = grammar.read_at(window, phrase.start - max(0, phrase.start - 1))
            if again is None:
                continue
            moved = phrase.start - again.start
            phrase = again._replace(start=phrase.start, end=again.end + moved)
        out.append(phrase)
    return out


def nest(inner: Phrase, outer: Phrase) -> Phrase:
    """ "point (b)" of "Article 6(1)": the paths of the inner below those of the outer."""
    lead = inner.label.lead
    if inner.label.unit == "s" and outer.label.unit == "title":
        return Phrase(inner.start, outer.end, inner.label, inner.paths)  # sections run through
    if outer.label.unit == "pt" and numbered_by(inner.paths[0], outer.paths[-1]):
        return Phrase(inner.start, outer.end, inner.label, inner.paths)
    if inner.label.unit == "s" and outer.label.unit in {"ch", "pt"}:
        inner = inner._replace(paths=tuple(("section", *p) for p in inner.paths))
    keeps_lead = lead and inner.label.unit in {"pt", "division", "ch"}
    below = [p if keeps_lead or not lead else p[1:] for p in inner.paths]
    if len(outer.paths) == 1 or len(below) == 1:
        paths = tuple(o + b for o in outer.paths for b in below)
    else:
        paths = tuple(outer.paths[-1] + b for b in below)
    return Phrase(inner.start, outer.end, outer.label, paths)


_FARTHEST = 24
"""How far behind a phrase the name of its instrument may begin: no link is longer."""


class Joiner:
    """Joins the phrases of one text to its instruments, short names and self references."""

    def __init__(
        self,
        text: str,
        phrases: Sequence[Phrase],
        mentions: Sequence[Mention],
        references: Sequence[SelfReference],
        shorts: Sequence[ShortName],
        links: Iterable[str],
        grammar: PhraseGrammar,
    ) -> None:
        self._text = text
        taken = [*mentions]
        self._phrases = _free(text, phrases, taken, grammar)
        self._instruments = {m.start: m for m in mentions if isinstance(m, Instrument)}
        self._references = {r.start: r for r in references}
        covered = _Cover(mentions)
        self._shorts = {s.start: s for s in shorts if not covered.touches(s.start, s.end)}
        alternatives = "|".join(
            sorted(
                {re.escape(link) for link in (*_OF, *links, *("," + x for x in links))},
                key=len,
                reverse=True,
            )
        )
        self._link = re.compile(f"(?:{alternatives})")
        self._nest_link = re.compile(
            r" of (?:the )?| to (?:the )?| in (?:the )?|,? ?(?=this)|, (?:of )?| des | der | du | de l'| ל(?=[סת])"
            r"| (?=(?:Akta|Ordinan) ini| ?(?:seksyen|subseksyen|perkara|perenggan|Jadual) [\dA-Z(])"
        )
        self._used: set[int] = set()
        self._grammar = grammar
        self._stops = [m.start for m in mentions]
        self._ends = {m.end for m in mentions if isinstance(m, Instrument) and not m.pinpoints}

    def run(self) -> list[Joined]:
        """Citations of legislation, in order of position."""
        groups = self._backward(self._nested())
        out: list[Joined] = []
        owned = {id(g.instrument) for g in groups if g.instrument}
        forward = {g.start: g for g in groups if not (g.instrument or g.short or g.reference)}
        consumed: set[int] = set()
        for start, instrument in sorted(self._instruments.items()):
            if id(instrument) in owned:
                continue
            joined = Joined(start, instrument.end, instrument, None, None, ())
            self._forward(joined, forward, consumed)
            out.append(joined)
        for start, short in sorted(self._shorts.items()):
            if start in self._used or short.word == "thereof":
                continue
            joined = Joined(start, short.end, None, short, None, ())
            self._forward(joined, forward, consumed)
            out.append(joined)
        for start, reference in sorted(self._references.items()):
            if start not in self._used and not reference.weak:
                out.append(Joined(start, reference.end, None, None, reference, ()))
        out += [g for g in groups if g.start not in consumed]
        out.sort(key=lambda j: j.start)
        return out

    def _nested(self) -> list[Joined]:
        """Phrases with those they lie in: "point (a) of paragraph 1 of this Article"."""
        done: list[Joined] = []
        following: dict[int, Joined] = {}
        for phrase in reversed(self._phrases):
            joined = Joined(phrase.start, phrase.end, None, None, None, (phrase,))
            if phrase.label.unit in _INNER:
                for link in _links(self._nest_link, self._text, phrase.end):
                    outer = following.get(link)
                    reference = self._references.get(link)
                    if outer is not None and self._nests(phrase, outer.phrases[0], link):
                        whole = nest(phrase, outer.phrases[0])
                        joined = replace(
                            outer, start=phrase.start, phrases=(whole, *outer.phrases[1:])
                        )
                        if done and done[-1] is outer:
                            done.pop()
                        break
                    if reference is not None:
                        self._used.add(link)
                        joined = replace(joined, end=reference.end, reference=reference)
                        break
            if (
                self._references
                and joined.reference is None
                and phrase.label.unit not in _PARTS
                and (behind := self._whole_reference(joined.end)) is not None
            ):
                self._used.add(behind)
                reference = self._references[behind]
                joined = replace(joined, end=reference.end, reference=reference)
            following[joined.start] = joined
            done.append(joined)
        done.reverse()
        return done

    def _nests(self, inner: Phrase, outer: Phrase, link: int) -> bool:
        """Whether the one can lie in the other; a comma alone joins only a part to its unit."""
        if inner.label.unit in {"art", "reg"} and outer.label.unit != "sch":
            return False  # "Article 3 of Schedule 1 to the Order"
        if outer.label.unit not in _OUTER and not (
            inner.label.unit in {"point", "subparagraph", "paragraph", "cl"}
            and outer.label.unit in {"paragraph", "subparagraph", "subsection", "point"}
        ):
            return False
        by_comma = self._text[inner.end : link] == ", "
        if by_comma:
            if inner.label.unit == "subsection" and outer.label.unit in {"sch", "anx"}:
                return False  # a schedule has paragraphs
            return inner.label.unit in _PARTS and outer.label.unit not in _PARTS
        return inner.label.unit != outer.label.unit or inner.label.unit == "paragraph"

    def _whole_reference(self, at: int) -> int | None:
        """Where "of this Regulation" has its reference, directly behind ``at``."""
        for link in (" of ", " to ", " in ", " ", " ל", " ב", " של "):
            if self._text.startswith(link, at) and at + len(link) in self._references:
                return at + len(link)
        return None

    def _backward(self, groups: list[Joined]) -> list[Joined]:
        """Give groups to the instrument behind them, and through "and" those before them too."""
        out: list[Joined] = []
        names = sorted((*self._instruments, *self._shorts))
        for group in reversed(groups):
            at = bisect_left(names, group.end)
            if group.reference is None and at < len(names) and names[at] - group.end <= _FARTHEST:
                owned = self._text[group.start - 1 : group.start] == " " and (
                    group.start - 1 in self._ends
                )
                for link in _links(self._link, self._text, group.end):
                    if owned and self._text.startswith(",", group.end):
                        break  # "TMA 1970 s 36, ITEPA 2003 s 62": of the name before it
                    instrument = self._instruments.get(link)
                    short = self._shorts.get(link)
                    if instrument is not None and self._apart(group, instrument):
                        break
                    if instrument is not None and link not in self._used:
                        if not instrument.pinpoints:
                            self._used.add(link)
                            group.instrument, group.end = instrument, instrument.end
                            self._close(group)
                        break
                    if short is not None and link not in self._used:
                        self._used.add(link)
                        group.short, group.end = short, short.end
                        break
            later = out[-1] if out else None
            if (
                later is not None
                and group.instrument is None
                and group.short is None
                and group.reference is None
                and (later.instrument or later.short)
                and later.start - group.end <= _READ_FARTHEST
                and group.phrases[0].label.unit not in _PARTS
                and not self._behind_instrument(group.start)
                and later.start < (later.instrument or later.short).start  # type: ignore[union-attr]
                and (
                    any(
                        (found := link.match(self._text, group.end)) and found.end() == later.start
                        for link in (_AND, _OF_AND)
                    )
                    or self._read_with(group, later.phrases[0], later.start)
                )
            ):
                later.start = group.start
                later.phrases = (*group.phrases, *later.phrases)
                continue
            out.append(group)
        out.reverse()
        return out

    def _read_with(self, group: Joined, other: Phrase, at: int) -> bool:
        """Whether a group is read with the phrase at ``at``, which has units of the same kind."""
        unit, following = group.phrases[0].label.unit, other.label.unit
        if unit != following and not {unit, following} & {"sch", "anx"}:
            return False  # "section 5 read with regulation 3 of the Rules": of an Act not named
        link = _READ_WITH.match(self._text, group.end)
        return (
            link is not None
            and link.end() == at
            and _WITH_ALONE.match(self._text, group.end, at) is None
        )

    def _apart(self, group: Joined, instrument: Instrument) -> bool:
        """Whether a phrase cannot belong to the instrument behind it.

        A code with its own section behind it is another coordinate ("Rule 10b-5, 17 C.F.R. § 240");
        a bracket that does not close after the name opens a remark ("§ 552(b) (FOIA exemption)").
        """
        between = self._text[group.end : instrument.start]
        if between == ", " and instrument.bare:
            return self._text.startswith((" §", ", §"), instrument.end)
        return between == " (" and not self._text.startswith(")", instrument.end)

    def _behind_instrument(self, start: int) -> bool:
        """Whether an instrument ends directly before ``start``: the phrase is then its own."""
        return start - 1 in self._ends or (
            start - 2 in self._ends and self._text.startswith(", ", start - 2)
        )

    def _close(self, group: Joined) -> None:
        """Take in the bracket that was opened between phrase and name: "Article 5 (GDPR)"."""
        assert group.instrument is not None
        start = group.instrument.start
        if self._text[start - 1] == "(" and self._text.startswith(")", group.end):
            group.end += 1

    def _forward(self, joined: Joined, groups: dict[int, Joined], consumed: set[int]) -> None:
        """Give the instrument the phrases directly behind it."""
        instrument = joined.instrument
        if instrument is not None and instrument.pinpoints:
            return
        at = joined.end
        if instrument is not None and instrument.bare:
            self._bare_number(joined, instrument)
            if joined.phrases:
                return
        first = _FORWARD.match(self._text, at)
        if first is None:
            return
        for position in sorted({first.end(), at}, reverse=True):
            group = groups.get(position)
            if group is not None and position not in consumed and position > at - 1:
                break
        else:
            return
        while group is not None and group.start not in consumed:
            unit = group.phrases[0].label.unit
            if unit in _PARTS and unit != "paragraph" and not joined.phrases:
                return
            consumed.add(group.start)
            joined.phrases += group.phrases
            joined.end = group.end
            link = _AND.match(self._text, group.end)
            following = groups.get(link.end()) if link else None
            if following is None:
                link = _READ_WITH.match(self._text, group.end)
                following = groups.get(link.end()) if link else None
                if (
                    following is None
                    or following.phrases[0].label.unit != unit
                    or not self._read_with(group, following.phrases[0], following.start)
                ):
                    return
            other = following.phrases[0].label.unit
            if other != unit and not (unit in _WHOLE and other in _WHOLE):
                return
            group = following

    def _bare_number(self, joined: Joined, instrument: Instrument) -> None:
        """Read "1331" behind "28 USC", and rules behind the name of their body."""
        at = joined.end
        lead = 2 if self._text.startswith(", ", at) else 1 if self._text.startswith(" ", at) else 0
        if not lead:
            return
        after = bisect_left(self._stops, at)
        stop = self._stops[after] if after < len(self._stops) else len(self._text)
        window = self._text[at + lead : min(stop, at + lead + 400)]
        phrase = self._grammar.read_number(window, 0, Label(instrument.unit, plural=True))
        if phrase is not None and not _NUMBERED.match(window, phrase.end):
            shift = at + lead
            joined.phrases = (phrase._replace(start=shift, end=phrase.end + shift),)
            joined.end = phrase.end + shift


def _links(pattern: re.Pattern[str], text: str, at: int) -> list[int]:
    """Where a link that begins at ``at`` may end, longest first."""
    longest = pattern.match(text, at)
    if longest is None:
        return []
    ends = [longest.end()]
    for shorter in (1, 2, 4, 5, 7):
        end = at + shorter
        if end < longest.end() and pattern.fullmatch(text, at, end):
            ends.append(end)
    return ends


class _Cover:
    """Whether a span touches one of a sorted list of spans."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._starts = [m.start for m in mentions]
        self._ends = [m.end for m in mentions]

    def touches(self, start: int, end: int) -> bool:
        at = bisect_left(self._starts, end)
        return at > 0 and self._ends[at - 1] > start


def label_of(group: Joined) -> Label:
    """The label of a group's first phrase."""
    return group.phrases[0].label


def paths_of(group: Joined) -> tuple[Path, ...]:
    """All paths of a group's phrases, each once."""
    return tuple(dict.fromkeys(p for phrase in group.phrases for p in phrase.paths if p))


__all__ = ["Coordinate", "Joined", "Joiner", "label_of", "nest", "paths_of", "settle"]
