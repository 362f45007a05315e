"""Reads the language files into one closed record.

A file is data that a lawyer can correct; a field that is not known, a unit or a scope that does not
exist, or a phrase in two exclusive tables is an error when it is read, never a silent default.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from lexwarrant.records.errors import ConfigurationError

LANGUAGES = ("en", "he", "fr", "de")

Synonyms = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: ``words`` as written, the dimension they measure, how much of it."""

    name: str
    dim: str
    factor: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Role:
    """A party by role, the names it goes by and the role it is opposed to (or empty)."""

    role: str
    names: tuple[str, ...]
    opposite: str = ""


@dataclass(frozen=True, slots=True)
class LanguageTables:
    """Everything the verifier knows of a language. Phrases are lower case, words apart by spaces.

    ``antonyms`` are pairs of word lists: a word of the first list against one of the second is a
    change of polarity. ``synonyms`` are classes of words that may stand for one another.
    """

    code: str
    decimal: str
    thousands: str
    suffixes: dict[str, float] = field(default_factory=dict)
    number_words: dict[str, float] = field(default_factory=dict)
    ordinal_words: dict[str, int] = field(default_factory=dict)
    scales: dict[str, float] = field(default_factory=dict)
    fraction_words: dict[str, float] = field(default_factory=dict)
    ordinal_suffixes: tuple[str, ...] = ()
    one_articles: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    half_after: tuple[str, ...] = ()
    compound_units: dict[str, str] = field(default_factory=dict)
    fixed_quantities: dict[str, tuple[float, str]] = field(default_factory=dict)
    units: tuple[Unit, ...] = ()
    currencies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    day_kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    amount_kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    per: tuple[str, ...] = ()
    period_adverbs: dict[str, str] = field(default_factory=dict)
    months: dict[str, int] = field(default_factory=dict)
    date_glue: tuple[str, ...] = ()
    comparators: dict[str, tuple[str, ...]] = field(default_factory=dict)
    modals: dict[str, tuple[str, ...]] = field(default_factory=dict)
    negators: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    negative_pronouns: tuple[str, ...] = ()
    conditions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    conjunctions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hedges: tuple[str, ...] = ()
    higher_of: tuple[str, ...] = ()
    lower_of: tuple[str, ...] = ()
    unlimited: tuple[str, ...] = ()
    relations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    exposes: tuple[str, ...] = ()
    timing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    universal_starts: tuple[str, ...] = ()
    year_end: tuple[str, ...] = ()
    first_person: tuple[str, ...] = ()
    second_person: tuple[str, ...] = ()
    computes: tuple[str, ...] = ()
    extends: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    divides: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    case_openers: tuple[str, ...] = ()
    back_references: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    start_included: tuple[str, ...] = ()
    start_from: tuple[str, ...] = ()
    start_excluded: tuple[str, ...] = ()
    next_day: tuple[str, ...] = ()
    age_words: tuple[str, ...] = ()
    too_early: tuple[str, ...] = ()
    in_time: tuple[str, ...] = ()
    out_of_time: tuple[str, ...] = ()
    last_day: tuple[str, ...] = ()
    rest_days: tuple[str, ...] = ()
    anaphors: tuple[str, ...] = ()
    silence: dict[str, tuple[str, ...]] = field(default_factory=dict)
    repeal: tuple[str, ...] = ()
    in_force: tuple[str, ...] = ()
    status_soft: tuple[str, ...] = ()
    status_hard: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    connectives: tuple[str, ...] = ()
    user_facts: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    assumption: tuple[str, ...] = ()
    endorsements: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    provisos: tuple[str, ...] = ()
    irrelevance: tuple[str, ...] = ()
    whether: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    conclusions: tuple[str, ...] = ()
    own_conditions: tuple[str, ...] = ()
    yes_no: dict[str, int] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    parties: tuple[Role, ...] = ()
    converses: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    reference_words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    instrument_words: tuple[str, ...] = ()
    irregular: dict[str, str] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()
    synonyms: Synonyms = ()
    antonyms: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    be: tuple[str, ...] = ()
    be_not: tuple[str, ...] = ()
    have: tuple[str, ...] = ()
    have_not: tuple[str, ...] = ()
    do_not: tuple[str, ...] = ()
    cases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relatives: tuple[str, ...] = ()
    pronouns: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    determiners: tuple[str, ...] = ()
    burdens: tuple[str, ...] = ()
    burden_nouns: tuple[str, ...] = ()
    carve_outs: tuple[str, ...] = ()
    additives: tuple[str, ...] = ()
    membership: tuple[str, ...] = ()
    carriers: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    persons: tuple[str, ...] = ()
    person_endings: tuple[str, ...] = ()
    no_persons: tuple[str, ...] = ()


_TUPLES = frozenset(
    [
        "ordinal_suffixes",
        "one_articles",
        "full",
        "half_after",
        "per",
        "date_glue",
        "negators",
        "instead",
        "negative_pronouns",
        "hedges",
        "higher_of",
        "lower_of",
        "unlimited",
        "universal_starts",
        "year_end",
        "warnings",
        "first_person",
        "second_person",
        "computes",
        "extends",
        "differs",
        "divides",
        "raises",
        "case_openers",
        "back_references",
        "rests_on",
        "start_included",
        "start_from",
        "start_excluded",
        "next_day",
        "age_words",
        "too_early",
        "in_time",
        "out_of_time",
        "last_day",
        "rest_days",
        "anaphors",
        "repeal",
        "in_force",
        "status_soft",
        "status_hard",
        "refusals",
        "connectives",
        "user_facts",
        "assumption",
        "endorsements",
        "instructions",
        "answers",
        "asking",
        "placeholders",
        "provisos",
        "irrelevance",
        "whether",
        "turns",
        "conclusions",
        "own_conditions",
        "definitions",
        "light",
        "stop",
        "instrument_words",
        "legal",
        "telling",
        "be",
        "be_not",
        "have",
        "have_not",
        "do_not",
        "relatives",
        "pronouns",
        "objects",
        "determiners",
        "burdens",
        "burden_nouns",
        "carve_outs",
        "additives",
        "membership",
        "carriers",
        "receivers",
        "actions",
        "persons",
        "person_endings",
        "no_persons",
        "exposes",
    ]
)
_TUPLE_MAPS = frozenset(
    [
        "cases",
        "currencies",
        "day_kinds",
        "amount_kinds",
        "comparators",
        "modals",
        "conditions",
        "scopes",
        "conjunctions",
        "silence",
        "reference_words",
        "relations",
        "timing",
    ]
)


def _phrases(values: Any) -> tuple[str, ...]:
    # YAML 1.1 reads a bare yes, no, on or off as a truth value
    return tuple(
        ("no" if v is False else "on" if v is True else str(v)).lower() for v in (values or ())
    )


def _pairs(values: Any) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    return tuple((_phrases(a), _phrases(b)) for a, b in (values or ()))


def _build(code: str, data: dict[str, Any]) -> LanguageTables:
    known = set(LanguageTables.__dataclass_fields__)
    unknown = sorted(set(data) - known)
    if unknown:
        raise ConfigurationError(
            f"language {code}: unknown table {unknown[0]!r}; tables: {', '.join(sorted(known))}"
        )
    out: dict[str, Any] = {}
    for name, value in data.items():
        if name in _TUPLES:
            out[name] = _phrases(value)
        elif name in _TUPLE_MAPS:
            out[name] = {str(k): _phrases(v) for k, v in value.items()}
        elif name == "units":
            out[name] = tuple(
                Unit(k, v["dim"], float(v.get("factor", 1)), _phrases(v["words"]))
                for k, v in value.items()
            )
        elif name == "fixed_quantities":
            out[name] = {str(k).lower(): (float(v[0]), str(v[1])) for k, v in value.items()}
        elif name == "parties":
            out[name] = tuple(
                Role(r["role"], _phrases(r["names"]), r.get("opposite", "")) for r in value
            )
        elif name in ("converses", "antonyms"):
            out[name] = _pairs(value)
        elif name == "synonyms":
            out[name] = tuple(_phrases(v) for v in value)
        elif isinstance(value, dict):
            out[name] = {
                ("no" if k is False else "yes" if k is True else str(k)).lower(): v
                for k, v in value.items()
            }
        else:
            out[name] = value
    return LanguageTables(**out)


@cache
def load_language(code: str) -> LanguageTables:
    """The tables of a language (``en``, ``he``, ``fr``, ``de``).

    Raises `ConfigurationError` for a language that has no file, or a file with an unknown table.
    """
    if code not in LANGUAGES:
        raise ConfigurationError(
            f"language {code!r} has no tables; there are: {', '.join(LANGUAGES)}"
        )
    folder = files("lexwarrant.jurisdictions.languages")
    data: dict[str, Any] = {}
    for name in (f"{code}.yaml", f"{code}.synonyms.yaml", f"{code}.grammar.yaml"):
        loaded = yaml.load(folder.joinpath(name).read_text("utf-8"), Loader=_LOADER)
        data.update(loaded or {})
    return _build(code, data)


@cache
def month_first(jurisdiction: str) -> bool:
    """Whether numeric dates of a jurisdiction give the month first (``<code>/language.yaml``)."""
    if not jurisdiction.isalpha():
        return False
    path = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "language.yaml")
    if not path.is_file():
        return False
    data = yaml.safe_load(path.read_text("utf-8")) or {}
    order = data.get("date_order", "day_first")
    if order not in ("day_first", "month_first"):
        raise ConfigurationError(
            f"{jurisdiction}/language.yaml: date_order is {order!r}; use day_first or month_first"
        )
    return bool(order == "month_first")


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
