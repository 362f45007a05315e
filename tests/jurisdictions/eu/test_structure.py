"""The structure of flat EU articles: seams, sequences, and proof that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.jurisdictions.eu.structure import clean_article, split_body


def paths(body: str) -> list[str]:
    return ["/".join(s.path) for s in split_body(body)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("One sentence. Another one.", []),
        ("1. First. 2. Second. 3. Third.", ["1", "2", "3"]),
        # a number that does not continue the sequence is no paragraph
        ("1. See Article 5. 7. Not one. 2. Second.", ["1", "2"]),
        ("The provider shall: (a) do this; (b) do that.", ["a", "b"]),
        ("1. The provider shall: (a) do this; and (b) do that. 2. Rest.", ["1", "1/a", "1/b", "2"]),
        # references are no points
        ("1. As in points (a), (b) and (c) of Article 6: nothing.", ["1"]),
        ("1. Rules: (a) those in points (a), (b) and (c); (b) others.", ["1", "1/a", "1/b"]),
        # nested, and (i) after (h) is a letter
        ("Any: (a) x: (i) one; (ii) two; (b) y.", ["a", "a/i", "a/ii", "b"]),
        (
            "List: (a) a; (b) b; (c) c; (d) d; (e) e; (f) f; (g) g; (h) h; (i) i; (j) j.",
            list("abcdefghij"),
        ),
        # (h) that opens a list of its own: (i) is roman
        (
            "List: (a) a; (b) b; (c) c; (d) d; (e) e; (f) f; (g) g; (h) h: (i) one; (ii) two.",
            [*"abcdefgh", "h/i", "h/ii"],
        ),
        # a second list in the same paragraph is not the first again
        (
            "1. If: (a) x; (b) y. Where: (a) p; (b) q.",
            ["1", "1/a", "1/b", "1/list2/a", "1/list2/b"],
        ),
        # definitions
        ("Terms: (1) ‘a’ means b; (2) ‘c’ means d.", ["1", "2"]),
        # quoted law text that is inserted elsewhere has no paragraphs of this article
        (
            "In Article 6, the following paragraph is added: ‘6. For them, this applies. 7. Too.’.",
            [],
        ),
    ],
)
def test_split(body: str, expected: list[str]) -> None:
    assert paths(body) == expected


def test_the_last_point_ends_where_its_sentence_does() -> None:
    body = "1. If: (a) x; (b) y. Flush text follows here. 2. Next."
    spans = {"/".join(s.path): body[s.start : s.end] for s in split_body(body)}
    assert spans["1/b"] == "(b) y."
    assert spans["1"] == "1. If: (a) x; (b) y. Flush text follows here."


@pytest.mark.parametrize(
    ("source", "heading", "body", "divisions"),
    [
        ("Definitions For the purposes of this Act: x.", "Definitions",
         "For the purposes of this Act: x.", []),
        ("Subject matter 1. This lays down. CHAPTER II Principles", "Subject matter",
         "1. This lays down.", [("chapter", "II", "Principles")]),
        ("Restrictions 1. Law may. CHAPTER IV Controller and processor Section 1 General obligations",
         "Restrictions", "1. Law may.",
         [("chapter", "IV", "Controller and processor"), ("section", "1", "General obligations")]),
        ("Right to rectification The data subject shall have it.", "Right to rectification",
         "The data subject shall have it.", []),
        ("Processing of data Processing of data shall be lawful.", "Processing of data",
         "Processing of data shall be lawful.", []),
        ("Amendment of Regulation (EU) No 910/2014 In Regulation (EU) No 910/2014, Article 19 is deleted.",
         "Amendment of Regulation (EU) No 910/2014",
         "In Regulation (EU) No 910/2014, Article 19 is deleted.", []),
        # a chapter that the text refers to is no heading
        ("Scope 1. It applies under Chapter II of the Act.", "Scope",
         "1. It applies under Chapter II of the Act.", []),
        # footnote marks and stray spaces go
        ("Terms 1. The Council ( 19 ) ; and others .", "Terms", "1. The Council; and others.", []),
    ],
)  # fmt: skip
def test_clean(source: str, heading: str, body: str, divisions: list[tuple[str, str, str]]) -> None:
    clean = clean_article(source)
    assert (clean.heading, clean.body) == (heading, body)
    assert [(d.kind, d.number, d.title) for d in clean.next_divisions] == divisions


def test_signatures_and_footnotes_go_with_the_last_article_only() -> None:
    source = (
        "Entry into force It shall apply from 2 May 2020. Done at Brussels, 1 May 2019. For the "
        "Council The President X ( 1 ) OJ C 1, 2.3.2018, p. 4 ."
    )
    clean = clean_article(source, last=True)
    assert clean.body == "It shall apply from 2 May 2020."


@given(st.text(alphabet="1234567890.():;,‘’ abciv\u00a0ABShalmy—", max_size=400))
def test_removed_plus_kept_is_the_source(source: str) -> None:
    clean = clean_article(source)
    gone = {k for r in clean.removed for k in range(r.start, r.end)}
    assert "".join(c for k, c in enumerate(source) if k not in gone) == clean.body


@given(st.text(alphabet="1234567890.():;,‘’ abciv\u00a0ABShalmy—", max_size=400))
def test_spans_lie_in_the_body_and_nest(body: str) -> None:
    spans = split_body(body)
    for span in spans:
        assert 0 <= span.start < span.end <= len(body)
    for a in spans:
        for b in spans:
            assert (
                a.end <= b.start
                or b.end <= a.start
                or (a.start <= b.start and b.end <= a.end)
                or (b.start <= a.start and a.end <= b.end)
            )
