"""Wiki markup flattened to text and the few templates that carry structure, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\|")
_BREAK = re.compile(r"<(?:br|/p|/tr|/div)\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>\n]{1,200}>")
_COMMENT = re.compile(r"<!--[^>]*-->")
_BOLD = re.compile(r"'{2,5}")
_SPACES = re.compile(r"[ \t\u00a0]+")
_LINE = re.compile(r"ח:ת+\*?")
_LABEL = re.compile(r"\([^()\n]{1,8}\)")
_NAMED = re.compile(r"\s*[\w\u05d0-\u05ea]{1,20}=")
_STRUCTURE = re.compile(r"ח:(?:כותרת|סעיף\*?|קטע\d|חתימות|סוגר|הערה)")
_LINKS = frozenset({"ח:פנימי", "ח:חיצוני"})
_SILENT = re.compile(r"ח:(?:הערה|הערות|מאגר|מפריד|התחלה|סוף|פתיח-התחלה|תמונה|חתימות|סוגר)")


@dataclass(frozen=True, slots=True)
class Template:
    """A template with its arguments flattened to text."""

    name: str
    arguments: tuple[str, ...]

    def positional(self, index: int) -> str:
        """The argument at ``index`` of those without a name; empty when there is none."""
        plain = [a for a in self.arguments if not _NAMED.match(a)]
        return plain[index] if index < len(plain) else ""

    def changed_by(self) -> str:
        """The last year in "תיקון: ...", the list of a section's amendments."""
        for argument in self.arguments[2:]:
            text = tidy(argument)
            if text.startswith("תיקון:"):
                return text.removeprefix("תיקון:").strip().rpartition(", ")[2]
        return ""


def flatten(text: str) -> Iterator[str | Template]:
    """Text with templates replaced by their words; templates of structure come out as they are.

    A structure template inside another one (a note inside a section's heading) gives no words and
    comes out before the one around it.
    """
    text = _COMMENT.sub("", text)
    stack: list[list[list[str]]] = []
    links = 0
    at = 0
    for token in _TOKEN.finditer(text):
        before = text[at : token.start()]
        at = token.end()
        if before:
            if stack:
                stack[-1][-1].append(before)
            else:
                yield before
        mark = token.group()
        if mark == "{{":
            stack.append([[]])
        elif mark == "[[":
            links += 1
        elif mark == "]]":
            links = max(0, links - 1)
        elif mark == "|":
            if links:
                _drop_target(stack)
            elif stack:
                stack[-1].append([])
        elif stack:
            parts = ["".join(argument) for argument in stack.pop()]
            found = Template(parts[0].strip(), tuple(parts[1:]))
            if _STRUCTURE.fullmatch(found.name) and (not stack or found.name == "ח:הערה"):
                yield found
            words = _words(found)
            if words and stack:
                stack[-1][-1].append(words)
            elif words:
                yield words
    if text[at:]:
        yield text[at:]


def _drop_target(stack: list[list[list[str]]]) -> None:
    """In ``[[target|words]]`` only the words are kept, as far as the target is still at hand."""
    if stack and stack[-1][-1]:
        stack[-1][-1].pop()


def _words(template: Template) -> str:
    if _LINE.fullmatch(template.name):
        labels = [a.strip() for a in template.arguments if _LABEL.fullmatch(a.strip())]
        return "\n" + "".join(f"{label} " for label in labels)
    if _SILENT.fullmatch(template.name) or _STRUCTURE.fullmatch(template.name):
        return ""
    if template.name in _LINKS:
        return template.positional(1) or template.positional(0)
    if template.name == "ח:תיבה":
        return template.positional(0)
    plain = [a for a in template.arguments if not _NAMED.match(a)]
    return plain[-1] if plain else ""


def tidy(text: str) -> str:
    """Text without tags and bold marks, on one line."""
    text = _TAG.sub("", _BREAK.sub(" ", text))
    return _SPACES.sub(" ", _BOLD.sub("", text)).replace("\n", " ").strip()
