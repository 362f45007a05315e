"""A tiny statute made by hand, with time, extents, a cut text and Hebrew, for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Coverage,
    LawRecord,
    Part,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

SOURCE = Source("hand", "https://example.org", "CC0", attribution="Made by hand.")
ACT = Authority(
    id="xx/act/1", jurisdiction="xx", kind=AuthorityKind.STATUTE, title="Notices Act 2000",
    short_title="Notices Act", source="hand", aliases=("Notices Act 2000",),
    dated=date(2000, 1, 1), in_force=date(2000, 6, 1),
    coverage=Coverage(complete=("s",), absent=("sch",), later_amendments=True),
)  # fmt: skip
OLD = "(1) Notice is given within 14 days. (2) It is in writing."
NEW = "(1) Notice is given within 21 days. (2) It is in writing."


def section(number: str, text: str, **more: object) -> Version:
    parts = []
    for n in ("1", "2"):
        start = text.find(f"({n})")
        if start >= 0:
            end = text.find(" (2)") if n == "1" and " (2)" in text else len(text)
            parts.append(
                Part(f"xx/act/1/s/{number}/{n}", "subsection", f"s {number}({n})", start, end)
            )
    return Version(
        provision_id=f"xx/act/1/s/{number}", label=f"s {number}", text=text, kind="section",
        parts=tuple(parts), **more,  # type: ignore[arg-type]
    )  # fmt: skip


RECORDS: list[LawRecord] = [
    SOURCE,
    ACT,
    section("1", OLD, heading="Notice", valid_from=date(2000, 6, 1), valid_to=date(2010, 1, 1)),
    section("1", NEW, heading="Notice", valid_from=date(2010, 1, 1), changed_by="xx/act/9"),
    section("2", "Scotland has this text.", valid_from=date(2000, 6, 1), extent=("S",)),
    section("2", "England has that text.", valid_from=date(2000, 6, 1), extent=("E", "W")),
    section("3", "(1) This was cut", valid_from=date(2000, 6, 1), complete=False),
    section("4", "Repealed later.", valid_from=date(2000, 6, 1), valid_to=date(2005, 1, 1)),
    section("5", "Temporary rule.", valid_from=date(2000, 6, 1)),
    section("6", "No date is known."),
    section("7", "Inserted.", valid_from=date(2006, 1, 1), valid_to=date(2008, 1, 1)),
    section("7", "Again.", valid_from=date(2010, 1, 1)),
    section("8", "Commences when ordered.", valid_from=date(2000, 6, 1)),
    replace(ACT, id="xx/act/3", short_title="Old Act", aliases=(), in_force=None),
    Version("xx/act/3/s/1", "s 1", "As we first know it.", valid_from=date(2000, 1, 1)),
    Applicability("xx/act/1/s/8", None, basis="xx/act/1/s/6", basis_end=5),
    Applicability("xx/act/1/s/1/2", date(2001, 1, 1), basis="xx/act/1/s/6", basis_end=5),
    Applicability(
        "xx/act/1/s/5", date(2002, 1, 1), date(2003, 1, 1), basis="xx/act/1/s/6", basis_end=5
    ),
    Treatment("xx/act/1/s/1", "xx/act/9", TreatmentKind.AMENDED, date(2010, 1, 1)),
]
