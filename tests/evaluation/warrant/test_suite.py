"""The suite keeps its promises: one change a variant, real words of law, sealed by hash."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from lexwarrant.evaluation.warrant.checks import item_problems
from lexwarrant.evaluation.warrant.suite import find_suite, load_suite
from lexwarrant.evaluation.warrant.wording import misquoted
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import LabelMethod, StressFamily, Varied, WarrantItem

SUITE = load_suite()
ITEMS = SUITE.items()
BY_ID = {i.id: i for i in ITEMS}
FIELDS = {
    Varied.JURISDICTION: {"jurisdiction", "forum"},
    Varied.DATE: {"analysis_date"},
    Varied.PARTY_TYPE: {"party_types"},
    Varied.POSTURE: {"posture"},
    Varied.USER_FACT: {"facts"},
}


def test_size_systems_and_stress() -> None:
    assert len(ITEMS) >= 120
    systems = Counter(i.contexts[0].context.jurisdiction for i in ITEMS)
    assert all(systems[code] >= 10 for code in ("eu", "us", "uk", "ie", "il"))
    needed = set(StressFamily)
    assert {i.stress for i in ITEMS} >= needed
    assert {i.varied for i in ITEMS if i.varied} == set(Varied)


def test_at_most_a_third_comes_from_templates_and_says_so() -> None:
    made = [i for i in ITEMS if i.template]
    assert len(made) <= len(ITEMS) / 3
    for one in made:
        label = one.contexts[0].gold.provenance
        assert label.method is LabelMethod.TEMPLATE
        assert not label.confirmed_by
    for one in {i.id for i in ITEMS} - {i.id for i in made}:
        assert BY_ID[one].contexts[0].gold.provenance.method is LabelMethod.LANGUAGE_MODEL


def _changed(a: Context, b: Context) -> set[str]:
    return {f for f in Context.__dataclass_fields__ if getattr(a, f) != getattr(b, f)}


@pytest.mark.parametrize("variant", [i for i in ITEMS if i.base], ids=lambda i: i.id)
def test_a_variant_changes_one_thing_and_the_answer(variant: WarrantItem) -> None:
    base = BY_ID[variant.base]
    assert variant.varied is not None
    here, there = variant.contexts[0], base.contexts[0]
    assert _changed(here.context, there.context) <= FIELDS[variant.varied]
    assert _changed(here.context, there.context)
    assert variant.question == base.question
    own, other = here.gold, there.gold
    assert ([c.text for c in own.claims], own.policy) != (
        [c.text for c in other.claims],
        other.policy,
    )
    assert variant.turns_on or (not own.claims and variant.note)


def test_point_in_time_variants_rest_on_the_same_provision() -> None:
    at_two_dates = [i for i in ITEMS if i.varied is Varied.DATE]
    same = [
        i
        for i in at_two_dates
        if {k.authority for k in i.contexts[0].gold.links}
        & {k.authority for k in BY_ID[i.base].contexts[0].gold.links}
    ]
    assert len(same) >= 10


def test_lay_and_lawyer_differ_in_key_or_policy() -> None:
    for one in ITEMS:
        lay, lawyer = one.contexts
        assert (lay.name, lawyer.name) == ("lay", "lawyer")
        if lay.gold.claims:
            assert lay.key != lawyer.key
            assert set(lawyer.key.citations) == {k.authority for k in lawyer.gold.links}


def test_families_are_whole_in_one_split() -> None:
    homes: dict[str, set[str]] = {}
    for split in SUITE.splits:
        for one in split.items:
            homes.setdefault(one.family, set()).add(split.name)
    assert all(len(h) == 1 for h in homes.values())
    assert [s.name for s in SUITE.splits if s.sealed] == ["sealed"]


def test_everything_hangs_together() -> None:
    assert [(i.id, p) for i in ITEMS for p in item_problems(i)] == []


@pytest.mark.slow
def test_every_quotation_of_law_is_verbatim_on_its_day(five_systems: Snapshot) -> None:
    assert list(misquoted(ITEMS, five_systems)) == []
    assert five_systems.jurisdictions() == ("eu", "ie", "il", "uk", "us")


def _copied(folder: Path) -> Path:
    source = find_suite().parent
    for path in source.glob("warrant.*.yaml"):
        shutil.copy(path, folder / path.name)
    return folder / "warrant.suite.yaml"


def test_a_touched_split_is_refused(tmp_path: Path) -> None:
    header = _copied(tmp_path)
    varied = tmp_path / "warrant.varied.yaml"
    varied.write_text(varied.read_text("utf-8") + "\n# touched\n", "utf-8")
    with pytest.raises(DataError, match=r"fixes .* for the split 'varied'"):
        load_suite(str(header))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- family: f", r":1: 0.stress: Field required"),
        ("- {family: f, stres: x}", r":1: 0.stres: unknown field 'stres'; did you mean 'stress'"),
        ("[1", "not valid YAML"),
    ],
)
def test_a_broken_family_file_names_line_and_field(tmp_path: Path, text: str, why: str) -> None:
    from lexwarrant.evaluation.warrant.lines import DataFile
    from lexwarrant.evaluation.warrant.suite import read_families

    path = tmp_path / "x.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=why):
        read_families(DataFile.read(path))


def test_a_suite_that_is_not_there() -> None:
    with pytest.raises(DataError, match="no warrant suite 'nowhere'"):
        load_suite("nowhere")
