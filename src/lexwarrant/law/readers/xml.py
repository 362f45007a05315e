"""XML of law, read without entities, without network and under a size limit.

A document that declares entities is refused outright: no format of law needs them, and they are
how a small file grows without bound or reaches for other files (CWE-776, CWE-611).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexwarrant.records.errors import LawSourceError

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_XML_BYTES = 256 * 1024 * 1024
"""Largest XML file read at once; the largest title of the U.S. Code is about half of it."""
_SNIFF_BYTES = 65_536
_OPTIONS: dict[str, Any] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


@dataclass(frozen=True, slots=True)
class Root:
    """The first element of a document: local name, namespace and attributes."""

    name: str
    namespace: str
    attributes: dict[str, str]


def sniff_root(path: Path) -> Root | None:
    """The root of ``path`` from its first 64 KiB, or None when it is not XML."""
    from lxml import etree

    if not path.is_file():
        return None
    with path.open("rb") as handle:
        head = handle.read(_SNIFF_BYTES)
    if b"<" not in head[:1024]:
        return None
    parser = etree.XMLPullParser(events=("start",), **_OPTIONS)
    try:
        parser.feed(head)
        for _, element in parser.read_events():
            if isinstance(element, etree._Element):
                attributes = {str(k): str(v) for k, v in element.items()}
                return Root(local(element), namespace(element), attributes)
    except (etree.XMLSyntaxError, OSError):
        return None
    return None


def parse_xml(path: Path) -> _Element:
    """The root element of ``path``.

    Raises `LawSourceError` for a file that is too large, declares entities or is not well formed.
    """
    from lxml import etree

    check_size(path, MAX_XML_BYTES)
    try:
        with path.open("rb") as handle:
            tree = etree.parse(handle, etree.XMLParser(**_OPTIONS))
    except (etree.XMLSyntaxError, OSError) as error:  # OSError: bytes in another encoding
        raise _not_well_formed(path, error) from None
    _refuse_entities(path, tree.docinfo)
    return tree.getroot()


def stream_xml(
    path: Path, wanted: frozenset[str], dropped: frozenset[str] = frozenset()
) -> Iterator[_Element]:
    """Every outermost element of ``path`` whose local name is in ``wanted``, when it is complete.

    A wanted element is emptied after it was yielded and one named in ``dropped`` as soon as it
    ends, so memory follows the largest wanted element and not the file; what else there is (the
    numbers and headings around them) stays reachable from it. Raises as `parse_xml` does.
    """
    from lxml import etree

    check_size(path, MAX_XML_BYTES)
    depth = 0
    checked = False
    try:
        with path.open("rb") as handle:
            for event, element in etree.iterparse(handle, events=("start", "end"), **_OPTIONS):
                if not checked:
                    _refuse_entities(path, element.getroottree().docinfo)
                    checked = True
                inside = local(element) in wanted
                if event == "start":
                    depth += inside
                    continue
                depth -= inside
                if depth:
                    continue
                if inside:
                    yield element
                if inside or local(element) in dropped:
                    element.clear(keep_tail=True)
    except (etree.XMLSyntaxError, OSError) as error:
        raise _not_well_formed(path, error) from None


def _not_well_formed(path: Path, error: Exception) -> LawSourceError:
    reason = str(getattr(error, "msg", "") or error).rpartition(f"'{path}': ")[2].split("\n")[0]
    return LawSourceError(
        f"{path}: not well-formed XML ({reason}); the file is cut, damaged or in another "
        "encoding than it says: fetch it again"
    )


def _refuse_entities(path: Path, docinfo: Any) -> None:
    dtd = docinfo.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        raise LawSourceError(
            f"{path}: the document declares XML entities, which are never read here; "
            "take the source's own export without a DTD"
        )


def check_size(path: Path, limit: int) -> None:
    """Refuse a file that is missing, empty or over ``limit`` bytes."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise LawSourceError(f"{path}: cannot be opened ({error.strerror})") from None
    if size == 0:
        raise LawSourceError(f"{path}: the file is empty; fetch it again")
    if size > limit:
        raise LawSourceError(
            f"{path}: {size:,} bytes, over the limit of {limit:,} for this format; split it"
        )


def local(element: _Element) -> str:
    """The element's name without its namespace; empty for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def namespace(element: _Element) -> str:
    """The element's namespace, or an empty string."""
    tag = element.tag
    return tag[1:].partition("}")[0] if isinstance(tag, str) and tag.startswith("{") else ""


def child(element: _Element, *path: str) -> _Element | None:
    """The first descendant along ``path`` of local names."""
    current: _Element | None = element
    for name in path:
        if current is None:
            return None
        current = next((c for c in current if local(c) == name), None)
    return current


def descendants(element: _Element, *names: str) -> Iterator[_Element]:
    """Every element below ``element`` with one of the local ``names``, in document order."""
    for found in element.iterdescendants():
        if local(found) in names:
            yield found


def inline_text(element: _Element | None, skip: frozenset[str] = frozenset()) -> str:
    """All text in ``element`` on one line, without what stands in elements named in ``skip``."""
    if element is None:
        return ""
    pieces: list[str] = []
    _collect(element, skip, pieces)
    return " ".join("".join(pieces).split())


def _collect(element: _Element, skip: frozenset[str], pieces: list[str]) -> None:
    if element.text:
        pieces.append(element.text)
    for inner in element:
        name = local(inner)
        if name and name not in skip:
            if name in _BREAKS:
                pieces.append(" ")
            _collect(inner, skip, pieces)
            if name in _BREAKS:
                pieces.append(" ")
        if inner.tail:
            pieces.append(inner.tail)


_BREAKS = frozenset({"br", "eol", "marker", "td", "th", "tr", "p", "Para", "li", "entry"})
