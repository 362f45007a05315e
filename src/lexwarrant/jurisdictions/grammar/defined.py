"""Names that a text gives an instrument in brackets: "Employment Rights Act 1996 (ERA)".

From there on the name stands for the instrument wherever a provision stands beside it
("section 98 of the ERA", "Article 4 of the Consumer Directive").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lexwarrant.jurisdictions.base import Instrument, Mention
from lexwarrant.jurisdictions.grammar.words import places
from lexwarrant.records.citation import CitationForm, CitationKind, CitationParts

_GIVEN = re.compile(
    r"[^;()\[\]\n]{0,160}? ?\((?:(?:hereinafter|hereafter|together|also|henceforth|\"?or"
    r"|[Ii]m [Ff]olgenden|nachfolgend|ci-après|להלן)[:,]? )*"
    r"(?:(?:the )?(?P<quote>[\"'])(?:the |The |die |der |das |le |la |l'|ה)?"
    r"(?P<quoted>[A-ZÄÖÜÉא-ת][\w&.'\" /-]{1,38}?)(?P=quote)"
    r"|(?:the )?(?P<initials>(?=[A-Za-z&-]*[A-Z][a-z&-]*[A-Z])[A-Z][A-Za-z&-]{2,9}))\)"
)
_GENERIC = re.compile(
    r"(?:\d{4} )?(?:[Pp]rincipal |[Pp]arent )?(?:Acts?|Regulations?|Rules?|Orders?|Directive|Convention|Charter|Code"
    r"|Decision|Ordinance|Statute|Law|Treaty|Constitution|חוק|החוק|תקנות|התקנות|הפקודה|פקודה)\Z"
)
"""What the shared grammar reads without being told."""
_NO_NAME = frozenset({"USA", "ECHR", "CJEU", "NSW", "Cth", "NIRC", "EEA"})
_MOST = 32
"""Names looked for in one text: a name more costs one search of the whole."""


def find_defined(text: str, mentions: Sequence[Mention]) -> list[Instrument]:
    """Later uses of the names that brackets behind instruments give them, in any order."""
    names: dict[str, tuple[int, Instrument]] = {}
    for at, mention in enumerate(mentions):
        if not isinstance(mention, Instrument) or mention.kind is CitationKind.GAZETTE:
            continue
        if mention.needs_phrase or mention.form is not CitationForm.FULL:
            continue
        following = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
        if text.find("(", mention.end, mention.end + 165) < 0:
            continue
        given = _GIVEN.match(text, mention.end, min(mention.end + 240, following + 60))
        if given is None or (given["quoted"] and given.start("quoted") > following + 12):
            continue
        name = given["quoted"] or given["initials"]
        opening = text.rfind("(", mention.end, given.end()) if given["initials"] else mention.end
        if following < opening or name in names or name in _NO_NAME or _GENERIC.match(name):
            continue
        names[name] = (given.end(), mention)
        if len(names) == _MOST:
            break
    return list(_uses(text, names.items()))


def _uses(text: str, names: Iterable[tuple[str, tuple[int, Instrument]]]) -> Iterable[Instrument]:
    for name, (behind, mention) in names:
        for at, _ in places(text, (name,)):
            end = at + len(name)
            if at < behind or text[end : end + 1].isalnum() or _inside_word(text, at):
                continue
            yield Instrument(
                at, end, mention.jurisdiction, mention.kind, mention.normal,
                CitationParts(instrument=name), form=CitationForm.SHORT, target=mention.target,
                unit=mention.unit, rank=-1, needs_phrase=True,
            )  # fmt: skip


def _inside_word(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    if "א" <= text[at] <= "ת":
        return before.isalnum() and before not in "בלוכמשה"
    return before.isalnum()
