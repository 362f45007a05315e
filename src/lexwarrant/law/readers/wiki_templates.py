"""Wiki markup flattened to text and the few templates that carry structure, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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
    frames: list[_Frame] = []
    at = 0
    for token in _TOKEN.finditer(text):
        yield from _put(frames, text[at : token.start()])
        at = token.end()
        mark = token.group()
        if mark in ("{{", "[["):
            frames.append(_Frame(mark == "[["))
        elif mark == "|" and frames:
            frames[-1].arguments.append([])
        elif mark == "]]" and frames and frames[-1].is_link:
            yield from _put(frames, frames.pop().flattened()[-1])
        elif mark == "}}":
            while frames and frames[-1].is_link:  # a link that was never closed
                yield from _put(frames, " ".join(frames.pop().flattened()))
            if frames:
                name, *arguments = frames.pop().flattened()
                found = Template(name.strip(), tuple(arguments))
                if _STRUCTURE.fullmatch(found.name) and (not frames or found.name == "ח:הערה"):
                    yield found
                yield from _put(frames, _words(found))
    yield from _put(frames, text[at:])
    yield from (" ".join(frame.flattened()) for frame in frames)


@dataclass(slots=True)
class _Frame:
    """A template or link that is open, with its arguments so far."""

    is_link: bool
    arguments: list[list[str]] = field(default_factory=lambda: [[]])

    def flattened(self) -> list[str]:
        return ["".join(argument) for argument in self.arguments]


def _put(frames: list[_Frame], words: str) -> Iterator[str]:
    """Put words where they stand: into the innermost open frame, else out."""
    if frames:
        frames[-1].arguments[-1].append(words)
    elif words:
        yield words


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
