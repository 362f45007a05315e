"""Reader of Hebrew statutes in the wikitext of the open book of laws on Wikisource.

``{{ח:כותרת|title}}`` names the statute, ``{{ח:קטע2|...|heading}}`` opens a division,
``{{ח:סעיף|number|heading|תיקון: years}}`` a section, ``{{ח:ת}}``, ``{{ח:תת|(א)}}``,
``{{ח:תתת|(1)}}`` its lines. Links give their words; editorial notes (``{{ח:הערה|...}}``) and
schedules are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.hebrew import HebrewSection, hebrew_authority, hebrew_records, slug
from lexwarrant.law.readers.hebrew_sections import SOURCE
from lexwarrant.law.readers.text_file import read_text, sniff_text
from lexwarrant.law.readers.wiki_templates import Template, flatten, tidy
from lexwarrant.records.errors import LawSourceError

_DIVISION = re.compile(r"ח:קטע(\d)")
_SCHEDULE = "תוספת"


class WikitextReader:
    """Yields one statute with its sections."""

    name = "Hebrew statute in wikitext"

    def recognises(self, path: Path) -> bool:
        """A text file that uses the templates of the open book of laws."""
        head = sniff_text(path)
        return "{{ח:כותרת" in head or "{{ח:סעיף" in head

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` without a title or a section."""
        text = read_text(path)
        opened, closed = text.count("{{"), text.count("}}")
        if opened != closed:
            raise LawSourceError(
                f"{path}: {opened} templates open and {closed} close; the page is cut or damaged: "
                "fetch it again"
            )
        page = _Page()
        for item in flatten(text):
            if isinstance(item, str):
                page.lines.append(item)
            else:
                page.template(item)
        page.close()
        if not page.title:
            raise LawSourceError(f"{path}: no title ({{{{ח:כותרת|...}}}})")
        if not page.sections:
            raise LawSourceError(f"{path}: no section with text ({{{{ח:סעיף|...}}}})")
        identifier = f"il/{slug(page.title)}"
        yield SOURCE
        yield hebrew_authority(identifier, page.title, SOURCE, whole=True)
        seen: set[str] = set()
        for section in page.sections:
            if section.number in seen:
                where = f"{identifier}/s/{section.number}"
                yield LeftOut(where, section.text[:80], "the page has this section twice")
                continue
            seen.add(section.number)
            yield from hebrew_records(identifier, section)
        if page.notes:
            yield LeftOut(identifier, f"{page.notes} editorial notes", "not words of the law")
        yield from page.left


@dataclass(slots=True)
class _Page:
    """The page so far, and the section that is open in it."""

    title: str = ""
    sections: list[HebrewSection] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    notes: int = 0
    lines: list[str] = field(default_factory=list)
    number: str = ""
    heading: str = ""
    changed_by: str = ""
    divisions: dict[int, str] = field(default_factory=dict)
    in_schedule: bool = False

    def template(self, item: Template) -> None:
        """Take in a template that stands between lines."""
        division = _DIVISION.fullmatch(item.name)
        if item.name == "ח:כותרת":
            self.title = tidy(item.positional(0))
            self.lines = []
        elif item.name in ("ח:סעיף", "ח:סעיף*"):
            self.close()
            self.number = "" if self.in_schedule else tidy(item.positional(0)).replace("/", "-")
            self.heading = tidy(item.positional(1))
            self.changed_by = item.changed_by()
        elif division:
            self.close()
            level = int(division.group(1))
            self.divisions = {k: v for k, v in self.divisions.items() if k < level}
            self.divisions[level] = tidy(item.positional(1) or item.positional(0))
            self.in_schedule = _SCHEDULE in self.divisions[level]
        elif item.name == "ח:חתימות":
            self.close()
            self.in_schedule = False
        elif item.name == "ח:סוגר":
            self.lines = []  # what stood in the opening box or behind the signatures
        elif item.name == "ח:הערה":
            self.notes += 1

    def close(self) -> None:
        """End the open section, schedule or box."""
        tidied = (tidy(line) for line in "".join(self.lines).split("\n"))
        body = "\n".join(line for line in tidied if line)
        stands = tuple(self.divisions[k] for k in sorted(self.divisions))
        if self.number and body:
            self.sections.append(
                HebrewSection(self.number, self.heading, body, stands, self.changed_by)
            )
        elif self.number:
            self.left.append(LeftOut(self.number, self.heading, "no words of its own"))
        elif self.in_schedule and body:
            self.left.append(LeftOut(stands[-1], body[:120], "schedules are not taken apart"))
        self.number, self.lines = "", []
