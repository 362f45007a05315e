"""Chinese articles: numbers, and the paragraphs (款) and items (项) of their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.records.law import Part

_DIGITS = {c: v for v, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "零〇一二两三四五六七八九十百千"
_ARTICLE = re.compile(rf"第([{_NUMERAL}]+)条(?:之([{_NUMERAL}]+))?")
_ENTRY = re.compile(rf"条目([{_NUMERAL}]+)")
_ITEM = re.compile(rf"（([{_NUMERAL}]+)）")
_ANNEX = re.compile(r"^\s*附(?:件|表|录|：|:)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Article:
    """Where an article stands in its law ("art/17-1") and how it is cited ("第十七条之一")."""

    path: str
    label: str


def numeral(text: str) -> int:
    """The value of a Chinese numeral up to 9,999: 一百二十三 is 123."""
    total = current = 0
    for character in text:
        if character in _UNITS:
            total += (current or 1) * _UNITS[character]
            current = 0
        else:
            current = _DIGITS.get(character, 0)
    return total + current


def article_unit(printed: str, arabic: int | None, position: int) -> Article:
    """The unit of a row; one without an article's number is counted as a clause."""
    found = _ARTICLE.fullmatch(printed)
    if found:
        number = str(arabic or numeral(found.group(1)))
        inserted = f"-{numeral(found.group(2))}" if found.group(2) else ""
        return Article(f"art/{number}{inserted}", printed)
    entry = _ENTRY.fullmatch(printed)
    if entry:
        return Article(f"cl/{numeral(entry.group(1))}", printed)
    return Article(f"cl/{position}", printed or f"条目{position}")


def parts_of(unit: str, label: str, text: str) -> tuple[Part, ...]:
    """Paragraphs and items of an article: a line is a paragraph, "（一）" begins an item."""
    parts: list[Part] = []
    paragraph = 0
    opened = 0
    at = 0
    used: set[str] = set()
    for line in text.split("\n"):
        start, end = at, at + len(line)
        at = end + 1
        if not line.strip():
            continue
        item = _ITEM.match(line)
        if item and paragraph:
            parts[opened] = _longer(parts[opened], end)
            number = numeral(item.group(1))
            name = f"{unit}/{paragraph}/{number}"
            if name not in used:
                used.add(name)
                cited = f"{label}第{_chinese(paragraph)}款第{item.group(1)}项"
                parts.append(Part(name, "item", cited, start, end))
            continue
        paragraph += 1
        opened = len(parts)
        cited = f"{label}第{_chinese(paragraph)}款"
        parts.append(Part(f"{unit}/{paragraph}", "paragraph", cited, start, end))
    return tuple(parts) if len(parts) > 1 else ()


def _longer(part: Part, end: int) -> Part:
    return Part(part.id, part.kind, part.label, part.start, end)


def _chinese(number: int) -> str:
    digits = "零一二三四五六七八九"
    tens, ones = divmod(number, 10)
    if number < 10:
        return digits[number]
    if number >= 100:
        return str(number)
    return ("" if tens == 1 else digits[tens]) + "十" + (digits[ones] if ones else "")


def cut_annexes(text: str) -> tuple[str, str]:
    """The last article without the annexes that follow it, and the annexes."""
    for found in _ANNEX.finditer(text):
        if found.start() > 0:
            return text[: found.start()].rstrip(), text[found.start() :].strip()
    return text, ""


def named_articles(text: str, law: str) -> Iterator[str]:
    """Numbers of the articles of ``law`` that an amendment changes: "将刑法第一百六十五条 ..."."""
    for found in re.finditer(re.escape(law) + _ARTICLE.pattern, text):
        inserted = f"-{numeral(found.group(2))}" if found.group(2) else ""
        yield f"{numeral(found.group(1))}{inserted}"
