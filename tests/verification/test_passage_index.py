"""The parts of the passage index: declared citations, passages, cross-references, postings."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import Premise, PremiseProvision
from lexwarrant.verification.citation_paths import citation_paths, written
from lexwarrant.verification.compound import parts_of
from lexwarrant.verification.lexicon import lexicon_for
from lexwarrant.verification.postings import Postings
from lexwarrant.verification.premise import PremiseIndex, index_premise
from lexwarrant.verification.quotation import fold_for_quotes

CITATIONS = [
    ("en", "s86/1/a", ("86", "1", "a")),
    ("en", "s. 86(1)", ("86", "1")),
    ("de", "Art. 7 Abs. 3", ("7", "3")),
    ("en", "eu/32016R0679/art/5/1/a", ("5", "1", "a")),
    ("en", "Great British Energy Act", None),
]


@pytest.mark.parametrize(("code", "text", "path"), CITATIONS)
def test_citation_paths(code: str, text: str, path: tuple[str, ...] | None) -> None:
    assert citation_paths(text, lexicon_for(code)) == ([path] if path else [])


def test_a_path_is_written_as_it_is_cited() -> None:
    assert written(("86", "1", "a")) == "86(1)(a)"


COMPOUND = [
    ("The trader must refund the price; the consumer may keep the box.", 2),
    ("The trader must refund the price, but the consumer may keep the box.", 2),
    ("The trader must refund; at once.", 1),
    ('It says "the trader must pay the price; the consumer may keep it" in terms.', 1),
]


@pytest.mark.parametrize(("sentence", "count"), COMPOUND)
def test_parts_of_a_compound_sentence(sentence: str, count: int) -> None:
    parts = parts_of(sentence)
    assert len(parts) == count
    assert all(sentence[start : start + len(part)] == part for start, part in parts)
    assert "".join(part for _, part in parts) == sentence


def index_of(text: str, *citations: str) -> PremiseIndex:
    premise = Premise((PremiseProvision(text, citations=citations),))
    return index_premise(premise, [lexicon_for("en")], False)


LIST = (
    "(1) A licence may be refused if— (a) the applicant is bankrupt, or (b) the premises are "
    "unsafe. (2) Subsection (1) does not apply to a charity."
)


def test_a_limb_is_read_with_what_leads_into_it() -> None:
    index = index_of(LIST, "s. 5")
    limb = next(leaf for leaf in index.leaves if "unsafe" in index.passage(leaf))
    assert index.passage(limb).startswith("A licence may be refused if")
    assert "bankrupt" not in index.passage(limb)
    start, end = index.span(limb)
    assert LIST[start:end].strip(" .") == "the premises are unsafe"
    assert index.lists[limb.list_id] == "or"


def test_a_passage_that_disapplies_another_is_its_exception() -> None:
    index = index_of(LIST, "s. 5")
    charity = next(leaf for leaf in index.leaves if "charity" in index.passage(leaf))
    assert charity.hops
    assert all(charity.index in index.leaves[hop].exceptions for hop in charity.hops)


def test_a_rare_word_weighs_more_and_a_licensed_one_is_found() -> None:
    lex = lexicon_for("en")
    common, rare = lex.word("trader"), lex.word("packaging")
    postings = Postings()
    postings.add(0, {*common.concepts, *rare.concepts}, ())
    postings.add(1, common.concepts, ())
    assert postings.hits(common).leaves == (0, 1)
    assert postings.hits(rare).leaves == (0,)
    assert postings.hits(rare).idf > postings.hits(common).idf
    postings.license(1, rare.concepts)
    assert postings.hits(rare).leaves == (0, 1)


def test_a_compound_is_found_by_its_head() -> None:
    word = lexicon_for("de").word("Verbraucherschutz".lower())
    postings = Postings()
    postings.add(0, (), ["verbrauchervertrag", "über", "2024"])
    assert postings.hits(word).leaves == (0,)


def test_quotations_are_compared_apart_from_case_quotes_and_space() -> None:
    assert fold_for_quotes("The  “Trader”\nshall—pay") == fold_for_quotes('the "trader" shall-pay')
