"""XML without entities or network, under a size limit; every failure is one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexwarrant.law.readers import xml
from lexwarrant.law.readers.akoma_ntoso import AkomaNtosoReader
from lexwarrant.law.readers.clml import ClmlReader
from lexwarrant.law.readers.dc_code import DcCodeReader
from lexwarrant.law.readers.uslm import UslmReader
from lexwarrant.records.errors import LawSourceError

BOMB = """<?xml version="1.0"?>
<!DOCTYPE Legislation [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<Legislation><Text>&d;</Text></Legislation>"""
OUTSIDE = """<?xml version="1.0"?>
<!DOCTYPE Legislation [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
<Legislation><Text>&secret;</Text></Legislation>"""
BROKEN = {
    "missing": (None, "cannot be opened"),
    "empty": (b"", "the file is empty"),
    "bomb": (BOMB.encode(), "declares XML entities"),
    "outside file": (OUTSIDE.encode(), "declares XML entities"),
    "truncated": (b"<Legislation><Text>The Secretary of", "not well-formed"),
    "wrong encoding": (
        '<?xml version="1.0" encoding="utf-8"?><a>\xe9\xff</a>'.encode("latin-1"),
        "not well-formed",
    ),
    "not xml": (b"PK\x03\x04 nothing of this kind", "not well-formed"),
    "too deep": (b"<a>" * 5_000 + b"</a>" * 5_000, "not well-formed"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize(
    "reader", [ClmlReader(), AkomaNtosoReader(), UslmReader(), DcCodeReader()], ids=lambda r: r.name
)
def test_broken_files_fail_in_one_line(tmp_path: Path, name: str, reader: ClmlReader) -> None:
    content, message = BROKEN[name]
    path = tmp_path / "law.xml"
    if content is not None:
        path.write_bytes(content)
    assert not reader.recognises(path) or name in ("bomb", "outside file", "truncated")
    with pytest.raises(LawSourceError, match=message) as caught:
        list(reader.read(path))
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_size_limit_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "law.xml"
    path.write_text("<Legislation>" + " " * 100 + "</Legislation>")
    monkeypatch.setattr(xml, "MAX_XML_BYTES", 50)
    with pytest.raises(LawSourceError, match="127 bytes, over the limit of 50"):
        xml.parse_xml(path)


def test_inline_text_is_one_line_and_skips() -> None:
    from lxml import etree

    element = etree.fromstring("<t>In <b>sub\n section</b><n>1</n> (4)<!-- x -->,</t>")
    assert xml.inline_text(element, frozenset({"n"})) == "In sub section (4),"


def test_streaming_gives_outermost_elements_and_keeps_what_is_around_them(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<r><h>Head</h><s>1<s>in</s></s><notes>long</notes><s>2</s></r>")
    seen = []
    for element in xml.stream_xml(path, frozenset({"s"}), frozenset({"notes"})):
        parent = element.getparent()
        assert parent is not None
        seen.append((xml.inline_text(element), xml.inline_text(xml.child(parent, "h"))))
    assert seen == [("1in", "Head"), ("2", "Head")]
