"""References that point into the text they stand in, led to ids."""

from __future__ import annotations

from lexwarrant.records.citation import Citation, CitationForm, provision_path
from lexwarrant.records.ids import UNIT_MARKERS, split_id


def resolve_internal(citation: Citation, provision_id: str) -> tuple[str, ...]:
    """Ids that an ``internal`` citation names, given the provision it stands in.

    "Article 55" is an article of the same act; "paragraph 1" a paragraph of the same article;
    "point (a)" a point of the same paragraph where the provision has one, else of the article;
    "this Article" is the article itself, "this Regulation" the act. Chapters, parts and titles are
    divisions, not provisions: they give an id only as ``ch`` and ``pt``. Empty for another form.
    """
    if citation.form is not CitationForm.INTERNAL:
        return ()
    split = split_id(provision_id)
    unit_id = split.unit or split.authority
    unit, _, base = citation.unit.partition(" of this ")
    if unit.startswith("this "):
        unit, base = "", unit[5:]
    paths = citation.pinpoints or ((),)
    if unit in UNIT_MARKERS:
        return tuple("/".join((split.authority, *provision_path(unit, p))) for p in paths if p)
    root = _level(split.authority, unit_id, split.parts, unit, base)
    if not citation.pinpoints:
        return (root,)
    return tuple("/".join((root, *path)) for path in citation.pinpoints)


def _level(authority: str, unit_id: str, parts: tuple[str, ...], unit: str, base: str) -> str:
    """The id below which a relative path hangs."""
    if base == "authority":
        return authority
    if base in UNIT_MARKERS or base == "":
        depth = 0 if unit in ("paragraph", "subsection", "") or base else 1
        if unit in ("point", "subparagraph") and not (parts and parts[0].isdigit()):
            depth = 0
    else:
        depth = 1 if base in ("paragraph", "subsection") else 2
    return "/".join((unit_id, *parts[:depth]))
