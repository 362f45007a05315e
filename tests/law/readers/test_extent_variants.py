"""One section with two texts for two territories (the UK extent trap)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.extent_variants import ExtentVariantsReader
from lexwarrant.law.timeline import extents, version_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Version

GOOD = {"id": "ukpga/1998/20/section/4", "title": "An Act 1998 s.4", "source": "x", "scotland": "A"}


def test_two_texts_for_two_extents(shared_data: Path) -> None:
    path = shared_data / "law" / "uk" / "late-payment-s4-extent-trap.json"
    assert ExtentVariantsReader().recognises(path)
    items = list(ExtentVariantsReader().read(path))
    versions = [i for i in items if isinstance(i, Version)]
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert authority.title == "Late Payment of Commercial Debts (Interest) Act 1998"
    assert {v.provision_id for v in versions} == {"uk/ukpga/1998/20/s/4"}
    assert extents(versions, None) == (
        ("England", "Wales", "Northern Ireland"),
        ("Scotland",),
    )
    scottish = version_on(versions, None, "Scotland")
    english = version_on(versions, None, "England")
    assert scottish
    assert english
    assert "Public Contracts (Scotland) Regulations 2012" in scottish.text
    assert "Public Contracts Regulations 2006" in english.text
    assert not scottish.complete
    left = [i.what for i in items if isinstance(i, LeftOut)]
    assert any(what.startswith("s5A") for what in left)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "ukpga/1998/20"}, "names no provision"),
        ({"scotland": ""}, "'scotland' is missing or is not text"),
        ({"title": None}, "'title' is missing"),
        ({"source": None}, "'source' is missing"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "e.json"
    path.write_text(json.dumps({**GOOD, **change}), "utf-8")
    with pytest.raises(LawSourceError, match=message):
        list(ExtentVariantsReader().read(path))
