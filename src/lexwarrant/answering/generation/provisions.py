"""Which provision is set at the cut, and each only once."""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.answering.generation.frame import named
from lexwarrant.records.verification import Finding, Premise
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import language_of, terms

_WHOLE_UP_TO = 1_200
"""Characters up to which a provision is inserted whole; of a longer one the passage is."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """A provision or passage to insert: ``key`` is (provision, start, end)."""

    key: tuple[int, int, int]
    label: str
    text: str


def insertion_for(
    premise: Premise,
    finding: Finding | None,
    sentence: str,
    question: str,
    done: set[tuple[int, int, int]],
) -> Insertion | None:
    """The provision the sentence was checked against; without one the provision that shares most
    words with sentence and question. None when it was inserted before, or there is none."""
    if finding is not None and finding.sources:
        source = finding.sources[0]
        provision = premise.provisions[source.provision]
        label = named(provision) or source.label
        if len(provision.text) <= _WHOLE_UP_TO:
            found = Insertion((source.provision, 0, len(provision.text)), label, provision.text)
        else:
            found = Insertion((source.provision, source.start, source.end), label, source.text)
        return None if found.key in done else found
    return _nearest(premise, f"{sentence} {question}", done)


def _nearest(premise: Premise, text: str, done: set[tuple[int, int, int]]) -> Insertion | None:
    language = language_of(text)
    about = frozenset(terms(text, language)) - stopwords(language)
    best: Insertion | None = None
    most = 0
    for number, provision in enumerate(premise.provisions):
        start = 0
        for paragraph in provision.text.split("\n"):
            end = start + len(paragraph)
            shared = len(about & frozenset(terms(paragraph, language_of(paragraph))))
            key = (number, start, end)
            if shared > most and key not in done and (number, 0, len(provision.text)) not in done:
                most = shared
                best = Insertion(key, named(provision), paragraph[:_WHOLE_UP_TO])
            start = end + 1
    if best is not None and len(premise.provisions[best.key[0]].text) <= _WHOLE_UP_TO:
        whole = premise.provisions[best.key[0]]
        return Insertion((best.key[0], 0, len(whole.text)), best.label, whole.text)
    return best
