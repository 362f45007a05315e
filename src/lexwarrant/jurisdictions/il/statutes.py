"""Israeli legislation named in text: laws, ordinances, regulations, Basic Laws, gazettes.

Form: the uniform citation rules (כללי האזכור האחיד): title, Hebrew year and civil year,
"חוק החוזים (חלק כללי), התשל"ג-1973"; Basic Laws "חוק-יסוד: ..." without year.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.hebrew import word_start
from lexwarrant.jurisdictions.grammar.words import years
from lexwarrant.records.citation import CitationKind, CitationParts

_WORD = re.compile(r"(?:חו?ק|תקנות|פקודת|צו|כללי|הוראות)(?=[ -])")
_DATED = re.compile(
    r"(?P<name>(?:חו?ק|תקנות|פקודת|צו|כללי|הוראות) [^\n;:.]{2,120}?)"
    r"(?P<comma>,? ?)\(?(?P<hebrew>ה?ת[קרש][א-ת]{0,2}(?:\""
    r"|'{1,2})?[א-ת]{0,2}'?)[- ]{1,3}(?P<year>1[89]\d\d|20\d\d)\)?(?!\d)"
)
_BASIC = re.compile(r"חו?ק[- ]יסו?ד:? ?")
_ANOTHER = re.compile(r" [בלוכמשה]{0,2}(?:חוק|תקנות|פקודת|סעיף|סעיפים|תקנה) ")
_VERSION = re.compile(r" \[נוסח (?:חדש|משולב)\]")
_ORDINANCE = re.compile(r"פקודת (?P<name>[א-ת\" -]{2,40}?) \[נוסח (?:חדש|משולב)\]")
_GAZETTE = re.compile(
    r"(?P<series>ס\"ח|ק\"ת|י\"פ|ע\"ר|ה\"ח)(?: (?P<volume>ה?תש[א-ת]{0,2}\"?[א-ת]?"
    r"|\d{1,5}),? (?:ב?עמ(?:'|וד|ודים) )?(?P<page>\d{1,5}(?:-\d{1,5})?)(?![\d/])| (?P<issue>\d{3,5})(?![\d/-]))"
)
_GAZETTE_START = re.compile(r"[סקיעה]\"[חתפר] (?=[הת\d])")
_SECONDARY = ("תקנות", "צו", "כללי", "הוראות")


@cache
def _known() -> tuple[list[str], dict[str, list[tuple[str, str]]]]:
    """Basic Laws, and the names of other laws by first word, longest first."""
    import yaml

    source = files("lexwarrant.jurisdictions.il").joinpath("basic_laws.yaml")
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    named: dict[str, list[tuple[str, str]]] = {}
    for law in data["laws"]:
        named.setdefault(law["type"], []).append((law["name"], str(law["year"])))
    for names in named.values():
        names.sort(key=lambda pair: len(pair[0]), reverse=True)
    return sorted(data["basic"], key=len, reverse=True), named


def _without_vowels(name: str) -> str:
    """A pattern of a name with or without its vowel letters, as pointed Hebrew leaves them out."""
    return re.sub("(?<=[א-ת])[וי](?=[א-ת])", "[וי]?", re.escape(name)) + "(?![א-ת])"


@cache
def _spelt(name: str) -> re.Pattern[str]:
    return re.compile(_without_vowels(name))


@cache
def _names_of(first: str, pointed: bool) -> re.Pattern[str]:
    """One pattern of all laws named of a type; the group ``n3`` is the fourth name."""
    names = [name for name, _ in _known()[1].get(first, [])]
    forms = [_without_vowels(n) if pointed else rf"{re.escape(n)}(?![^\W\d_])" for n in names]
    return re.compile("|".join(f"(?P<n{i}>{form})" for i, form in enumerate(forms)) or "(?!)")


def find_statutes(text: str) -> Iterator[Instrument]:
    """Every law named with its year, known by name, or a Basic Law."""
    basic, named = _known()
    end = 0
    civil = years(text)
    for word in _WORD.finditer(text):
        at = word.start()
        if at < end or not word_start(text, at):
            continue
        year = bisect_left(civil, at)
        near = year < len(civil) and civil[year] - at < 160
        found = (
            _basic_law(text, at, basic)
            or (_dated(text, at) if near else None)
            or _by_name(text, at, word, named)
        )
        if found is not None:
            end = found.end
            yield found
    for start in _GAZETTE_START.finditer(text):
        gazette = _GAZETTE.match(text, start.start())
        if gazette is not None and word_start(text, start.start()):
            yield Instrument(
                gazette.start(), gazette.end(), "il", CitationKind.GAZETTE,
                f"{gazette['series']} {gazette['volume'] or gazette['issue']} {gazette['page'] or ''}".strip(),
                CitationParts(
                    reporter=gazette["series"], volume=gazette["volume"] or gazette["issue"],
                    page=gazette["page"] or "",
                ),
                rank=2,
            )  # fmt: skip


def _basic_law(text: str, at: int, basic: list[str]) -> Instrument | None:
    opening = _BASIC.match(text, at)
    if opening is None:
        return None
    for name in basic:
        found = _spelt(name).match(text, opening.end())
        if found is not None:
            end = found.end()
            return Instrument(
                at, end, "il", CitationKind.CONSTITUTION, f"חוק-יסוד: {name}",
                CitationParts(instrument=text[at:end]), unit="s", rank=3,
            )  # fmt: skip
    return None


def _kind(first: str) -> CitationKind:
    return CitationKind.SECONDARY if first in _SECONDARY else CitationKind.LEGISLATION


def _dated(text: str, at: int) -> Instrument | None:
    dated = _DATED.match(text, at)
    if dated is None or _ANOTHER.search(dated["name"]):
        return None
    name = dated["name"].rstrip(" ,(")
    first = name.split(" ", 1)[0]
    return Instrument(
        at, dated.end(), "il", _kind(first), f"{_VERSION.sub('', name)} {dated['year']}",
        CitationParts(instrument=text[at : dated.end()], year=dated["year"]),
        unit="reg" if first == "תקנות" else "s", rank=3,
    )  # fmt: skip


def _by_name(
    text: str, at: int, word: re.Match[str], named: dict[str, list[tuple[str, str]]]
) -> Instrument | None:
    first = word.group().replace("חק", "חוק")
    ordinance = _ORDINANCE.match(text, at) if first == "פקודת" else None
    # written without vowel letters, as the name behind it is then too
    found = _names_of(first, first != word.group()).match(text, word.end() + 1)
    if found is not None and found.lastgroup is not None:
        name, year = named[first][int(found.lastgroup[1:])]
        end = found.end()
        version = _VERSION.match(text, end)
        end = version.end() if version else end
        return Instrument(
            at, end, "il", _kind(first), f"{first} {name} {year}",
            CitationParts(instrument=text[at:end]), unit="reg" if first == "תקנות" else "s",
            rank=2,
        )  # fmt: skip
    if ordinance is not None:
        return Instrument(
            at, ordinance.end(), "il", CitationKind.LEGISLATION, f"פקודת {ordinance['name']}",
            CitationParts(instrument=ordinance.group()), unit="s", rank=2,
        )  # fmt: skip
    return None
