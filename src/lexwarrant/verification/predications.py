"""Predications: who does what to whom, under which modal.

One walk over the tokens of a sentence or a passage. Where word order tells (English, French) the
noun before a verb is its subject and the one behind it its object; where case tells (German articles,
Hebrew particles) every noun of the clause has the part its small words give it.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.verification.chunks import Chunk
from lexwarrant.verification.clause_walk import ClauseWalk, Predication
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.word_case import CaseWalk
from lexwarrant.verification.word_order import OrderWalk

_CASE_TELLS = frozenset({"de", "he"})
_MOST = 400
"""Tokens of a passage that are read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a walk found: the acts, and all noun chunks."""

    predications: list[Predication]
    chunks: list[Chunk]


def _subject_of(analysis: Analysis) -> list[Chunk]:
    """The people who are the last subject of a sentence."""
    reading = read_predications(analysis, ((0, len(analysis.low)),))
    for found in reversed(reading.predications):
        people = [c for c in found.subject if c.person]
        if people and not found.conditional:
            return people
    return []


def read_predications(
    analysis: Analysis,
    ranges: tuple[tuple[int, int], ...],
    *,
    source: bool = False,
    before: Analysis | None = None,
) -> Reading:
    """The predications of the tokens in ``ranges``, read as one run; linear in them.

    A pronoun that opens them means the subject of the sentence ``before``. Those of a ``source``
    are told what stands around them. ``analysis`` should hold the frames of
    these ranges alone (`Analysis.within`).
    """
    low = analysis.low
    seq: list[int] = []
    seams: set[int] = set()
    for number, (i, j) in enumerate(ranges):
        while number + 1 < len(ranges) and j > i and low[j - 1] in "—–:-\n,":
            j -= 1
        seq.extend(range(i, j))
        seams.add(i)
    if len(seq) > _MOST:
        del seq[_MOST:]
    walk: type[ClauseWalk] = CaseWalk if analysis.lex.code in _CASE_TELLS else OrderWalk
    reader = walk(analysis, seq, seams)
    reader.source = source
    if before is not None:
        reader.before = _subject_of(before)
    return Reading(reader.read(), reader.chunks_read)
