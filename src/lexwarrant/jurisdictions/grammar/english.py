"""English labels of provisions, from which a pack picks what its law uses."""

from __future__ import annotations

from collections.abc import Mapping

from lexwarrant.jurisdictions.base import Label

_UNITS: tuple[tuple[str, str, bool, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = (
    # unit, lead, roman, singular, plural, abbreviations
    ("art", "", True, ("article",), ("articles",), ("art", "arts")),
    ("s", "", False, ("section",), ("sections",), ("s", "ss", "sec", "secs", "sect", "§", "§§")),
    ("reg", "", False, ("regulation",), ("regulations",), ("reg", "regs")),
    ("rule", "", False, ("rule",), ("rules",), ("r", "rr")),
    ("ord", "", False, ("order",), ("orders",), ("ord", "O")),
    ("sch", "sch", True, ("schedule",), ("schedules",), ("sch", "schs", "sched")),
    ("anx", "annex", True, ("annex",), ("annexes",), ()),
    ("rec", "recital", False, ("recital",), ("recitals",), ("rec",)),
    ("pt", "part", True, ("part",), ("parts",), ("pt", "pts")),
    ("ch", "chapter", True, ("chapter",), ("chapters",), ("ch", "chs")),
    ("title", "title", True, ("title",), ("titles",), ()),
    ("cl", "", False, ("clause",), ("clauses",), ("cl", "cll")),
    (
        "paragraph",
        "",
        False,
        ("paragraph",),
        ("paragraphs",),
        ("para", "paras", "par", "pars", "¶", "¶¶"),
    ),
    ("subparagraph", "", False, ("subparagraph", "sub-paragraph"),
     ("subparagraphs", "sub-paragraphs"), ()),
    ("subsection", "", False, ("subsection", "sub-section"),
     ("subsections", "sub-sections"), ("subs", "subsec", "sub-s", "subss", "sub-ss")),
    ("point", "", False, ("point",), ("points",), ()),
)  # fmt: skip
_PLURAL_SHORT = frozenset(
    {"arts", "ss", "secs", "§§", "regs", "rr", "schs", "cll", "pts", "chs", "paras", "pars", "¶¶"}
)


def english(*units: str) -> dict[str, Label]:
    """The labels of these units, spelled out, in the plural and abbreviated."""
    out: dict[str, Label] = {}
    for unit, lead, roman, singular, plural, short in _UNITS:
        if unit not in units:
            continue
        for word in singular:
            out[word] = Label(unit, lead, roman=roman)
        for word in plural:
            out[word] = Label(unit, lead, plural=True, roman=roman)
        for word in short:
            out[word] = Label(unit, lead, plural=word in _PLURAL_SHORT, short=True, roman=roman)
    return out


TAILS: Mapping[str, str] = {
    "paragraph": "",
    "paragraphs": "",
    "para": "",
    "paras": "",
    "point": "",
    "points": "",
    "subparagraph": "",
    "sub-paragraph": "",
    "subsection": "",
    "subsections": "",
    "sub-s": "",
    "subs": "",
    "rule": "",
    "rules": "",
    "r": "",
    "rr": "",
    "letter": "",
    "letters": "",
    "clause": "",
    "cl": "",
    "subdivision": "",
    "subdivisions": "",
    "subds": "",
    "subdivs": "",
    "sub-ss": "",
    "subss": "",
    "subpart": "",
    "subpt": "",
    "subd": "",
    "subdiv": "",
    "section": "section",
    "article": "",
    "art": "",
    "chapter": "chapter",
    "ch": "chapter",
    "part": "part",
    "pt": "part",
    "pts": "part",
}
