"""Label drift: the cases of a suite whose expectation rests on law that has changed.

A case rests on the provisions it expects as citations or sources. Its keywords and key facts are
looked for in the old and in the new words of those; a case that names no provision is compared with
every provision that changed, and what is found there is *possible* only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.law.diff import ChangeKind, ProvisionChange
from lexwarrant.records.ids import authority_of, contains, unit_of
from lexwarrant.records.suite import Case, Suite
from lexwarrant.text.folding import fold
from lexwarrant.text.tokens import language_of, terms

_WORDS_LOST = frozenset({ChangeKind.AMENDED, ChangeKind.REPEALED, ChangeKind.REMOVED})
_HARMLESS = frozenset({ChangeKind.LAYOUT, ChangeKind.ADDED})
_RESTS_ON = 0.6
"""Share of a key fact's terms that must stand in a provision for the fact to rest on it."""


class DriftKind(StrEnum):
    """Which expectation of a case is touched."""

    CITATION = "citation"
    SOURCE = "source"
    QUOTATION = "quotation"
    ANCHOR = "anchor"
    KEY_FACT = "key_fact"


@dataclass(frozen=True, slots=True)
class Drift:
    """One expectation of one case that rests on a change.

    ``expected`` is the expectation as written, ``lost`` the words of it that stood in the old text
    and do not stand in the new one. ``certain`` is False for a case that names no provision.
    """

    case_id: str
    split: str
    kind: DriftKind
    expected: str
    change: ProvisionChange
    lost: tuple[str, ...] = ()
    certain: bool = True


def drift(suite: Suite, changes: Iterable[ProvisionChange]) -> list[Drift]:
    """Every touched expectation, in the order of the suite and then of the changes."""
    touching = [c for c in changes if c.kind not in _HARMLESS]
    by_unit: dict[str, list[ProvisionChange]] = {}
    for change in touching:
        by_unit.setdefault(change.provision, []).append(change)
    folded = _Folded()
    return [
        found
        for split, case in suite.cases()
        for found in _case(split.name, case, touching, by_unit, folded)
    ]


class _Folded:
    """Texts of changes folded once each."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if text not in self._texts:
            self._texts[text] = fold(text).text.casefold()
        return self._texts[text]


def _case(
    split: str,
    case: Case,
    touching: list[ProvisionChange],
    by_unit: dict[str, list[ProvisionChange]],
    folded: _Folded,
) -> Iterator[Drift]:
    cited = [citation.provision for citation in case.expect_citations]
    named = [*cited, *case.expect_source_doc_id]
    for kind, ids in ((DriftKind.CITATION, cited), (DriftKind.SOURCE, case.expect_source_doc_id)):
        for provision in ids:
            for change in _reaching(provision, by_unit):
                if _in_time(case, change):
                    yield Drift(case.id, split, kind, provision, change)
    if named:
        units = dict.fromkeys(unit_of(provision) for provision in named)
        relevant = [c for unit in units for c in by_unit.get(unit, ())]
    else:
        relevant = touching
    for change in relevant:
        if change.before and change.kind in _WORDS_LOST and _in_time(case, change):
            yield from _words(split, case, change, bool(named), folded)


def _reaching(
    provision: str, by_unit: dict[str, list[ProvisionChange]]
) -> Iterator[ProvisionChange]:
    """Changes that reach ``provision``: of a part, only those that changed that part's words."""
    unit = unit_of(provision)
    authority = authority_of(provision)
    if authority != unit:
        yield from by_unit.get(authority, ())
    for change in by_unit.get(unit, ()):
        whole = provision == unit or change.kind is not ChangeKind.AMENDED or not change.parts
        if whole or any(contains(provision, part) for part in change.parts):
            yield change


def _in_time(case: Case, change: ProvisionChange) -> bool:
    """Whether a change reaches a case on its day of analysis.

    A text that only begins later leaves a question about an earlier day as it was; an earlier text
    that was corrected touches only questions about a day.
    """
    day = case.context.analysis_date
    if change.kind is ChangeKind.TIMELINE:
        return day is not None
    return day is None or change.since is None or day >= change.since


def _words(
    split: str, case: Case, change: ProvisionChange, certain: bool, folded: _Folded
) -> Iterator[Drift]:
    before, after = folded(change.before), folded(change.after)
    expectations = [(DriftKind.QUOTATION, k) for k in case.expect_quote_keywords]
    if case.expect_anchor_substring:
        expectations.append((DriftKind.ANCHOR, case.expect_anchor_substring))
    for kind, words in expectations:
        wanted = folded(words)
        if wanted and wanted in before and wanted not in after:
            yield Drift(case.id, split, kind, words, change, (words,), certain)
    for fact in case.key_facts:
        lost = _lost_terms(fact, change)
        if lost:
            yield Drift(case.id, split, DriftKind.KEY_FACT, fact, change, lost, certain)


def _lost_terms(fact: str, change: ProvisionChange) -> tuple[str, ...]:
    """Terms of a fact that stood in the old words and not in the new, if it rests on the old."""
    language = language_of(fact)
    wanted = list(dict.fromkeys(terms(fact, language)))
    if not wanted:
        return ()
    before = set(terms(change.before, language))
    standing = [term for term in wanted if term in before]
    if len(standing) < _RESTS_ON * len(wanted):
        return ()
    after = set(terms(change.after, language))
    return tuple(term for term in standing if term not in after)
