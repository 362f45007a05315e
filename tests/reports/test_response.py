"""The page of one response: whole, safe, and from right to left for Hebrew."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from lexwarrant.records.answer import LegalAnswer, Quotation
from lexwarrant.records.context import Context
from lexwarrant.records.law import AuthorityKind, Status
from lexwarrant.records.response import Authorised, PathToVerify, Response, Step
from lexwarrant.records.verification import SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    LabelMethod,
    PolicyAct,
    Provenance,
    WarrantCard,
    WarrantClaim,
)
from lexwarrant.reports.response import response_page

EVIL = "<script>alert(1)</script> \u202e"
QUOTED = Quotation(f"Notice is given {EVIL}", "xx/act/1/s/1", "xx/act/1/s/1", "s 1 Act", 0, 9)
CARD = WarrantCard(
    "", "xx", "t", (WarrantClaim("c1", QUOTED.text, start=3, end=9),),
    (
        AuthorityLink(
            "c1", "xx/act/1/s/1", SupportLabel.DIRECT, confidence=0.5,
            dimensions=dict.fromkeys(Dimension, DimensionLabel.UNKNOWN),
        ),
    ),
    tuple(PolicyAct), Provenance(LabelMethod.RULES, "x", date(2026, 1, 1)),
)  # fmt: skip
STANDS = Authorised(
    "c1", "xx/act/1/s/1", "s 1 Act", f"The Act {EVIL}", AuthorityKind.STATUTE, 2, True,
    Status.APPLICABLE, date(2001, 1, 1), None, date(2001, 6, 1), ("amended by xx/act/2",), "hand", ("Cut.",),
)  # fmt: skip
WHOLE = Response(
    f"When? {EVIL}", Context("xx", date(2020, 1, 1), "court", "stage", "lay", ("p",), ("f",)), "t",
    tuple(Step(act, f"said {EVIL}", (QUOTED,) if act is PolicyAct.ANSWER else ()) for act in PolicyAct),
    CARD, LegalAnswer("q", "t", True), (STANDS,), ("first",),
    (PathToVerify("verify", "V", "https://v.example", "w"), PathToVerify("help", "H", "https://h.example", "w")),
)  # fmt: skip


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("he", "rtl")])
def test_the_page_has_everything_and_runs_nothing(language: str, direction: str) -> None:
    page = response_page(replace(WHOLE, language=language), ("Attribution.",))
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert "<script" not in page
    assert "\u202e" not in page
    assert "default-src 'none'" in page.replace("&#39;", "'")
    for words in (
        "s 1 Act",
        "2001-06-01",
        "amended by xx/act/2",
        "Cut.",
        "https://h.example",
        "Attribution.",
    ):
        assert words in page
    assert len(re.findall(r'<section class="step', page)) == len(PolicyAct)
    assert len(re.findall(r'class="unknown"', page)) == len(Dimension)


def test_a_response_without_claims_says_so() -> None:
    empty = replace(
        WHOLE, card=replace(CARD, claims=(), links=()), authorised=(), steps=WHOLE.steps[1:2]
    )
    assert "Nothing is put forward as law" in response_page(empty)
