"""Names of codes and rules printed in capitals, as law reviews set them: "CAL. CIV. CODE § 1714".

Form: The Bluebook, rule 12.10 and the typeface conventions of rule 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.words import any_in

_SIGNS = (
    " CODE",
    "STAT.",
    "LAWS",
    "R. CIV",
    "R. CRIM",
    "R. EVID",
    "R. APP",
    "CONST.",
    "REV. STAT",
    " LAW ",
)
_RUN = re.compile(r"[A-Z](?<!\w.)[A-Z'.]*(?: (?:&|[A-Z][A-Z'.]*))+(?![a-z])")
_SIGN = re.compile(r"(?:CODE|STATS?\.|LAWS?|CONST\.|R\. (?:CIV|CRIM|EVID|APP|BANKR))(?!\w)")
_WORD = re.compile(r"[A-Z]{2,}(?:'[A-Z]+)?")
_AS_THEY_ARE = re.compile(r"(?:[CE]PLR|SCPA|EPTL|ILCS|RCW|USC|CFR|UCC)\Z")
_LONGEST = 90


def _printed(word: re.Match[str]) -> str:
    written = word.group()
    if written in ("OF", "AND"):
        return written.lower()
    return written if _AS_THEY_ARE.match(written) else written[0] + written[1:].lower()


def in_small_letters(text: str) -> str:
    """``text`` with such names in capitals and small letters, of the same length."""
    if not any_in(text, _SIGNS):
        return text

    def lowered(run: re.Match[str]) -> str:
        name = run.group()
        if len(name) > _LONGEST or not _SIGN.search(name):
            return name
        return _WORD.sub(_printed, name)

    return _RUN.sub(lowered, text)


def as_printed(
    text: str, finders: Iterable[Callable[[str], Iterator[Instrument]]]
) -> Iterator[Instrument]:
    """What ``finders`` find in ``text`` whichever way it is printed, named as it is printed."""
    small = in_small_letters(text)
    for find in finders:
        for found in find(small):
            name = found.parts.instrument
            at = small.find(name, found.start, found.end) if small is not text and name else -1
            if at >= 0:
                written = replace(found.parts, instrument=text[at : at + len(name)])
                yield replace(found, parts=written)
            else:
                yield found
