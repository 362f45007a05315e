"""Labels made by rules: a reply against the gold card and the snapshot.

A quotation makes the gold claims whose words of law it contains; other statements are matched with
them one to one (`matching`). A pair has the label of the gold tuple when it makes that claim on the
same unit, else that of the near miss whose words (or decisive values) it contains; a quotation with
both goes on the audit list, and so does every doubtful match. Everything else is compared with the
snapshot: another system's law is out of scope, so is text that does not apply on the day; a
statement from a gold unit that states some of the decisive values is partial; the rest leaves the
question unaddressed, unless the verifier finds that the passage says the opposite. Such a label is
marked ``rules``: it can be wrong where a paraphrase has other words, and invites an audit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from lexwarrant.evaluation.warrant.consequence import categories, consequential
from lexwarrant.evaluation.warrant.lines import json_lines
from lexwarrant.evaluation.warrant.matching import MATCH, match, score, values_share
from lexwarrant.evaluation.warrant.replies import Reply, Statement
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import ELLIPSIS
from lexwarrant.records.citation import Resolves
from lexwarrant.records.context import Context
from lexwarrant.records.errors import DataError
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

    def __init__(
        self,
        snapshot: Snapshot,
        adjudicated: Mapping[tuple[str, str, str, str], str] | None = None,
    ) -> None:
        """``adjudicated`` maps (system, item, context, statement) to the gold claim a person decided
        it is, or to "" for none; see `read_adjudicated`."""
        self._snapshot = snapshot
        self._decided = adjudicated or {}
        self._verifier = Verifier()
        self.audit: list[Audit] = []

    def card(self, reply: Reply, item: WarrantItem, asked: ItemContext, system: str) -> WarrantCard:
        """The labelled card of a reply."""
        claims: list[WarrantClaim] = []
        links: list[AuthorityLink] = []
        for said, matches in self._matched(reply, item, asked, system):
            for gold in matches or ("",):
                claim, own = self._claim(said, gold, f"c{len(claims) + 1}", item, asked, system)
                claims.append(claim)
                links += own
        return WarrantCard(
            item.id, asked.name, reply.text, tuple(claims), tuple(links), reply.acts, RULES,
            asked.gold.risk, system, reply.retrieved,
        )  # fmt: skip

    def _matched(
        self, reply: Reply, item: WarrantItem, asked: ItemContext, system: str
    ) -> list[tuple[Statement, tuple[str, ...]]]:
        """Each statement with the gold claims it makes.

        A quotation makes every gold claim whose words of law it holds; other statements are matched
        one to one by `matching`, whatever authority they name.
        """
        own = [s for s in reply.statements if not s.verbatim]
        rows = [WarrantClaim(str(n), s.text) for n, s in enumerate(own)]
        decided = {
            str(n): self._decided[key]
            for n, s in enumerate(own)
            if (key := (system, item.id, asked.name, s.text)) in self._decided
        }
        found = match(rows, asked.gold.claims, item.language, decided)
        for m in found:
            if m.doubtful:
                said = own[int(m.claim)].text
                state = "matched with" if m.matched else "near"
                why = f"{state} {m.gold}, score {m.score:.2f}"
                self.audit.append(Audit(system, item.id, asked.name, said, why))
        by_row = {m.claim: (m.gold,) for m in found if m.matched}
        texts = {id(s): by_row.get(str(n), ()) for n, s in enumerate(own)}
        return [
            (s, self._quoted(s, asked, item.language) if s.verbatim else texts[id(s)])
            for s in reply.statements
        ]

    def _quoted(self, said: Statement, asked: ItemContext, language: str) -> tuple[str, ...]:
        hits = [h for a in said.authorities for h in self._hits(said, a, asked, language)]
        return tuple(dict.fromkeys(h.claim.id for h in hits if h.gold))

    def _claim(
        self,
        said: Statement,
        gold: str,
        number: str,
        item: WarrantItem,
        asked: ItemContext,
        system: str,
    ) -> tuple[WarrantClaim, list[AuthorityLink]]:
        """One claim with its links; what a person should look at goes on the audit list."""
        language = item.language
        near = any(self._hits(said, a, asked, language) for a in said.authorities)
        wanted = next((g for g in asked.gold.claims if g.id == gold), None)
        claim = WarrantClaim(
            number, said.text, next(iter(categories(said.text)), None),
            bool(gold) or near or consequential(said.text), asked.gold.risk, said.start, said.end,
            matches=gold, match_score=1.0 if gold else 0.0,
        )  # fmt: skip
        links = []
        for authority in said.authorities:
            link, why = self._link(said, authority, claim, asked, language)
            links.append(link)
            if why:
                self.audit.append(Audit(system, item.id, asked.name, said.text, why))
            if wanted is not None and link.support is SupportLabel.UNSETTLED:
                claim = replace(claim, disagreement=wanted.disagreement)
        return claim, links

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
        gold = next(
            (
                k for k in asked.gold.links
                if k.claim == claim.matches and unit_of(k.authority) == unit_of(authority)
            ),
            None,
        )  # fmt: skip
        if gold is not None:
            mixed = any(not h.gold for h in hits)
            exists = base.dimensions[Dimension.EXISTS]
            link = replace(
                base, support=gold.support, kind=gold.kind, stated=_HOLDS,
                dimensions={**gold.dimensions, Dimension.EXISTS: exists},
                why="has the words or values of the gold tuple",
            )  # fmt: skip
            return link, "has the words of a near miss too" if mixed else ""
        miss = next((h.link for h in hits if not h.gold), None)
        if miss is not None:
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
        verbatim = any(_stands(said.text, t) for t in texts)
        if said.verbatim:
            stated, quotation = (_HOLDS, _HOLDS) if verbatim else (_FAILS, _FAILS)
            if not texts:
                stated, quotation = _UNKNOWN, _UNKNOWN
        else:
            stated, quotation = self._stated(said.text, texts), _NONE
        return AuthorityLink(
            claim, authority, SupportLabel.UNADDRESSED, kind, held.status if held else "",
            dimensions=dimensions, stated=stated, quotation=quotation, confidence=said.confidence,
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
        if said.verbatim and standing is not None and not _stands(said.text, standing.text):
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


def _stands(quoted: str, whole: str) -> bool:
    """Whether quoted words stand in a text, those around an ellipsis in their order."""
    text, at = fold(whole).text, 0
    for piece in quoted.split(ELLIPSIS.strip()):
        words = fold(piece.strip()).text
        found = text.find(words, at)
        if found < 0:
            return False
        at = found + len(words)
    return True


def _says(said: Statement, claim: WarrantClaim, link: AuthorityLink, language: str) -> bool:
    if said.verbatim:
        return bool(link.words and link.words.held and _within(link.words.words, said.text))
    return score(said.text, claim, language) >= MATCH


def _failing(dimensions: dict[Dimension, DimensionLabel]) -> dict[Dimension, DimensionLabel]:
    return {d: v for d, v in dimensions.items() if v is _FAILS}


def read_adjudicated(path: Path) -> dict[tuple[str, str, str, str], str]:
    """Decisions about matches from JSON Lines of ``{system, item, context, claim, gold, by, why}``.

    ``claim`` is the statement's text as the audit list gives it, ``gold`` the gold claim's id or
    empty for none. Raises `DataError` naming the line that lacks a field.
    """
    out = {}
    for number, row in json_lines(path):
        missing = [k for k in _DECISION if not isinstance(row, dict) or k not in row]
        if missing:
            raise DataError(f"{path}:{number}: {missing[0]}: missing; give {', '.join(_DECISION)}")
        key = (str(row["system"]), str(row["item"]), str(row["context"]), str(row["claim"]))
        out[key] = str(row["gold"])
    return out


_DECISION = ("system", "item", "context", "claim", "gold", "by", "why")
