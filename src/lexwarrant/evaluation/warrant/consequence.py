"""Whether a sentence is consequential: the verifier's own boundary, so that both mean the same.

The categories, with what each includes and excludes, stand in ``jurisdictions/claims.yaml``. A
sentence in none of them, a translation, an explanation of a word, a thank-you, needs no full card.
"""

from __future__ import annotations

from functools import cache, lru_cache

from lexwarrant.records.verification import ClaimCategory
from lexwarrant.verification import Verifier


@cache
def _verifier() -> Verifier:
    return Verifier()


@lru_cache(maxsize=20_000)
def categories(text: str) -> tuple[ClaimCategory, ...]:
    """The categories of consequence that the sentences of ``text`` fall in; empty for none."""
    found = _verifier().check_text("", text).findings
    return tuple(dict.fromkeys(c for f in found for c in f.categories))


def consequential(text: str) -> bool:
    """Whether ``text`` says something that could change what a person does or risks."""
    return bool(categories(text))
