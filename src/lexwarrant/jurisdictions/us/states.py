"""Codes and regulations of the states, the District and the territories.

Form: The Bluebook, table T1.3, and the short names that each state's courts use ("RCW", "MCL",
"Code Civ. Proc."). A name counts only with a provision of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.numbers import brackets
from lexwarrant.jurisdictions.grammar.words import branches, matches_among, words_among
from lexwarrant.records.citation import CitationKind, CitationParts

_STATES = (
    "Ala", "Alaska", "Ariz", "Ark", "Cal", "Colo", "Conn", "Del", "D.C", "Fla", "Ga", "Guam", "Haw", "Idaho",
    "Ill", "Ind", "Iowa", "Kan", "Ky", "La", "Me", "Md", "Mass", "Mich", "Minn", "Miss", "Mo", "Mont", "Neb",
    "Nev", "N.H", "N.J", "N.M", "N.Y", "N.C", "N.D", "Ohio", "Okla", "Or", "Pa", "P.R", "R.I", "S.C", "S.D",
    "Tenn", "Tex", "Utah", "Vt", "Va", "V.I", "Wash", "W. Va", "W.Va", "Wis", "Wyo", "California", "New York",
    "Texas", "Florida", "Massachusetts", "Illinois", "Pennsylvania", "Virginia", "Washington", "Michigan",
    "Georgia", "New Jersey", "Am. Samoa", "C.Z", "N. Mar. I", "Navajo Nation", "Ohio", "Colorado", "Connecticut",
    "Delaware", "Maryland", "Minnesota", "Missouri", "Nevada", "Oregon", "Tennessee", "Wisconsin", "Arizona", "Indiana",
    "Kentucky", "Louisiana", "North Carolina", "South Carolina", "New Mexico", "New Hampshire", "Alabama", "Kansas",
    "Nebraska", "Oklahoma", "Vermont", "Maine", "Montana", "Rhode Island", "West Virginia", "Wyoming", "North Dakota",
    "South Dakota", "Hawaii", "Arkansas", "Mississippi",
)  # fmt: skip
_STATE_REST = branches(state[1:] for state in _STATES)
_STATE_CODE = re.compile(
    rf"[ACDFGHIKLMNOPRSTUVW](?<![\w.].)(?:{_STATE_REST})"
    r"\.?(?P<rest> (?:[A-Z][A-Za-z.']{0,14}|&|and|of|Proc\.|R\.)(?: (?:[A-Z][A-Za-z.']{0,14}|&|and|of)){0,6}?)??"
    r"(?P<end> (?:Code|Stat\.|Stats\.|Statutes|Laws?|Leyes|Act|Regs\.|Empl\.(?! (?:Code|Law))|R\. Civ\. P\."
    r"|R\. Crim\. P\.|R\. Evid\."
    r"|R\. App\. P\.|R\. Super\. Ct\.|R\.))"
    r"(?: (?:Ann\.|An\.|Annotated|Rev\.|Regs\.|R\.|Civ\.|Crim\.|Proc\.|Evid\.|Serv\.|Mun\.|&|and|Admin\.|Cons\."
    r"|Stat\.)){0,5}"
    r"(?:, [A-Z][a-z]{1,12}\.?(?: (?:& |and )?[A-Z][a-z]{1,12}\.?){0,3}(?= §))?(?: \((?:West|McKinney"
    r"|Lexis\w*|Vernon|Deering)[^()]{0,14}\))?"
    r"(?P<chapter>,? (?:(?:ch\.|c\.|[Tt]it\.) ?\d{1,4}[A-Z]{0,2}(?:/\d{1,3})?,?|art\. ?\d{1,4},?(?= §)))?"
    r"(?=,? (?:§|[Ss]ections? \d|[Ss]ec\. \d|\d|[Aa]rts?\b)|(?P<stop>[ ,.;)]|$))"
)
_SHORT = (
    "Temp. Treas. Reg.", "Prop. Treas. Reg.", "Treas. Reg.", "I.R.C.", "O.C.G.A.", "M.G.L.A.", "M.G.L.",
    "G.L.", "G. L.", "N.J.S.A.",
    "N.J.A.C.", "C.R.S.", "A.R.S.", "K.S.A.", "R.C.M.", "RCW", "WAC", "ORS", "OAR", "NRS", "N.R.S.", "NAC",
    "R.C.", "RSA",
    "N.C.G.S.", "I.C.", "T.C.A.", "C.P.L.R.", "CPLR", "EPTL", "SCPA", "UCC", "U.C.C.", "MCL", "M.C.L.", "MCLA",
    "M.C.L.A.",
    "KRS", "K.R.S.", "HRS", "H.R.S.", "NDCC", "N.D.C.C.", "SDCL", "S.D.C.L.", "RSMo", "C.G.S.", "NMSA 1978", "N.M.S.A.",
    "La. R.S.", "LSA-R.S.", "R.S.", "MCA", "W.S.", "COMAR", "U.S.S.G.", "USSG", "I.R.M.", "F.A.R.",
)  # fmt: skip
_SHORT_RULES = (
    "MCR", "C.R.C.P.", "CRCP", "C.R.E.", "Ohio Civ.R.", "Civ.R.", "Crim.R.", "Evid.R.", "Pa.R.C.P.",
    "Pa.R.A.P.", "Pa.R.Crim.P.",
    "Pa.R.E.", "Ill. S. Ct. R.", "Ill. Sup. Ct. R.", "Md. Rule", "N.J. Ct. R.", "M.R. Civ. P.", "W.R.C.P.",
    "ARCAP", "Nev. R. Civ. P.", "NRCP", "NRAP", "SCRCP", "TRCP", "URCP", "SCRA", "Super. Ct. Civ. R.",
    "D.C. Super. Ct. R. Civ. P.",
    "Super. Ct. R. Civ. P.", "Conn. Practice Book", "Practice Book",
)  # fmt: skip
_SECONDARY = ("Treas. Reg.", "N.J.A.C.", "WAC", "OAR", "NAC", "COMAR", "U.S.S.G.", "USSG", "F.A.R.")
_SHORT_CODES = re.compile(
    r"(?P<ilcs>(?<![\w.])\d{1,4} ILCS (?=\d))"
    rf"|(?P<name>{'|'.join(map(re.escape, sorted((*_SHORT, *_SHORT_RULES), key=len, reverse=True)))})"
    r"(?P<chapter>,? (?:ch?\.) ?\d{1,4}[A-Z]{0,2},?)?(?=,? (?:§§? ?|[Ss]ections? |R\. |[Rr]ule )?\d)"
)
_SHORT_NAMES = ("ILCS", *_SHORT, *_SHORT_RULES)
_TITLED_CODE = re.compile(
    r" (?:Pa\. ?(?:C\. ?S\.(?: ?A\.)?|Cons\. Stat\.|Stat\.(?: and Cons\. Stat\.)?)(?: Ann\.)?|P\.S\.|V\.S\.A\."
    r"|M\.R\.S\.(?:A\.)?"
    r"|Del\. ?C\.|O\.S\.|L\.P\.R\.A\.|V\.I\.C\.|CMC|G\.C\.A\.|NYCRR|N\.Y\.C\.R\.R\.|CMR|C\.M\.R\.|CCR|AAC"
    r"|A\.A\.C\.|IAC|TAC|DCMR"
    r"|Guam (?:Code|Admin\. R\. & Regs\.)(?: Ann\.)?|VAC)(?=,? (?:§|ch\. \d|\d))"
)
_TITLED_NAMES = (
    "Pa. C", "Pa.C", "Pa. S", "P.S.", "V.S.A.", "M.R.S.", "Del. C", "Del.C", "O.S.", "L.P.R.A.", "V.I.C.",
    "CMC", "G.C.A.",
    "NYCRR", "N.Y.C.R.R.", "CMR", "C.M.R.", "CCR", "AAC", "A.A.C.", "IAC", "TAC", "DCMR", "Guam ", "VAC",
)  # fmt: skip
_TITLED_SECONDARY = (
    "NYCRR",
    "N.Y.C.R.R.",
    "CMR",
    "C.M.R.",
    "CCR",
    "AAC",
    "A.A.C.",
    "IAC",
    "TAC",
    "DCMR",
    "Regs.",
    "VAC",
)
_TOPICS = (
    "Bus. & Prof.", "Business and Professions", "Business & Professions", "Civ.", "Civil", "Com.",
    "Commercial", "Corp.", "Corporations",
    "Ed.", "Educ.", "Education", "Elec.", "Elections", "Evid.", "Evidence", "Fam.", "Family", "Fin.",
    "Financial", "Fish & G.",
    "Food & Agr.", "Gov.", "Gov't", "Government", "Harb. & Nav.", "Health & Saf.", "Health & Safety",
    "Health and Safety", "Ins.",
    "Insurance", "Lab.", "Labor", "Mil. & Vet.", "Pen.", "Penal", "Prob.", "Probate", "Pub. Contract", "Pub. Resources",
    "Public Resources", "Pub. Util.", "Public Utilities", "Rev. & Tax.", "Revenue and Taxation",
    "Sts. & High.", "Unemp. Ins.",
    "Veh.", "Vehicle", "Wat.", "Water", "Welf. & Inst.", "Welfare and Institutions", "Welfare & Institutions",
)  # fmt: skip
_NEW_YORK = (
    "CPL", "Penal Law", "Criminal Procedure Law", "Vehicle and Traffic Law", "Labor Law", "Domestic Relations Law",
    "General Business Law", "Real Property Law", "Executive Law", "Education Law", "Public Health Law", "Insurance Law",
    "Correction Law", "Public Officers Law", "General Municipal Law", "General Obligations Law", "Judiciary Law",
    "Civil Rights Law", "Business Corporation Law", "Social Services Law", "Town Law", "Family Court Act",
)  # fmt: skip
_BY_TOPIC = (
    *(f"{topic} Code" for topic in _TOPICS), "Code of Civil Procedure", "Code Civ. Proc.",
    "Code Civ.Proc.", "Code Crim. Proc.",
    *_NEW_YORK,
)  # fmt: skip
_PROVISION = re.compile(r",? (?:§|[Ss]ections? \d|[Aa]rts?\b|\d)")
"""Codes of California and laws of New York as their own courts name them, without the state."""
_STATE_TITLE = re.compile(r"(?P<title>(?<![\w.])\d{1,3}) \Z")
_CODE_OF = re.compile(
    r"Code of (?:Virginia|Alabama|Iowa|Georgia|Maryland|Mississippi|South Carolina|West Virginia)(?: Ann(?:\."
    r"|otated))?(?:,? 1950|,? 1975)?"
    r"(?=,? (?:§|[Ss]ections? \d|[Tt]itle \d|tit\. \d|\d)|[ ,.;)]|$)"
)
_NAMES = tuple({*_SHORT_NAMES, *_TITLED_NAMES, *_BY_TOPIC, "Code of ", "District of Columbia "})
_DC = re.compile(r"District of Columbia (?:Official )?Code\b")


def find_state_codes(text: str) -> Iterator[Instrument]:
    """Every code of a state with the title before it; each counts only with a provision."""
    yield from _named_by_state(text)
    for at, name in words_among(text, _NAMES):
        if name in _BY_TOPIC:
            yield from _by_topic(text, at, name)
        elif name in _TITLED_NAMES:
            yield from _titled_code(text, at - 1)
        elif name == "Code of ":
            named = _CODE_OF.match(text, at)
            if named is not None:
                yield _code(text, at, named.end(), named.group(), rank=3)
        elif name == "District of Columbia ":
            district = _DC.match(text, at)
            if district is not None:
                yield _code(text, at, district.end(), "D.C. Code", target="us/dc-code", rank=3)
        else:
            yield from _short_name(text, at, name)


def _code(
    text: str,
    start: int,
    end: int,
    normal: str,
    *,
    kind: CitationKind = CitationKind.LEGISLATION,
    volume: str = "",
    target: str = "",
    rank: int = 2,
    whole: bool = False,
) -> Instrument:
    rule = kind is CitationKind.COURT_RULE
    return Instrument(
        start, end, "us", kind, normal, CitationParts(instrument=text[start:end], volume=volume),
        target=target, unit="rule" if rule else "s", rank=rank, bare=True, needs_phrase=not whole,
    )  # fmt: skip


def _named_by_state(text: str) -> Iterator[Instrument]:
    for code in matches_among(text, _STATE_CODE, _STATES):
        written = code.group()
        start = code.start()
        if code["end"] == " Act" or (
            code["end"] == " Law" and not written.startswith(("N.Y", "New York"))
        ):
            continue
        if written.startswith("Ill. Comp. Stat.") and code.start() > 3:
            number = re.search(
                r"(?<![\w.])\d{1,4} \Z", text[max(0, code.start() - 5) : code.start()]
            )
            found = (
                list(_illinois(text, start - len(number.group()), code.end() + 1)) if number else []
            )
            if found:
                yield found[0]
                continue
        if written.startswith(("Me ", "Or ", "In ", "Pa ", "La ")):
            continue
        title = None
        if "Stat" in written or "Laws" in written or "Code" in written or "Regs" in written:
            title = _STATE_TITLE.search(text, max(0, start - 4), start)
        if title is not None:
            start = title.start()
        end = code.start() + len(written.rstrip(" ,"))
        name = text[start:end]
        kind = CitationKind.LEGISLATION
        if " R. " in f" {name}" and name.endswith(("P.", "Evid.", "Ct.")):
            kind = CitationKind.COURT_RULE
        elif "Regs." in name or "Admin. Code" in name or "Admin. R." in name:
            kind = CitationKind.SECONDARY
        chapter = (code["chapter"] or "").lstrip(", ").startswith(("ch", "c."))
        yield _code(text, start, end, _state_name(name), kind=kind, whole=chapter)


def _short_name(text: str, at: int, name: str) -> Iterator[Instrument]:
    if at and text[at - 1] in ".-":
        return
    if name == "ILCS":
        number = re.search(r"(?<![\w.])\d{1,4} \Z", text[max(0, at - 5) : at])
        at -= len(number.group()) if number else 0
    short = _SHORT_CODES.match(text, at)
    if short is None:
        return
    if short["ilcs"]:
        yield from _illinois(text, at, short.end())
        return
    if name in ("C.P.L.R.", "CPLR") and text.startswith("N.Y. ", max(0, at - 5)):
        at -= 5
    state = _STATE_BEFORE.search(text, max(0, at - 7), at)
    at = state.start() if state else at
    written = text[at : short.end()].rstrip(" ,")
    kind = CitationKind.LEGISLATION
    if short["name"] in _SHORT_RULES:
        kind = CitationKind.COURT_RULE
    elif short["name"].endswith(_SECONDARY):
        kind = CitationKind.SECONDARY
    yield _code(
        text, at, at + len(written), _state_name(written), kind=kind, whole=bool(short["chapter"])
    )


_STATE_BEFORE = re.compile(
    r"(?<!\w)(?:Mass\.|Ohio|Mich\.|Wash\.|Or\.|Nev\.|Ga\.|N\.J\.|Kan\.|Ariz\.|Colo\.|Ky\.|N\.H\.|Tenn\.|Ind\."
    r"|Haw\.|N\.D\.|S\.D\.) \Z"
)
_ILLINOIS = re.compile(
    r"(?P<act>\d{1,3}(?:\.\d)?)/(?P<section>\d[\w.-]*\w|\d)(?P<marks>(?:\([a-zA-Z0-9.-]{1,4}\))*)"
)


def _illinois(text: str, at: int, end: int) -> Iterator[Instrument]:
    """ "735 ILCS 5/13-202(a)": chapter, act and section."""
    section = _ILLINOIS.match(text, end)
    if section is None:
        return
    name = f"{text[at:end]}{section['act']}"
    yield Instrument(
        at, section.end(), "us", CitationKind.LEGISLATION, _state_name(name),
        CitationParts(instrument=name), unit="s",
        pinpoints=((section["section"], *brackets(section["marks"])),), rank=2,
    )  # fmt: skip


def _titled_code(text: str, at: int) -> Iterator[Instrument]:
    """ "42 Pa.C.S. § 5524": title, name; ``at`` is the space between them."""
    if at < 1 or text[at] != " ":
        return
    number = re.search(r"(?<![\w.-])\d{1,3}[A-Z]?\Z", text[max(0, at - 4) : at])
    titled = _TITLED_CODE.match(text, at) if number else None
    if number is None or titled is None:
        return
    title = number.group()
    name = titled.group()[1:]
    secondary = name.endswith(_TITLED_SECONDARY)
    if name.startswith("Pa"):
        name = "Pa. Cons. Stat."
    yield _code(
        text, at - len(title), titled.end(), f"{title} {name}", volume=title, rank=3,
        kind=CitationKind.SECONDARY if secondary else CitationKind.LEGISLATION,
    )  # fmt: skip


_MODEL = re.compile(r"(?:[Mm]odel |[Uu]niform )\Z")
"""What makes a name no code of a state: it is a model law."""


def _by_topic(text: str, at: int, name: str) -> Iterator[Instrument]:
    end = at + len(name)
    if text[end : end + 1].isalnum() or _MODEL.search(text, max(0, at - 8), at):
        return
    if name not in _NEW_YORK or _PROVISION.match(text, end):
        yield _code(text, at, end, name, rank=1)


def _state_name(written: str) -> str:
    """The normal form of a state code: without publisher, "Ann." and spelled-out years."""
    name = re.sub(r" \([^()]*\)| Ann\.| Annotated", "", written)
    name = name.replace("District of Columbia", "D.C.").replace("D.C. Official", "D.C.")
    return re.sub(r"[ ,]+", " ", name).strip()
