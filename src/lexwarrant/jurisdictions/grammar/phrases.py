"""Provision phrases: "Article 6(1)(a) and (f)", "Sch. 3 para 7", "points (a) to (c) of ...".

One search finds the labels; each is then read by `match` on a bounded stretch behind it, so the
whole is linear. A phrase knows nothing of instruments: joining is `compose`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lexwarrant.jurisdictions.base import Label, Words
from lexwarrant.jurisdictions.grammar.hebrew import ATTACHED, has_hebrew
from lexwarrant.jurisdictions.grammar.numbers import (
    ARABIC,
    BRACKETS,
    ROMAN,
    Path,
    brackets,
    continued,
    expand,
    roman_value,
    split_hyphens,
)
from lexwarrant.jurisdictions.grammar.words import branches, places

_MAX_ITEMS = 200
_FIRST = re.compile(rf"(?P<number>{ARABIC})(?P<marks>{BRACKETS})")
_FIRST_ROMAN = re.compile(rf"(?P<number>{ROMAN})(?P<marks>{BRACKETS})")
_MARKS = re.compile(
    r"((?:\((?!19|20)[0-9A-Za-z]{1,5}\)|\([א-ת]{1,2}\d?\))"
    r"(?: ?\((?!(?:19|20)\d\d\))[0-9a-z]{1,4}\)|\([0-9A-Za-z]{1,5}\)|\([א-ת]{1,2}\d?\))*)"
)
_BARE = re.compile(r"([A-Za-z]|\d{1,3}(?:[a-z]|[A-Z]{1,2})?)(?![\w.]\w|\w)")
_CONNECT = re.compile(
    r"(?P<to> (?:to|through|bis|à|au|until|עד) | ?- ?)"
    r"|(?P<and>(?:,|;)? (?:and/or|and|or|und|oder|sowie|et|ou|&|או) |,? ו-? ?(?=[\d(])|[,;] ?)"
)
_NOT_NUMBER = re.compile(
    r" (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b"
    r"| ?(?:(?![A-Z]{3})[A-Z][A-Za-z]{0,8}\.|U ?S ?C|USC|CFR|EWHC|EHRR|F\.|So\b|per cent|percent|%)"
)
_ENDS_LIST = re.compile(
    r"[.,;:)\]\"']|$|\n| (?:of|and|or|to|in|und|oder|et|des|der|du|de)\b| [A-Z]{2}| [א-ת]"
    r"| (?:shall|may|must|applies|apply|is|are|was|above|below|does|do|has)\b"
)
_EXCEPT = re.compile(
    r",? ?\(?(?:(?:except(?:ing)?(?: for)?|save(?: for)?|excluding|other than|with the exception of|but not"
    r"|mit Ausnahme (?:von|der|des)|ausgenommen|außer|à l'exception (?:de|des|du)|sauf|excepto|salvo"
    r"|con excepción de|eccetto"
    r"|z wyjątkiem|met uitzondering van|kecuali|למעט|זולת|להוציא(?: את)?) "
    r"(?:(?:the |l')?(?:[Aa]rt(?:icles?|ikel[ns]?|ículos?|icol[oi]|\.)|[Ss]ections?|[Ss]eksyen|[Rr]egulations?"
    r"|ss?\.?|§§?|סעיפים|סעיף|תקנות"
    r"|תקנה) ?)?|פרט (?:לסעיפים|לסעיף|לתקנות|לתקנה) |חוץ (?:מסעיפים|מסעיף) )"
)
_ORDINALS = {
    word: str(number)
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
         "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"), 1
    )
}  # fmt: skip
_ORDINAL_BEFORE = re.compile(r"(?<!\w)(?P<word>[A-Za-z]{4,11})\Z")
_SCHEDULE = re.compile(
    r" Schedule(?P<para>,? para(?:graph|\.)? ?(?P<number>\d{1,3}[A-Z]?)"
    rf"(?P<marks>{BRACKETS}))?(?!\w)"
)
_ANNEX = re.compile(
    r" Annex(?:,? (?:point|paragraph|para\.?|section) (?P<number>\d{1,3}[A-Za-z]?)"
    rf"(?P<marks>{BRACKETS})"
    r"|(?= to (?:the )?(?:(?:Commission|Council|Implementing|Delegated) )*(?:Regulation|Directive|Decision)))"
)
"""The one annex of an act, which has no number."""
_ITEM = re.compile(r"\((?P<mark>[a-z]|\d{1,2}|[ivx]{1,4})\)(?= )")
_ITEM_BEFORE = re.compile(r"(?:\A|[\n:;,.\"—-] ?|[;,] (?:and|or) )\Z")
_HEBREW_YEAR = re.compile(r"5[67]\d\d-(?:19|20)\d\d")
_YEAR = re.compile(r"(?:1[89]|20)\d\d(?!\d)")
_ITEMS_BACK = 600
_SUBPARTS = (" subparagraph", " sub-paragraph", " indent", " sentence", " alinea")
_HEBREW_ORDINALS = ("ראשונה", "שנייה", "שלישית", "רביעית", "חמישית", "שישית", "שביעית", "שמינית")
_HEBREW_SCHEDULE = re.compile(rf"ה?תוספת ה?({'|'.join(_HEBREW_ORDINALS)})(?!\w)")
_ASIDE = re.compile(
    r",? (?:the )?(?:first|second|third|fourth|fifth|last) (?:sub-?paragraph|paragraph|indent|sentence)\b"
    r"|,? (?:S\.|Satz|sentence|Hs\.) ?\d(?!\d)"
)
_DIVISIONS = frozenset({"ch", "title", "anx", "pt"})
_FOLLOWING = re.compile(
    r",? et seqq?\.?(?!\w)| (?:et suivants|e seguenti|y siguientes|und folgende)(?!\w)| ff?\.(?= [A-ZÄÖÜ]|[,;)]"
    r"| [a-z]|$)| ff(?= [A-ZÄÖÜ]|[,;)]|$)"
)
""" "and what follows", which adds nothing to a path."""
_ROMAN_PARAGRAPH = re.compile(
    r" (I{1,3}|IV|VI{0,3}|IX|X)(?: \d)?(?= (?:lit|Buchst|Nr|S\.|UAbs|und|DS-?GVO|GRCh|AEUV|EUV|EMRK|BDSG"
    r"|[A-Z][A-Za-z]*(?:VO|RL|G|V)\b))"
)
"""A paragraph as German lawyers shorten it: "Art. 6 I 1 lit. f DSGVO"."""
_LETTER = re.compile(r",? ([a-z])\)(?!\w)")
_SPANISH = re.compile(r"[Aa]rtículos?\b|[Aa]rt\. \d{1,3}\.\d{1,2}\.[a-z]\)")
_LETTER_BEHIND = re.compile(
    r"(?:(?<=\)) ?(?P<letter>[a-z])\)|(?<=\))(?P<l2>[a-z])(?= [A-Z])|(?<=\d\.\d)\.(?P<l3>[a-z])\)?)(?!\w)"
)
"""A letter without its bracket behind a paragraph: "Art. 9(2)a GDPR", "83 (4) a)", "5.1.c"."""
_DOTTED_LETTER = re.compile(r"\.([a-z])\)")
_DEEPEST = 12
"""Levels that a path may have: parts behind parts without end are no provision."""
_TAILS_IN = {
    "§": ("art",),
    "§§": ("art",),
    "article": ("sch",),
    "art": ("sch",),
    "chapter": ("pt", "title", "anx"),
    "ch": ("pt", "title", "anx"),
}
"""Parts that lie in some units only: "Sch 1, art 8", "Pt 15, Ch 4"."""
_PARTS = frozenset({"paragraph", "subsection", "point", "subparagraph"})
_SCHEDULES = frozenset({"sch", "anx"})
_PLAIN = re.compile(r"[1-9]\d{0,3}(?=[ \n]|\.?\Z)")
_GOES_ON = frozenset("(&-,;0123456789¶\"'עוא")
"""What may go on with a provision behind a number and a space."""
_RUNNING = frozenset({"art", "s"})
_NEW = ("Article ", "Articles ", "Section ", "Sections ")
_TITLED = frozenset({"rule", "reg", "ord"})
_RULES = frozenset({"r", "rr", "rule", "rules"})


class Phrase(NamedTuple):
    """A provision phrase with its paths. ``label`` is the outermost unit's.

    A tuple, since a text of nothing but references makes a quarter of a million a megabyte.
    """

    start: int
    end: int
    label: Label
    paths: tuple[Path, ...]


def numbered_by(inner: Path, part: Path) -> bool:
    """Whether a number already says its part: rule 36.17 is in Part 36 and in no other."""
    return bool(inner) and bool(part) and inner[0].startswith(f"{part[-1]}.")


def _dotted(text: str, path: Path, end: int) -> tuple[Path, int]:
    """The letter of "artículo 6.1.f)"."""
    letter = _DOTTED_LETTER.match(text, end)
    return ((*path, letter.group(1)), letter.end()) if letter else (path, end)


class PhraseGrammar:
    """Reads the phrases of a set of word lists."""

    def __init__(self, words: Iterable[Words]) -> None:
        labels: dict[str, Label] = {}
        tails: dict[str, str] = {}
        for w in words:
            for word, label in w.labels.items():
                labels.setdefault(word, label)
            for word, lead in w.tails.items():
                tails.setdefault(word, lead)
        attached: dict[str, int] = {}
        for word in [w for w in labels if "א" <= w[0] <= "ת"]:
            for prefix in ATTACHED:
                if prefix + word == "מס'":
                    continue  # "number"
                attached[prefix + word] = len(prefix)
                labels.setdefault(prefix + word, labels[word])
        self._attached = attached
        self._labels: Mapping[str, Label] = labels
        self._tails: Mapping[str, str] = tails
        self._anchor = _anchor(labels)
        self._openings: dict[str, tuple[Label, int] | None] = {}
        heads = {word[0].upper() for word in tails} | {word[0].lower() for word in tails}
        self._tail_heads = frozenset(heads | set("IVXABSHabdefbhilmnopqrstuvwxyz"))
        alternatives = "|".join(sorted(map(re.escape, tails), key=len, reverse=True))
        self._tail = re.compile(
            rf",? (?P<word>{alternatives or '(?!)'})\.?(?: |(?<=[.§])|(?= ?\())"
            r"(?P<value>\([0-9A-Za-zא-ת]{1,5}\)|(?:[0-9]{1,4}(?:\.\d{1,3}){0,3}[A-Za-z]{0,2}|(?-i:[A-Z]{1,6}[a-z]?)|[A-Za-z]|[ivx]{1,5})\b)"
            rf"(?P<marks>{BRACKETS})",
            re.IGNORECASE,
        )

    def find(self, text: str, taken: Sequence[tuple[int, int]] = ()) -> list[Phrase]:
        """Every phrase in ``text``, in order, none inside another.

        ``taken`` are the spans, in order, of what is already read: no phrase begins in one.
        """
        out: list[Phrase] = []
        position = index = 0
        for anchor in self._anchor.finditer(text):
            at = anchor.start()
            if at < position:
                continue
            while index < len(taken) and taken[index][1] <= at:
                index += 1
            if index < len(taken) and taken[index][0] <= at:
                continue
            word = anchor.group(1)
            if word in self._openings:
                opening = self._openings[word]
            else:
                known = self._label(word)
                opening = (known, self._attached.get(word, 0)) if known is not None else None
                self._openings[word] = opening
            if opening is None:
                continue
            label, attached = opening
            stop = anchor.end()
            if (word == "Ch" or label.unit in _TITLED) and _YEAR.match(text, stop):
                continue  # "(Del. Ch. 1996)" is a court, "ET Rules 2013" a title
            if len(word) <= 2 and text[at - 1 : at] == "'":
                continue
            if not label.short and text[anchor.end(1)] == ".":
                continue  # the end of a sentence: "those Chapters. 3. The ..."
            plain = _PLAIN.match(text, stop)
            if plain is not None and not attached and self._ends(text, plain.end(), label):
                path = (label.lead, plain.group()) if label.lead else (plain.group(),)
                phrase: Phrase | None = Phrase(at, plain.end(), label, (path,))
            else:
                phrase = self._read(text, at + attached, stop, label)
            if phrase is not None:
                out.append(phrase)
                position = phrase.end
        ordinals = list(self._ordinal(text))
        if not ordinals:
            return out
        end = 0
        merged = []
        for phrase in sorted((*out, *ordinals), key=lambda p: (p.start, -p.end)):
            if phrase.start >= end:
                merged.append(phrase)
                end = phrase.end
        return merged

    def _ends(self, text: str, at: int, label: Label) -> bool:
        """Whether what stands at ``at``, behind a number, plainly goes on no provision."""
        following = text[at : at + 2]
        if len(following) < 2:
            return following in ("", " ", ".", "\n")
        first, second = following[0], following[1]
        if second == "§" and label.unit != "art":
            return first == " "
        if second in "AS" and label.unit in _RUNNING and text.startswith(_NEW, at + 1):
            return True
        return first == "\n" or (
            first == " " and second not in self._tail_heads and second not in _GOES_ON
        )

    def _ordinal(self, text: str) -> Iterable[Phrase]:
        """ "First Schedule", and "first subparagraph", which adds nothing to a path."""
        for at, needle in places(text, (" Schedule", " Annex", *_SUBPARTS)):
            if needle == " Annex":
                annex = _ANNEX.match(text, at)
                if annex is not None:
                    part = (annex["number"], *brackets(annex["marks"])) if annex["number"] else ()
                    yield Phrase(at + 1, annex.end(), Label("anx", "annex"), (("annex", *part),))
                continue
            before = _ORDINAL_BEFORE.search(text, max(0, at - 12), at)
            number = _ORDINALS.get(before["word"].lower()) if before else None
            if before is None or number is None:
                continue
            if needle != " Schedule":
                end = at + len(needle) + (text[at + len(needle) : at + len(needle) + 1] == "s")
                yield Phrase(before.start(), end, Label("subparagraph"), ((),))
                continue
            found = _SCHEDULE.match(text, at)
            if found is not None and before["word"][0].isupper():
                below = (found["number"], *brackets(found["marks"])) if found["number"] else ()
                yield Phrase(
                    before.start(), found.end(), Label("sch", "sch"), (("sch", number, *below),)
                )
        if has_hebrew(text):
            for at, _ in places(text, ("תוספת ",)):
                found = _HEBREW_SCHEDULE.match(text, at - (text[at - 1 : at] == "ה"))
                if found is None:
                    continue
                number = str(_HEBREW_ORDINALS.index(found[1]) + 1)
                yield Phrase(found.start(), found.end(), Label("sch", "sch"), (("sch", number),))

    def read_at(self, text: str, position: int) -> Phrase | None:
        """The phrase that begins exactly at ``position``."""
        anchor = self._anchor.match(text, position)
        if anchor is None:
            return None
        label = self._label(anchor.group(1))
        return self._read(text, anchor.start(), anchor.end(), label) if label else None

    def _label(self, word: str) -> Label | None:
        """The label a word is; a single letter only as it is written ("s 5", not "S. 5")."""
        return self._labels.get(word) or (self._labels.get(word.lower()) if len(word) > 1 else None)

    def read_number(self, text: str, position: int, label: Label) -> Phrase | None:
        """A number (list) without a label at ``position``, read as ``label`` would be."""
        if not text[position : position + 1].isdigit():
            return None
        return self._read(text, position, position, label)

    def _read(self, text: str, start: int, at: int, label: Label) -> Phrase | None:
        lead = (label.lead,) if label.lead else ()
        first = _FIRST.match(text, at)
        if first is None and label.roman:
            first = _FIRST_ROMAN.match(text, at)
        if first is not None:
            path = (
                *lead,
                first["number"],
                *brackets(first["marks"]),
            )
            end = first.end()
            if _SPANISH.match(text, start):
                path, end = _dotted(
                    text, (*lead, *first["number"].split("."), *path[len(lead) + 1 :]), end
                )
            elif label.unit == "art" and (letter := _LETTER_BEHIND.match(text, end)):
                path, end = (*path, letter[letter.lastgroup or 0]), letter.end()
            elif first["number"].endswith("ff"):
                path = tuple(mark.removesuffix("ff") for mark in path)
        else:
            alone = _MARKS.match(text, at)
            if alone is None:
                return None
            path = (*lead, *brackets(alone.group(1)))
            end = alone.end()
        path, end, tailed = self._tails_of(text, path, end, start, label)
        if label.unit == "pt" and path[:1] != lead:
            label, lead, tailed = Label("rule"), (), 0
        paths, end = self._list(text, path, end, label, len(lead), tailed, start)
        paths, end = self._without(text, paths, end, label, len(lead))
        if following := _FOLLOWING.match(text, end):
            end = following.end()
        return Phrase(start, end, label, tuple(dict.fromkeys(paths)))

    def _tails_of(
        self, text: str, path: Path, end: int, start: int, label: Label
    ) -> tuple[Path, int, int]:
        """Read "Abs. 1 lit. a" behind a number, and the level of the last part read (0: none)."""
        tailed = 0
        while len(path) < _DEEPEST:
            if aside := _ASIDE.match(text, end):
                end = aside.end()
            tail = self._tail.match(text, end)
            if tail is None:
                roman = None if tailed else _ROMAN_PARAGRAPH.match(text, end)
                if roman is None or label.unit != "art" or not label.short:
                    break
                path, end = (*path, str(roman_value(roman.group(1)))), roman.end()
                tailed = len(path) - 1
                continue
            lead = self._tails[tail["word"].lower()]
            if lead == "section" and label.unit not in _DIVISIONS:
                break
            if (
                tail["word"].lower() in _TAILS_IN
                and label.unit not in _TAILS_IN[tail["word"].lower()]
            ):
                break
            value = tail["value"].strip("()")
            if label.unit == "pt" and tail["word"] in _RULES and numbered_by((value,), path):
                path = (value, *brackets(tail["marks"]))
                tailed = 1
            elif lead != "-":
                tailed = len(path) + bool(lead)
                path = (*path, *((lead,) if lead else ()), value, *brackets(tail["marks"]))
            end = tail.end()
            tailed = tailed or 1
            if value.isalnum() and tail["value"][0] != "(" and text.startswith(")", end):
                before = text[max(0, start - 120) : end]
                if before.count("(") <= before.count(")"):
                    end += 1
            if letter := _LETTER.match(text, end):
                path, end = (*path, letter.group(1)), letter.end()
        return path, end, tailed

    def _list(
        self,
        text: str,
        path: Path,
        end: int,
        label: Label,
        floor: int,
        tailed: int,
        start: int,
    ) -> tuple[list[Path], int]:
        paths = [path]
        while len(paths) < _MAX_ITEMS * 10 and (link := _CONNECT.match(text, end)):
            if link.group().startswith(";") and text.startswith("(", link.end()):
                break  # "Article 9; (h) the ..." is the next point of the text itself
            if text.startswith("(", link.end()) and _next_item(text, link.end(), start):
                break
            step = self._next(text, link.end(), paths[-1], label, floor, tailed)
            if step is None:
                break
            path, stop, tailed = step
            paths += expand(paths[-1], path)[1:] if link.lastgroup == "to" else [path]
            end = stop
        return paths, end

    def _next(
        self, text: str, at: int, previous: Path, label: Label, floor: int, tailed: int
    ) -> tuple[Path, int, int] | None:
        marks = _MARKS.match(text, at)
        if marks is not None:
            path = continued(
                previous, brackets(marks.group(1)), floor + (0 if label.unit in _PARTS else 1)
            )
            return path, marks.end(), tailed
        if tailed:
            bare = _BARE.match(text, at)
            if bare is not None and not _NOT_NUMBER.match(text, bare.end()):
                marks = _MARKS.match(text, bare.end() + text.startswith(" ", bare.end()))
                below = brackets(marks.group(1)) if marks else ()
                path = (
                    (*previous[:tailed], bare.group(1))  # "Sch 7 paras 2(1) and 5"
                    if label.unit in _SCHEDULES and bare.group(1)[0].isdigit()
                    else continued(previous, (bare.group(1),), floor + 1)
                ) + below
                end = marks.end() if marks else bare.end()
                path, end, _ = self._tails_of(text, path, end, at, label)
                if path[-1].isalpha() and text.startswith(")", end):
                    end += 1  # "sous a) et f)"
                return path, end, tailed
        if _HEBREW_YEAR.match(text, at):
            return None
        number = _FIRST.match(text, at) or (_FIRST_ROMAN.match(text, at) if label.roman else None)
        if number is None or _NOT_NUMBER.match(text, number.end()):
            return None
        if not label.plural and not _ENDS_LIST.match(text, number.end()):
            return None
        path = (*previous[:floor], number["number"], *brackets(number["marks"]))
        return self._tails_of(text, path, number.end(), at, label)

    def _without(
        self, text: str, paths: list[Path], end: int, label: Label, floor: int
    ) -> tuple[list[Path], int]:
        """Take out what an exclusion names ("sections 1 to 10, except section 5")."""
        if len(paths) == 1 and label.plural and "-" in "".join(paths[0]):
            paths = list(split_hyphens(tuple(paths), 60)) if _EXCEPT.match(text, end) else paths
        opening = _EXCEPT.match(text, end) if len(paths) > 1 else None
        if opening is None:
            return paths, end
        first = _FIRST.match(text, opening.end())
        if first is None:
            return paths, end
        path = (*paths[0][:floor], first["number"], *brackets(first["marks"]))
        out, stop = self._list(text, path, first.end(), label, floor, 0, end)
        if "(" in opening.group() and text.startswith(")", stop):
            stop += 1
        kept = [p for p in paths if p not in out]
        return (kept, stop) if kept else (paths, end)


def _next_item(text: str, at: int, low: int) -> bool:
    """Whether the mark at ``at`` goes on a list of the text itself: "(a) Article 16, (b) ..."."""
    item = _ITEM.match(text, at)
    if item is None:
        return False
    mark = item["mark"]
    before = str(int(mark) - 1) if mark.isdigit() else chr(ord(mark) - 1) if len(mark) == 1 else ""
    found = text.rfind(f"({before}) ", max(0, low - _ITEMS_BACK), low) if before else -1
    return found >= 0 and _ITEM_BEFORE.search(text, max(0, found - 8), found) is not None


def _anchor(labels: Mapping[str, Label]) -> re.Pattern[str]:
    """One search for all labels: the first letter as a set, so that it is skipped to quickly."""
    if not labels:
        return re.compile(r"(?!)")
    forms: set[str] = set()
    for word in labels:
        forms.add(word)
        if len(word) > 1:
            forms.add(word[0].upper() + word[1:])
    first = "".join(sorted({form[0] for form in forms}))
    rest = branches(form[1:] for form in forms)
    return re.compile(
        rf"([{re.escape(first)}](?<!\w.){rest})(?![A-Za-z])"
        r"(?:\.(?: |(?=[\d(]))|(?<=§) ?| |(?=\())"
        r"(?=[\d(]|[A-Z][A-Za-z]?\b|[A-Z]\d{1,2}\b|[IVXLC]{1,8}[a-z]?\b)"
    )
