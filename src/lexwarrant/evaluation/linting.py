"""``suite lint``: what is wrong with the questions before anybody is asked.

Found: questions that stand twice or nearly so, answers leaked in their question, expectations that
every answer meets, refusals out of balance, and expected citations that do not resolve.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.evaluation.standalone.rules import bare, fold
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import Resolves
from lexwarrant.records.suite import Case, Suite

NEAR = 0.8
"""Jaccard similarity of word pairs from which two questions are nearly the same."""
_SHORT_KEYWORD = 2
_COMMON_SHINGLE = 50
_LEAST_REFUSALS, _MOST_REFUSALS = 0.05, 0.5


@dataclass(frozen=True, slots=True)
class Lint:
    """One finding. ``code`` is from a closed set; ``case_id`` is empty for the whole suite."""

    code: str
    case_id: str
    message: str


def lint(suite: Suite, snapshot: Snapshot | None = None) -> list[Lint]:
    """Every finding, in the order of the cases, those of the whole suite last."""
    cases = [c for _, c in suite.cases()]
    out = [f for case in cases for f in _alone(case, snapshot)]
    bases = [c for c in cases if c.provenance is None or c.provenance.variant == "canonical"]
    out += _duplicates(bases)
    out += _balance(bases)
    return out


def _alone(case: Case, snapshot: Snapshot | None) -> Iterator[Lint]:
    question = fold(case.question)
    leaked = [k for k in case.expect_quote_keywords if fold(k) in question]
    if leaked and len(leaked) == len(case.expect_quote_keywords):
        yield Lint("answer_in_question", case.id, f"every keyword stands in the question: {leaked}")
    anchor = case.expect_anchor_substring
    if anchor and fold(anchor) in question:
        yield Lint("answer_in_question", case.id, f"the anchor {anchor!r} stands in the question")
    if not case.expect_no_promotion and not _expects(case):
        yield Lint(
            "met_by_every_answer", case.id, "expects nothing of an answer but that there is one"
        )
    for keyword in case.expect_quote_keywords:
        if len(bare(keyword)) < _SHORT_KEYWORD:
            yield Lint(
                "met_by_every_answer", case.id, f"the keyword {keyword!r} stands in any text"
            )
    if snapshot is None:
        return
    for provision in (*(c.provision for c in case.expect_citations), *case.expect_source_doc_id):
        found = existence(snapshot, provision)
        if found.resolves is not Resolves.EXISTS:
            yield Lint("citation_does_not_resolve", case.id, f"{provision}: {found.reason}")


def _expects(case: Case) -> bool:
    return bool(
        case.expect_anchor_substring or any(bare(k) for k in case.expect_quote_keywords)
        or case.expect_source_doc_id or case.expect_citations or case.expect_domains
        or case.expect_authorities
    )  # fmt: skip


def _shingles(text: str) -> frozenset[str]:
    words = bare(text).split()
    pairs = {" ".join(words[i : i + 2]) for i in range(len(words) - 1)}
    return frozenset(pairs or words)


def _duplicates(cases: list[Case]) -> Iterator[Lint]:
    """Pairs with enough shared word pairs. Word pairs in very many questions join nothing."""
    exact: dict[str, str] = {}
    by_shingle: dict[str, list[int]] = defaultdict(list)
    shingled = [_shingles(c.question) for c in cases]
    for index, case in enumerate(cases):
        key = bare(case.question)
        if key in exact:
            yield Lint("duplicate", case.id, f"the same question as {exact[key]}")
            continue
        exact[key] = case.id
        shared: dict[int, int] = defaultdict(int)
        for shingle in shingled[index]:
            for other in by_shingle[shingle]:
                shared[other] += 1
            if len(by_shingle[shingle]) < _COMMON_SHINGLE:
                by_shingle[shingle].append(index)
        for other, common in shared.items():
            union = len(shingled[index]) + len(shingled[other]) - common
            if common / union >= NEAR:
                yield Lint(
                    "near_duplicate", case.id, f"nearly the same question as {cases[other].id}"
                )


def _balance(cases: list[Case]) -> Iterator[Lint]:
    refusals = sum(c.expect_no_promotion for c in cases)
    share = refusals / len(cases) if cases else 0.0
    if len(cases) >= 10 and not _LEAST_REFUSALS <= share <= _MOST_REFUSALS:
        yield Lint(
            "unbalanced_refusals", "",
            f"{refusals} of {len(cases)} cases expect a refusal ({share:.0%}): with fewer than "
            f"{_LEAST_REFUSALS:.0%} over-answering goes unseen, with more than {_MOST_REFUSALS:.0%} "
            "a system that never answers looks good",
        )  # fmt: skip
