"""Files that people hand in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from lexwarrant.records.errors import DataError
from lexwarrant.text.documents import TextLayer, parse_document, read_document


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


def pdf(content: bytes) -> bytes:
    """A one-page PDF whose page draws ``content``."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n"
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % table


def test_pdf_with_and_without_a_text_layer() -> None:
    pytest.importorskip("pypdf")
    written = parse_document(pdf(b"BT /F1 12 Tf 20 100 Td (Article 5 GDPR) Tj ET"), "a.pdf")
    assert "Article 5 GDPR" in written.text
    assert written.layer is TextLayer.PRESENT
    drawn = parse_document(pdf(b"0 0 100 100 re f"), "scan.pdf")
    assert (drawn.text, drawn.layer) == ("", TextLayer.NONE)


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
