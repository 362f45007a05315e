"""Statutes, regulations, rules and constitutions of the United States.

Form: The Bluebook, rules 11 (constitutions), 12 (statutes, rules of evidence and procedure) and 14
(regulations). Codes are anchored on their abbreviation; what follows is read by the shared
grammar of phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.acts import find_titles
from lexwarrant.jurisdictions.grammar.numbers import ARABIC, BRACKETS, Path, brackets
from lexwarrant.jurisdictions.grammar.statutes import find_yearless, yearless_spans
from lexwarrant.jurisdictions.grammar.words import matches_among, places, words_among
from lexwarrant.jurisdictions.us.capitals import as_printed
from lexwarrant.jurisdictions.us.states import find_state_codes
from lexwarrant.records.citation import CitationForm, CitationKind, CitationParts

_USC = re.compile(
    r"U(?<!\w.)(?:\.? ?S\. ?C\.(?: ?[AS]\.)?|SC[AS]?(?=[ ,§])|\.S\. Code|nited States Code)(?: Ann\.)?"
    r"(?P<app>,? [Aa]pp\.(?: \d{1,2}(?=,? §))?)?"
)
_BARE_TITLE = re.compile(r"[Tt](?<!\w.)itle (?P<number>\d{1,2})(?!\w|\.\d)")
_CFR = re.compile(r"C(?<!\w.)(?:\. ?F\. ?R\.|FR\b|ode of Federal Regulations)")
_TITLE_BEFORE = re.compile(
    r"(?:(?P<short>(?:(?<![\w.-])|(?<=[א-ת]-))\d{1,2}) |(?P<long>[Tt]itle \d{1,2})(?:,? of the|,) "
    r"|(?P<comma>(?<![\w.-])\d{1,2}), )\Z"
)
_PUBLIC_LAW = re.compile(
    r"(?:Pub(?:\. ?|lic )|P(?:riv(?:\.|ate) |vt\. ?)|P\. ?(?=L\.))L(?:\.|aw),? ?(?:(?:No|Number)s?\.? ?)?"
    r"(?P<number>\d{1,3}-\d{1,4})(?!\d)"
)
_PUBLIC_LAW_REST = re.compile(
    rf"(?:, (?:(?:§§?|sec\.) ?(?P<section>{ARABIC})(?P<marks>{BRACKETS})|tit\. [IVX]+))?"
    r"(?:, (?P<volume>\d{1,3}) Stat\. (?P<page>\d{1,5})(?:, (?P<pin>\d{1,5}(?:-\d{1,5})?)(?!\w|\.\d))?)?"
)
_ACT_BEFORE = re.compile(r", \Z")
_CONSTITUTION = re.compile(
    r"(?P<name>(?:U\. ?S\.|United States|[A-Z][a-z]+\.?|[A-Z]\. ?[A-Z]\.) Const(?:itution|\.)),? ?"
    r"(?=(?:art|amend|pmbl|Art|Amend)\b)"
)
_CONST_WORD = re.compile(
    r"C(?<!\w.)(?:ONST\.|onst(?:itution|\.)),? ?(?=(?:[Aa]rts?|[Aa]rticles?|[Aa]mends?|[Aa]mendments?|pmbl|pts?"
    r"|[Pp]art|ch|Decl|Bill"
    r"|Form)\b|§)"
)
_CONST_SHORT = re.compile(r"[Aa](?<!\w.)(?:mends?|rts?)\. ?[IVX]{1,7}(?![\w.])")
_CONST_NAME = re.compile(
    r"(?:(?:U\. ?S\.|United States|(?!(?:[Tt]he|[Tt]his|[Oo]ur|[Aa]n?|[Ii]ts|[Hh]is|[Uu]nder|[Oo]f|[Ff]ederal"
    r"|[Ii]rish|[Ss]ee|[Ii]n) )"
    r"[A-Z][a-z]{1,13}\.?|[A-Z]\. ?[A-Z]\.|(?:N|S|W|New|North|South|West|Rhode) [A-Z][a-z]+|(?:N|S"
    r"|W)\. [A-Z][a-z]+\.) )\Z"
)
_CONST_PIN = re.compile(
    r"(?:(?:(?P<outer>pt\.|[Pp]art|ch\.) ?(?P<part>[IVX]{1,5}|\d{1,2}|the [Ff]irst|the [Ss]econd),? )?"
    r"(?:(?P<declared>Decl\. of R(?:ts|ights)\.?|Bill of R(?:ts\.|ights)),? )?(?P<kind>[Aa]mend(?:s?\.|ments?)"
    r"|[Aa]rt(?:s?\.|icles?)) ?"
    r"(?P<number>[IVXLC]{1,7}(?:-[A-Z])?|\d{1,3})(?P<others>(?:(?:,| &| and|, and) [IVXLC]{1,7}(?![\w.]))*)"
    r"(?:, (?:§§? ?|[Ss]ec(?:s?\.|tions?) ?)(?P<section>\d{1,3}[a-z]?)(?P<marks>(?:\([0-9a-z]{1,3}\))*)"
    r"(?P<more>(?:(?:,| &| and) \d{1,2}(?!\d))*))?(?:, (?:cls?\.|[Cc]lause) ?(?P<clause>\d{1,2}))?|pmbl\."
    r"|(?:Bill of R(?:ts\.|ights),? )?§§? ?(?P<bare>\d{1,3}[A-Z]?)(?P<bare_marks>(?:\([0-9a-z]{1,3}\))*))"
)
_RULES = re.compile(
    r"F(?<!\w.)(?:ed(?:\.|eral) ?R(?:\.|ules?)(?: of)? ?"
    r"(?P<body>Civ(?:\.|il) ?P(?:\.|rocedure)|Crim(?:\.|inal) ?P(?:\.|rocedure)"
    r"|App(?:\.|ellate) ?P(?:\.|rocedure)|Bankr(?:\.|uptcy) ?P(?:\.|rocedure)|Evid(?:\.|ence))"
    r"|(?P<short>RCP|RAP|RE|RCrP|RCrimP|RBP|\.R\.(?:C|A|B|Cr|Crim)\.P\.|\.R\.E\."
    r"|\. ?R\. ?C\. ?P\.)(?=,? (?:[Rr]ule )?\d))(?: (?=\d)|)"
)
_SUPREME_RULES = re.compile(r"Sup\. Ct\. R\. (?=\d)")
_CALIFORNIA_RULES = re.compile(r"Cal\. (?:Rules of Court(?=, rules? \d)|R\. Ct\. (?=\d))")
_LOCAL_CIVIL = re.compile(r"Local (?:Civil |Criminal |Bankruptcy |Patent )?Rule (?=\d)")
_CIRCUIT_RULE = re.compile(r" Cir\. (?:R\.|Rule|L\. ?R\.|Loc\. R\.|I\.?O\.?P\.?) (?=\d)")
_CIRCUIT_BEFORE = re.compile(r"(?<![\w.])(?:\d{1,2}(?:st|nd|rd|d|th)|D\.C\.|Fed\.)\Z")
_DISTRICT = re.compile(r"(?<!\w)(?:[NSEWCM]\. ?)?D\. ?(?:[A-Z]\. ?[A-Z]\.|[A-Z][a-z]+\.?)\Z")
_AGENCY_RULE = re.compile(
    r"(?<!\w)(?:SEC|Exchange Act|Securities Act|Investment Company Act|Advisers Act|FINRA|NASD|NYSE|CFTC|MSRB)\Z"
)
_ACRONYMS = (
    "INA", "ERISA", "FLSA", "ADA", "ADEA", "FOIA", "APA", "NLRA", "FCRA", "FDCPA", "TCPA", "RICO", "CERCLA",
    "RCRA", "CWA",
    "CAA", "NEPA", "IDEA", "FMLA", "PSLRA", "FTCA", "RLUIPA", "SCRA", "USERRA", "HIPAA", "AEDPA", "PLRA",
    "COPPA", "ECPA",
    "CFAA", "DTSA", "DMCA", "LMRA", "BIPA", "CCPA", "CPRA", "ESA", "FHA", "TILA", "RESPA", "ECOA", "EMTALA",
    "LHWCA", "SOX",
)  # fmt: skip
"""Acts of Congress, and three of states, by the letters they go by; they count with a section."""
_ACRONYM = re.compile(rf"(?:{'|'.join(sorted(_ACRONYMS, key=len, reverse=True))})(?![\w-])")
_ACRONYM_START = re.compile(
    r"[ABCDEFHILNPRSTU](?<!\w.)(?=[A-Z]{2,5}(?:,? §|,? [Ss]ections? \d|,? s\. \d|[ ,.;)]))"
)
_LOCAL_RULES = re.compile(
    r"(?<!\w)(?:[NSEWCM]\. ?)?D\. (?:[A-Z][a-z]+\.? |[A-Z]\. ?[A-Z]\. )(?:Civ\. |Crim\. )?(?:L\. ?R\.|Loc\. R\.) \Z"
)
"""Rules of a district court, up to their number: "N.D. Cal. Civ. L.R. 7-11"."""
_BODIES = {"Civ": "Civ. P.", "Cri": "Crim. P.", "App": "App. P.", "Ban": "Bankr. P.", "Evi": "Evid.",
           "RCP": "Civ. P.", "RAP": "App. P.", "RE": "Evid.", "RCr": "Crim. P.", "RBP": "Bankr. P."}  # fmt: skip


def find_codes(text: str) -> Iterator[Instrument]:
    """Every code, public law, rule and constitution named in folded ``text``."""
    yield from _titled(text, _USC, "U.S.C.", CitationKind.LEGISLATION)
    yield from _titled(text, _CFR, "C.F.R.", CitationKind.SECONDARY)
    yield from _public_laws(text)
    yield from _acts(text)
    yield from _dated_acts(text)
    yield from find_yearless(text, "us")
    yield from _titles(text)
    yield from _acronyms(text)
    yield from _executive(text)
    yield from as_printed(text, (_constitutions, _rules, find_state_codes))


def _titled(
    text: str, pattern: re.Pattern[str], name: str, kind: CitationKind
) -> Iterator[Instrument]:
    for code in pattern.finditer(text):
        title = _TITLE_BEFORE.search(text, max(0, code.start() - 20), code.start())
        if title is None:
            continue
        if title["comma"] and not code.group().endswith("Code"):
            continue
        number = title["short"] or title["comma"] or title["long"][6:]
        appendix = "app" in code.group()[-8:].lower()
        slug = "usc" if name == "U.S.C." else "cfr"
        start = title.start()
        yield Instrument(
            start,
            code.end(),
            "us",
            kind,
            f"{number} {name} App." if appendix else f"{number} {name}",
            CitationParts(
                reporter=code.group(), volume=number, instrument=text[start : code.end()]
            ),
            target=f"us/{slug}/t{number}{'a' if appendix else ''}",
            unit="s",
            rank=3,
            bare=True,
            needs_phrase=True,
        )


def _public_laws(text: str) -> Iterator[Instrument]:
    titles = {t.end: (t.start, t.text) for t in find_titles(text)}
    for begin, end in yearless_spans(text) if "Act, P" in text else ():
        titles.setdefault(end, (begin, text[begin:end]))
    for law in _PUBLIC_LAW.finditer(text):
        start, end = law.span()
        rest = _PUBLIC_LAW_REST.match(text, end)
        pins: tuple[Path, ...] = ()
        page = ""
        if rest is not None and rest.end() > end:
            end = rest.end()
            if rest["section"]:
                pins = ((rest["section"], *brackets(rest["marks"])),)
            page = rest["pin"] or ""
        name = ""
        if text.startswith(", ", max(0, start - 2)):
            title = titles.get(start - 2)
            if title is not None:
                start, name = title
        private = law.group().startswith(("Pri", "Pvt"))
        yield Instrument(
            start,
            end,
            "us",
            CitationKind.LEGISLATION,
            f"{'Priv' if private else 'Pub'}. L. {law['number']}",
            CitationParts(
                instrument=name,
                number=law["number"],
                volume=(rest["volume"] or "") if rest else "",
                page=(rest["page"] or "") if rest else "",
            ),
            target=f"us/{'pvt' if private else 'pl'}/{law['number']}",
            unit="s" if pins else "",
            pinpoints=pins or (((page,),) if page else ()),
            rank=4,
        )


_DATED_ACT = re.compile(
    r"Act of (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2},"
    r" (?P<year>1[789]\d\d|20\d\d)(?:, ch(?:\.|apter) (?P<chapter>\d{1,4}))?"
    r"(?:, Pub\. L\. No\. (?P<number>\d{1,3}-\d{1,4}))?"
    rf"(?:, (?:§§?|sec\.) ?(?P<section>{ARABIC})(?P<marks>{BRACKETS}))?"
    r"(?:, (?P<volume>\d{1,3}) Stat\. (?P<page>\d{1,5})(?:, (?P<pin>\d{1,5}(?:-\d{1,5})?)(?!\w|\.\d))?)?"
)


def _dated_acts(text: str) -> Iterator[Instrument]:
    """Acts by their day: "Act of July 2, 1890, ch. 647, § 1, 26 Stat. 209"."""
    for at, _ in words_among(text, ("Act of ",)):
        act = _DATED_ACT.match(text, at)
        if act is None or not (act["chapter"] or act["volume"] or act["number"]):
            continue
        pins: tuple[Path, ...] = ()
        if act["section"]:
            pins = ((act["section"], *brackets(act["marks"])),)
        elif act["pin"]:
            pins = ((act["pin"],),)
        yield Instrument(
            at, act.end(), "us", CitationKind.LEGISLATION, act.group(),
            CitationParts(
                instrument=act.group(), number=act["number"] or act["chapter"] or "", year=act["year"],
                volume=act["volume"] or "", page=act["page"] or "",
            ),
            unit="s" if act["section"] else "", pinpoints=pins, rank=5,
        )  # fmt: skip


_SECTION_OF_TITLE = re.compile(
    rf"[Tt]itle (?P<title>\d{{1,2}}),? (?:[Ss]ections?|§§?"
    rf"|[Ss]ecs?\.) ?(?P<section>{ARABIC})(?P<marks>{BRACKETS}),? (?:of (?:the )?)?"
    r"(?:United States Code|U\. ?S\. ?C(?:ode\b|\.))"
)


def _titles(text: str) -> Iterator[Instrument]:
    """ "Title 42" behind a section of it ("§ 1983 of Title 42")."""
    for at, _ in places(text, ("itle ",)):
        title = _BARE_TITLE.match(text, at - 1) if at else None
        if title is None:
            continue
        number = title["number"]
        whole = _SECTION_OF_TITLE.match(text, at - 1)
        if whole is not None:
            yield Instrument(
                at - 1, whole.end(), "us", CitationKind.LEGISLATION, f"{number} U.S.C.",
                CitationParts(instrument=whole.group(), volume=number), target=f"us/usc/t{number}", unit="s",
                pinpoints=((whole["section"], *brackets(whole["marks"])),), rank=4,
            )  # fmt: skip
            continue
        yield Instrument(
            title.start(), title.end(), "us", CitationKind.LEGISLATION, f"{number} U.S.C.",
            CitationParts(instrument=title.group(), volume=number), target=f"us/usc/t{number}",
            unit="s", needs_phrase=True,
        )  # fmt: skip


_EXECUTIVE = re.compile(
    r"(?:Exec(?:\.|utive) Order|E\.O\.|Proclamation|Proc\.)(?: (?:No|Number)\.?)? (?P<number>\d{1,2},?\d{3})(?:-[A-Z])?"
    r"(?:, (?P<volume>\d{1,3}) (?:Fed\. ?Reg\.|FR) (?P<page>\d{1,3}(?:,\d{3})?"
    r"|\d{1,6})(?:, (?P<pin>\d{1,3}(?:,\d{3})?(?:-\d{1,6})?)(?![\w,]))?)?"
    r"(?![\w])"
)


def _executive(text: str) -> Iterator[Instrument]:
    """Orders of the President, with their place in the Federal Register."""
    for at, _ in words_among(
        text, ("Exec. Order", "Executive Order", "E.O. ", "Proclamation No", "Proc. No")
    ):
        order = _EXECUTIVE.match(text, at)
        if order is None:
            continue
        yield Instrument(
            at, order.end(), "us", CitationKind.SECONDARY, f"E.O. {order['number'].replace(',', '')}",
            CitationParts(
                instrument=text[at : order.end("number")], number=order["number"],
                volume=order["volume"] or "", page=order["page"] or "",
            ),
            unit="s", pinpoints=((order["pin"],),) if order["pin"] else (), rank=5,
        )  # fmt: skip


def _acronyms(text: str) -> Iterator[Instrument]:
    """ "INA § 237(a)", "section 7 of the NLRA"."""
    for start in matches_among(text, _ACRONYM_START, _ACRONYMS):
        act = _ACRONYM.match(text, start.start())
        if act is not None:
            yield Instrument(
                act.start(), act.end(), "us", CitationKind.LEGISLATION, act.group(),
                CitationParts(instrument=act.group()), unit="s", needs_phrase=True,
            )  # fmt: skip


def _acts(text: str) -> Iterator[Instrument]:
    """Acts by title in the American form ("Securities Exchange Act of 1934")."""
    for title in find_titles(text):
        if title.link == " of " and title.word == "Act":
            yield Instrument(
                title.start, title.end, "us", CitationKind.LEGISLATION, title.text,
                CitationParts(instrument=title.text, year=title.year), unit="s", rank=1,
            )  # fmt: skip


def _constitutions(text: str) -> Iterator[Instrument]:
    first = -1
    for word in _CONST_WORD.finditer(text):
        name = _CONST_NAME.search(text, max(0, word.start() - 20), word.start())
        first = first if first >= 0 or name is None else word.start()
        pin = _CONST_PIN.match(text, word.end())
        if name is None or pin is None:
            continue
        written = text[name.start() : word.end()].rstrip(" ,")
        federal = name.group().startswith(("U", "United"))
        path, pins = _constitution_pins(pin)
        slug = "const" if federal else f"const-{written.split(' ')[0].lower().replace('.', '')}"
        yield Instrument(
            name.start(),
            pin.end(),
            "us",
            CitationKind.CONSTITUTION,
            "U.S. Const." if federal else written,
            CitationParts(instrument=written),
            target=f"us/{slug}",
            unit="amend" if path[:1] == ("amend",) else "art",
            pinpoints=pins,
            rank=4,
        )
    if first >= 0:
        yield from _constitution_shorts(text, first)


def _constitution_pins(pin: re.Match[str]) -> tuple[Path, tuple[Path, ...]]:
    """The article or amendment of a pin, and its whole paths."""
    if pin["bare"]:
        return (), ((pin["bare"], *brackets(pin["bare_marks"])),)
    if not pin["number"]:
        return (), ()
    amendment = pin["kind"].lower().startswith("amend")
    path = (*(("amend",) if amendment else ()), pin["number"])
    if pin["outer"] and pin["outer"] != "ch.":
        path = ("part", pin["part"], *path)
    elif pin["outer"]:
        path = ("chapter", pin["part"], *path)
    clause = (pin["clause"],) if pin["clause"] else ()
    if pin["others"]:
        others = tuple((*path[:-1], n) for n in re.findall(r"[IVXLC]+", pin["others"]))
        return path, (path, *others)
    if not pin["section"]:
        return path, ((*path, *clause),)
    whole = (*path, pin["section"], *brackets(pin["marks"]), *clause)
    more = tuple((*path, n) for n in re.findall(r"\d+", pin["more"] or ""))
    return path, (whole, *more)


def _constitution_shorts(text: str, at: int) -> Iterator[Instrument]:
    """ "amend. V", "art. I, § 9, cl. 2" behind a constitution named in full at ``at``."""
    for start in _CONST_SHORT.finditer(text, at + 1):
        pin = _CONST_PIN.match(text, start.start())
        if pin is None:
            continue
        path, pins = _constitution_pins(pin)
        yield Instrument(
            pin.start(), pin.end(), "us", CitationKind.CONSTITUTION, "U.S. Const.",
            CitationParts(instrument=pin["kind"]), form=CitationForm.SHORT, target="us/const",
            unit="amend" if path[:1] == ("amend",) else "art", pinpoints=pins, rank=3,
        )  # fmt: skip


def _rules(text: str) -> Iterator[Instrument]:
    for rules in _RULES.finditer(text):
        body = _BODIES[(rules["body"] or re.sub(r"[. ]", "", rules["short"]))[:3]]
        yield _rule(text, rules.start(), rules.end(), f"Fed. R. {body}")
    for pattern in (_SUPREME_RULES, _CALIFORNIA_RULES, _LOCAL_CIVIL):
        for rules in pattern.finditer(text):
            yield _rule(text, rules.start(), rules.end(), rules.group().rstrip(" "))
    for at, word in words_among(text, ("Rule ",)):
        end = at + len(word)
        agency = text[end : end + 1].isdigit() and _AGENCY_RULE.search(
            text, max(0, at - 25), max(0, at - 1)
        )
        if agency:
            yield replace(
                _rule(text, agency.start(), end, text[agency.start() : end - 1]),
                kind=CitationKind.SECONDARY,
            )
    for at, _ in places(text, (" Cir. ",)):
        circuit = _CIRCUIT_RULE.match(text, at)
        before = _CIRCUIT_BEFORE.search(text, max(0, at - 5), at) if circuit else None
        if circuit is not None and before is not None:
            name = text[before.start() : circuit.end()].rstrip(" ")
            yield _rule(text, before.start(), circuit.end(), name)
    for at, name in words_among(
        text, ("Local Civ. R. ", "Local Crim. R. ", "L. Civ. R. ", "Local R. ", "Loc. Civ. R. ")
    ):
        end = at + len(name)
        court = _DISTRICT.search(text, max(0, at - 17), max(0, at - 1))
        if court is not None and text[end : end + 1].isdigit():
            yield _rule(text, court.start(), end, text[court.start() : end - 1])
    for at, name in places(text, ("L.R. ", "L. R. ", "Loc. R. ")):
        end = at + len(name)
        local = _LOCAL_RULES.search(text, max(0, at - 26), end)
        if local is not None and text[end : end + 1].isdigit():
            yield _rule(text, local.start(), end, local.group().rstrip(" "))


def _rule(text: str, start: int, end: int, name: str) -> Instrument:
    stop = end - 1 if text[end - 1] == " " else end
    return Instrument(
        start,
        stop,
        "us",
        CitationKind.COURT_RULE,
        name,
        CitationParts(instrument=text[start:stop]),
        target="us/" + name.lower().replace(". ", "").replace(".", "").replace(" ", ""),
        unit="rule",
        rank=3,
        bare=True,
        needs_phrase=True,
    )
