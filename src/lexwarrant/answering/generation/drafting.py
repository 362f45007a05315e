"""The text being drafted: sentences let go one by one, each with the tokens it came from."""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.answering.generation.release import SentenceReleaser


@dataclass(frozen=True, slots=True)
class Draft:
    """A sentence as it came, white space before it included.

    ``tokens`` were received for it; ``first`` is the id of the first token with a visible
    character, None when the server gives no ids or the token began in the sentence before, and
    ``lead`` the white space before that token, which a ban keeps. ``overrun`` are tokens that came
    after it and are lost with it when it is rolled back.
    """

    text: str
    tokens: int
    first: int | None
    lead: str
    overrun: int = 0


@dataclass(slots=True)
class _Piece:
    """A piece of text with its ids; ``whole`` is False once its beginning was taken away."""

    text: str
    ids: tuple[int, ...]
    whole: bool = True

    @property
    def tokens(self) -> int:
        """Tokens received with it; a piece without ids counts as one."""
        return (len(self.ids) or bool(self.text)) if self.whole else 0


class DraftReader:
    """Takes pieces of text with their token ids, gives whole sentences.

    ``kept`` is text that stands before what is generated: it belongs to the first sentence and has
    no tokens.
    """

    def __init__(self, language: str, kept: str = "") -> None:
        self._releaser = SentenceReleaser(language)
        self._pieces: list[_Piece] = []
        self._begun_by_kept = bool(kept.strip())
        self._ready: list[str] = []
        if kept:
            self._pieces.append(_Piece(kept, (), whole=False))
            self._ready = self._releaser.feed(kept)

    @property
    def pending_tokens(self) -> int:
        """Tokens received for the sentence that is not yet released."""
        return sum(p.tokens for p in self._pieces)

    def feed(self, text: str, ids: tuple[int, ...]) -> list[Draft]:
        """Add a piece; the sentences that are certain now."""
        if text or ids:
            self._pieces.append(_Piece(text, ids))
        found = self._ready + self._releaser.feed(text)
        self._ready = []
        return [self._cut(sentence) for sentence in found]

    def finish(self, end_mark: str) -> list[Draft]:
        """What is still held; the text is over. ``end_mark`` at its end is no part of it."""
        self._releaser.drop(end_mark)
        return [self._cut(sentence) for sentence in self._releaser.finish()]

    def whole(self) -> Draft:
        """All that is pending as one draft, for a sentence that never ended."""
        return self._cut(self._releaser.held)

    def _cut(self, sentence: str) -> Draft:
        left = len(sentence)
        taken: list[_Piece] = []
        while self._pieces and left > 0:
            piece = self._pieces[0]
            if len(piece.text) <= left:
                left -= len(piece.text)
                taken.append(self._pieces.pop(0))
            else:
                taken.append(_Piece(piece.text[:left], piece.ids, piece.whole))
                self._pieces[0] = _Piece(piece.text[left:], piece.ids, whole=False)
                left = 0
        lead = ""
        first: int | None = None
        if not self._begun_by_kept:
            for piece in taken:
                if piece.text.strip():
                    first = piece.ids[0] if piece.whole and piece.ids else None
                    break
                lead += piece.text
        self._begun_by_kept = False
        return Draft(sentence, sum(p.tokens for p in taken), first, lead)
