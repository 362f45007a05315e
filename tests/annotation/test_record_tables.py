"""Items and cards come back from JSON, CSV and XLSX as they were, whatever is in them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluation.warrant.cards import cards, items
from lexwarrant.annotation.record_tables import read_records, write_records
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.evaluation.warrant.suite import load_suite
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import WarrantCard, WarrantItem

FORMS = (".jsonl", ".csv", ".xlsx")
NASTY = st.text(st.characters(blacklist_categories=("Cs",)), max_size=12) | st.sampled_from(
    [
        "",
        "[]",
        "null",
        "1",
        "true",
        "=1+1",
        "'q",
        " pad ",
        "_x0041_",
        "a\r\nb",
        "\x00",
        "חוק",
        "a.0.b",
    ]
)
RECORDS = st.builds(replace, cards | items) | st.builds(
    replace, cards, text=NASTY, system=NASTY, retrieved=st.lists(NASTY, max_size=2).map(tuple)
)


@pytest.mark.parametrize("form", FORMS)
@given(records=st.lists(RECORDS, min_size=1, max_size=2))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_records_come_back(form: str, records: list[WarrantCard | WarrantItem]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"records{form}"
        write_records(path, records)
        assert read_records(path) == records


@pytest.mark.parametrize("form", FORMS)
def test_the_pilot_and_the_open_items_come_back(tmp_path: Path, form: str) -> None:
    pilot = load_pilot()
    records = [*pilot.items, *pilot.outputs, *load_suite().items("dev")[:20]]
    path = tmp_path / f"all{form}"
    write_records(path, records)
    assert read_records(path) == records


def test_a_chain_of_forms_loses_nothing(tmp_path: Path) -> None:
    first = load_pilot().outputs[0]
    records = [replace(first, text="=1+1 'quoted'")]
    for n, form in enumerate((".xlsx", ".csv", ".jsonl", ".csv", ".xlsx")):
        path = tmp_path / f"{n}{form}"
        write_records(path, records)
        records = read_records(path)  # type: ignore[assignment]
    assert records == [replace(first, text="=1+1 'quoted'")]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ('1,item,text,"x"\n', "2: context: Field required"),
        ("1,,text,x\n", "2: field: empty"),
        ("1,item,number,3\n", "2: kind: 'number' is neither"),
        ("1,format,json,one\n", "2: value: 'one' is not JSON"),
        ("1,item,text,x\n1,item.0,text,y\n", "3: field: item.0 lies inside"),
    ],
)
def test_what_is_wrong_names_its_line(tmp_path: Path, rows: str, why: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text("record,field,kind,value\n" + rows)
    with pytest.raises(DataError, match=why):
        read_records(path)
