"""Numbers in digits and in words, in four languages."""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.verification.lexicon import Lexicon

LARGEST = 1e18
"""No figure of the law is larger: "hundred" said over and over makes none."""
VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75}


def parse_figure(text: str, decimal: str, thousands: str) -> float:
    """A figure in digits; ``decimal`` and ``thousands`` are the language's, spaces always group."""
    text = text.replace(" ", "").replace("\u202f", "").replace("\xa0", "").replace("'", "")
    comma, dot = text.rfind(","), text.rfind(".")
    if comma >= 0 and dot >= 0:
        last, other = (",", ".") if comma > dot else (".", ",")
        text = text.replace(other, "").replace(last, ".")
        return float(text) if text.count(".") <= 1 else float(text.replace(".", ""))
    mark = "," if comma >= 0 else "."
    if mark in text:
        grouped = text.count(mark) > 1 or (
            len(text) - text.rfind(mark) == 4 and (mark == thousands or mark != decimal)
        )
        text = text.replace(mark, "" if grouped else ".")
    return float(text)


def number_at(low: Sequence[str], i: int, lex: Lexicon) -> tuple[float, int, bool]:
    """A number in words at token ``i``: value, index after it, whether it is an ordinal.

    Reads "one and one-half", "five thousand", "twenty-eight", "three quarters", Hebrew and French
    runs and German compounds; the index is ``i`` when there is none.
    """
    if lex.code == "he" and i + 1 < len(low) and low[i] in _TWO and low[i + 1] in _TEEN:
        return 12.0, i + 2, False
    tables = lex.tables
    cardinal, scales, fractions = tables.number_words, tables.scales, tables.fraction_words
    ordinals = tables.ordinal_words
    n = len(low)
    total = current = 0.0
    seen = False
    j = i
    joiners = _JOINERS[lex.code]
    while j < n:
        token = low[j]
        value = cardinal.get(token)
        if value is None:
            value = _number_form(token, lex)
        if value is not None:
            if seen and current and value >= current and current < 100 and lex.code != "he":
                if lex.code == "fr" and current == 4 and value == 20:
                    current = 80
                    j += 1
                    continue
                break
            current += value
            seen = True
            j += 1
            continue
        scale = scales.get(token, 0.0) if seen or lex.code != "en" else 0.0
        if scale and (current or 1.0) * scale <= LARGEST:
            if scale >= 1000:
                total += (current or 1.0) * scale
                current = 0.0
            else:
                current = (current or 1.0) * scale
            seen = True
            j += 1
            continue
        if token in ordinals and 20 <= current < 100 and ordinals[token] < 10:
            return total + current + ordinals[token], j + 1, True  # "twenty-eighth"
        if token in fractions and not (token in ordinals and not seen):
            part = fractions[token]
            if seen and current and total == 0 and j > i and low[j - 1] not in joiners:
                if j - 2 > i and low[j - 2] in joiners:
                    return (
                        current
                        - cardinal.get(low[j - 1], 0.0)
                        + cardinal.get(low[j - 1], 1.0) * part,
                        j + 1,
                        False,
                    )
                return current * part, j + 1, False
            return total + current + part, j + 1, False
        if token in ordinals:
            value = float(ordinals[token])
            if not seen:
                return value, j + 1, True
            break
        if lex.code == "de" and not seen:
            counted = german_ordinal(token, lex)
            if counted is not None:
                return counted, j + 1, True
        if seen and token in joiners and j + 1 < n:
            following = low[j + 1]
            if following in joiners and j + 2 < n:
                following = low[j + 2]
                skip = 2
            else:
                skip = 1
            if following in fractions:
                j += skip
                continue
            if (following in cardinal or _number_form(following, lex) is not None) and (
                total or current >= 100 or (lex.code in ("he", "fr") and current >= 10)
            ):
                j += skip
                if j + 1 < n and low[j + 1] in fractions:
                    continue
                continue
            if following in cardinal and j + skip + 1 < n and low[j + skip + 1] in fractions:
                return (
                    total + current + cardinal[following] * fractions[low[j + skip + 1]],
                    j + skip + 2,
                    False,
                )
        break
    return (total + current, j, False) if seen else (0.0, i, False)


_TWO = frozenset({"שנים", "שניים", "שתים", "שתיים"})
_TEEN = frozenset({"עשר", "עשרה"})
_JOINERS = {"en": ("and", "a"), "fr": ("et",), "de": ("und",), "he": ("ו",)}


def _number_form(token: str, lex: Lexicon) -> float | None:
    if lex.code == "de":
        return german_number(token, lex)
    if lex.code == "he" and len(token) > 2 and token[0] in "ובלכשמה":
        found = lex.tables.number_words.get(token[1:])
        if found is None and len(token) > 3 and token[1] in "ובלכשמה":
            found = lex.tables.number_words.get(token[2:])
        return found
    return None


def german_number(token: str, lex: Lexicon) -> float | None:
    """A German compound ("einundzwanzig", "zweitausendfünfhundert") or an inflected form."""
    words, scales = lex.tables.number_words, lex.tables.scales
    found = words.get(token)
    if found is not None:
        return found
    if not token.startswith(_GERMAN_STARTS):
        return None
    if token.endswith("er") and token[:-2] in words:
        return words[token[:-2]]
    for name in ("tausend", "hundert"):
        if name in token and name in scales:
            head, _, tail = token.partition(name)
            front = german_number(head, lex) if head else 1.0
            back = german_number(tail.removeprefix("und"), lex) if tail else 0.0
            if front is None or back is None:
                return None
            return front * scales[name] + back
    head, und, tail = token.partition("und")
    if und and head and tail in words and head in words:
        return words[tail] + words[head]
    return None


def german_ordinal(token: str, lex: Lexicon) -> float | None:
    """ "achtundzwanzigsten", "vierzehnte": the number; None when it is no ordinal."""
    if token.startswith(_GERMAN_STARTS):
        for ending in _GERMAN_ORDINALS:
            if token.endswith(ending):
                value = german_number(token[: -len(ending)], lex)
                if value is not None and (value >= 20) == ending.startswith("st"):
                    return value
    return None


def german_period(token: str, lex: Lexicon) -> tuple[float, str] | None:
    """ "Zweijahresfrist", "dreimonatige", "Wochenfrist": number and unit; None when it is none."""
    for key, unit in lex.tables.compound_units.items():
        at = token.find(key)
        if at < 0 or token[at + len(key) :] not in _GERMAN_INFLECTIONS:
            continue
        if not at:
            return None if key.endswith("ig") else (1.0, unit)
        value = german_number(token[:at], lex)
        if value is not None:
            return value, unit
    return None


_GERMAN_ORDINALS = ("sten", "ste", "ster", "stes", "stem", "ten", "te", "ter", "tes", "tem")
_GERMAN_INFLECTIONS = frozenset({"", "e", "en", "er", "es", "em", "s"})
_GERMAN_STARTS = (
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sech",
    "sieb",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "zwan",
    "hundert",
    "tausend",
)
