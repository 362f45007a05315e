"""Whether items and cards hang together: what the form alone does not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from lexwarrant.evaluation.warrant.families import Family, expand
from lexwarrant.evaluation.warrant.lines import DataFile, json_lines, text_lines
from lexwarrant.evaluation.warrant.suite import load_suite, read_families
from lexwarrant.jurisdictions.registry import unknown_code
from lexwarrant.records.codec import FieldError, decode, encode, json_schema, loads
from lexwarrant.records.codec import Path as Keys
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import SupportLabel
from lexwarrant.records.warrant import (
    FORMAT,
    AuthorityLink,
    Dimension,
    DimensionLabel,
    LabelMethod,
    PolicyAct,
    Provenance,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)

T = TypeVar("T", WarrantItem, WarrantCard)
POSITIVE = frozenset({SupportLabel.DIRECT, SupportLabel.INFERENTIAL})


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: file, line (0 when the record came from no file), field, and what to do."""

    file: str
    line: int
    field: str
    why: str

    def __str__(self) -> str:
        at = f"{self.file}:{self.line}" if self.line else self.file
        return f"{at}: {self.field}: {self.why}"


@dataclass(frozen=True, slots=True)
class Validation:
    """What a file holds and what is wrong with it; ``unconfirmed`` counts template items no person
    has confirmed."""

    items: int
    cards: int
    problems: tuple[Problem, ...]
    unconfirmed: int = 0


def validate(path: Path, held: Sequence[str] = ()) -> Validation:
    """Check a suite header, a family file, or JSON Lines of items and cards.

    ``held`` are legal systems whose law is at hand, known besides those that have a pack.
    Every line is looked at; a line that cannot be read is a problem and the next one is read all the
    same. Raises `DataError` only for a file that cannot be opened or parsed at all.
    """
    if path.suffix.lower() in (".yaml", ".yml"):
        return _validate_yaml(path, held)
    items: list[WarrantItem] = []
    problems: list[Problem] = []
    cards = 0
    first: dict[tuple[str, ...], int] = {}
    for number, line in text_lines(path):
        try:
            record = read_record(loads(line))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(str(path), number, "line", f"not valid JSON: {error}"))
            continue
        except FieldError as error:
            field = ".".join(map(str, error.path)) or "record"
            problems.append(Problem(str(path), number, field, error.why))
            continue
        if isinstance(record, WarrantItem):
            found = [*item_problems(record), *unknown_systems(record, held)]
        else:
            found = list(card_problems(record))
        before = first.setdefault(_name(record), number)
        if before != number:
            found.append((_NAMED[type(record)], f"the same stands on line {before}; give it once"))
        problems += [Problem(str(path), number, ".".join(map(str, at)), why) for at, why in found]
        if isinstance(record, WarrantItem):
            items.append(record)
        else:
            cards += 1
    return Validation(len(items), cards, tuple(problems), _unconfirmed(items))


_NAMED: dict[type, Keys] = {WarrantItem: ("id",), WarrantCard: ("item",)}


def _name(record: WarrantItem | WarrantCard) -> tuple[str, ...]:
    """What an item, or a card among cards, is known by."""
    if isinstance(record, WarrantItem):
        return (record.id,)
    return record.item, record.context, record.system


def read_record(data: Any) -> WarrantItem | WarrantCard:
    """An item or a card from JSON; raises `FieldError` naming the field."""
    if not isinstance(data, dict):
        raise FieldError((), "expected an object")
    version = data.get("format", FORMAT)
    if version != FORMAT:
        raise FieldError(
            ("format",), f"format {version!r} is not {FORMAT}, which this version reads"
        )
    if "contexts" in data:
        return decode(WarrantItem, data)
    return decode(WarrantCard, data)


def write_record(record: WarrantItem | WarrantCard) -> dict[str, Any]:
    """An item or card as JSON, with the number of its form."""
    return {"format": record.format, **encode(record)}


def schemas() -> dict[str, Any]:
    """The JSON Schemas of items and cards with their version."""
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {
        "format": FORMAT,
        "item": {"$schema": draft, **json_schema(WarrantItem)},
        "card": {"$schema": draft, **json_schema(WarrantCard)},
    }


def _validate_yaml(path: Path, held: Sequence[str]) -> Validation:
    items = _yaml_items(path)
    problems = [
        Problem(str(path), 0, f"{item.id}: {'.'.join(map(str, at))}", why)
        for item in items
        for at, why in (*item_problems(item), *unknown_systems(item, held))
    ]
    return Validation(len(items), 0, tuple(problems), _unconfirmed(items))


def _yaml_items(path: Path) -> list[WarrantItem]:
    file = DataFile.read(path)
    if isinstance(file.data, dict):
        return load_suite(str(path)).items()
    return items_of(read_families(file))


def items_of(families: Sequence[Family]) -> list[WarrantItem]:
    """The items of families that stand in no suite yet, for checking; their labels have no maker."""
    nobody = Provenance(LabelMethod.RULES, "unpublished", date(1, 1, 1))
    return [i for f in families for i in expand(f, nobody, "")]


def _unconfirmed(items: Sequence[WarrantItem]) -> int:
    return sum(bool(i.template) and not i.contexts[0].gold.provenance.confirmed_by for i in items)


def item_problems(item: WarrantItem) -> Iterator[tuple[Keys, str]]:
    """What does not hang together in an item: the field and what to do."""
    if not item.contexts:
        yield ("contexts",), "an item needs at least one context"
    names = [c.name for c in item.contexts]
    for n, name in enumerate(names):
        if name in names[:n]:
            yield ("contexts", n, "name"), f"the context {name!r} stands twice"
    if bool(item.base) != (item.varied is not None):
        yield ("varied",), "a variant names its base and what it varies; a base names neither"
    for n, asked in enumerate(item.contexts):
        at: Keys = ("contexts", n)
        if asked.gold.item != item.id or asked.gold.context != asked.name:
            yield (*at, "gold"), "the gold card names another item or context"
        for where, why in card_problems(asked.gold):
            yield (*at, "gold", *where), why
        missed = {c.id for c in asked.near_misses}
        for m, link in enumerate(asked.near_miss_links):
            if link.claim not in missed:
                yield (*at, "near_miss_links", m, "claim"), f"no near miss {link.claim!r}"
            if link.support in POSITIVE:
                yield (*at, "near_miss_links", m, "support"), "a near miss is not licensed"


def unknown_systems(item: WarrantItem, held: Sequence[str]) -> Iterator[tuple[Keys, str]]:
    """The contexts that name a legal system which neither has a pack nor law that is ``held``."""
    for n, asked in enumerate(item.contexts):
        given = asked.context.jurisdiction
        why = unknown_code(given, held) if given else ""
        if why:
            yield ("contexts", n, "context", "jurisdiction"), why


def check_systems(items: Sequence[WarrantItem], held: Sequence[str]) -> None:
    """Raise `DataError` for the first item that asks under a legal system nobody knows."""
    for item in items:
        for at, why in unknown_systems(item, held):
            raise DataError(f"{item.id}: {'.'.join(map(str, at))}: {why}")


def card_problems(card: WarrantCard) -> Iterator[tuple[Keys, str]]:
    """What does not hang together in a card: the field and what to do."""
    ids = [c.id for c in card.claims]
    for n, claim in enumerate(card.claims):
        if claim.id in ids[:n]:
            yield ("claims", n, "id"), f"the claim id {claim.id!r} stands twice"
        yield from _claim_problems(n, claim, card)
    if not card.policy:
        yield ("policy",), "a response does something: name at least one act"
    if len(set(card.policy)) != len(card.policy):
        yield ("policy",), "an act stands twice"
    if PolicyAct.ABSTAIN in card.policy and PolicyAct.ANSWER in card.policy:
        yield ("policy",), "answers and abstains: name what it does about the whole question"
    for n, link in enumerate(card.links):
        yield from _link_problems(n, link, card)


def _claim_problems(n: int, claim: WarrantClaim, card: WarrantCard) -> Iterator[tuple[Keys, str]]:
    if (claim.start is None) != (claim.end is None):
        yield ("claims", n, "end"), "give both ends of the span, or neither"
    elif claim.start is not None and claim.end is not None:
        if not 0 <= claim.start <= claim.end <= len(card.text):
            yield ("claims", n, "start"), "the span lies outside the text"
        elif card.text[claim.start : claim.end] != claim.text:
            yield ("claims", n, "text"), "the span of the text has other words"
    if not 0 <= claim.match_score <= 1:
        yield ("claims", n, "match_score"), "give a number from 0 to 1"


def _link_problems(n: int, link: AuthorityLink, card: WarrantCard) -> Iterator[tuple[Keys, str]]:
    claim = next((c for c in card.claims if c.id == link.claim), None)
    if claim is None:
        yield ("links", n, "claim"), f"there is no claim {link.claim!r}"
        return
    failing = [d.value for d, v in link.dimensions.items() if v is DimensionLabel.FAILS]
    if link.support in POSITIVE and failing and not claim.argument:
        yield ("links", n, "support"), f"{link.support.value}, and yet it fails in {failing[0]}"
    if link.support is SupportLabel.UNSETTLED and not claim.disagreement and not card.system:
        yield ("links", n, "support"), "unsettled: record in the claim who holds what"
    if link.confidence is not None and not 0 <= link.confidence <= 1:
        yield ("links", n, "confidence"), "give a number from 0 to 1"
    exists = link.dimensions.get(Dimension.EXISTS)
    if exists is DimensionLabel.FAILS and link.quotation is DimensionLabel.HOLDS:
        yield ("links", n, "quotation"), "words of an authority that does not exist"


def read_items(path: Path) -> list[WarrantItem]:
    """The items of a suite header, a family file or JSON Lines; raises `DataError` at the first wrong line."""
    if path.suffix.lower() in (".yaml", ".yml"):
        return _yaml_items(path)
    return _of_kind(path, WarrantItem)


def read_cards(path: Path) -> list[WarrantCard]:
    """The cards of JSON Lines; raises `DataError` at the first wrong line."""
    return _of_kind(path, WarrantCard)


def _of_kind(path: Path, kind: type[T]) -> list[T]:
    """The records of one kind; raises `DataError` when there is none, or the same twice: neither can
    be counted."""
    out: list[T] = []
    first: dict[tuple[str, ...], int] = {}
    for number, data in json_lines(path):
        try:
            record = read_record(data)
        except FieldError as error:
            field = ".".join(map(str, error.path)) or "record"
            raise DataError(f"{path}:{number}: {field}: {error.why}") from None
        if isinstance(record, kind):
            name = _name(record)
            if name in first:
                raise DataError(
                    f"{path}:{number}: {_NAMED[kind][0]}: {' / '.join(filter(None, name))} stands on line "
                    f"{first[name]} as well; give it once"
                )
            first[name] = number
            out.append(record)
    if not out:
        what = "item" if kind is WarrantItem else "card"
        raise DataError(f"{path}: holds no {what}; one stands on each line")
    return out
