"""The pilot: six prompt families, three outputs each, every claim-authority pair labelled by hand.

It follows the design that the public abstract and summary of arXiv 2609.17546 describe. The paper's
own pilot data and its tables 5 and 6 are not public here, so no figure below claims to be theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path

from lexwarrant.evaluation.warrant.families import expand
from lexwarrant.evaluation.warrant.lines import DataFile
from lexwarrant.evaluation.warrant.scored import ScoredAnswer, index_items, score
from lexwarrant.evaluation.warrant.suite import read_families
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records.codec import FieldError, decode
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import ClaimCategory, SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    LabelMethod,
    PolicyAct,
    Provenance,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)

OUTPUTS = ("default rule", "broad refusal", "warranted narrowing")
ADEQUATE = "default rule, default facts"
WRITTEN = "written from the sources named; not reviewed by a lawyer"


@dataclass(frozen=True, slots=True)
class FilePair:
    """The label of one claim-authority pair, and why."""

    at: str
    support: SupportLabel
    why: str
    kind: AuthorityKind = AuthorityKind.STATUTE
    status: str = ""
    fails: tuple[Dimension, ...] = ()
    unknown: tuple[Dimension, ...] = ()
    stated: bool = True


@dataclass(frozen=True, slots=True)
class FileOutputClaim:
    """A claim cut from the output's text, and its pairs."""

    text: str
    pairs: tuple[FilePair, ...]
    category: ClaimCategory | None = None
    matches: str = ""
    disagreement: str = ""


@dataclass(frozen=True, slots=True)
class FileOutput:
    """One labelled output."""

    item: str
    context: str
    system: str
    policy: tuple[PolicyAct, ...]
    text: str
    claims: tuple[FileOutputClaim, ...]


@dataclass(frozen=True, slots=True)
class Pilot:
    """The items, the eighteen labelled outputs, and the default answer where it is adequate."""

    items: tuple[WarrantItem, ...]
    outputs: tuple[WarrantCard, ...]
    adequate: tuple[WarrantCard, ...]

    def references(self) -> tuple[WarrantCard, ...]:
        """The reference answers: audit targets with author and date, never counted as a system."""
        return tuple(i.contexts[0].gold for i in self.items)

    def asked(self) -> dict[tuple[str, str], tuple[WarrantItem, ItemContext]]:
        """Items by id and context."""
        return index_items(self.items)


def load_pilot() -> Pilot:
    """Read the pilot; raises `DataError` naming line and field."""
    folder = Path(str(files("lexwarrant.evaluation.warrant").joinpath("pilot_data")))
    made = _provenance()
    families = read_families(DataFile.read(folder / "items.yaml"))
    items = [i for f in families for i in expand(f, made, "")]
    file = DataFile.read(folder / "outputs.yaml")
    try:
        outputs = decode(tuple[FileOutput, ...], file.data)
    except FieldError as error:
        raise file.error(error.path, error.why) from None
    asked = index_items(items)
    cards = []
    for n, output in enumerate(outputs):
        found = asked.get((output.item, output.context))
        missing = next((c.text for c in output.claims if c.text not in output.text), None)
        if found is None or missing is not None:
            why = f"claim not in the text: {missing!r}" if missing else f"no item {output.item!r}"
            raise file.error((n,), why)
        cards.append(_card(output, found[1], made))
    return Pilot(
        tuple(items),
        tuple(c for c in cards if c.system in OUTPUTS),
        tuple(c for c in cards if c.system == ADEQUATE),
    )


def _provenance() -> Provenance:
    return Provenance(
        LabelMethod.LANGUAGE_MODEL, "language model", date(2026, 11, 30), note=WRITTEN
    )


def _card(output: FileOutput, asked: ItemContext, made: Provenance) -> WarrantCard:
    risk = asked.gold.risk
    claims, links = [], []
    for n, claim in enumerate(output.claims, 1):
        start = output.text.index(claim.text)
        claims.append(
            WarrantClaim(
                f"c{n}", claim.text, claim.category, True, risk, start, start + len(claim.text),
                matches=claim.matches, match_score=1.0 if claim.matches else 0.0,
                disagreement=claim.disagreement,
            )
        )  # fmt: skip
        links += [_link(f"c{n}", pair) for pair in claim.pairs]
    return WarrantCard(
        output.item, output.context, output.text, tuple(claims), tuple(links), output.policy, made,
        risk, output.system,
    )  # fmt: skip


def _link(claim: str, pair: FilePair) -> AuthorityLink:
    dimensions = dict.fromkeys(Dimension, DimensionLabel.HOLDS)
    dimensions |= dict.fromkeys(pair.fails, DimensionLabel.FAILS)
    dimensions |= dict.fromkeys(pair.unknown, DimensionLabel.UNKNOWN)
    return AuthorityLink(
        claim, pair.at, pair.support, pair.kind, pair.status, dimensions=dimensions, why=pair.why,
        stated=DimensionLabel.HOLDS if pair.stated else DimensionLabel.FAILS,
    )  # fmt: skip


def score_pilot(pilot: Pilot) -> list[ScoredAnswer]:
    """The eighteen outputs, counted, then the default answer on its own facts."""
    return score((*pilot.outputs, *pilot.adequate), pilot.asked(), load_weights())


def pilot_table(rows: Sequence[ScoredAnswer]) -> str:
    """The separation as Markdown: each output, then each kind of output."""
    lines = [
        "| prompt | output | pairs | exist | on topic | stated | key | licensed | support "
        "| policy | warranted |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [_line(r) for r in rows]
    lines += [
        "",
        "| output | exist | on topic | licensed (strict) | support | policy | warranted |",
    ]
    lines += ["|---|---|---|---|---|---|---|"]
    for system in (*OUTPUTS, ADEQUATE):
        own = [r for r in rows if r.system == system]
        cells = [
            _sum(own, n) for n in ("citation_existence", "topical_relevance", "support_strict")
        ]
        passes = (
            [r.support_ok for r in own], [r.policy_ok for r in own], [r.warranted for r in own]
        )  # fmt: skip
        cells += [f"{sum(p)}/{len(own)}" for p in passes]
        lines.append(f"| {system} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _line(row: ScoredAnswer) -> str:
    c = row.counts
    cells = [
        f"{c['support_strict'].denominator:g}",
        *(
            _part(row, n)
            for n in ("citation_existence", "topical_relevance", "sentence_attribution")
        ),
        "yes" if c["answer_accuracy"].numerator else "no",
        _part(row, "support_strict"),
        *("pass" if ok else "FAIL" for ok in (row.support_ok, row.policy_ok, row.warranted)),
    ]
    return f"| {row.item} | {row.system} | " + " | ".join(cells) + " |"


def _part(row: ScoredAnswer, name: str) -> str:
    count = row.counts[name]
    return f"{count.numerator:g}/{count.denominator:g}"


def _sum(rows: Sequence[ScoredAnswer], name: str) -> str:
    return f"{sum(r.counts[name].numerator for r in rows):g}/{sum(r.counts[name].denominator for r in rows):g}"
