"""Plain text out of files that people hand in: text, Markdown, HTML, Word and PDF.

Markdown and HTML stay as they are, since spans point into the file as given (`text.markup` takes
the marks out). Of Word and PDF the text is extracted; spans point into that. A PDF without a layer
of text is `TextLayer.NONE`, never an empty document. Limits are `MAX_BYTES` for a file and for what
a zipped file unpacks to.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from lexwarrant.records.errors import DataError

MAX_BYTES = 200_000_000
_PRINTABLE = re.compile(r"[^\W_]")
_EXTRAS = "install the extra for documents: pip install 'lexwarrant[documents]'"


class TextLayer(StrEnum):
    """Whether a document has text to read."""

    PRESENT = "present"
    NONE = "no_text_layer"


@dataclass(frozen=True, slots=True)
class Document:
    """A document's text; ``pages`` are the offsets at which its pages begin, if it has pages."""

    text: str
    layer: TextLayer = TextLayer.PRESENT
    pages: tuple[int, ...] = ()

    def pages_without_text(self) -> tuple[int, ...]:
        """Numbers (from 1) of pages on which there is no word: pictures, or blank."""
        bounds = (*self.pages, len(self.text) + 1)
        return tuple(
            number
            for number, (start, end) in enumerate(pairwise(bounds), 1)
            if not _PRINTABLE.search(self.text, start, end)
        )


def read_document(path: Path) -> Document:
    """Read a file by its first bytes and its suffix.

    Raises `DataError` for a file that is missing, too large, encrypted, damaged or of no known
    form; each says what to do.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    if size > MAX_BYTES:
        raise DataError(f"{path}: {size:,} bytes; the limit is {MAX_BYTES:,}: split the file")
    return parse_document(path.read_bytes(), str(path))


def parse_document(data: bytes, name: str) -> Document:
    """The text of a document's bytes; ``name`` is for messages and for its suffix."""
    if data.startswith(b"%PDF-"):
        return _pdf(data, name)
    if data.startswith(b"PK\x03\x04") or name.lower().endswith(".docx"):
        return _docx(data, name)
    return Document(_decoded(data, name))


def _decoded(data: bytes, name: str) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\x00" in data[:4096]:
        raise DataError(f"{name}: not text, Word or PDF; save it as one of these")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _docx(data: bytes, name: str) -> Document:
    try:
        import docx
    except ImportError as error:
        raise DataError(f"{name}: to read Word files {_EXTRAS}") from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > MAX_BYTES:
            raise DataError(f"{name}: unpacks to {unpacked:,} bytes; the limit is {MAX_BYTES:,}")
        opened = docx.Document(io.BytesIO(data))
        body = opened.element.body
        lines = ["".join(_runs(p)) for p in body.iter() if p.tag.endswith("}p")]
        lines += _notes(opened)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise DataError(f"{name}: not a Word file ({error}); save it as .docx again") from error
    return Document("\n\n".join(line for line in lines if line.strip()))


def _runs(paragraph: object) -> list[str]:
    out = []
    for node in paragraph.iter():  # type: ignore[attr-defined]
        tag = str(node.tag).rsplit("}", 1)[-1]
        if tag == "t":
            out.append(node.text or "")
        elif tag == "tab":
            out.append(" ")
        elif tag in ("br", "cr"):
            out.append("\n")
        elif tag == "noBreakHyphen":
            out.append("-")
    return out


def _notes(opened: object) -> list[str]:
    """Paragraphs of footnotes and endnotes: in law the citations are there."""
    from lxml import etree

    lines = []
    for related in opened.part.rels.values():  # type: ignore[attr-defined]
        if related.reltype.rsplit("/", 1)[-1] in ("footnotes", "endnotes"):
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
            root = etree.fromstring(related.target_part.blob, parser)
            lines += ["".join(_runs(p)) for p in root.iter() if str(p.tag).endswith("}p")]
    return lines


def _pdf(data: bytes, name: str) -> Document:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError as error:
        raise DataError(f"{name}: to read PDF files {_EXTRAS}") from error
    pieces: list[str] = []
    pages: list[int] = []
    length = 0
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DataError(f"{name}: the PDF is encrypted; save a copy without a password")
        for page in reader.pages:
            text = page.extract_text() or ""
            pages.append(length)
            pieces.append(text)
            length += len(text) + 1
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{name}: the PDF is damaged ({error}); print it to PDF again") from error
    text = "\n".join(pieces)
    if not _PRINTABLE.search(text):
        return Document("", TextLayer.NONE, tuple(pages))
    return Document(text, TextLayer.PRESENT, tuple(pages))
