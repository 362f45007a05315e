"""28 U.S.C. 2107 in three versions, and version lists that are not right."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.version_list import VersionListReader
from lexwarrant.law.timeline import version_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Identifier, Version

GOOD = {
    "id": "us/usc/t28/s2107",
    "versions": [
        {"from": "1991-12-09", "to": "2009-11-30", "changed_by": "A", "a": "thirty days"},
        {"from": "2009-12-01", "changed_by": "B", "a": "one of— (1) x; (2) y; or (3) z."},
    ],
}


def _read(path: Path) -> tuple[list[Authority], list[Version]]:
    items = list(VersionListReader().read(path))
    return (
        [i for i in items if isinstance(i, Authority)],
        [i for i in items if isinstance(i, Version)],
    )


def test_the_deadline_to_appeal_on_three_days(shared_data: Path) -> None:
    path = shared_data / "law" / "us_usc" / "28usc2107.versions.json"
    assert VersionListReader().recognises(path)
    (authority,), versions = _read(path)
    assert authority.id == "us/usc/t28"
    assert Identifier("file_id", "us/usc/t28/s2107") in authority.identifiers
    assert {v.provision_id for v in versions} == {"us/usc/t28/s/2107"}
    table = [
        (date(2009, 11, 30), "within 7 days after receipt", "sixty days from such entry"),
        (date(2010, 6, 1), "within 14 days after receipt", "sixty days from such entry"),
        (date(2011, 11, 30), "within 14 days after receipt", "sixty days from such entry"),
        (date(2011, 12, 1), "within 14 days after receipt", "60 days from such entry if one of"),
    ]
    for day, receipt, parties in table:
        version = version_on(versions, day)
        assert version
        assert receipt in version.text, day
        assert parties in version.text, day
    assert version_on(versions, date(1991, 12, 8)) is None
    newest = versions[-1]
    spans = {p.id: newest.text[p.start : p.end] for p in newest.parts}
    assert spans["us/usc/t28/s/2107/b/4"].startswith(
        "(4) a current or former United States officer"
    )


def test_points_in_one_line_become_parts(tmp_path: Path) -> None:
    path = tmp_path / "v.json"
    path.write_text(json.dumps(GOOD), "utf-8")
    _, versions = _read(path)
    assert versions[0].valid_to == date(2009, 12, 1)
    spans = {p.id: versions[1].text[p.start : p.end] for p in versions[1].parts}
    assert spans["us/usc/t28/s/2107/a/2"] == "(2) y; or"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": ""}, "'id' is missing"),
        ({"id": "us/usc/t28"}, "names no provision"),
        ({"versions": []}, "'versions' is missing or empty"),
        ({"versions": ["x"]}, r"versions\[0\]: not an object"),
        ({"versions": [{"from": "soon", "a": "x"}]}, "'soon' is not a date"),
        ({"versions": [{"from": "2001-01-01"}]}, "has no text"),
        ({"versions": [{"from": "2001-01-01", "a": 7}]}, "'a' is missing or is not text"),
        (
            {"versions": [{"from": "2001-01-01", "to": "2005-01-01", "a": "x"},
                          {"from": "2003-01-01", "a": "y"}]},
            "begins before",
        ),
    ],
)  # fmt: skip
def test_wrong_lists_are_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "v.json"
    path.write_text(json.dumps({**GOOD, **change}), "utf-8")
    with pytest.raises(LawSourceError, match=message):
        list(VersionListReader().read(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b'{"id": "us/usc/t28/s2107", "versions": [', "line 1, column"),
        ('{"id": "\xe9"}'.encode("latin-1"), "not UTF-8"),
        (b"[" * 100_000, "nested too deeply|line 1"),
        (b"[1]", "not an object"),
    ],
)
def test_broken_json_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "v.json"
    path.write_bytes(content)
    assert not VersionListReader().recognises(path)
    with pytest.raises(LawSourceError, match=message) as caught:
        list(VersionListReader().read(path))
    assert "\n" not in str(caught.value)
