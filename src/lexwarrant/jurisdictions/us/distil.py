"""Distils the facts the grammar needs out of reporters-db into ``reporters.tsv``.

Run ``python -m lexwarrant.jurisdictions.us.distil > reporters.tsv`` where reporters-db (BSD
2-Clause, Free Law Project) is installed. Facts only: which abbreviations stand for which series,
of what sort, and between which years it ran. One line per written form, spaces and stops removed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

_SORT = {"neutral": "n", "specialty_west": "w", "specialty_lexis": "w", "scotus_early": "e"}


def written_key(written: str) -> str:
    """The form in which a reporter is looked up: without spaces, stops and commas."""
    return written.replace(" ", "").replace(".", "").replace(",", "")


Row = tuple[str, str, str, str]


def rows(
    reporters: dict[str, list[dict[str, Any]]], laws: dict[str, list[dict[str, Any]]]
) -> dict[str, Row]:
    """Key to (series, sort, first year, last year); the first series to claim a key keeps it.

    A neutral series is there under ``@`` and its key, and under the key alone where no other
    series has it: "2014 ND 45" is one, "5 N.D. 45" is not. Of ``laws`` the registers and session
    laws are taken, which are cited like reports.
    """
    out: dict[str, Row] = {}
    facts: dict[str, Row] = {}
    entries = [entry for group in reporters.values() for entry in group]
    entries.sort(key=lambda entry: entry["cite_type"] == "neutral")
    for entry in entries:
        sort = _SORT.get(entry["cite_type"], "r")
        for edition, known in entry["editions"].items():
            first = str(known["start"].year) if known["start"] else ""
            last = str(known["end"].year) if known["end"] else ""
            facts[edition] = (edition, sort, first, last)
            out.setdefault(written_key(edition), facts[edition])
            if sort == "n":
                out[f"@{written_key(edition)}"] = facts[edition]
    for entry in entries:
        for variation, edition in entry["variations"].items():
            if edition in facts and variation[0].isupper():
                out.setdefault(written_key(variation), facts[edition])
    for name, group in laws.items():
        for entry in group:
            law_sort = {"leg_session": "l", "admin_register": "g"}.get(entry["cite_type"])
            if law_sort and name not in ("Stat.", "Pub. L.", "Pvt. L.", "FR", "Fed. Reg."):
                for written in (name, *entry["variations"]):
                    out.setdefault(written_key(written), (name, law_sort, "", ""))
    return {key: row for key, row in out.items() if len(key) <= 40}


def main() -> None:
    """Write the table to standard output."""
    database = import_module("reporters_db")
    sys.stdout.write(
        "# Facts from reporters-db (BSD 2-Clause, Free Law Project); see distil.py.\n"
        "# written form, series, sort (r page, n neutral, w database number, e early,\n"
        "# g register, l session laws), years\n"
    )
    for key, row in sorted(rows(database.REPORTERS, database.LAWS).items()):
        sys.stdout.write("\t".join((key, *row)) + "\n")


if __name__ == "__main__":
    main()
