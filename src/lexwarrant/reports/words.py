"""The words that reports use for closed sets, and how a provision is cited."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitationRole, RefusalReason
from lexwarrant.records.citation import Resolves
from lexwarrant.records.ids import split_id

REFUSALS: dict[RefusalReason, str] = {
    RefusalReason.EMPTY_QUESTION: "nothing was asked",
    RefusalReason.NO_SUCH_PROVISION: "the provision asked about does not exist",
    RefusalReason.OUT_OF_SCOPE: "the law held does not regulate this",
    RefusalReason.OUT_OF_COVERAGE: "it depends on text that is not held",
    RefusalReason.FOREIGN_LAW: "it is a question of another legal system's law",
    RefusalReason.BELOW_THRESHOLD: "no passage found was good enough",
    RefusalReason.UNSPECIFIED: "no reason given",
}

ROLES: dict[CitationRole, str] = {
    CitationRole.MAIN: "main",
    CitationRole.CROSS_REFERENCE: "cross-reference",
    CitationRole.SCHEDULE: "schedule",
}

EXISTENCE: dict[Resolves, str] = {
    Resolves.EXISTS: "exists",
    Resolves.NOT_FOUND: "does not exist",
    Resolves.NO_SUCH_PROVISION: "no such provision",
    Resolves.MALFORMED: "not a citation",
    Resolves.OUT_OF_COVERAGE: "not covered, so not checked",
    Resolves.AMBIGUOUS: "ambiguous",
}


@dataclass(frozen=True, slots=True)
class MeasureWords:
    """A rate in words: its title, what is counted over what, and which way is good."""

    name: str
    title: str
    gloss: str
    lower_is_better: bool = False


MEASURES: tuple[MeasureWords, ...] = (
    MeasureWords(
        "fabricated",
        "Answers that invent an authority",
        "answers with at least one citation that a completely held instrument does not contain, "
        "over all answers given",
        lower_is_better=True,
    ),
    MeasureWords(
        "faithfulness",
        "Quotations true to the source",
        "quotations that stand word for word where they say they stand, over all quotations",
    ),
    MeasureWords(
        "answer_faithfulness",
        "Sentences supported by what they cite",
        "share of an answer's own sentences of law that the provisions it cites support, by the "
        "verifier's rules, averaged over the answers whose sentences could be checked",
    ),
    MeasureWords(
        "citation_accuracy",
        "Citation accuracy",
        "credit earned over citations expected: 1 for the right provision, ½ for the right "
        "provision and the wrong part of it",
    ),
    MeasureWords(
        "wrong_citation",
        "Answers resting on a wrong provision",
        "answers with a main citation that the key does not expect, over answers where the key "
        "expects one",
        lower_is_better=True,
    ),
    MeasureWords(
        "missing_citation",
        "Expected citations missing",
        "expected citations that earned no credit, over all expected",
        lower_is_better=True,
    ),
    MeasureWords(
        "out_of_scope_refused",
        "Out-of-scope questions refused",
        "questions about something the law held does not regulate that were refused, over all such",
    ),
    MeasureWords(
        "right_refusals",
        "Refused where it should refuse",
        "refusals over all questions that a right system refuses, for whatever reason",
    ),
    MeasureWords(
        "over_refusal",
        "Refused where it should answer",
        "refusals over all questions that a right system answers",
        lower_is_better=True,
    ),
    MeasureWords(
        "refusal_correctness",
        "Answer-or-refuse decision right",
        "questions answered when they should be and refused when they should be, over all replies",
    ),
    MeasureWords(
        "refusal_reason",
        "Right reason for refusing",
        "refusals whose stated reason is the expected one, over right refusals with a reason due",
    ),
    MeasureWords(
        "corpus_coverage",
        "Expected authority held",
        "expected citations whose provision is in the snapshot, over all expected: what is not "
        "held cannot be found",
    ),
)
"""The rates shown beside the verdicts, in the order in which they are read."""

TAGS: dict[str, str] = {
    "family": "kind of question",
    "authority": "authority the answer lies in",
    "difficulty": "difficulty",
    "topic": "topic",
}


def plain(name: str) -> str:
    """A tag or code as words: ``out_of_scope`` becomes ``out of scope``."""
    return name.replace("_", " ")


class Citer:
    """Writes provision ids the way a lawyer cites them: ``Article 33(1) GDPR``."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, str] = {}

    def __call__(self, provision_id: str) -> str:
        """The citation of an authority, unit or part; what is not held is named by its number."""
        if provision_id not in self._known:
            self._known[provision_id] = self._cite(provision_id)
        return self._known[provision_id]

    def _cite(self, provision_id: str) -> str:
        if provision_id.startswith("virtual:"):
            return provision_id.removeprefix("virtual:")
        split = split_id(provision_id)
        authority = self._snapshot.authority(split.authority)
        if authority is None:
            return provision_id
        name = authority.short_title
        if split.unit is None:
            return name
        version = self._snapshot.version_on(split.unit)
        if version is None:
            return f"{name}, {' '.join(split.unit[len(split.authority) + 1 :].split('/'))}"
        part = next((p for p in version.parts if p.id == provision_id), None)
        label = part.label if part else version.label + "".join(f"({p})" for p in split.parts)
        return label if label.endswith(name) else f"{label} {name}"

    def in_words(self, text: str, provision_ids: Iterable[str]) -> str:
        """``text`` with each of the ids that stands in it written as a citation."""
        ids = sorted({i for i in provision_ids if i and i in text}, key=len, reverse=True)
        if not ids:
            return text
        pattern = re.compile(rf"(?<![\w/])(?:{'|'.join(map(re.escape, ids))})(?![\w/])")
        return pattern.sub(lambda m: self(m[0]), text)
