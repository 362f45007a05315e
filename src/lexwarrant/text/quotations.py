"""Whether a quotation stands in a source, word for word, and where.

Words are compared after folding (case, quotes, dashes, points, hyphens at a line's end); marks of
punctuation are not. A quotation may change what lawyers may change: ``[T]he`` (a letter), ``[the
controller]`` (words put in for others), ``process[]`` (an ending left out), ``...`` (words left
out, in order, at most `MAX_ELISION` of them). It may not thereby drop or bring in a negation, an
exception or a condition: that is ``altered``, as is any other word that differs, and the
differences are named.

Linear in the source for every piece of a quotation; never raises on content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from lexwarrant.text.quoted_edits import Piece, pieces_of
from lexwarrant.text.quoted_words import CRITICAL, MODAL, ONLY_BEFORE, tokens

_MAX_TRIES = 64
_MAX_WORDS = 600
_MIN_PIECE = 3
_NGRAM = 3


class Fit(StrEnum):
    """How a quotation stands in a source."""

    VERBATIM = "verbatim"
    ALTERED = "altered"
    STITCHED = "stitched"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Difference:
    """Words that differ: as quoted, and as the source has them. One of the two may be empty."""

    quoted: str
    source: str


@dataclass(frozen=True, slots=True)
class QuotationMatch:
    """What was found. ``spans`` are code-point spans of the source as given, one per piece."""

    fit: Fit
    spans: tuple[tuple[int, int], ...] = ()
    differences: tuple[Difference, ...] = ()


class QuotedSource:
    """A source prepared once for any number of quotations."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words = tokens(text)
        self._keys = [t.key for t in self._words]
        self._line = " " + " ".join(self._keys) + " "
        self._offsets: dict[int, int] | None = None
        self._grams: dict[tuple[str, ...], list[int]] | None = None

    def find(self, quotation: str) -> QuotationMatch:
        """How ``quotation`` stands in this source."""
        pieces = pieces_of(quotation)
        total = sum(len(p.keys) for p in pieces)
        if not total or total > len(self._keys) + 50:
            return QuotationMatch(Fit.ABSENT)
        chain = self._chain(pieces)
        if chain is not None:
            spans = tuple((self._words[a].start, self._words[b - 1].end) for a, b in chain if b > a)
            differences = self._losses(pieces, chain)
            fit = Fit.ALTERED if differences else Fit.VERBATIM
            return QuotationMatch(fit, spans, differences)
        words = [key for piece in pieces for key in piece.keys][:_MAX_WORDS]
        return self._stitched(pieces) or self._altered(words) or QuotationMatch(Fit.ABSENT)

    # exact ------------------------------------------------------------------------------------

    def _position(self, character: int) -> int:
        """The number of the word that begins at ``character`` of the joined line."""
        if self._offsets is None:
            self._offsets = {}
            at = 1
            for number, key in enumerate(self._keys):
                self._offsets[at] = number
                at += len(key) + 1
        return self._offsets[character]

    def _occurrences(self, piece: Piece) -> Iterator[int]:
        wanted = " " + " ".join(piece.keys) + ("" if piece.prefix_last else " ")
        at = self._line.find(wanted)
        while at >= 0:
            yield self._position(at + 1)
            at = self._line.find(wanted, at + 1)

    def _matches_at(self, piece: Piece, at: int) -> bool:
        end = at + len(piece.keys)
        if end > len(self._keys):
            return False
        found = self._keys[at:end]
        if piece.prefix_last and found:
            return tuple(found[:-1]) == piece.keys[:-1] and found[-1].startswith(piece.keys[-1])
        return tuple(found) == piece.keys

    def _chain(self, pieces: list[Piece]) -> list[tuple[int, int]] | None:
        """Word ranges of the pieces in order, each within its gap of the one before."""
        first = next((i for i, p in enumerate(pieces) if p.keys), None)
        if first is None:
            return None
        for tries, at in enumerate(self._occurrences(pieces[first])):
            if tries >= _MAX_TRIES:
                return None
            chain = [(at, at + len(pieces[first].keys))]
            for piece in pieces[first + 1 :]:
                low = chain[-1][1]
                if not piece.keys:
                    chain.append((low, low))
                    continue
                for start in range(low, min(low + piece.gap, len(self._keys)) + 1):
                    if self._matches_at(piece, start):
                        chain.append((start, start + len(piece.keys)))
                        break
                else:
                    break
            if len(chain) == len(pieces) - first:
                return chain
        return None

    def _losses(self, pieces: list[Piece], chain: list[tuple[int, int]]) -> tuple[Difference, ...]:
        """Critical words that an ellipsis swallowed, or that a bracket brought in or replaced."""
        out = []
        used = pieces[len(pieces) - len(chain) :]
        for index, piece in enumerate(used):
            if not index:
                continue
            low, high = chain[index - 1][1], chain[index][0]
            skipped = [self._keys[i] for i in range(low, high) if self._counts(i)]
            inserted = {t.key for t in tokens(piece.inserted)}
            lost = [w for w in skipped if w in CRITICAL and w not in inserted]
            if piece.inserted:
                lost += [w for w in skipped if w in MODAL and w not in inserted]
            gained = sorted((inserted & (CRITICAL | MODAL)) - set(skipped))
            out += [Difference("", word) for word in dict.fromkeys(lost)]
            out += [Difference(word, "") for word in gained]
        return tuple(out)

    def _counts(self, at: int) -> bool:
        """Whether a word is what it looks like: "subject" is a condition only before "to"."""
        following = ONLY_BEFORE.get(self._keys[at])
        return following is None or (at + 1 < len(self._keys) and self._keys[at + 1] == following)

    # not exact --------------------------------------------------------------------------------

    def _stitched(self, pieces: list[Piece]) -> QuotationMatch | None:
        """Whether the words stand there verbatim, but not together or not in this order."""
        words = tuple(key for piece in pieces for key in piece.keys)
        if len(words) < 2 * _MIN_PIECE:
            return None
        spans = []
        at = 0
        while at < len(words):
            run = self._longest_run(words, at)
            if run is None or run[1] < _MIN_PIECE + 1:
                return None
            start, length = run
            spans.append((self._words[start].start, self._words[start + length - 1].end))
            at += length
            if len(spans) > 8:
                return None
        return QuotationMatch(Fit.STITCHED, tuple(spans)) if len(spans) > 1 else None

    def _longest_run(self, words: tuple[str, ...], at: int) -> tuple[int, int] | None:
        """Start and length of the longest run of the source's words that begins like this."""
        starts = self._gram_index().get(words[at : at + _NGRAM], ())
        best: tuple[int, int] | None = None
        for start in starts[:_MAX_TRIES]:
            length = _NGRAM
            while (
                at + length < len(words)
                and start + length < len(self._keys)
                and words[at + length] == self._keys[start + length]
            ):
                length += 1
            if best is None or length > best[1]:
                best = (start, length)
        return best

    def _gram_index(self) -> dict[tuple[str, ...], list[int]]:
        if self._grams is None:
            grams: dict[tuple[str, ...], list[int]] = {}
            keys = self._keys
            for i in range(len(keys) - _NGRAM + 1):
                grams.setdefault(tuple(keys[i : i + _NGRAM]), []).append(i)
            self._grams = grams
        return self._grams

    def _altered(self, words: list[str]) -> QuotationMatch | None:
        """The passage that the quotation is nearest to, when most of its words agree."""
        if len(words) < _MIN_PIECE:
            return None
        votes: dict[int, int] = {}
        width = max(4, len(words) // 4)
        for size in (_NGRAM, 2):
            for i in range(len(words) - size + 1):
                for start in self._starts(tuple(words[i : i + size])):
                    slot = (start - i) // width
                    votes[slot] = votes.get(slot, 0) + 1
            if votes:
                break
        best: tuple[float, int, Sequence[tuple[str, int, int, int, int]]] | None = None
        ranked = sorted(votes, key=lambda s: (-(votes[s] + votes.get(s + 1, 0)), s))[:4]
        for slot in ranked:
            low = max(0, slot * width - len(words) // 3 - 3)
            high = min(len(self._keys), slot * width + width + len(words) + len(words) // 2 + 6)
            matcher = SequenceMatcher(None, words, self._keys[low:high], autojunk=False)
            same = sum(block.size for block in matcher.get_matching_blocks())
            share = same / len(words)
            if best is None or share > best[0]:
                best = (share, low, list(matcher.get_opcodes()))
        if best is None or best[0] < 0.6 or best[0] * len(words) < _MIN_PIECE:
            return None
        _, low, codes = best
        while codes and codes[0][0] == "insert":
            codes = codes[1:]
        while codes and codes[-1][0] == "insert":
            codes = codes[:-1]
        codes = [*codes]
        for at, first in ((0, True), (-1, False)):
            # what replaces words at an edge is as long as they are: the rest is only context
            tag, i, j, c, d = codes[at]
            if tag == "replace" and d - c > j - i:
                c, d = (d - (j - i), d) if first else (c, c + j - i)
                codes[at] = (tag, i, j, c, d)
        differences = tuple(
            Difference(" ".join(words[i:j]), " ".join(self._keys[low + c : low + d]))
            for tag, i, j, c, d in codes
            if tag != "equal"
        )
        start, end = low + codes[0][3], low + codes[-1][4]
        if end <= start:
            return None
        span = (self._words[start].start, self._words[end - 1].end)
        return QuotationMatch(Fit.ALTERED, (span,), differences)

    def _starts(self, gram: tuple[str, ...]) -> list[int]:
        if len(gram) == _NGRAM:
            return self._gram_index().get(gram, [])[:_MAX_TRIES]
        out: list[int] = []
        wanted = " " + " ".join(gram) + " "
        at = self._line.find(wanted)
        while at >= 0 and len(out) < _MAX_TRIES:
            out.append(self._position(at + 1))
            at = self._line.find(wanted, at + 1)
        return out


def match_quotation(quotation: str, source: str) -> QuotationMatch:
    """How ``quotation`` stands in ``source``; for many quotations use `QuotedSource`."""
    return QuotedSource(source).find(quotation)
