"""Labels made by rules: a reply against the gold card and the snapshot.

A quotation has the label of the gold tuple, or of the near miss, whose words it contains in the same
unit, and a statement in other words has it when it matches the claim (`matching`); the gold tuple wins when it
contains both, and the pair then goes on the audit list. Everything else is compared with the
snapshot: another system's law is out of scope, so is text that does not apply on the day; a
statement from a gold unit that states some of the decisive values is partial; the rest leaves the
question unaddressed, unless the verifier finds that the passage says the opposite. Such a label is
marked ``rules``: it can be wrong where a paraphrase has other words, and it is an invitation to audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from lexwarrant.evaluation.warrant.consequence import categories, consequential
from lexwarrant.evaluation.warrant.matching import MATCH, score, values_share
from lexwarrant.evaluation.warrant.replies import Reply, Statement
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import Resolves
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of, unit_of
from lexwarrant.records.law import AuthorityKind, Status, TreatmentKind
from lexwarrant.records.verification import SentenceVerdict, SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    LabelMethod,
    Provenance,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)
from lexwarrant.text.folding import fold
from lexwarrant.verification import Verifier

_HOLDS, _FAILS = DimensionLabel.HOLDS, DimensionLabel.FAILS
_UNKNOWN, _NONE = DimensionLabel.UNKNOWN, DimensionLabel.NOT_APPLICABLE
_OVERTURNED = frozenset({TreatmentKind.OVERRULED, TreatmentKind.REVERSED, TreatmentKind.REPEALED})
_NOT_LAW = frozenset({AuthorityKind.BILL, AuthorityKind.GUIDANCE})
LABELLED_ON = date(2026, 11, 30)
RULES = Provenance(LabelMethod.RULES, "lexwarrant", LABELLED_ON, note="compared with the gold card")


@dataclass(frozen=True, slots=True)
class Audit:
    """A label that a person should look at."""

    system: str
    item: str
    context: str
    claim: str
    why: str


@dataclass(frozen=True, slots=True)
class _Hit:
    claim: WarrantClaim
    link: AuthorityLink
    gold: bool


class Labeller:
    """Labels replies on one snapshot and collects what to audit."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._verifier = Verifier()
        self.audit: list[Audit] = []

    def card(self, reply: Reply, item: WarrantItem, asked: ItemContext, system: str) -> WarrantCard:
        """The labelled card of a reply."""
        claims: list[WarrantClaim] = []
        links: list[AuthorityLink] = []
        for statement in reply.statements:
            for claim, link in self._label(statement, item, asked, system, len(claims)):
                if claim not in claims:
                    claims.append(claim)
                links += [link] if link else []
        return WarrantCard(
            item.id, asked.name, reply.text, tuple(claims), tuple(links), reply.acts, RULES,
            asked.gold.risk, system, reply.retrieved,
        )  # fmt: skip

    def _label(
        self, said: Statement, item: WarrantItem, asked: ItemContext, system: str, so_far: int
    ) -> list[tuple[WarrantClaim, AuthorityLink | None]]:
        out: list[tuple[WarrantClaim, AuthorityLink | None]] = []
        golds = [
            h for a in said.authorities or ("",) for h in self._hits(said, a, asked, item.language)
            if h.gold
        ]  # fmt: skip
        targets = list(dict.fromkeys(h.claim.id for h in golds)) or [""]
        for n, gold_id in enumerate(targets):
            claim = WarrantClaim(
                f"c{so_far + n + 1}", said.text, next(iter(categories(said.text)), None), True,
                asked.gold.risk, said.start, said.end, matches=gold_id, match_score=1.0 if gold_id else 0.0,
            )  # fmt: skip
            if not gold_id:
                claim = replace(claim, consequential=self._matters(said, asked, item.language))
            for authority in said.authorities:
                link, why = self._link(said, authority, claim, asked, item.language)
                if why:
                    self.audit.append(Audit(system, item.id, asked.name, said.text, why))
                disagreement = self._disagreement(claim, asked, link)
                if disagreement:
                    claim = replace(claim, disagreement=disagreement)
                out.append((claim, link))
            if not said.authorities:
                out.append((claim, None))
        if out and len({c.id for c, _ in out}) != len({c for c, _ in out}):
            final = {c.id: c for c, _ in out}
            out = [(final[c.id], k) for c, k in out]
        return out

    def _matters(self, said: Statement, asked: ItemContext, language: str) -> bool:
        hits = [h for a in said.authorities for h in self._hits(said, a, asked, language)]
        return bool(hits) or consequential(said.text)

    def _disagreement(self, claim: WarrantClaim, asked: ItemContext, link: AuthorityLink) -> str:
        if link.support is not SupportLabel.UNSETTLED:
            return ""
        return next((g.disagreement for g in asked.gold.claims if g.id == claim.matches), "")

    def _hits(
        self, said: Statement, authority: str, asked: ItemContext, language: str
    ) -> list[_Hit]:
        known = [(c, k, True) for c, k in _pairs(asked.gold.claims, asked.gold.links)]
        known += [(c, k, False) for c, k in _pairs(asked.near_misses, asked.near_miss_links)]
        return [
            _Hit(claim, link, gold)
            for claim, link, gold in known
            if (not authority or unit_of(link.authority) == unit_of(authority))
            and _says(said, claim, link, language)
        ]

    def _link(
        self,
        said: Statement,
        authority: str,
        claim: WarrantClaim,
        asked: ItemContext,
        language: str,
    ) -> tuple[AuthorityLink, str]:
        """The label of one pair, and why a person should look at it (empty: no need)."""
        hits = self._hits(said, authority, asked, language)
        base = self._measured(said, authority, claim.id, asked.context)
        gold = next((h for h in hits if h.gold and h.claim.id == claim.matches), None)
        if gold is not None:
            mixed = any(not h.gold for h in hits)
            link = replace(
                base, support=gold.link.support, kind=gold.link.kind, stated=_HOLDS,
                dimensions={**gold.link.dimensions, Dimension.EXISTS: base.dimensions[Dimension.EXISTS]},
                why="has the words or values of the gold tuple",
            )  # fmt: skip
            return link, "has the words of a near miss too" if mixed else ""
        if hits:
            miss = hits[0].link
            dimensions = {**base.dimensions, **_failing(miss.dimensions)}
            return replace(
                base, support=miss.support, kind=miss.kind, stated=_HOLDS, dimensions=dimensions,
                why=miss.why,
            ), ""  # fmt: skip
        return self._unmatched(said, authority, base, asked)

    def _unmatched(
        self, said: Statement, authority: str, base: AuthorityLink, asked: ItemContext
    ) -> tuple[AuthorityLink, str]:
        outside = [
            d for d in (Dimension.JURISDICTION, Dimension.TIME) if base.dimensions[d] is _FAILS
        ]
        if outside:
            why = f"fails in {' and '.join(d.value for d in outside)}"
            return replace(base, support=SupportLabel.OUT_OF_SCOPE, why=why), ""
        same_unit = [
            c for c, k in _pairs(asked.gold.claims, asked.gold.links)
            if unit_of(k.authority) == unit_of(authority)
        ]  # fmt: skip
        share = max((values_share(said.text, c.values) for c in same_unit if c.values), default=0.0)
        if share > 0:
            why = "from the right provision, with some of the decisive values"
            return replace(base, support=SupportLabel.PARTIAL, why=why), why
        if not said.verbatim and base.stated is _FAILS and same_unit:
            why = "the verifier reads the opposite in the provision"
            return replace(base, support=SupportLabel.CONTRADICTORY, why=why), why
        doubt = "from the right provision, other words" if same_unit else ""
        why = doubt or "does not speak to the question"
        return replace(base, support=SupportLabel.UNADDRESSED, why=why), doubt

    def _measured(
        self, said: Statement, authority: str, claim: str, context: Context
    ) -> AuthorityLink:
        """The pair as the snapshot alone sees it; its support label is still open."""
        snapshot, on = self._snapshot, context.analysis_date
        found = existence(snapshot, authority).resolves
        exists = _FAILS if found is Resolves.NO_SUCH_PROVISION else _UNKNOWN
        held = snapshot.authority(authority_of(authority))
        kind = held.kind if held else AuthorityKind.STATUTE
        here = authority.split("/")[0]
        dimensions = {
            Dimension.EXISTS: _HOLDS if found is Resolves.EXISTS else exists,
            Dimension.STATUS: _UNKNOWN if held is None else _FAILS if kind in _NOT_LAW else _HOLDS,
            Dimension.JURISDICTION: _UNKNOWN
            if context.jurisdiction is None
            else _HOLDS if here == context.jurisdiction else _FAILS,
            Dimension.TIME: self._time(said, authority, on),
            Dimension.POSTURE: _UNKNOWN,
            Dimension.TREATMENT: self._treatment(authority, on),
        }  # fmt: skip
        texts = [v.text for v in snapshot.versions(authority)]
        verbatim = any(_within(said.text, t) for t in texts)
        if said.verbatim:
            stated, quotation = (_HOLDS, _HOLDS) if verbatim else (_FAILS, _FAILS)
            if not texts:
                stated, quotation = _UNKNOWN, _UNKNOWN
        else:
            stated, quotation = self._stated(said.text, texts), _NONE
        return AuthorityLink(
            claim, authority, SupportLabel.UNADDRESSED, kind, dimensions=dimensions,
            stated=stated, quotation=quotation, confidence=said.confidence,
        )  # fmt: skip

    def _stated(self, text: str, sources: Sequence[str]) -> DimensionLabel:
        verdicts = {self._verifier.check_sentence(s, text).verdict for s in sources if s}
        if SentenceVerdict.SUPPORTED in verdicts:
            return _HOLDS
        return _FAILS if SentenceVerdict.CONTRADICTED in verdicts else _UNKNOWN

    def _time(self, said: Statement, authority: str, on: date | None) -> DimensionLabel:
        if on is None or not self._snapshot.has(authority):
            return _UNKNOWN
        standing = self._snapshot.version_on(authority, on)
        if said.verbatim and standing is not None and not _within(said.text, standing.text):
            return _FAILS
        if standing is None:
            newer = [v.valid_from for v in self._snapshot.versions(authority) if v.valid_from]
            return _FAILS if newer and on < min(newer) else _UNKNOWN
        status = self._snapshot.status_on(authority, on)
        if status is Status.APPLICABLE:
            return _HOLDS
        return _UNKNOWN if status is Status.UNKNOWN else _FAILS

    def _treatment(self, authority: str, on: date | None) -> DimensionLabel:
        found = [
            t for t in self._snapshot.treatments(authority)
            if t.kind in _OVERTURNED and (on is None or t.on is None or t.on <= on)
        ]  # fmt: skip
        return _FAILS if found else _HOLDS if self._snapshot.has(authority) else _UNKNOWN


def _pairs(
    claims: Sequence[WarrantClaim], links: Sequence[AuthorityLink]
) -> list[tuple[WarrantClaim, AuthorityLink]]:
    by_id = {c.id: c for c in claims}
    return [(by_id[k.claim], k) for k in links]


def _within(part: str, whole: str) -> bool:
    return fold(part).text in fold(whole).text


def _says(said: Statement, claim: WarrantClaim, link: AuthorityLink, language: str) -> bool:
    if said.verbatim:
        return bool(link.words and link.words.held and _within(link.words.words, said.text))
    return score(said.text, claim, language) >= MATCH


def _failing(dimensions: dict[Dimension, DimensionLabel]) -> dict[Dimension, DimensionLabel]:
    return {d: v for d, v in dimensions.items() if v is _FAILS}
