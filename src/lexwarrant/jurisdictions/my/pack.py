"""Malaysia and Sarawak: Acts and Caps by number, ordinances, the Federal Constitution, reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.base import Instrument, Label, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.grammar.bracketed import find_bracketed
from lexwarrant.jurisdictions.grammar.courts import named_court
from lexwarrant.jurisdictions.grammar.english import TAILS, english
from lexwarrant.jurisdictions.grammar.numbers import brackets
from lexwarrant.jurisdictions.grammar.statutes import (
    find_acts,
    find_short_titles,
    find_yearless,
)
from lexwarrant.jurisdictions.grammar.words import any_in, matches_among, words_among
from lexwarrant.jurisdictions.my.dockets import find_dockets
from lexwarrant.records.citation import CitationKind, CitationParts

_UNITS = ("s", "art", "reg", "rule", "ord", "sch", "pt", "ch", "paragraph", "subparagraph",
          "subsection", "point")  # fmt: skip
_NUMBER = re.compile(
    r",? ?[\[(](?P<number>P\.? ?U\.? ?\([AB]\) ?\d{1,4}/\d{2,4}|L\.? ?N\.? ?\d{1,4}(?:/| of )\d{2,4}"
    r"|Akta A?\d{1,4}|Act A?\d{1,4}"
    r"|(?:(?:Sarawak|Sabah|F\.?M\.?S\.?|S\.?S\.?|Swk\.?) )?(?:Cap\.? ?\d{1,3}(?:,? \(?\d{4} Ed(?:ition|n|\.)?\)?)?"
    r"|(?:Ord(?:inance|\.)?|En(?:actment|\.)?) (?:No\.? ?)?\d{1,3}(?:/| of )(?:19|20)\d\d))[\])]"
)
_ACT = re.compile(
    r"A(?<!\w.)ct (?:No\.? )?(?P<number>(?!(?:1[6-9]|20)\d\d\b)A?\d{1,4})(?![\w/.]\d"
    r"|\w)(?! of (?!Malaysia))(?!,? [Ss]c(?:ene|\.))"
)
_AMENDMENT = re.compile(r"A(?<!\w.)(?P<number>\d{4})(?![\w/-])")
_CAP = re.compile(r"C(?<!\w.)ap\.? ?(?P<number>\d{1,3})(?! of)(?![\w/])")
_CAP_NAME = re.compile(
    r"(?:(?<![\w])(?:[A-Z][A-Za-z]+ ){1,6})(?:Ordinance|Code|Enactment|Act)(?: of [A-Z][a-z]+)?(?:,? \d{4})? ?[\[(]\Z"
)
_ORDINANCE = re.compile(r"O(?<!\w.)rdinance\b(?! \d|,? \d{4})")
_ORDINANCE_NAME = re.compile(r"(?:[A-Z][A-Za-z]+ (?:\([A-Z][A-Za-z ]{1,30}\) )?){1,5}\Z")
_CONSTITUTION = re.compile(r"F(?<!\w.)ederal Constitution\b|Perlembagaan Persekutuan\b")
_GAZETTE = re.compile(
    r"P(?<!\w.)\.? ?U\.? ?\((?P<series>[AB])\) ?(?P<number>\d{1,4}/\d{2,4})(?!\d)"
)
_RULES = re.compile(
    r"R(?<!\w.)(?:ules of (?:Court 2012|the (?:Federal Court|Court of Appeal|High Court)(?: \d{4})?)\b"
    r"|(?:OC|HC|FC|CA)(?: (?:2012|1980|1994|1995))?\b(?! ?\d))"
)
"""Rules of the courts of Malaysia; initials count behind an order or a rule."""
_CUES = (
    "Malaysia",
    "MLJ",
    "CLJ",
    "Sarawak",
    "Sabah",
    "Kuala Lumpur",
    "(Act ",
    "[Act ",
    "Cap. ",
    "P.U.",
    "PU(A)",
    "PU (A)",
    "AMR ",
    "Federal Constitution",
    "Industrial Court",
)
_LABELS = {
    **english(*_UNITS),
    "seksyen": Label("s"),
    "perkara": Label("art"),
    "peraturan": Label("reg"),
    "kaedah": Label("rule"),
    "jadual": Label("sch", "sch", roman=True),
    "bahagian": Label("pt", "part", roman=True),
    "perenggan": Label("paragraph"),
    "subseksyen": Label("subsection"),
}
_TAILS = {**TAILS, "perenggan": "", "subseksyen": "", "fasal": ""}
_MALAY = re.compile(
    r"[AOPK](?<!\w.)(?P<word>kta|rdinan|eraturan-[Pp]eraturan|aedah-[Kk]aedah"
    r"|erintah) (?:[A-Z(][\w()-]*,? (?:dan |dan/atau )?){1,10}?"
    r"(?P<year>(?:19|20)\d\d)(?!\d)"
)
_FIRST = frozenset({"The", "Under", "See", "By", "In", "Section", "Of"})


@dataclass(frozen=True, slots=True)
class Malaysia(PackDefaults):
    """Malaysian law in English."""

    code: str = "my"
    languages: tuple[str, ...] = ("en",)
    words: Words = Words(labels=_LABELS, tails=_TAILS)  # noqa: RUF009
    hyphen_ranges: bool = True
    order: int = 6
    own_units: frozenset[str] = frozenset({"s", "sch", "pt", "subsection", "reg"})

    def find(self, text: str) -> Iterator[Mention]:
        """Acts, Caps, ordinances, the Constitution, rules, gazette notices and reports."""
        acts, heads = _own_titles()
        for act in find_acts(text, self.code, _NUMBER, 3 if any_in(text, _CUES) else 0):
            own = act.normal in acts or act.parts.instrument.startswith(heads)
            yield replace(act, rank=max(act.rank, 4)) if own else act
        yield from find_short_titles(text, self.code)
        yield from find_yearless(text, self.code)
        yield from find_bracketed(text, self.code)
        yield from find_dockets(text)
        yield from _malay(text)
        for pattern, slug in ((_ACT, "act"), (_AMENDMENT, "act"), (_CAP, "cap")):
            for found in pattern.finditer(text):
                yield _numbered(text, found, slug)
        for ordinance in _ORDINANCE.finditer(text):
            found_name = _ORDINANCE_NAME.search(
                text, max(0, ordinance.start() - 80), ordinance.start()
            )
            if found_name is None:
                continue
            words = found_name.group().split(" ")
            start = found_name.start()
            while words and words[0] in _FIRST:
                start += len(words.pop(0)) + 1
            if start >= ordinance.start():
                continue
            number = _NUMBER.match(text, ordinance.end()) or _ORDINANCE_NUMBER.match(
                text, ordinance.end()
            )
            end = number.end() if number else ordinance.end()
            yield Instrument(
                start, end, self.code, CitationKind.LEGISLATION, text[start : ordinance.end()],
                CitationParts(
                    instrument=text[start : ordinance.end()],
                    number=number["number"] if number else "",
                ),
                target=_target(number["number"]) if number else "",
                unit="s", rank=2,
            )  # fmt: skip
        yield from _legislative_lists(text)
        yield from _codes(text)
        for constitution in matches_among(
            text, _CONSTITUTION, ("Federal Constitution", "Perlembagaan Persekutuan")
        ):
            yield Instrument(
                constitution.start(), constitution.end(), self.code, CitationKind.CONSTITUTION,
                "Federal Constitution", CitationParts(instrument=constitution.group()),
                target="my/constitution", unit="art", rank=2,
            )  # fmt: skip
        for rules in _RULES.finditer(text):
            court = rules.group().startswith(("Rules of Court", "ROC"))
            yield Instrument(
                rules.start(), rules.end(), self.code, CitationKind.COURT_RULE,
                "Rules of Court 2012" if court else rules.group(),
                CitationParts(instrument=rules.group(), year="2012" if court else ""),
                target="my/roc2012" if court else "", unit="rule", rank=6,
                needs_phrase=len(rules.group()) < 8,
            )  # fmt: skip
        for gazette in _GAZETTE.finditer(text):
            yield Instrument(
                gazette.start(), gazette.end(), self.code, CitationKind.SECONDARY,
                f"P.U. ({gazette['series']}) {gazette['number']}",
                CitationParts(instrument=gazette.group(), number=gazette["number"]), unit="reg",
                rank=2,
            )  # fmt: skip

    def court_key(self, written: str) -> str:
        """Courts by the keys of ``courts.yaml``."""
        return named_court(self.code, written)


@cache
def _own_titles() -> tuple[frozenset[str], tuple[str, ...]]:
    """Titles and beginnings of titles that are Malaysia's alone, from ``titles.yaml``."""
    import yaml

    source = files("lexwarrant.jurisdictions.my").joinpath("titles.yaml")
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    return frozenset(map(str, data["acts"])), tuple(map(str, data["heads"]))


_STATE = re.compile(r"(?<!\w)(?:Sarawak|Sabah|F\.M\.S\.|FMS|Swk\.?|S\.S\.) \Z")
_LISTS = re.compile(
    r"(?:[Ii]tems? (?P<item>\d{1,2}[A-Z]?)(?P<marks>(?:\([a-z]{1,3}\))*),? (?:of |in )?(?:the )?)?"
    r"(?P<list>List (?P<number>I{1,3}A?)|Federal List|State List|Concurrent List)"
    r"(?P<schedule>,? (?:of |in |to |under )?(?:the )?(?:Ninth|9th) Schedule)"
    r"(?:,? (?:of |to )?(?:the )?(?:Federal Constitution|FC))?(?!\w)"
)
_ORDINANCE_NUMBER = re.compile(r" No\.? (?P<number>\d{1,3}(?:/| of )(?:19|20)\d\d)(?!\d)")
_YEARLESS_CODE = re.compile(
    r"(?:Penal|Criminal Procedure|National Land|(?:Sarawak )?Land|Kanun (?:Keseksaan|Tanah Negara)) ?Code\b"
    r"|Kanun (?:Keseksaan|Tanah Negara|Tatacara Jenayah)\b"
)
_BEHIND_ARTICLE = re.compile(
    r"(?:[Aa]rticles?|[Aa]rts?\.?|[Pp]erkara) (?:\d{1,3}[A-Z]{0,2}(?:\(\w{1,3}\))*(?:,| and|, and) )*"
    r"\d{1,3}[A-Z]{0,2}(?:\(\w{1,3}\))*\Z"
)


def _codes(text: str) -> Iterator[Instrument]:
    """Codes that are cited without a year or number, and "FC" behind an article."""
    for at, word in words_among(
        text,
        (
            "Penal Code",
            "Criminal Procedure Code",
            "National Land Code",
            "Land Code",
            "Sarawak Land Code",
            "CPC",
            "NLC",
            "Kanun ",
            "FC",
        ),
    ):
        if word == "FC":
            if text[at + 2 : at + 3].isalnum() or not _BEHIND_ARTICLE.search(
                text, max(0, at - 31), max(0, at - 1)
            ):
                continue
            yield Instrument(
                at, at + 2, "my", CitationKind.CONSTITUTION, "Federal Constitution",
                CitationParts(instrument="FC"), target="my/constitution", unit="art", rank=2, needs_phrase=True,
            )  # fmt: skip
            continue
        if word in ("CPC", "NLC"):
            if not text[at + 3 : at + 4].isalnum():
                yield Instrument(
                    at, at + 3, "my", CitationKind.LEGISLATION, word, CitationParts(instrument=word), unit="s",
                    needs_phrase=True,
                )  # fmt: skip
            continue
        code = _YEARLESS_CODE.match(text, at)
        if code is None or text.startswith("Model ", max(0, at - 6)):
            continue
        number = _NUMBER.match(text, code.end())
        yield Instrument(
            at, number.end() if number else code.end(), "my", CitationKind.LEGISLATION, code.group(),
            CitationParts(instrument=code.group(), number=number["number"] if number else ""),
            target=_target(number["number"]) if number else "", unit="s", rank=2 if number else 0,
            needs_phrase=number is None,
        )  # fmt: skip


_LIST_NUMBERS = {"Federal List": "I", "State List": "II", "Concurrent List": "III"}


def _legislative_lists(text: str) -> Iterator[Instrument]:
    """ "Item 2(a), List II, Ninth Schedule, Federal Constitution"."""
    for at, _ in words_among(text, ("List I", "Federal List", "State List", "Concurrent List")):
        low = max(0, at - 28)
        opening = _ITEM.search(text, low, at)
        entry = _LISTS.match(text, opening.start() if opening else at)
        if entry is None:
            continue
        number = entry["number"] or _LIST_NUMBERS[entry["list"]]
        item = (entry["item"], *brackets(entry["marks"])) if entry["item"] else ()
        yield Instrument(
            entry.start(), entry.end(), "my", CitationKind.CONSTITUTION, "Federal Constitution",
            CitationParts(instrument="Federal Constitution"), target="my/constitution", unit="sch",
            pinpoints=(("sch", "9", number, *item),), rank=5,
        )  # fmt: skip


_ITEM = re.compile(r"(?<!\w)[Ii]tems? \d{1,2}[A-Z]?(?:\([a-z]{1,3}\))*,? (?:of |in )?(?:the )?\Z")


def _malay(text: str) -> Iterator[Instrument]:
    """Acts and instruments in Malay: "Akta Kerja 1955 [Akta 265]"."""
    for act in matches_among(
        text, _MALAY, ("Akta ", "Ordinan ", "Peraturan-", "Kaedah-", "Perintah ")
    ):
        number = _NUMBER.match(text, act.end())
        primary = act["word"] in ("kta", "rdinan")
        yield Instrument(
            act.start(), number.end() if number else act.end(), "my",
            CitationKind.LEGISLATION if primary else CitationKind.SECONDARY, act.group(),
            CitationParts(
                instrument=act.group(), year=act["year"], number=number["number"] if number else ""
            ),
            unit="s" if primary else "reg", rank=4,
        )  # fmt: skip


_ONLY_NUMBER = re.compile(r"\A(?:Sarawak|Sabah|F\.?M\.?S\.?|S\.?S\.?|Swk\.?) |,? \(?\d{4} Ed.*")


def _target(number: str) -> str:
    sort, _, value = _ONLY_NUMBER.sub("", number.replace("Cap.", "Cap")).partition(" ")
    if not value:
        value = sort[3:]
        sort = sort[:3]
    return f"my/{sort.lower()}/{value.strip()}"


def _numbered(text: str, found: re.Match[str], slug: str) -> Instrument:
    """ "Act 265", "A1754", "Cap. 76", with the title in front of a bracketed Cap."""
    start, end = found.span()
    state = _STATE.search(text, max(0, start - 8), start) if slug == "cap" else None
    start = state.start() if state else start
    name = ""
    if text[start - 1 : start] in "([" and text[end : end + 1] in ")]":
        before = _CAP_NAME.search(text, max(0, start - 90), start)
        if before is not None:
            start, end = before.start(), end + 1
            name = text[start : found.start()].rstrip(" ([")
            for word in _FIRST:
                if name.startswith(f"{word} "):
                    start += len(word) + 1
                    name = name[len(word) + 1 :]
    written = found.group()
    number = written if written[1:].isdigit() else found["number"]
    normal = f"Cap. {number}" if slug == "cap" else f"Act {number}"
    return Instrument(
        start, end, "my", CitationKind.LEGISLATION, normal,
        CitationParts(instrument=name or written, number=number), target=f"my/{slug}/{number}",
        unit="s", rank=2, needs_phrase=slug == "cap" and not name and "." not in written,
    )  # fmt: skip


PACK = Malaysia()
