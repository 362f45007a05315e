"""Noun chunks: the things a clause speaks of, each with the case that the small words before it give.

Nothing is parsed: a chunk is a run of content words; a determiner, a preposition, a verb or a comma
ends it. The tables of a language (``<code>.grammar.yaml``) say which small word makes which case.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.verification.lexicon import Lexicon
from lexwarrant.verification.marks import Analysis

_HEAD_FIRST = frozenset({"fr", "he"})
"""Languages whose adjectives follow the noun: the first content word of a chunk is its head."""
_HEBREW_CASES = {"ל": "to", "מ": "from", "ב": "other", "כ": "other"}


@dataclass(slots=True)
class Chunk:
    """One thing a clause speaks of, tokens ``i``..``j``.

    ``case`` is "" for a bare noun, else subj, obj, to, from, by, of, upon, other or ambiguous.
    """

    i: int
    j: int
    case: str
    head: frozenset[int]
    concepts: frozenset[int]
    role: str
    person: bool
    root: int = 0
    """The root of its head."""
    only: bool = False
    joined: str = ""
    """ "and" or "or" when it continues a list."""

    def same(self, other: Chunk) -> bool:
        """Whether two chunks may name one person: by role, or by a head that may stand for it."""
        if self.role and other.role:
            return self.role == other.role
        return not self.head.isdisjoint(other.concepts) or not other.head.isdisjoint(self.concepts)

    def surely(self, other: Chunk) -> bool:
        """Whether they name one person by role or by the very word, no synonym asked."""
        if self.role or other.role:
            return self.role == other.role
        return self.root == other.root


def make_chunk(
    analysis: Analysis, tokens: list[int], case: str, roles: dict[int, str], spans: dict[int, int]
) -> Chunk | None:
    """A chunk of content ``tokens``; ``roles`` by token, ``spans`` the ends of parties of several
    words. A possessive ("the buyer's") is a chunk of its own, case "of"."""
    words = analysis.words
    lex = analysis.lex
    found = [k for k in tokens if words[k] is not None]
    if not found:
        return None
    only = words[found[0]] if len(found) == 1 else None
    if only is not None:
        role = roles.get(found[0], "")
        if lex.code == "he" and not case:
            case = _hebrew_case(analysis.low[found[0]], lex)
        return Chunk(
            tokens[0], tokens[-1] + 1, case, only.names, only.names, role,
            bool(role) or only.person, only.concepts[0],
        )  # fmt: skip
    first_head = lex.code in _HEAD_FIRST
    head_at = found[0] if first_head else found[-1]
    role, start = "", -1
    for k in found:
        if k in roles:
            last = spans.get(k, k + 1) - 1
            if k <= head_at <= last:
                role, start, head_at = roles[k], k, head_at if first_head else last
            elif spans.get(k, k + 1) == head_at and _adjective(analysis.low[head_at]):
                role, start, head_at = roles[k], k, head_at - 1
    if not role and not first_head and len(found) > 1 and _adjective(analysis.low[head_at]):
        before = words[found[-2]]
        participle = analysis.low[head_at].endswith("ed")
        named = before is not None and (before.person or participle)
        if named and found[-2] == head_at - 1:
            head_at = found[-2]  # "the person concerned"
            role = roles.get(head_at, "")
    head = words[head_at]
    assert head is not None
    concepts: set[int] = set()
    person = bool(role)
    for k in found:
        word = words[k]
        if word is not None:
            concepts.update(word.concepts)
            person = person or (k == head_at and word.person)
    if lex.code == "he" and not case:
        case = _hebrew_case(analysis.low[found[0]], lex)
    heads = set(head.concepts)
    if start >= 0:
        for k in range(start, head_at):
            word = words[k]
            if word is not None:
                heads.update(word.concepts)
    return Chunk(
        tokens[0],
        tokens[-1] + 1,
        case,
        frozenset(heads),
        frozenset(concepts),
        role,
        person,
        head.concepts[0],
    )


def _adjective(token: str) -> bool:
    return token.endswith(("ent", "ible", "able", "ed", "ing"))


def _hebrew_case(token: str, lex: Lexicon) -> str:
    """The case a Hebrew prefix letter gives: "לעובד" is to the employee, "מעסיק" an employer."""
    rest = token[1:] if token[:1] == "ו" and len(token) > 3 else token
    if lex.is_name(rest) or rest[:1] not in _HEBREW_CASES:
        return ""
    inner = rest[1:]
    if lex.is_name(inner) or (inner[:1] == "ה" and lex.is_name(inner[1:])):
        return _HEBREW_CASES[rest[0]]
    return ""
