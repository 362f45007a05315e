"""What holds for any text, and what the table's rows cannot show."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.jurisdictions.citations import find_citations, resolve_internal
from lexwarrant.jurisdictions.registry import codes, pack, packs
from lexwarrant.records.citation import CitationForm
from lexwarrant.records.errors import ConfigurationError

PIECES = st.sampled_from(
    ["Article 5", "§ ", "§§ 1, 2", "28 U.S.C. ", "GDPR", " of the ", ", ", " and ", "(a)", "(1)", "471 U.S. 261",
     " v. ", "Id.", "supra", "[2019] ", "EWHC 12 (Ch)", "Act 1996", "סעיף 12", " לחוק",
     'ע"א 6328/97', "\u05b0", "\n", "\n\n",
     "**", "<b>", "</b>", "&nbsp;", "[", "](http://x)", "–", "’", "“", "Case C-1/12",
     "Directive 95/46/EC", " to ", "9", "s 5",
     "Schedule 3", "this Act", "that Act", "Sch. 3 para 7", "_", "*", "`", "\\", " ", "İ", "ß", "ﬁ", "😀", "\u202e"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=200))
@settings(max_examples=400, deadline=None)
def test_spans_slice_back_do_not_overlap_and_nothing_raises(text: str) -> None:
    found = find_citations(text)
    end = 0
    for index, citation in enumerate(found):
        assert citation.start >= end
        assert citation.end > citation.start
        assert text[citation.start : citation.end] == citation.text
        assert citation.antecedent is None or 0 <= citation.antecedent < index
        end = citation.end
    assert found == find_citations(text)


@given(st.lists(PIECES, max_size=20).map("".join))
@settings(max_examples=100, deadline=None)
def test_inside_an_act_references_resolve_without_error(text: str) -> None:
    within = "eu/32016R0679/art/6/1/b"
    for citation in find_citations(text, ("eu",), within=within):
        for provision in resolve_internal(citation, within):
            assert provision.startswith("eu/32016R0679")


TEXTS = [
    json.loads(line)["text"]
    for path in sorted((Path(__file__).parent / "data").glob("??.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]
EDIT = st.tuples(st.integers(0, 10_000), st.sampled_from(["", *"()[],.;§ -–09abIV\n\"'*_<>&א"]))


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.lists(EDIT, max_size=8))
@settings(max_examples=500, deadline=None)
def test_real_citations_misprinted(first: str, second: str, edits: list[tuple[int, str]]) -> None:
    letters = [*first, " ", *second]
    for place, letter in edits:
        letters[place % len(letters)] = letter
    text = "".join(letters)
    end = 0
    for citation in find_citations(text):
        assert citation.start >= end
        assert text[citation.start : citation.end] == citation.text
        end = citation.end


def test_threads_do_not_mix_their_texts() -> None:
    texts = TEXTS[:200]
    alone = [find_citations(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(find_citations, texts)) == alone


WITHIN = [
    ("Article 55", ("eu/32016R0679/art/55",)),
    ("paragraph 1", ("eu/32016R0679/art/6/1",)),
    ("point (a)", ("eu/32016R0679/art/6/1/a",)),
    ("point (b) of Article 9(2)", ("eu/32016R0679/art/9/2/b",)),
    ("points (a) and (b) of paragraph 2", ("eu/32016R0679/art/6/2/a", "eu/32016R0679/art/6/2/b")),
    ("Articles 12 to 14", tuple(f"eu/32016R0679/art/{n}" for n in (12, 13, 14))),
    ("paragraph 3 of this Article", ("eu/32016R0679/art/6/3",)),
    ("this Article", ("eu/32016R0679/art/6",)),
    ("this paragraph", ("eu/32016R0679/art/6/1",)),
    ("this Regulation", ("eu/32016R0679",)),
    ("Article 5 of this Regulation", ("eu/32016R0679/art/5",)),
    ("Annex III", ("eu/32016R0679/anx/III",)),
    ("Recital 26", ("eu/32016R0679/rec/26",)),
]


@pytest.mark.parametrize(("written", "ids"), WITHIN)
def test_references_of_an_act_to_itself(written: str, ids: tuple[str, ...]) -> None:
    place = "eu/32016R0679/art/6/1/b"
    (citation,) = find_citations(f"as {written} says.", ("eu",), within=place)
    assert citation.form is CitationForm.INTERNAL
    assert resolve_internal(citation, place) == ids


def test_a_point_of_an_article_without_paragraphs() -> None:
    (citation,) = find_citations("point (a)", ("eu",), within="eu/32016R0679/art/4")
    assert resolve_internal(citation, "eu/32016R0679/art/4") == ("eu/32016R0679/art/4/a",)


IDS = [
    ("Article 33(1) GDPR", ("eu/32016R0679/art/33/1",)),
    ("Recital 26 GDPR", ("eu/32016R0679/rec/26",)),
    ("Annex III, point 1(a), of the AI Act", ("eu/32024R1689/anx/III/1/a",)),
    ("28 U.S.C. § 2107(b)", ("us/usc/t28/s/2107/b",)),
    ("D.C. Code § 12-301", ()),
]


@pytest.mark.parametrize(("written", "ids"), IDS)
def test_ids_of_what_is_named(written: str, ids: tuple[str, ...]) -> None:
    (citation,) = find_citations(written)
    assert citation.provision_ids() == ids


def test_marks_inside_are_in_the_span_and_marks_around_are_not() -> None:
    text = "See **Article 5**(1) of the <a href='x'>GDPR</a>."
    (citation,) = find_citations(text, ("eu",))
    assert citation.text == "Article 5**(1) of the <a href='x'>GDPR"
    assert citation.pinpoints == (("5", "1"),)


LISTS = [
    "(a) access: Article 15; (b) rectification: Article 16; (c) erasure: Article 17.",
    "(a) access: Article 15, (b) rectification: Article 16, and (c) erasure: Article 17.",
    "Rights: (a) Article 15; and (b) Article 16, (c) Article 17",
]


@pytest.mark.parametrize("text", LISTS)
def test_the_mark_of_the_next_item_is_no_pinpoint(text: str) -> None:
    assert [c.pinpoints for c in find_citations(text, ("eu",))] == [
        (("15",),),
        (("16",),),
        (("17",),),
    ]


def test_a_mark_in_a_list_of_points_is_one() -> None:
    (citation,) = find_citations("Article 6(1)(a), (b) and (f) GDPR", ("eu",))
    assert citation.pinpoints == (("6", "1", "a"), ("6", "1", "b"), ("6", "1", "f"))


@pytest.mark.parametrize(
    "text",
    ["recital 26 gdpr", "gdpr recital 26", "recital 26 of the GDPR", "RODO, motyw 26", "Considerando 26 del RGPD"],
)  # fmt: skip
def test_a_recital_by_an_alias_in_any_case(text: str) -> None:
    (citation,) = find_citations(text, ("eu",))
    assert (citation.text, citation.provision_ids()) == (text, ("eu/32016R0679/rec/26",))


LOOK_ALIKES = [
    ("us", "Lease ¶ 12 and the Employee Handbook, § 4.2(a), say so."),
    ("us", "The Bylaws, Article III, Section 2, provide for a vote."),
    ("uk", "Under the LCIA Arbitration Rules 2020, rule 4, and the Club Rules 2019, rule 7."),
    ("us", "RFC 7231, section 6.5.1, and WCAG 2.1 § 1.4.3 were followed."),
    ("us", "Subject to Section 9, either party may terminate this Agreement."),
    ("eu", "Ticket C-311/18 waits; the form C-203/15 is on the desk."),
    ("eu", "L'article 6 de la gazette et l'article 7 du bulletin."),
    ("eu", "Artikel 5 der Hausordnung, Art. 12 des Mietvertrags"),
    ("il", "סעיף 5 לתקנון הבית וסעיף 12 בתפריט"),
]


@pytest.mark.parametrize(("code", "text"), LOOK_ALIKES)
def test_what_only_looks_like_law(code: str, text: str) -> None:
    assert find_citations(text, (code,)) == []


def test_look_alikes_beside_law_do_not_take_it_with_them() -> None:
    text = "Article 5 of the contract is void under Article 28(3) GDPR; see also Art. 32."
    assert [c.text for c in find_citations(text, ("eu",))] == ["Article 28(3) GDPR", "Art. 32"]


def test_nothing_is_read_across_a_blank_line() -> None:
    assert [c.text for c in find_citations("by Article 5\n\nGDPR", ("eu",))] == [
        "Article 5",
        "GDPR",
    ]


def test_a_parallel_citation_names_its_other_coordinates() -> None:
    (citation,) = find_citations("Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973)", ("us",))
    assert (citation.normal, citation.parallel) == ("410 U.S. 113", ("93 S. Ct. 705",))


def test_short_forms_stand_for_the_citation_they_follow() -> None:
    text = "Wilson v. Garcia, 471 U.S. 261 (1985). Id. at 262. Roe v. Wade, 410 U.S. 113 (1973). 471 U.S. at 270."
    found = find_citations(text, ("us",))
    assert [c.antecedent for c in found] == [None, 0, None, 0]
    assert {c.normal for c in found} == {"471 U.S. 261", "410 U.S. 113"}


def test_one_normal_form_for_one_authority() -> None:
    ways = [
        "GDPR Art. 5",
        "Art. 5 DSGVO",
        "Article 5 of Regulation (EU) 2016/679",
        "CELEX:32016R0679",
    ]
    assert {find_citations(way, ("eu",))[0].normal for way in ways} == {"CELEX 32016R0679"}


def test_packs_are_loaded_by_code_and_an_unknown_one_is_named() -> None:
    assert set(codes()) == {"eu", "uk", "us", "il", "ie", "my"}
    assert [p.code for p in packs(("us", "eu", "us"))] == ["us", "eu"]
    with pytest.raises(ConfigurationError, match="jurisdiction 'xx' has no pack: use one of eu"):
        pack("xx")


HARD = [
    "1234567890",
    "ABCDEFGHIJ",
    " v.",
    "§",
    "[(",
    "אבגדהוזחט",
    "1 A ",
    "(a)",
    "Aa, and ",
    "[2019] ",
    "* _",
    "1-",
    "Cal. ",
    "Article 5 says. ",
    "Rule 4; ",
    "(a) Article 16, (b) ",
    "Act, the Data Act ",
]


@pytest.mark.slow
@pytest.mark.parametrize("piece", HARD)
def test_pathological_text_takes_linear_time(piece: str) -> None:
    find_citations("warm")
    times = []
    for size in (100_000, 400_000):
        text = (piece * (size // len(piece) + 1))[:size]
        started = time.perf_counter()
        find_citations(text)
        times.append(time.perf_counter() - started)
    assert times[1] < 10 * max(times[0], 0.02), times
