"""Hebrew statutes: section lists and wikitext, and the times a section states of itself."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.hebrew import slug, stated_times
from lexwarrant.law.readers.hebrew_sections import HebrewSectionsReader
from lexwarrant.law.readers.wiki_templates import Template, flatten, tidy
from lexwarrant.law.readers.wikitext import WikitextReader
from lexwarrant.law.timeline import status_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Applicability, Authority, Status, Version

NATIONAL_INSURANCE = "il/national-insurance-5755-1995"
PAGE = """{{ח:התחלה}}
{{ח:כותרת|חוק הכלבים (רישוי), התש״ן–1990}}
{{ח:פתיח-התחלה}}
{{ח:מאגר|1}} {{ח:תיבה|ס״ח תש״ן, 155|חוק הכלבים|https://example.org/a.pdf}}.
{{ח:סוגר}}
{{ח:קטע2|פרק א|פרק א׳: כללי}}
{{ח:סעיף|1|הגדרות|תיקון: תשנ״ב, תשס״א־2}}
{{ח:ת}} בחוק זה –
{{ח:ת|סוג=הגדרה}} ”כלב“ – כהגדרתו {{ח:חיצוני|חוק אחר|בחוק אחר, התשכ״ח–1968}};
{{ח:ת|סוג=הגדרה}} ”השר“ – [[w:שר|שר החקלאות]].
{{ח:סעיף|2|רישוי {{ח:הערה|[צ״ל: רישיון]}}}}
{{ח:תת|(א)}} לא יחזיק אדם כלב לפי {{ח:פנימי|סעיף 1|סעיף 1}} אלא אם כן –
{{ח:תתת|(1)}} יש לו רישיון;<wbr>
{{ח:תתת|(2)}} שילם '''אגרה'''.
{{ח:תת|(ב)|(1)}} סעיף קטן כפול.
{{ח:תת}} {{ח:הערה|ראו {{ח:חיצוני|תקנות|תקנות הכלבים}}.}}
{{ח:סעיף|3|}}
{{ח:ת}} {{ח:הערה|הנוסח שולב.}}
{{ח:סעיף|4|תחילה}}
{{ח:ת}} (החל מיום 1.1.2030): תחילתו של חוק זה.
{{ח:קטע2|תוספת|תוספת ראשונה}}
{{ח:סעיף|1|אגרות}}
{{ח:ת}} עשרה שקלים.
{{ח:חתימות|נתקבל בכנסת ביום 1 בינואר 1990.}}
* '''פלוני'''<br>ראש הממשלה
{{ח:סוגר}}
{{ח:סוף}}"""


def _sections(path: Path) -> list[object]:
    assert HebrewSectionsReader().recognises(path)
    return list(HebrewSectionsReader().read(path))


def _page(tmp_path: Path, text: str = PAGE) -> list[object]:
    path = tmp_path / "law.wikitext"
    path.write_text(text, "utf-8")
    return list(WikitextReader().read(path))


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("(החל מיום 1.1.2030):", date(2030, 1, 1), None),
        ("(הוראת שעה מיום 1.1.2026 עד יום 31.12.2035):", date(2026, 1, 1), date(2036, 1, 1)),
        ("(הוראת שעה עד יום 30.6.2027):", None, date(2027, 7, 1)),
        ("(מיום 2.3.2024 ועד יום 1.3.2025):", date(2024, 3, 2), date(2025, 3, 2)),
    ],
)
def test_times_of_a_first_line(line: str, start: date | None, end: date | None) -> None:
    found = stated_times(line + "\n(א) נוסח.")
    assert found
    assert found[:2] == (start, end)
    assert line[found[2] : found[3]] == line.rstrip(":")


@pytest.mark.parametrize(
    "line", ["(א) החל מיום 1.1.2030", "(החל מיום 31.2.2030)", "נוסח (החל מיום 1.1.2030)", ""]
)
def test_a_first_line_that_states_no_time(line: str) -> None:
    assert stated_times(line) is None


def test_future_and_temporary_sections_of_national_insurance(shared_data: Path) -> None:
    items = _sections(shared_data / "law" / "il" / "statutes.jsonl")
    dates = {i.target: i for i in items if isinstance(i, Applicability)}
    versions = {i.provision_id: i for i in items if isinstance(i, Version)}
    authority = next(i for i in items if isinstance(i, Authority) and i.id == NATIONAL_INSURANCE)
    future, temporary = f"{NATIONAL_INSURANCE}/s/355ב", f"{NATIONAL_INSURANCE}/s/350א"
    assert set(dates) == {future, temporary}
    for unit, words in ((future, "(החל מיום 1.1.2030)"), (temporary, "(הוראת שעה מיום 1.1.2026")):
        record = dates[unit]
        assert record.basis == unit
        assert versions[unit].text[record.basis_start : record.basis_end].startswith(words)
    table = [
        (future, date(2029, 12, 31), Status.NOT_YET_IN_FORCE),
        (future, date(2030, 1, 1), Status.APPLICABLE),
        (temporary, date(2025, 12, 31), Status.NOT_YET_IN_FORCE),
        (temporary, date(2026, 1, 1), Status.APPLICABLE),
        (temporary, date(2035, 12, 31), Status.APPLICABLE),
        (temporary, date(2036, 1, 1), Status.EXPIRED),
    ]
    for unit, day, status in table:
        assert status_on(unit, day, authority, [versions[unit]], dates) is status, (unit, day)


def test_the_shared_statutes(shared_data: Path) -> None:
    items = _sections(shared_data / "law" / "il" / "statutes.jsonl")
    assert sum(isinstance(i, Version) for i in items) == 211
    authorities = [i for i in items if isinstance(i, Authority)]
    assert len(authorities) == 9
    assert all(not a.coverage.complete for a in authorities)
    wage = _sections(shared_data / "law" / "il" / "minimum-wage-law.sections.json")
    (authority,) = (i for i in wage if isinstance(i, Authority))
    assert authority.coverage.complete == ("s",)
    assert 'חוק שכר מינימום, התשמ"ז-1987' in authority.aliases
    for version in (i for i in [*items, *wage] if isinstance(i, Version)):
        for part in version.parts:
            assert version.text[part.start : part.end].strip()


def test_nesting_of_the_equal_opportunities_law(shared_data: Path) -> None:
    items = _sections(shared_data / "law" / "il" / "statutes.jsonl")
    unit = "il/equal-employment-opportunities-5748-1988/s/2"
    version = next(i for i in items if isinstance(i, Version) and i.provision_id == unit)
    spans = {p.id.removeprefix(unit): version.text[p.start : p.end] for p in version.parts}
    assert spans["/א/3"] == "(3) קידום בעבודה;"
    assert spans["/א1/1"].startswith("(1) לא יפלה מעסיק בפועל")
    assert spans["/ב"].startswith("(ב) לענין סעיפים קטנים")


def test_a_page_of_wikitext(tmp_path: Path) -> None:
    items = _page(tmp_path)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert authority.id == "il/חוק-הכלבים-רישוי"
    assert 'חוק הכלבים (רישוי), התש"ן-1990' in authority.aliases
    versions = {i.provision_id.rpartition("/")[2]: i for i in items if isinstance(i, Version)}
    assert list(versions) == ["1", "2", "4"]
    one, two = versions["1"], versions["2"]
    assert one.text == ("בחוק זה –\n”כלב“ – כהגדרתו בחוק אחר, התשכ״ח–1968;\n”השר“ – שר החקלאות.")
    assert (one.changed_by, one.division) == ("תשס״א־2", ("פרק א׳: כללי",))
    assert two.heading == "רישוי"
    assert two.text == (
        "(א) לא יחזיק אדם כלב לפי סעיף 1 אלא אם כן –\n(1) יש לו רישיון;\n(2) שילם אגרה.\n"
        "(ב) (1) סעיף קטן כפול."
    )
    assert [p.id.rpartition("/s/2/")[2] for p in two.parts] == ["א", "א/1", "א/2", "ב", "ב/1"]
    assert [i.applies_from for i in items if isinstance(i, Applicability)] == [date(2030, 1, 1)]
    left = {(i.what, i.why) for i in items if isinstance(i, LeftOut)}
    assert ("3 editorial notes", "not words of the law") in left
    assert ("עשרה שקלים.", "schedules are not taken apart") in left


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("{{ח:סעיף|1|א}}\n{{ח:ת}} נוסח.", "no title"),
        ("{{ח:כותרת|חוק א}}\nנוסח.", "no section with text"),
        ("{{ח:כותרת|חוק א}}\n{{ח:סעיף|1|א}}\n{{ח:ת} נוסח.", "templates open"),
    ],
)
def test_wrong_pages_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LawSourceError, match=message):
        _page(tmp_path, text)


ROW = {"law_id": "x", "law_title": "חוק א", "section": "1", "heading": "", "text": "נוסח."}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"text": ""}, "line 2: field 'text'"),
        ({"section": None}, "line 2: field 'section'"),
        ({"law_title": 7}, None),
        ({"law_id": ""}, "line 2: field 'law_id'"),
    ],
)
def test_wrong_rows_are_named(tmp_path: Path, row: dict[str, object], message: str | None) -> None:
    path = tmp_path / "a.jsonl"
    lines = [ROW, {**ROW, "section": "2", **row}]
    path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    with pytest.raises(LawSourceError, match=message or "line 2: field 'law_title'"):
        list(HebrewSectionsReader().read(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no section"),
        (b'{"law_id": "x"', "line 1: column"),
        (b"[1, 2]", "line 1: not an object"),
        ('{"a": "\xe9"}'.encode("latin-1"), "not UTF-8"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert not HebrewSectionsReader().recognises(path)
    with pytest.raises(LawSourceError, match=message):
        list(HebrewSectionsReader().read(path))


def test_a_section_given_twice_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([json.dumps(ROW)] * 2), "utf-8")
    items = _sections(path)
    assert sum(isinstance(i, Version) for i in items) == 1
    assert sum(isinstance(i, LeftOut) for i in items) == 1


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("חוק שכר מינימום, התשמ״ז–1987", "חוק-שכר-מינימום"),
        ("פקודת הנזיקין [נוסח חדש]", "פקודת-הנזיקין-נוסח-חדש"),
    ],
)
def test_slugs(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text(alphabet="{}|[]חת:סעיף*\n '<>", max_size=120))
def test_any_markup_is_flattened(text: str) -> None:
    for item in flatten(text):
        assert isinstance(item, str | Template)
        if isinstance(item, str):
            tidy(item)
