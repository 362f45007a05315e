"""Letting go of a sentence once the text after it confirms that it is over.

The boundaries are those of `lexwarrant.text.segment.segment`, which may change its mind when it
sees what follows: a list item after a colon, a small letter after an abbreviation. A sentence is
held until the text after it has its first whole word (or eight characters of it), which is when
the generator's next token or two have come. Agreement with segmenting the whole text is measured by
``benchmarks/rollback.py release``.
"""

from __future__ import annotations

import re
from itertools import pairwise

from lexwarrant.text.segment import segment

_CONFIRMING = re.compile(r"\S+\s+\S|\S{8}")
_MAY_END = re.compile(r"[.!?…:;]|\n[ \t]*\n")


class SentenceReleaser:
    """Cuts a growing text into sentences; ``feed`` gives those that are now certain.

    Each is given as the text from the end of the sentence before it, so that the pieces joined are
    the text itself; white space at the end is left for the next piece.
    """

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._held = ""
        self._scanned = 0

    @property
    def held(self) -> str:
        """The text that is not yet released."""
        return self._held

    def feed(self, text: str) -> list[str]:
        """Add text; the pieces that are certain now, in order."""
        self._held += text
        if not _MAY_END.search(self._held, max(0, self._scanned - 2)):
            self._scanned = len(self._held)
            return []
        spans = segment(self._held, self._language)
        out: list[str] = []
        done = 0
        for (_, end), (following, _) in pairwise(spans):
            if not _CONFIRMING.match(self._held, following):
                break
            out.append(self._held[done:end])
            done = end
        if done:
            self._held = self._held[done:]
            self._scanned = 0
        return out

    def drop(self, mark: str) -> None:
        """Take a mark away from the end of what is held."""
        bare = self._held.rstrip(" \n.")
        if bare.casefold().endswith(mark.casefold()):
            self._held = bare[: -len(mark)]

    def finish(self) -> list[str]:
        """What is still held, cut into sentences; the text is over."""
        out: list[str] = []
        done = 0
        for _, end in segment(self._held, self._language):
            out.append(self._held[done:end])
            done = end
        self._held = ""
        return out
