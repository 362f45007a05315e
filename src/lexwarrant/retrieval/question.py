"""A question made ready for retrieval: its content words with weights, and the acts it names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lexwarrant.jurisdictions.languages.detection import language_counts
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.law import Authority
from lexwarrant.retrieval.defined import DefinedTerms, TermUse
from lexwarrant.retrieval.lexical import LexicalIndex
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import STEMMED, Token, language_of, tokens

MAX_QUESTION_CHARS = 4_000
"""What is read of a question: more than any person asks, little enough to stay fast."""
CIRCUMSTANCE = 0.5
"""What a word of the circumstances alone weighs beside a word of the question itself."""
_WORD = re.compile(r"[^\W\d_]+")
_FRAME = re.compile(
    r"\b(?:provid(?:e|es|ed|ing) for|la(?:y|ys|id|ying) down|set(?:s|ting)? out|carr(?:y|ies|ied|ying) out|"
    r"deal(?:s|t|ing)? with)\b",
    re.IGNORECASE,
)
"""Words by which a question or a rule is put, which are not what it is about: "provide for" is no provider."""
_SURE = 2
"""Marker words that show a question to be in another language than English."""


@dataclass(frozen=True, slots=True)
class QuestionTerm:
    """A content word: its index terms (alternatives), inverse document frequency, and whether known.

    ``written`` is the main term as the question has it, before a typo was mended. ``known`` is
    False for a word that stands nowhere in the corpus or its index.
    """

    terms: tuple[str, ...]
    weight: float
    known: bool
    written: str

    @property
    def exact(self) -> bool:
        """Whether the word stands in the corpus or its index as it is written."""
        return self.known and self.written in self.terms


@dataclass(frozen=True, slots=True)
class Question:
    """A question's text as read, language, content words, and ids of the authorities it names.

    ``language`` is the code of the language it is asked in; content words are read as English where
    the text is in Latin letters and no stemmer knows it. ``mentions`` are the spans of those names.
    ``information`` is the summed weight of all content words: what a passage could cover at most.
    ``uses`` are the defined terms in it, and ``owned`` says for each authority that defines any what
    share of the information stands in its terms (0..1; a term of several counts for each in part).
    """

    text: str
    language: str
    terms: tuple[QuestionTerm, ...]
    named: tuple[str, ...]
    information: float
    mentions: tuple[tuple[int, int, str], ...] = ()
    uses: tuple[TermUse, ...] = ()
    owned: tuple[tuple[str, float], ...] = ()


class AuthorityNames:
    """Finds the names of a snapshot's authorities in text, as whole words, case apart.

    A Hebrew particle may be written onto a name in Latin letters (בGDPR).
    """

    def __init__(self, authorities: Iterable[Authority]) -> None:
        self._ids: dict[str, str] = {}
        for authority in authorities:
            for name in (authority.short_title, *authority.aliases):
                if name:
                    self._ids.setdefault(name.casefold(), authority.id)
        names = sorted(self._ids, key=len, reverse=True)
        pattern = "|".join(re.escape(n).replace(r"\ ", r"\s+") for n in names)
        before = r"(?:(?<!\w)|(?<=[\u05d0-\u05ea])(?=[A-Za-z]))"
        self._pattern = (
            re.compile(rf"{before}(?:{pattern})(?!\w)", re.IGNORECASE) if names else None
        )

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Spans and authority ids, in order of position."""
        if self._pattern is None:
            return []
        out = []
        for match in self._pattern.finditer(text):
            name = " ".join(match.group().casefold().split())
            if name in self._ids:
                out.append((match.start(), match.end(), self._ids[name]))
        return out


def _owned(
    uses: Iterable[TermUse], weights: Mapping[str, float], information: float
) -> tuple[tuple[str, float], ...]:
    """The share of a question's information that stands in the terms of each authority."""
    shares: dict[str, float] = {}
    for use in uses:
        owners = sorted({o for d in use.definitions for o in d.owners})
        weight = sum(weights.get(word, 0.0) for word in use.words)
        for owner in owners:
            shares[owner] = shares.get(owner, 0.0) + weight / len(owners)
    return tuple((o, s / information) for o, s in sorted(shares.items()) if information)


def language_asked(text: str, sure: int = _SURE) -> str:
    """The language a question is asked in: by its script, or by ``sure`` of another language's commonest
    words, those that English has too left out, where the English ones are less than half as many; "en"
    when nothing says otherwise."""
    script = language_of(text)
    if script != "en":
        return script
    english = stopwords("en")
    others = " ".join(w for w in _WORD.findall(text) if w.lower() not in english)
    counts = language_counts(others)
    best = max(counts, key=lambda code: (counts[code], code), default="en")
    found = counts.get(best, 0)
    return best if found >= sure and found > 2 * language_counts(text).get("en", 0) else "en"


class QuestionReader:
    """Reads questions against one snapshot and its index."""

    def __init__(self, snapshot: Snapshot, index: LexicalIndex) -> None:
        self._index = index
        self._names = AuthorityNames(snapshot.named_authorities().values())
        self.defined = DefinedTerms(snapshot, index)
        self._mended: dict[str, str | None] = {}

    def read(self, text: str, circumstances: str = "") -> Question:
        """Content words of ``text``, typos mended to the nearest indexed word.

        ``circumstances`` are what the context says of facts, parties, stage and forum; their words
        count half, since they say whom the rule is for and not what is asked.
        """
        text = text[:MAX_QUESTION_CHARS]
        asked_in = language_asked(text)
        language = asked_in if asked_in in STEMMED else language_of(text)
        named = self._names.find(text)
        skip = stopwords(language)
        out: dict[str, QuestionTerm] = {}
        skipped = [(s, e) for s, e, _ in named] + [m.span() for m in _FRAME.finditer(text)]
        for token in tokens(text, language):
            if any(s <= token.start < e for s, e in skipped) or token.terms[0] in skip:
                continue
            if len(token.terms[0]) == 1 and not token.terms[0].isdigit():
                continue
            out.setdefault(token.terms[0], self._term(token, language))
        for token in tokens(circumstances[:MAX_QUESTION_CHARS], language):
            if token.terms[0] not in skip and token.terms[0] not in out and len(token.terms[0]) > 1:
                term = self._term(token, language)
                out[token.terms[0]] = replace(term, weight=CIRCUMSTANCE * term.weight)
        ids = tuple(dict.fromkeys(i for _, _, i in named))
        content = tuple(out.values())
        if asked_in == "en" and content and not any(t.exact for t in content):
            asked_in = language_asked(text, sure=1)
        information = sum(t.weight for t in content)
        uses = self.defined.uses(text)
        owned = _owned(uses, {t.written: t.weight for t in content}, information)
        return Question(text, asked_in, content, ids, information, tuple(named), uses, owned)

    def _term(self, token: Token, language: str) -> QuestionTerm:
        frequency = max(self._index.document_frequency(t) for t in token.terms)
        if frequency:
            return QuestionTerm(token.terms, self.weight(frequency), True, token.terms[0])
        mended = self._mend(token.terms[0]) if language != "he" else None
        if mended is not None:
            weight = self.weight(self._index.document_frequency(mended))
            return QuestionTerm((mended,), weight, True, token.terms[0])
        return QuestionTerm(token.terms, self.weight(0), False, token.terms[0])

    def weight(self, frequency: int) -> float:
        """Inverse document frequency (BM25's, never negative) of a term in ``frequency`` passages."""
        total = self._index.passages
        return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))

    def _mend(self, term: str) -> str | None:
        """The one indexed term at edit distance 1 (2 from eight letters on), else None."""
        if term in self._mended:
            return self._mended[term]
        from rapidfuzz.distance import DamerauLevenshtein
        from rapidfuzz.process import extractOne

        mended = None
        if len(term) >= 4 and term.isalpha():
            allowed = 2 if len(term) >= 8 else 1
            best = extractOne(
                term,
                self._index.near_terms(term),
                scorer=DamerauLevenshtein.distance,
                score_cutoff=allowed,
            )
            mended = best[0] if best else None
        if len(self._mended) < 50_000:
            self._mended[term] = mended
        return mended
