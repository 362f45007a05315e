"""How near a question lies to subjects that the corpus is not about.

A pack may list outside subjects (``outside_subjects.yaml``): other fields of law and of life, and
other senses of the corpus's own words, each with lines as people ask. A question that such a
subject covers better than any provision does is out of scope; the words alone could not tell,
since people use "breach", "consent" and "register" everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.records.codec import decode
from lexwarrant.retrieval.question import Question
from lexwarrant.text.tokens import terms

NOT_LAW = "not_law"
"""The reason of a subject that is no field of law."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An outside subject: its name, whether it is another field of law or no law, and its lines."""

    subject: str
    reason: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutsideMatch:
    """The subject that covers most of a question.

    ``coverage`` (0..1) is the share of the question's information that stands in its lines.
    """

    subject: str
    coverage: float


class OutsideSubjects:
    """The outside subjects of one pack, by word."""

    def __init__(self, subjects: tuple[Subject, ...]) -> None:
        self._names = tuple(s.subject for s in subjects)
        self._no_law = frozenset(n for n, s in enumerate(subjects) if s.reason == NOT_LAW)
        postings: dict[str, set[int]] = {}
        for number, subject in enumerate(subjects):
            for line in subject.lines:
                for term in terms(line):
                    postings.setdefault(term, set()).add(number)
        self._postings = {t: tuple(sorted(n)) for t, n in postings.items()}

    def match(self, question: Question, *, no_law: bool = False) -> OutsideMatch | None:
        """The best subject, the first by name's order on a tie; None when no word matches.

        ``no_law`` looks only at subjects that are no law anywhere (cooking, travel): another field of
        law may be what another legal system's acts are about.
        """
        shares: dict[int, float] = {}
        for term in question.terms:
            found = {
                n for form in (*term.terms, term.written) for n in self._postings.get(form, ())
            }
            for number in found & self._no_law if no_law else found:
                shares[number] = shares.get(number, 0.0) + term.weight
        if not shares or not question.information:
            return None
        best = min(shares, key=lambda n: (-round(shares[n], 9), n))
        return OutsideMatch(self._names[best], min(1.0, shares[best] / question.information))


@cache
def _listed(jurisdiction: str) -> tuple[Subject, ...]:
    import yaml

    path = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "outside_subjects.yaml")
    if not path.is_file():
        return ()
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    body = yaml.load(path.read_text("utf-8"), Loader=loader)
    return tuple(
        decode(Subject, row, where=f"outside_subjects.yaml, entry {n}")
        for n, row in enumerate(body, 1)
    )


def outside_lines(jurisdiction: str) -> tuple[str, ...]:
    """Every line of every outside subject of a pack."""
    return tuple(line for subject in _listed(jurisdiction) for line in subject.lines)


@cache
def outside_subjects(jurisdiction: str) -> OutsideSubjects | None:
    """The outside subjects of a pack, or None when it lists none."""
    listed = _listed(jurisdiction)
    return OutsideSubjects(listed) if listed else None
