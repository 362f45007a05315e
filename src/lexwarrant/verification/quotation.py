"""How quoted words are compared with their source."""

from __future__ import annotations

from lexwarrant.text.folding import fold_characters


def fold_for_quotes(text: str) -> str:
    """Text as quotations are compared: case, quotes, dashes and runs of white space aside."""
    return " ".join(fold_characters(text).replace("—", "-").lower().split())
