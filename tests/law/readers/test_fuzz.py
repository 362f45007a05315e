"""Any damage to a source gives sound records or one `LawSourceError`, never another exception.

The samples of the format tests are damaged in their structure (elements and fields dropped, doubled
and emptied) and in their characters; whatever is still read must have spans that slice back, ids
that hold together and no record twice.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from law.readers import (
    test_akoma_ntoso,
    test_clml,
    test_courtlistener,
    test_dc_code,
    test_decision_rows,
    test_extent_variants,
    test_hebrew,
    test_markdown,
    test_published_xml,
    test_recognise,
    test_uslm,
    test_version_list,
)
from lexwarrant.law.readers.akoma_ntoso import AkomaNtosoReader
from lexwarrant.law.readers.base import Reader
from lexwarrant.law.readers.clml import ClmlReader
from lexwarrant.law.readers.courtlistener import CourtListenerReader
from lexwarrant.law.readers.dc_code import DcCodeReader
from lexwarrant.law.readers.decision_rows import DecisionRowsReader
from lexwarrant.law.readers.extent_variants import ExtentVariantsReader
from lexwarrant.law.readers.hebrew_sections import HebrewSectionsReader
from lexwarrant.law.readers.law_events import LawEventsReader
from lexwarrant.law.readers.markdown import MarkdownReader
from lexwarrant.law.readers.uslm import UslmReader
from lexwarrant.law.readers.version_list import VersionListReader
from lexwarrant.law.readers.wikitext import WikitextReader
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of, contains, unit_of
from lexwarrant.records.law import Authority, Treatment, Version

XML: dict[str, tuple[Reader, str]] = {
    "clml": (ClmlReader(), test_clml.DOCUMENT),
    "akn act": (AkomaNtosoReader(), test_akoma_ntoso.ACT),
    "akn judgment": (
        AkomaNtosoReader(),
        test_akoma_ntoso._judgment(
            "<paragraph eId='para_1'><num>1.</num><content><p>One.</p></content></paragraph>"
            "<level><heading>Head</heading><paragraph><num>2.</num><intro><p>Two:</p></intro>"
            "<subparagraph><num>(a)</num><content><p>a</p></content></subparagraph></paragraph>"
            "</level><table><tr><td><p>x</p></td></tr></table>"
        ),
    ),
    "dc section": (DcCodeReader(), test_dc_code.SECTION),
    "dc law": (
        DcCodeReader(),
        test_dc_code._law(
            "<para codify:path='(a)'><num>(a)</num><text>x</text><include><para><codify:insert/>"
            "<num>(b)</num><text>y</text></para></include></para>"
        ),
    ),
    "uslm": (UslmReader(), test_uslm.TITLE),
    "public law": (
        UslmReader(),
        test_published_xml.GPO.partition("?>")[2].replace("SECTION\n", test_published_xml.NUMBERED),
    ),
    "akn public law": (AkomaNtosoReader(), test_published_xml.CUP),
    "akn portion": (AkomaNtosoReader(), test_published_xml.TITLE_9),
    "akn stretches": (AkomaNtosoReader(), test_published_xml.JUDGMENT),
}
JSON: dict[str, tuple[Reader, Any]] = {
    "version list": (VersionListReader(), test_version_list.GOOD),
    "extents": (ExtentVariantsReader(), test_extent_variants.GOOD),
    "courtlistener": (CourtListenerReader(), test_courtlistener.CLUSTER),
    "rows": (DecisionRowsReader(), test_decision_rows.ROW),
    "hebrew": (HebrewSectionsReader(), test_hebrew.ROW),
}
TEXT: dict[str, tuple[Reader, str]] = {
    "markdown": (MarkdownReader(), test_markdown.REVISED),
    "wikitext": (WikitextReader(), test_hebrew.PAGE),
    "events": (LawEventsReader(), test_recognise.EVENTS),
    "clml": (ClmlReader(), test_clml.DOCUMENT),
}
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def _sound(items: Iterable[object]) -> None:
    authorities: set[str] = set()
    keys: set[tuple[object, ...]] = set()
    for item in items:
        match item:
            case Authority():
                assert authority_of(item.id) == item.id
                authorities.add(item.id)
            case Version():
                assert authority_of(item.provision_id) in authorities
                assert unit_of(item.provision_id) == item.provision_id
                key = (item.provision_id, item.valid_from, item.valid_to, item.extent)
                assert key not in keys
                keys.add(key)
                ids = [part.id for part in item.parts]
                assert len(ids) == len(set(ids))
                for part in item.parts:
                    assert contains(item.provision_id, part.id)
                    assert 0 <= part.start < part.end <= len(item.text)
            case Treatment():
                treated = (item.target, item.by, item.kind, item.scope)
                assert treated not in keys
                keys.add(treated)
            case _:
                pass


def _check(reader: Reader, name: str, content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        reader.recognises(path)
        said = ""
        try:
            _sound(reader.read(path))
        except LawSourceError as error:
            said = str(error)
        assert "\n" not in said
        assert not said or name in said


@pytest.mark.parametrize("name", XML)
@quick
@given(st.data())
def test_damaged_structure(name: str, data: st.DataObject) -> None:
    reader, sample = XML[name]
    root = etree.fromstring(sample.encode())
    for _ in range(data.draw(st.integers(1, 6))):
        elements = list(root.iter())
        element = elements[data.draw(st.integers(0, len(elements) - 1))]
        what = data.draw(st.sampled_from(["drop", "double", "empty", "attribute", "value"]))
        parent = element.getparent()
        if what == "drop" and parent is not None:
            parent.remove(element)
        elif what == "double" and parent is not None:
            parent.append(copy.deepcopy(element))
        elif what == "empty":
            element.text = None
        elif element.attrib:
            key = data.draw(st.sampled_from(sorted(str(k) for k in element.attrib)))
            if what == "attribute":
                del element.attrib[key]
            else:
                element.attrib[key] = data.draw(st.sampled_from(["", "x", "2020-13-45", "#", "/"]))
    _check(reader, "law.xml", etree.tostring(root, encoding="utf-8"))


@pytest.mark.parametrize("name", JSON)
@quick
@given(st.data())
def test_damaged_fields(name: str, data: st.DataObject) -> None:
    reader, sample = JSON[name]
    value = copy.deepcopy(sample)
    for _ in range(data.draw(st.integers(1, 4))):
        place = value
        while isinstance(place, dict | list) and place:
            keys = sorted(place, key=str) if isinstance(place, dict) else list(range(len(place)))
            key = data.draw(st.sampled_from(keys))
            inner = place[key]
            if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
                place = inner
                continue
            place[key] = data.draw(
                st.sampled_from([None, "", 0, -1.5, True, [], {}, ["x"], {"a": "b"}, "2020-13-45"])
            )
            break
    suffix = "jsonl" if name in ("rows", "hebrew") else "json"
    _check(reader, f"law.{suffix}", json.dumps(value, ensure_ascii=False).encode())


@pytest.mark.parametrize("name", TEXT)
@quick
@given(st.data())
def test_damaged_characters(name: str, data: st.DataObject) -> None:
    reader, sample = TEXT[name]
    content = sample.encode()
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 40))
        put = data.draw(
            st.sampled_from([b"", b"\xff", b"{{", b"}}", b"|", b"#", b"<", b"\0", b"F1["])
        )
        content = content[:start] + put + content[start + length :]
    suffix = {"markdown": "md", "events": "yaml", "clml": "xml"}.get(name, "wikitext")
    _check(reader, f"law.{suffix}", content)
