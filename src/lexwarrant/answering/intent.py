"""What sort of words an answer must hold: a period, an amount, a definition, or none in particular."""

from __future__ import annotations

import re
from enum import StrEnum


class Intent(StrEnum):
    """What a question asks for by its form."""

    PERIOD = "period"
    AMOUNT = "amount"
    DEFINITION = "definition"
    SCOPE = "scope"


_ASKS = {
    Intent.PERIOD: re.compile(
        r"\bhow (?:long|fast|soon|quick\w*|often|late|early|old)\b"
        r"|\b(?:how many|which|what|within what) (?:hours?|days?|weeks?|months?|years?|nr of years|"
        r"period|hour|time)\b|\bhow much (?:time|silence)\b"
        r"|\b(?:deadline|time limits?|time-limits?|by when|until when|due when|when (?:is|must|do|does|"
        r"should|at the latest)|by what (?:hour|day|date|time)|at which point|the clock|expire\w*|run out)\b"
        r"|תוך כמה|כמה (?:זמן|ימים|ימי|חודשים|שנים|שבועות|שעות)|עד מתי|מתי|באיזה גיל|מה(?:ו|) גיל|לכל היותר",
        re.IGNORECASE,
    ),
    Intent.AMOUNT: re.compile(
        r"\bhow (?:much|many|big|high|large|small)\b|\b(?:max\w*|highest|worst|top|biggest|lowest|minimum|"
        r"ceiling|cap|threshold|amount|headcount|percent\w*|per cent|turnover|euros?|sum)\b"
        r"|\b(?:what|which) (?:\w+ ){0,3}(?:fines?|penalt(?:y|ies))\b"
        r"|כמה (?:כסף|שקלים|אחוזים)|מה (?:הסכום|שיעור|גובה)|סכום|לכל היותר|תקרה",
        re.IGNORECASE,
    ),
    Intent.DEFINITION: re.compile(
        r"\bwhat (?:is|are|was) (?:a|an|the meaning|meant)\b|\bmean(?:s|t|ing)? (?:by|of)\b|\bwhat (?:do|does) "
        r"[^?]{1,60} mean\b|\bdefin\w+\b|\bcounts? as\b|\bqualif\w+ as\b|\bconsidered (?:a|an)\b|\bwhat exactly is\b"
        r"|\bfalls? under the (?:term|definition|word)\b|\bthe legal (?:test|term)\b",
        re.IGNORECASE,
    ),
    Intent.SCOPE: re.compile(
        r"\b(?:do|does|did|is|are|am|was|were|will|would|can|could)\b[^?.]{0,80}\b(?:apply|applies|applicable|"
        r"cover(?:s|ed)?|caught|in scope|out of scope|exempt\w*|excluded|fall(?:s|en)? (?:under|within|outside|into)|"
        r"affects?|bound by|count for|hits?)\b|\bscope of\b|\bwho(?:m)? does\b[^?]{0,60}\b(?:apply|cover)\b",
        re.IGNORECASE,
    ),
}
_NUMBER = (
    r"(?:\d[\d\u00a0 .,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|"
    r"thirty|sixty|ninety)"
)
_HOLDS = {
    Intent.PERIOD: re.compile(
        rf"\b{_NUMBER}[ \u00a0-]?(?:calendar |working |business )?(?:hours?|days?|weeks?|months?|years?)\b"
        r"|\bwithout (?:undue )?delay\b|\bimmediately\b|\bat least (?:annually|yearly)\b|\bevery (?:year|month)\b"
        r"|\d+ (?:ימים|ימי|חודשים|שנים|שבועות|שעות)|(?:שבוע|חודש|שנה|שנתיים|חודשיים|שבועיים|יומיים)\b|גיל \d+|^\d+ –",
        re.IGNORECASE,
    ),
    Intent.AMOUNT: re.compile(
        rf"\bEUR\b|€|\d[\d.,]*[ \u00a0]?%|\bper cent\b|\b(?:fewer|less|more) than {_NUMBER}\b|\b{_NUMBER} "
        r"(?:persons|employees|members)\b|[£$₪]|\d+ (?:שקלים|ש\"ח|אחוז)|^\d+ –",
        re.IGNORECASE,
    ),
}


def intents(question: str) -> frozenset[Intent]:
    """Everything that the question's form asks for."""
    return frozenset(i for i, pattern in _ASKS.items() if pattern.search(question))


def holds(intent: Intent, text: str) -> bool:
    """Whether ``text`` holds what the intent asks for; never for a definition or scope, which are places."""
    pattern = _HOLDS.get(intent)
    return pattern is not None and pattern.search(text) is not None
