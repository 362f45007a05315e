"""Reader of statutes in Markdown with front matter, one file an Act (the law-as-git layout).

``NAME.original.md`` is the Act as enacted and ``NAME.consolidated.md`` as revised; together they
give a timeline, ``NAME.md`` alone gives one text. What is known of a text is the day its file is
for. A changed section therefore has its enacted text on the day of enactment and its revised text
from the day of the revision, and between the two no text is known: the files do not say when in
between a section was amended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.commencement import commencement
from lexwarrant.law.readers.markdown_sections import Document, Loose, parse_markdown
from lexwarrant.law.readers.markdown_text import plain
from lexwarrant.law.readers.numbering import nest
from lexwarrant.law.readers.outline import render
from lexwarrant.law.readers.revised import Became, Text, pair_sections
from lexwarrant.law.readers.text_file import iso_date, read_text, sniff_text
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Coverage,
    Identifier,
    Source,
    Version,
)

ENACTED = ".original.md"
REVISED = ".consolidated.md"
_KINDS = {
    "act": AuthorityKind.STATUTE,
    "statutory_instrument": AuthorityKind.SECONDARY,
    "si": AuthorityKind.SECONDARY,
    "regulation": AuthorityKind.REGULATION,
    "constitution": AuthorityKind.CONSTITUTION,
}
_PUBLISHERS = {
    "ie": Source(
        name="Irish Statute Book and Law Reform Commission, by way of legalize",
        url="https://www.irishstatutebook.ie",
        licence="CC BY 4.0 (Oireachtas (Open Data) PSI Licence)",
        attribution="Irish Statute Book and Law Reform Commission revised Acts, CC BY 4.0; "
        "unofficial consolidation.",
    )
}
_ORDINALS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH")
_NUMBERED = re.compile(r"SCHEDULE (\d{1,3})(?![.\d])", re.IGNORECASE)
_TITLE_YEAR = re.compile(r"\s*,?\s*(\d{4})$")


@dataclass(frozen=True, slots=True)
class _Act:
    """An Act's files, whichever there are, and who it is."""

    authority: Authority
    enacted: Document | None
    revised: Document | None
    enacted_on: date
    revised_on: date | None


class MarkdownReader:
    """Yields Acts of a folder, or the one file, with the enacted and the revised text paired."""

    name = "Markdown with front matter (law-as-git)"

    def recognises(self, path: Path) -> bool:
        """A Markdown file with such front matter, or a folder that holds one."""
        if path.is_dir():
            return any(_is_act(p) for p in sorted(path.glob("*.md"))[:20])
        return _is_act(path)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream source, then each Act with its sections and what was left out of it."""
        seen: set[str] = set()
        for files in _acts(path):
            act = _open(files)
            source = _source(act, files[0])
            if source.name not in seen:
                seen.add(source.name)
                yield source
            yield from _read(act, files)


def _is_act(path: Path) -> bool:
    if path.suffix.lower() != ".md":
        return False
    head = sniff_text(path)
    return head.startswith("---") and "\nidentifier:" in head and "\ncountry:" in head


def _acts(path: Path) -> Iterator[list[Path]]:
    """The files of each Act: enacted and revised, or the only one."""
    if path.is_file():
        yield [path]
        return
    files = sorted(p for p in path.glob("*.md") if _is_act(p))
    if not files:
        raise LawSourceError(f"{path}: no Markdown file with front matter in this folder")
    taken: set[Path] = set()
    for file in files:
        if file in taken:
            continue
        stem = file.name.removesuffix(ENACTED).removesuffix(REVISED)
        pair = [p for p in (path / (stem + ENACTED), path / (stem + REVISED)) if p in files]
        both = pair if file in pair else [file]
        taken.update(both)
        yield both


def _open(files: list[Path]) -> _Act:
    enacted = revised = None
    for file in files:
        document = parse_markdown(read_text(file), str(file))
        published = iso_date(_need(document, "publication_date", file), f"{file}, publication_date")
        updated = iso_date(
            document.front.get("last_updated", published.isoformat()), f"{file}, last_updated"
        )
        if file.name.endswith(ENACTED) or updated == published:
            enacted, enacted_on = document, published
        else:
            revised, revised_on, enacted_on = document, updated, published
    first = enacted or revised
    if first is None:
        raise LawSourceError(f"{files[0]}: neither an enacted nor a revised text")
    if enacted and revised and enacted.front["identifier"] != revised.front["identifier"]:
        raise LawSourceError(
            f"{files[0]}: identifier {enacted.front['identifier']!r} is paired with "
            f"{revised.front['identifier']!r}; the two files are not one Act"
        )
    return _Act(
        _authority(first, files[0], enacted_on),
        enacted,
        revised,
        enacted_on,
        revised_on if revised else None,
    )


def _need(document: Document, field: str, file: Path) -> str:
    value = document.front.get(field, "").strip()
    if not value:
        raise LawSourceError(f"{file}: the front matter has no {field!r}")
    return value


def _source(act: _Act, file: Path) -> Source:
    known = _PUBLISHERS.get(act.authority.jurisdiction)
    if known:
        return known
    front = (act.revised or act.enacted or Document({}, (), ())).front
    return Source(
        name=act.authority.source,
        url=front.get("source", ""),
        licence=front.get("licence", front.get("license", "not stated in the file")),
    )


def _authority(document: Document, file: Path, dated: date) -> Authority:
    country = _need(document, "country", file).lower()
    identifier = _need(document, "identifier", file)
    title = _TITLE_YEAR.sub(r" \1", " ".join(_need(document, "title", file).split()))
    rank = document.front.get("rank", "act").lower()
    path = identifier.lower().replace("_", "-")
    number = path.removeprefix(f"{country}-").replace("-", "/")
    aliases = [_TITLE_YEAR.sub(r", \1", title)]
    if document.front.get("title_ga"):
        aliases.append(document.front["title_ga"])
    identifiers = [Identifier("law_as_git", identifier)]
    if "/eli/" in document.front.get("source", ""):
        identifiers.append(Identifier("eli", document.front["source"]))
    known = _PUBLISHERS.get(country)
    return Authority(
        id=f"{country}/{number}",
        jurisdiction=country,
        kind=_KINDS.get(rank, AuthorityKind.STATUTE),
        title=title,
        short_title=title,
        source=known.name if known else f"law-as-git files, {country}",
        aliases=tuple(a for a in aliases if a != title),
        identifiers=tuple(identifiers),
        dated=dated,
        status=document.front.get("status", ""),
        coverage=Coverage(complete=("s",)),
    )


def _read(act: _Act, files: list[Path]) -> Iterator[LawItem]:
    versions: list[Version] = []
    left: list[LeftOut] = []
    if act.enacted and act.revised:
        for pair in pair_sections(act.enacted, act.revised):
            versions += _pair_versions(act, pair.enacted, pair.revised, pair.became)
            left += _left_out(act, pair.revised or pair.enacted, pair.became)
    else:
        only = act.revised or act.enacted or Document({}, (), ())
        start = act.revised_on or act.enacted_on
        for pair in pair_sections(Document({}, (), ()), only):
            if pair.revised:
                versions.append(_version(act, pair.revised, start, None))
                left += _left_out(act, pair.revised, pair.became)
    if not versions:
        raise LawSourceError(
            f"{files[0]}: no section found; sections are headings of the form `##### 12. Title`"
        )
    versions += _schedules(act)
    yield from _dated(act, versions)
    yield from left


def _dated(act: _Act, versions: list[Version]) -> Iterator[LawItem]:
    """Authority and versions with the day of commencement, when the Act itself fixes it."""
    newest_first = sorted(versions, key=lambda v: v.valid_to is not None)
    found = commencement(newest_first, act.enacted_on)
    starts = found.on if found else act.enacted_on
    notes = () if starts else ("commencement by order: the day is not in these files",)
    yield replace(act.authority, in_force=starts, notes=notes)
    for version in versions:
        if starts and version.valid_from == act.enacted_on and starts != act.enacted_on:
            end = version.valid_to
            end = end and max(end, starts + timedelta(days=1))
            yield replace(version, valid_from=starts, valid_to=end)
        else:
            yield version
    if found:
        yield Applicability(act.authority.id, found.on, None, found.basis, found.start, found.end)


def _pair_versions(
    act: _Act, enacted: Text | None, revised: Text | None, became: Became
) -> list[Version]:
    day_after = act.enacted_on + timedelta(days=1)
    if enacted and became is Became.UNCHANGED and revised:
        # One text from enactment on: the enacted print, which lost no spaces, is quoted.
        return [_version(act, enacted, act.enacted_on, None)]
    out = []
    if enacted:
        out.append(_version(act, enacted, act.enacted_on, day_after))
    if revised:
        out.append(_version(act, revised, act.revised_on, None))
    return out


def _version(act: _Act, text: Text, start: date | None, end: date | None) -> Version:
    unit = f"{act.authority.id}/s/{text.number}"
    label = f"section {text.number}"
    laid = render(nest(text.text.split("\n")), unit, label)
    return Version(
        provision_id=unit,
        label=label,
        text=laid.text,
        heading=text.heading,
        parts=laid.parts,
        valid_from=start,
        valid_to=end,
        complete=text.complete,
        repealed=text.repealed,
        kind="section",
        division=text.division,
    )


def _schedules(act: _Act) -> list[Version]:
    """Schedules, of either file; a schedule of the enacted Act is known on its day only.

    They are marked incomplete: tables and long annexed texts do not survive this layout whole.
    """
    out: dict[tuple[str, date], Version] = {}
    for document, start, end in (
        (act.enacted, act.enacted_on, act.enacted_on + timedelta(days=1)),
        (act.revised, act.revised_on, None),
    ):
        grouped: dict[str, list[Loose]] = {}
        for loose in document.loose if document else ():
            if loose.schedule:
                grouped.setdefault(loose.schedule, []).append(loose)
        for name, pieces in grouped.items():
            number = _schedule_number(name)
            lines = []
            for piece in pieces:
                made = plain(piece.heading, piece.body)
                if piece.heading != name:
                    lines.append(made.heading)
                lines += made.text.split("\n")
            unit = f"{act.authority.id}/sch/{number}"
            laid = render(nest(lines), unit, f"Schedule {number}")
            if start:
                out[unit, start] = Version(
                    provision_id=unit,
                    label=f"Schedule {number}",
                    text=laid.text,
                    heading=plain(name, "").heading,
                    valid_from=start,
                    valid_to=end,
                    complete=False,
                    kind="schedule",
                )
    return list(out.values())


def _schedule_number(name: str) -> str:
    words = name.upper().split()
    for index, ordinal in enumerate(_ORDINALS, 1):
        if ordinal in words[:2]:
            return str(index)
    numbered = _NUMBERED.search(name)
    return numbered.group(1) if numbered else "1"


def _left_out(act: _Act, text: Text | None, became: Became) -> Iterator[LeftOut]:
    if text is None:
        return
    where = f"{act.authority.id}/s/{text.number}"
    if became is Became.DROPPED:
        yield LeftOut(where, "what became of it", "the revised Act does not hold this section")
    if became is Became.CANNOT_TELL or not text.complete:
        yield LeftOut(where, "the end of the section", "the source cut it where words are quoted")
    if became is Became.DIFFERS_UNMARKED:
        yield LeftOut(
            where, "when and by what it changed", "the words differ and no amendment is marked"
        )
    if text.mended:
        yield LeftOut(
            where,
            f"{text.mended} missing spaces",
            "put back where the source dropped them at links",
        )
