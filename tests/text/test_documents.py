"""Files that people hand in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from lexwarrant.records.errors import DataError
from lexwarrant.text.documents import TextLayer, parse_document, read_document
from pdf_files import pdf


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("**Article 5** GDPR\n", "utf-8")
    assert read_document(path).text == "**Article 5** GDPR\n"
    assert parse_document("§ 5".encode("utf-16"), "a.txt").text == "§ 5"
    assert parse_document("§ 5".encode("cp1252"), "a.txt").text == "§ 5"


def test_word_with_footnotes(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    path = tmp_path / "brief.docx"
    written = docx.Document()
    written.add_paragraph("See Article 5 GDPR.")
    written.add_table(1, 1).cell(0, 0).text = "28 U.S.C. § 1331"
    written.save(str(path))
    text = read_document(path).text
    assert "See Article 5 GDPR." in text
    assert "28 U.S.C. § 1331" in text


def test_pdf_with_and_without_a_text_layer() -> None:
    pytest.importorskip("pypdf")
    written = parse_document(pdf(b"BT /F1 12 Tf 20 100 Td (Article 5 GDPR) Tj ET"), "a.pdf")
    assert "Article 5 GDPR" in written.text
    assert written.layer is TextLayer.PRESENT
    drawn = parse_document(pdf(b"0 0 100 100 re f"), "scan.pdf")
    assert (drawn.text, drawn.layer) == ("", TextLayer.NONE)


def test_pages_without_text_are_numbered() -> None:
    pytest.importorskip("pypdf")
    words, picture = b"BT /F1 12 Tf 20 100 Td (Article 5 GDPR) Tj ET", b"0 0 100 100 re f"
    document = parse_document(pdf(picture, words, picture, words), "half.pdf")
    assert document.layer is TextLayer.PRESENT
    assert document.pages_without_text() == (1, 3)
    assert parse_document(b"plain", "a.txt").pages_without_text() == ()


def test_damaged_files_are_named(tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    pytest.importorskip("docx")
    with pytest.raises(DataError, match=r"gone.txt: cannot be read"):
        read_document(tmp_path / "gone.txt")
    with pytest.raises(DataError, match=r"bad.docx: not a Word file"):
        parse_document(b"PK\x03\x04 nonsense", "bad.docx")
    with pytest.raises(DataError, match=r"x.bin: not text, Word or PDF"):
        parse_document(b"\x01\x00\x02", "x.bin")
    with pytest.raises(DataError, match=r"bad.pdf: the PDF is damaged"):
        parse_document(b"%PDF-1.4 nonsense", "bad.pdf")
    other = tmp_path / "other.docx"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(DataError, match="not a Word file"):
        read_document(other)
