"""Guards against the known ways in which a verified loop goes wrong, and their measures.

Pasting the provision, repeating, saying nothing, drifting off the question: each is a sentence that
the verifier may well pass. All measures are shares in 0..1 and linear in the text.
"""

from __future__ import annotations

from enum import StrEnum

from lexwarrant.jurisdictions.languages import detect_language
from lexwarrant.records.verification import Finding, Premise, ReasonCode
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import language_of, terms

GRAM = 5
"""Words in a run that counts as copied."""
PASTED_FROM = 0.8
"""Share of copied runs from which a sentence is near-verbatim."""
PASTED_WORDS = 12
"""Shorter sentences are not called pasted: a rule in few words has few wordings."""
SILENT_RUN = 3
"""So many sentences without a claim in a row are allowed; the next is rolled back."""
RESTING_FROM = 0.3
"""Share of a sentence's content words in its passage or the question from which it rests on it."""
DRIFT_RUN = 3
"""So many sentences in a row without a word of the question mean that the answer has drifted."""
_ANSWERING = frozenset(terms("answer question correct provision yes no", "en"))
"""Words with which a sentence speaks of itself."""


class Guard(StrEnum):
    """Why a sentence was rolled back though the verifier did not reject it, or was not asked."""

    REPEATS = "repeats"
    """It stands in the answer already."""
    SAME_AGAIN = "same_again"
    """It was rejected at this point before."""
    ECHOES = "echoes"
    """It says back the question, or the words that were to steer it."""
    PASTED = "pasted"
    """It copies the provision that was inserted to steer it."""
    SAYS_NOTHING = "says_nothing"
    """One more sentence without a claim, which is a way to please a verifier."""
    RESTS_ON_NOTHING = "rests_on_nothing"
    """Said to be stated by a passage with which it shares hardly a word."""
    EMPTY = "empty"
    """The model ended the answer instead of trying again, or began with its end."""
    TOO_LONG = "too_long"
    """The draft went past the longest sentence allowed."""
    BROKEN_TEXT = "broken_text"
    """The server's text does not decode: its tokenizer is not the model's."""


def plain(sentence: str) -> str:
    """A sentence as it is compared with others: its index terms joined."""
    return " ".join(terms(sentence, language_of(sentence))) or sentence.strip().casefold()


def grams(text: str) -> frozenset[tuple[str, ...]]:
    """Runs of `GRAM` words of a text."""
    words = terms(text, language_of(text))
    return frozenset(tuple(words[k : k + GRAM]) for k in range(len(words) - GRAM + 1))


def near_verbatim(sentence: str, source: frozenset[tuple[str, ...]]) -> float:
    """Share of the sentence's runs of `GRAM` words that stand in ``source``; 0 when it has none."""
    own = grams(sentence)
    return len(own & source) / len(own) if own else 0.0


def premise_grams(premise: Premise) -> frozenset[tuple[str, ...]]:
    """Runs of words of all provisions."""
    return frozenset().union(*(grams(p.text) for p in premise.provisions))


def pasted(sentence: str, source: frozenset[tuple[str, ...]]) -> bool:
    """Whether a sentence copies ``source`` instead of answering."""
    long = len(sentence.split()) >= PASTED_WORDS
    return long and near_verbatim(sentence, source) >= PASTED_FROM


def echoes(sentence: str, said: frozenset[tuple[str, ...]]) -> bool:
    """Whether a sentence says back what was put to the model; ``said`` are its runs of words."""
    return len(grams(sentence)) > 1 and near_verbatim(sentence, said) >= PASTED_FROM


def rests(sentence: str, finding: Finding, question: str) -> bool:
    """Whether a sentence that is said to be *stated* shares words with what states it.

    A verifier that compares figures, modals and parties finds nothing wrong with "The answer is:
    No, no, no", which has none. What is inferred, or said in another language than the law, need
    share no word and is not judged here.
    """
    law = " ".join(f"{s.label} {s.text}" for s in finding.sources)
    language = detect_language(sentence)
    if finding.reasons != (ReasonCode.STATED,) or detect_language(law) != language:
        return True
    own = frozenset(terms(sentence, language)) - stopwords(language) - _ANSWERING
    held = frozenset(terms(law, language))
    near = held | frozenset(terms(question, language))
    return bool(own & held) and len(own & near) >= RESTING_FROM * len(own)


def subject(question: str) -> frozenset[str]:
    """The question's words that say what it is about."""
    language = language_of(question)
    return frozenset(terms(question, language)) - stopwords(language)


def relevance(text: str, about: frozenset[str]) -> float:
    """Share of the question's subject that the text speaks of; 1 when the question has none."""
    if not about:
        return 1.0
    return len(about & frozenset(terms(text, language_of(text)))) / len(about)


def drifted(last: list[str], about: frozenset[str]) -> bool:
    """Whether the last `DRIFT_RUN` sentences have no word of the question."""
    return len(last) >= DRIFT_RUN and all(relevance(s, about) == 0 for s in last[-DRIFT_RUN:])
