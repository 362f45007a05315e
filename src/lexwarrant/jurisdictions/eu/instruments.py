"""EU acts, treaties and notices named in text.

By number: Interinstitutional style guide, 10.4 (numbering of acts: year first since 2015, number
first before that for regulations, year first for directives). CELEX: sector, year, type, number.
ELI: OJ C 325, 26.10.2012, p. 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.words import (
    any_in,
    branches,
    capitals,
    matches_among,
    places,
    words_among,
)
from lexwarrant.records.citation import CitationKind, CitationParts

_ACT = re.compile(
    r"(?:(?:Commission|Council|European Parliament and Council|Joint) )?"
    r"(?:(?:Implementing|Delegated|Framework) )?"
    r"(?P<type>(?:Reg|Dir|Dec)(?:\.|s\.)|VO|RL|DVO|DelVO|REGULATION|DIRECTIVE|DECISION|Regulations?|Directives?|Decisions?|Verordnung|Richtlinie|[Rr]èglement|[Dd]irective"
    r"|Durchführungsverordnung|Beschluss|[Dd]écision|[Rr]eglamento|[Dd]irectiva|[Dd]ecisión|[Rr]egolamento|[Dd]irettiva|[Dd]ecisione"
    r"|[Rr]ozporządzeni[ea]|[Dd]yrektyw[ya]|[Vv]erordening|[Rr]ichtlijn|[Rr]egulamento|[Dd]iretiva) "
    r"(?:\((?P<body>EU|EC|EEC|Euratom|ECSC|UE|CE|CEE|EG|EWG|WE|EWG|EU, Euratom|EC, Euratom|CFSP|GASP|PESC|JHA)\) )?"
    r"(?P<no>(?:No\.?|NO|Nr\.?|nr|n\.º|n\.|núm\.|n°|N°|no\.) ?)?(?P<a>\d{1,4})/(?P<b>\d{1,4})"
    r"(?:/(?P<suffix>EU|EC|EEC|JHA|CFSP|Euratom|UE|CE|CEE|EG|EWG|JI|GASP))?(?![\w/])"
)
_ACT_WORD = re.compile(
    r"[RDVrBdv](?<!\w.)(?:O|L|VO|elVO|eg\.|ir\.|ec\.|EGULATION|IRECTIVE|ECISION|egulations?|irectives?|ecisions?|erordnung|ichtlinie|èglement"
    r"|urchführungsverordnung|eschluss|écision|eglamento|irectiva|ecisión|egolamento|irettiva|ecisione|ozporządzeni[ea]"
    r"|yrektyw[ya]|erordening|ichtlijn|egulamento|iretiva) (?=[(\dNn])"
)
_BEFORE_ACT = re.compile(
    r"(?:(?:Commission|Council|European Parliament and Council|Joint) )?"
    r"(?:(?:Implementing|Delegated|Framework) )?\Z"
)
_OF_DATE = re.compile(
    r"(?:,? of the (?:European Parliament and (?:of )?(?:the )?)?(?:Council|Commission)"
    r"| des Europäischen Parlaments und des Rates| du Parlement européen et du Conseil"
    r"|,? del Parlamento Europeo y del Consejo|,? del Parlamento europeo e del Consiglio"
    r"| Parlamentu Europejskiego i Rady)?"
    r"(?:,? (?:of|vom|du|de|del|z dnia) \d{1,2}\.? (?:de )?[A-Za-zéûä]{3,12} (?:de )?(?:19|20)\d\d)?",
    re.IGNORECASE,
)
"""Author and date of an act behind its number."""
_ON_SUBJECT = re.compile(
    r",? (?:on|concerning|laying down|amending|establishing|relating to) [^;:()\n\"]{4,220}?"
    r"(?=, (?:Annex|Articles?|Arts?\.?|[Rr]ecitals?|point|para) ?)"
)
"""The subject of an act, read only where a provision of it follows."""
_CELEX = re.compile(
    r"(?P<label>(?:CELEX(?: (?:No\.?|number|Nr\.?))?[: ] ?)?)"
    r"(?P<celex>(?P<sector>[1-9CE])(?P<year>(?:19|20)\d\d)(?P<type>[A-Z]{1,2})(?P<no>\d{4})"
    r"(?:\(\d\d\))?)(?![\w])"
)
_CELEX_CORE = re.compile(r"[1-9CE](?<!\w.)(?:19|20)\d\d[A-Z]{1,2}\d{4}(?!\w)")
_ELI = re.compile(
    r"data\.europa\.eu/eli/(?P<type>reg|dir|dec|reg_impl|reg_del|dec_impl|treaty)/(?P<year>\d{4})/"
    r"(?P<no>\d{1,4})(?:/(?:art_(?P<art>\d{1,3}[a-z]?)(?:/par_(?P<par>\d{1,2}))?"
    r"|anx_(?P<anx>[IVX]{1,5}))?(?:/?(?:oj|en|[a-z]{3}|\d{4}-\d\d-\d\d)(?!\w)){0,4})?"
)
_OJ = re.compile(
    r"\[?(?P<early>\d{4})?\]? ?(?:OJ|ABl\.|JO|DO|GU|Dz\.U\.|PB)(?: ?(?:EU|UE|EG|CE|EC))?(?: No\.?| Nr\.?"
    r"| n°)? ?(?:(?P<year>\d{4}),? )?"
    r"(?P<series>[LC])(?:[ .]{0,2}(?P<issue>\d{1,4})(?!\d)"
    r"(?:/(?P<slash>\d{1,4}(?:-\d{1,4})?)(?![\d/])"
    r"|,? (?:of |vom |v\. |du )?(?P<date>\d{1,2}[./]\d{1,2}[./]\d{2,4})"
    r"(?:,? (?:pp?\.|S\.|str\.|blz\.) ?(?P<page>\d{1,4}(?:-\d{1,4})?))?|,? p\. ?(?P<page2>\d{1,4}(?:-\d{1,4})?))?"
    r"|, (?P<act>\d{4}/\d{1,5}), (?P<date2>\d{1,2}\.\d{1,2}\.\d{4}))"
)
_OJ_WORD = re.compile(
    r"(?:OJ|ABl\.|JO|GU|DO|PB|Dz\.U\.) ?(?:(?:EU|UE|EG|CE|EC) )?(?=(?:Nr\.|No\.?|n°) ?[LC]|\d{4}|[LC][ ,.]?[ ,\d])"
)

_TYPE_LETTER = {
    "regulation": "R", "directive": "L", "decision": "D", "verordnung": "R", "richtlinie": "L",
    "règlement": "R", "durchführungsverordnung": "R", "beschluss": "D", "décision": "D",
    "rl": "L", "framework": "F", "dir.": "L", "dec.": "D", "directiva": "L", "direttiva": "L", "dyrektywa": "L",
    "dyrektywy": "L", "richtlijn": "L", "diretiva": "L", "decisión": "D", "decisione": "D",
}  # fmt: skip
_ELI_LETTER = {"reg": "R", "dir": "L", "dec": "D"}
_PROTOCOL = re.compile(
    r"P(?<!\w.)rotocol (?:No\.? ?)?(?P<number>\d{1,2})(?:,? (?:to the (?:European )?Convention"
    r"(?: on Human Rights| for the Protection of Human Rights and Fundamental Freedoms)?|(?:to the "
    r"|of the )?(?:ECHR|EMRK)))?(?!\w)"
)
_OLD_TREATY = re.compile(
    r" (?P<name>EC|EEC|EU|EG|EGV|CE)(?![\w/-])(?! (?:[A-Z]|\(No|\d|(?:type|law|rules?|legislation|citizens?|market)\b))"
)
_ARTICLE_BEFORE = re.compile(
    r"(?:[Aa]rticles?|[Aa]rts?\.?) \d{1,3}[a-z]?(?:\(\w{1,3}\))*(?:(?:,| and| to|, and) \d{1,3}(?:\(\w{1,3}\))*)*\Z"
)
"""Treaty articles as they were cited from 1999 to 2009: "Article 81 EC"."""
_ELIDED = re.compile(r"UK[ -]?\Z")


@cache
def _yaml(name: str) -> Any:
    import yaml

    return yaml.safe_load(
        files("lexwarrant.jurisdictions.eu").joinpath(name).read_text(encoding="utf-8")
    )


@cache
def _names() -> tuple[re.Pattern[str], dict[str, tuple[str, str, CitationKind, str]]]:
    """A pattern of all names in lower case, and what each (in lower case) stands for."""
    known: dict[str, tuple[str, str, CitationKind, str]] = {}
    for act in _yaml("instruments.yaml"):
        target = f"eu/{act['celex']}"
        for alias in (act["short"], *act["aliases"]):
            known[str(alias).lower()] = (target, act["short"], CitationKind.LEGISLATION, "")
    for treaty in _yaml("treaties.yaml"):
        target = f"eu/{treaty['id']}"
        for alias in treaty["aliases"]:
            known[str(alias).lower()] = (target, treaty["short"], CitationKind.TREATY, "")
    return re.compile(f"(?:{branches(known)})(?![\\w-])"), known


_ALSO_A_COURT = frozenset({"CEDH", "ECHR", "EMRK", "CEDU"})
"""Initials of the Convention that are its court's before a date: "CEDH, 3 mars 2015, ..."."""
_IN_LOWER_CASE = ("gdpr", "dora", "nis2", "nis ", "nis-", "ai act", "cyber r", "general d", "data prot", "dsgvo",
                  "rgpd", "rodo", "règl", "european c", "digital o", "echr", "tfeu")  # fmt: skip
"""How the names that people write without capitals begin."""


@cache
def _stems(names: frozenset[str]) -> tuple[str, ...]:
    """As few short strings as possible, one of which begins every name."""
    stems = {name[: min(4, len(name))] for name in names}
    return tuple(s for s in sorted(stems) if not any(s != o and s.startswith(o) for o in stems))


@cache
def _heads(stems: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem[:2] for stem in stems)


def _beginnings(text: str, lower: str, stems: tuple[str, ...]) -> Iterator[int]:
    """Where a name may begin: a capital and the rest of a stem in any case."""
    heads = _heads(stems)
    for head, places_of in capitals(text).items():
        if head.lower() in heads:
            yield from (at for at in places_of if lower.startswith(stems, at))


def _celex(letter: str, first: str, second: str, numbered: bool, suffixed: bool) -> tuple[str, str]:
    """CELEX number and year of an act written ``first/second``."""
    a, b = int(first), int(second)
    year_first = not numbered and (
        1952 <= a <= 2100 and (a >= 2015 or suffixed or letter != "R" or not 1952 <= b <= 2014)
    )
    if (suffixed and len(first) == 2 and letter != "R") or (
        letter != "R" and len(first) == 2 and len(second) <= 3 and not numbered
    ):
        year_first, first = True, f"19{first}"
    year, number = (first, second) if year_first else (second, first)
    if len(year) == 2:
        year = ("19" if int(year) > 50 else "20") + year
    if not 1952 <= int(year) <= 2100:
        return "", ""
    return f"3{year}{letter}{int(number):04d}", year


def find_instruments(text: str) -> Iterator[Instrument]:
    """Acts by number, CELEX, ELI and name; treaties by name; notices of the Official Journal."""
    yield from _numbered(text)
    yield from _coded(text)
    yield from _named(text)
    for word in matches_among(text, _OJ_WORD, ("OJ", "ABl.", "JO", "GU", "DO", "PB", "Dz.U.")):
        before = 7 if text[max(0, word.start() - 7) : word.start()][:1] == "[" else 0
        notice = _OJ.match(text, max(0, word.start() - before))
        if notice is None:
            continue
        page = notice["page"] or notice["page2"] or notice["slash"] or ""
        series, issue = notice["series"], notice["issue"] or notice["act"]
        year = (notice["early"] or notice["year"] or notice["date"] or notice["date2"] or "")[-4:]
        yield Instrument(
            notice.start() + (notice.group().startswith(" ")),
            notice.end(),
            "eu",
            CitationKind.GAZETTE,
            f"OJ {series} {issue}" + (f" p. {page}" if page else ""),
            CitationParts(reporter=f"OJ {series}", volume=issue, page=page, year=year),
        )


def _numbered(text: str) -> Iterator[Instrument]:
    for word in _ACT_WORD.finditer(text):
        act = _ACT.match(text, word.start())
        if act is None:
            continue
        kind = act["type"].lower().rstrip("s")
        before = _BEFORE_ACT.search(text, max(0, word.start() - 50), word.start())
        start = before.start() if before else word.start()
        letter = _TYPE_LETTER.get(kind, "R")
        if letter == "D" and "Framework" in text[start : word.start()]:
            letter = "F"
        celex, year = _celex(letter, act["a"], act["b"], bool(act["no"]), bool(act["suffix"]))
        if not celex:
            continue
        number = f"{act['a']}/{act['b']}" + (f"/{act['suffix']}" if act["suffix"] else "")
        dated = _OF_DATE.match(text, act.end())
        end = dated.end() if dated else act.end()
        subject = _ON_SUBJECT.match(text, end) if end > act.end() else None
        yield Instrument(
            start,
            subject.end() if subject else end,
            "eu",
            CitationKind.LEGISLATION,
            f"CELEX {celex}",
            CitationParts(instrument=text[start : act.end()], number=number, year=year),
            target=f"eu/{celex}",
            unit="art",
            rank=2,
        )


def _coded(text: str) -> Iterator[Instrument]:
    for core in _CELEX_CORE.finditer(text):
        celex = core.group()
        if celex[0] in "6":
            continue
        label = re.search(
            r"(?:CELEX(?: (?:No\.?|number|Nr\.?))?[: ] ?)\Z",
            text[max(0, core.start() - 16) : core.start()],
        )
        start = core.start() - (len(label.group()) if label else 0)
        whole = _CELEX.match(text, core.start())
        end = whole.end() if whole else core.end()
        yield Instrument(
            start,
            end,
            "eu",
            CitationKind.TREATY if celex[0] == "1" else CitationKind.LEGISLATION,
            f"CELEX {celex}",
            CitationParts(number=celex, year=celex[1:5]),
            target=f"eu/{celex}",
            unit="art",
            rank=3,
        )
    at = text.find("data.europa.eu/eli/")
    while at >= 0:
        eli = _ELI.match(text, at)
        if eli is not None:
            start = at
            for scheme in ("http://", "https://"):
                if text.startswith(scheme, at - len(scheme)) and at >= len(scheme):
                    start = at - len(scheme)
            letter = _ELI_LETTER.get(eli["type"][:3], "R")
            celex = f"3{eli['year']}{letter}{int(eli['no']):04d}"
            pins: tuple[tuple[str, ...], ...]
            if eli["anx"]:
                pins, unit = (("annex", eli["anx"]),), "anx"
            elif eli["art"]:
                pins, unit = ((eli["art"], *([eli["par"]] if eli["par"] else [])),), "art"
            else:
                pins, unit = (), "art"
            yield Instrument(
                start,
                eli.end(),
                "eu",
                CitationKind.LEGISLATION,
                f"CELEX {celex}",
                CitationParts(number=f"{eli['year']}/{eli['no']}", year=eli["year"]),
                target=f"eu/{celex}",
                unit=unit,
                pinpoints=pins,
                rank=3,
            )
        at = text.find("data.europa.eu/eli/", at + 10)


def _named(text: str) -> Iterator[Instrument]:
    pattern, known = _names()
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(c if len(c.lower()) > 1 else c.lower() for c in text)
    stems = _stems(frozenset(known))
    spots = list(_beginnings(text, lower, stems))
    spots += [at for at, _ in places(text, _IN_LOWER_CASE)]
    spots.sort()
    end = 0
    for at in spots:
        if at < end or (at and (text[at - 1].isalnum() or text[at - 1] in "_-")):
            continue
        name = pattern.match(lower, at)
        if name is None:
            continue
        end = name.end()
        written = text[at:end]
        found = known.get(written.lower())
        if found is None:
            continue
        if _ELIDED.search(text, max(0, at - 3), at):
            continue
        target, short, kind, _ = found
        yield Instrument(
            at,
            end,
            "eu",
            kind,
            short if kind is CitationKind.TREATY else f"CELEX {target[3:]}",
            CitationParts(instrument=written),
            target=target,
            unit="art",
            needs_phrase=len(written) <= 3
            or (written in _ALSO_A_COURT and text.startswith((", ", " ("), end))
            or written in ("Charter", "Charta", "Charte", "Handvest")
            or (len(written) <= 5 and written.islower()),
            rank=1,
        )
    yield from _popular(text)
    for word, _ in words_among(text, ("EC", "EEC", "EU", "EG", "CE")):
        at = max(0, word - 1)
        old = _OLD_TREATY.match(text, at)
        if old is None or not _ARTICLE_BEFORE.search(text, max(0, at - 60), at):
            continue
        union = old["name"] == "EU"
        yield Instrument(
            at + 1, old.end(), "eu", CitationKind.TREATY, "TEU" if union else "EC Treaty",
            CitationParts(instrument=old["name"]), target="eu/teu" if union else "eu/ec", unit="art",
            needs_phrase=True,
        )  # fmt: skip
    for number in _PROTOCOL.finditer(text):
        yield Instrument(
            number.start(), number.end(), "eu", CitationKind.TREATY,
            f"ECHR Protocol {number['number']}", CitationParts(instrument=number.group()),
            target=f"eu/echr-p{number['number']}", unit="art", rank=3,
        )  # fmt: skip


_CONVENTION_WORDS = ("ECHR", "EMRK", "CEDH", "Human Rights", "EVRM", "CEDU")


def find_convention(text: str) -> Iterator[Instrument]:
    """The European Convention on Human Rights and its protocols, which every system here cites."""
    if any_in(text, _CONVENTION_WORDS):
        yield from (named for named in _named(text) if named.target.startswith("eu/echr"))


@cache
def _popular_names() -> dict[str, str]:
    """The CELEX number of each popular name."""
    return {
        str(name): str(celex)
        for celex, names in _yaml("popular_names.yaml").items()
        for name in names
    }


def _popular(text: str) -> Iterator[Instrument]:
    """Acts by a popular name, which count with a provision: "Rome I, Art. 4"."""
    known = _popular_names()
    small = tuple(name for name in known if not "A" <= name[0] <= "Z")
    for at, name in (*words_among(text, tuple(known)), *places(text, small)):
        end = at + len(name)
        if name in small and at and text[at - 1].isalnum():
            continue
        if text[end : end + 1].isalnum() or text[end : end + 1] in ("-", "_"):
            continue
        celex = known[name]
        yield Instrument(
            at, end, "eu", CitationKind.LEGISLATION, f"CELEX {celex}",
            CitationParts(instrument=name), target=f"eu/{celex}", unit="art", rank=1,
            needs_phrase=True,
        )  # fmt: skip
