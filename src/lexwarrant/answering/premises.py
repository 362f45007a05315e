"""What a question takes for granted and the law held contradicts: a figure, a comparison, an act repealed.

A wrong correction is worse than none. A figure is wrong only where the words quoted give figures of
its kind and neither they nor the rest of their provision give this one; a comparison only where a
sentence about the same thing says the contrary and nothing quoted says the same; an act is gone only
where words of the law held repeal it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from lexwarrant.answering.phrases import Phrases
from lexwarrant.answering.quoting import (
    MAX_QUOTE_CHARS,
    Cut,
    atoms,
    paragraph_around,
    smallest_part,
)
from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import CitationForm, CitationKind
from lexwarrant.records.law import Version
from lexwarrant.records.verification import Slot
from lexwarrant.text.segment import segment
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import lexicon_for
from lexwarrant.verification.quantities import same_value
from lexwarrant.verification.verifier import Verifier

_TIMES = frozenset({"hour", "day", "month"})
_EDGES = 200
_SHARED = 2
"""Words that a comparison and the sentence that contradicts it must have in common; and by how many
the limb quoted must have more of the question than another that gives its figure."""


@dataclass(frozen=True, slots=True)
class Repealed:
    """An act that is not held and that held law repeals: as cited, the words that repeal it, and the
    day from which, None where they name none."""

    name: str
    version: Version
    cut: Cut
    on: date | None


def asserted(question: str, language: str, phrases: Phrases) -> Iterator[tuple[str, bool]]:
    """The sentences of a question that put something forward as law, and whether they report it.

    A question that can be answered yes or no puts forward what it asks; so does a statement with a
    question behind it ("..., right?") and one that only a question mark makes a question.
    """
    for start, end in segment(question, language):
        sentence = question[start:end].strip()
        if sentence.endswith("?"):
            open_ = phrases.asks("wh", sentence)
            if not open_ or phrases.asks("yes_no", sentence) or phrases.asks("tag", sentence):
                yield sentence, False
        elif phrases.asks("reported", sentence):
            yield sentence, True


def wrong_figure(
    question: str,
    quoted: str,
    limbs: Sequence[str],
    language: str,
    phrases: Phrases,
    verifier: Verifier,
) -> str:
    """The figure that the question gives for the law's and the law does not; empty: none.

    ``quoted`` are the words put forward, ``limbs`` the sentences and points of their provision. A
    sentence that reports what the law is said to be is put to the verifier.
    """
    held = _amounts(quoted, language)
    for sentence, reported in asserted(question, language, phrases):
        asked = _amounts(sentence, language)
        if reported:
            if Slot.FIGURE in verifier.check_sentence(quoted, sentence).failed_slots:
                return next((said for _, _, said in asked), sentence)
            continue
        for figure in asked:
            rivals = [v for d, v, _ in held if d == figure[0]]
            if not rivals or any(same_value(figure[1], v) for v in rivals):
                continue
            longer = phrases.asks("extends", sentence) and any(
                same_value(figure[1], a + b) for a in rivals for b in rivals
            )
            if not longer and not _elsewhere(figure, sentence, quoted, limbs, language):
                return figure[2]
    return ""


_Amount = tuple[str, float, str]


def _elsewhere(
    figure: _Amount, sentence: str, quoted: str, limbs: Sequence[str], language: str
) -> bool:
    """Whether another limb of the provision gives the figure and may be the one that is meant: what
    is quoted does not have clearly more of the sentence's words."""
    dim, value, said = figure
    wanted = _content(sentence.replace(said, " "), language)
    own, other = 0, -1
    for limb in limbs:
        amounts = [v for d, v, _ in _amounts(limb, language) if d == dim]
        shared = len(wanted & _content(limb, language))
        if any(same_value(value, v) for v in amounts):
            other = max(other, shared)
        elif amounts and limb in quoted:
            own = max(own, shared)
    return other >= 0 and own < other + _SHARED


def _amounts(text: str, language: str) -> list[_Amount]:
    read = analyse(text[:4_000], lexicon_for(language)).quantities
    return [
        (q.dim, q.value, text[q.start : q.end])
        for q in read
        if not q.ordinal and (q.dim in _TIMES or q.dim == "percent" or q.dim.startswith("money"))
    ]


def wrong_comparison(question: str, quoted: str, language: str, phrases: Phrases) -> str:
    """The word of comparison that the question uses where the words quoted say its contrary."""
    for sentence, reported in asserted(question, language, phrases):
        if reported or phrases.asks("denied", sentence):
            continue
        for pair in phrases.entry.contraries:
            for one, other in (pair, pair[::-1]):
                found = re.search(one, sentence, re.IGNORECASE)
                if found is None or re.search(other, sentence, re.IGNORECASE):
                    continue
                if re.search(one, quoted, re.IGNORECASE):
                    continue
                if any(
                    re.search(other, law, re.IGNORECASE)
                    and not phrases.asks("denied", law)
                    and len(_content(sentence, language) & _content(law, language)) >= _SHARED
                    for law in (quoted[a:b] for a, b in segment(quoted, language))
                ):
                    return found.group()
    return ""


def _content(text: str, language: str) -> frozenset[str]:
    return frozenset(terms(text, language)) - stopwords(language)


def repealed(
    snapshot: Snapshot, question: str, code: str | None, phrases: Phrases
) -> Repealed | None:
    """The first act that a question cites, is not held, and that held law repeals."""
    for citation in find_citations(question, (code,) if code in codes() else None):
        whole = citation.form is CitationForm.FULL and citation.kind is CitationKind.LEGISLATION
        if not whole or not citation.target or snapshot.authority(citation.target) is not None:
            continue
        for edge in snapshot.citing(citation.target, _EDGES):
            if edge.target != citation.target:
                continue
            version = snapshot.version_on(edge.source)
            if version is None or version.text[edge.start : edge.end] != edge.label:
                continue
            found = _repealing(version, edge.start, edge.end, phrases)
            if found is not None:
                name = citation.parts.instrument or citation.normal or edge.label
                return Repealed(name, version, found[0], found[1])
    return None


def _repealing(
    version: Version, start: int, end: int, phrases: Phrases
) -> tuple[Cut, date | None] | None:
    """The words that repeal what is cited at a span, in their provision where it is short, and when."""
    for a, b in atoms(version, 0, len(version.text)):
        if a <= start and end <= b and phrases.pattern("repeals").match(version.text, end, b):
            days = [
                date(d.year, d.month, d.day)
                for d in analyse(version.text[a:b], lexicon_for("en")).dates
                if d.month and d.day
            ]
            for first, last in ((0, len(version.text)), paragraph_around(version, a, b), (a, b)):
                if last - first <= MAX_QUOTE_CHARS:
                    cut = Cut(first, last, smallest_part(version, first, last))
                    return cut, days[0] if days else None
    return None
