"""Small cards made by hand, and random ones, for the tests of warrant."""

from __future__ import annotations

from datetime import date

from hypothesis import strategies as st

from lexwarrant.records.context import Context
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel
from lexwarrant.records.warrant import (
    AnswerKey,
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    LabelMethod,
    LawWords,
    PolicyAct,
    Provenance,
    StressFamily,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)

MADE = Provenance(LabelMethod.HUMAN, "a tester", date(2026, 11, 30))
HOLDS = dict.fromkeys(Dimension, DimensionLabel.HOLDS)


def claim(
    number: str, text: str = "It is due in 14 days.", *, matches: str = "", risk: str = "high",
    consequential: bool = True, values: tuple[tuple[str, ...], ...] = (), **more: object,
) -> WarrantClaim:  # fmt: skip
    return WarrantClaim(
        number, text, ClaimCategory.DEADLINE, consequential, RiskTier(risk),
        values=values, matches=matches, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def link(
    of: str, support: str = "direct", *, fails: str = "", unknown: str = "", at: str = "xx/act/1/s/1",
    stated: str = "holds", quotation: str = "not_applicable", confidence: float | None = None,
) -> AuthorityLink:  # fmt: skip
    dimensions = dict(HOLDS)
    if fails:
        dimensions[Dimension(fails)] = DimensionLabel.FAILS
    if unknown:
        dimensions[Dimension(unknown)] = DimensionLabel.UNKNOWN
    return AuthorityLink(
        of, at, SupportLabel(support), dimensions=dimensions, stated=DimensionLabel(stated),
        quotation=DimensionLabel(quotation), confidence=confidence,
    )  # fmt: skip


def card(
    claims: tuple[WarrantClaim, ...] = (), links: tuple[AuthorityLink, ...] = (),
    policy: tuple[str, ...] = ("answer",), *, item: str = "f/base", context: str = "lay",
    system: str = "s", text: str = "", risk: str = "high", retrieved: tuple[str, ...] = (),
) -> WarrantCard:  # fmt: skip
    said = text or " ".join(c.text for c in claims)
    return WarrantCard(
        item, context, said, claims, links, tuple(map(PolicyAct, policy)), MADE, RiskTier(risk),
        system, retrieved,
    )  # fmt: skip


def asked(
    gold: tuple[WarrantClaim, ...] = (), policy: tuple[str, ...] = ("answer",), *,
    key: AnswerKey | None = None, links: tuple[AuthorityLink, ...] | None = None, risk: str = "high",
) -> ItemContext:  # fmt: skip
    made = tuple(link(g.id) for g in gold) if links is None else links
    return ItemContext(
        "lay",
        Context("xx", date(2020, 1, 1), user_type="lay"),
        key or AnswerKey("", must=(("14 days",),)),
        card(gold, made, policy, system="", risk=risk),
    )


def item(context: ItemContext, number: str = "f/base", family: str = "f") -> WarrantItem:
    return WarrantItem(
        number, family, StressFamily.NEAR_MISS_AUTHORITY, "When is the notice due?", "notices",
        (context,),
    )  # fmt: skip


_words = st.text(
    st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\x00"), max_size=30
)
_names = st.text("abcdefgh/12", min_size=1, max_size=12)


def _tuples(one: st.SearchStrategy[object], most: int = 3) -> st.SearchStrategy[object]:
    return st.lists(one, max_size=most).map(tuple)


claims = st.builds(
    WarrantClaim,
    id=_names, text=_words, category=st.none() | st.sampled_from(ClaimCategory),
    consequential=st.booleans(), risk=st.sampled_from(RiskTier),
    start=st.none() | st.integers(0, 50), end=st.none() | st.integers(0, 50),
    values=_tuples(_tuples(_words)), matches=_words, match_score=st.floats(0, 1),
    argument=st.booleans(), contrary_disclosed=st.booleans(), disagreement=_words,
)  # fmt: skip
laws = st.builds(LawWords, _names, _words, st.booleans(), st.none() | st.dates(), _words)
links = st.builds(
    AuthorityLink,
    claim=_names, authority=_names, support=st.sampled_from(SupportLabel),
    kind=st.sampled_from(AuthorityKind), pinpoint=_words, words=st.none() | laws,
    dimensions=st.dictionaries(st.sampled_from(Dimension), st.sampled_from(DimensionLabel)),
    status=_words, stated=st.sampled_from(DimensionLabel),
    quotation=st.sampled_from(DimensionLabel), why=_words,
    confidence=st.none() | st.floats(0, 1), prefilled=st.booleans(),
)  # fmt: skip
cards = st.builds(
    WarrantCard,
    item=_names, context=_names, text=_words, claims=_tuples(claims), links=_tuples(links),
    policy=_tuples(st.sampled_from(PolicyAct)),
    provenance=st.builds(
        Provenance, st.sampled_from(LabelMethod), _words, st.dates(), _words, _words
    ),
    risk=st.sampled_from(RiskTier), system=_words, retrieved=_tuples(_names),
)  # fmt: skip
contexts = st.builds(
    ItemContext,
    name=_names,
    context=st.builds(
        Context, st.none() | _words, st.none() | st.dates(), _words, _words, _words,
        _tuples(_words), _tuples(_words),
    ),
    key=st.builds(AnswerKey, _words, _tuples(_tuples(_words)), _tuples(_words), _tuples(_names)),
    gold=cards, near_misses=_tuples(claims), near_miss_links=_tuples(links),
)  # fmt: skip
items = st.builds(
    WarrantItem,
    id=_names, family=_names, stress=st.sampled_from(StressFamily), question=_words, domain=_words,
    contexts=_tuples(contexts, 2),
)  # fmt: skip
