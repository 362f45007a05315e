"""Enrichment: what a provision is known to say besides its words, each with a verbatim quotation.

The file is JSON::

    {"provisions": [{"sha256": "<hash of the provision's text>",
                     "elements": [{"text": "plain words for it", "quotation": "words of the law"}]}]}

An element widens alignment only: its words are licensed in the passage that holds the quotation.
It never adds a figure, a modal or a party. An element whose quotation does not stand in the
provision is an error; one for a provision whose text has changed is refused and reported.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.records.codec import decode
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import Premise
from lexwarrant.verification.quotation import fold_for_quotes


@dataclass(frozen=True, slots=True)
class Element:
    """One statement about a provision and the words of it that carry it."""

    text: str
    quotation: str


@dataclass(frozen=True, slots=True)
class EnrichedProvision:
    """Elements of the provision whose text has this hash. ``label`` is for messages."""

    sha256: str
    elements: tuple[Element, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Enrichment:
    """A file of them."""

    provisions: tuple[EnrichedProvision, ...] = ()

    def stale(self, premise: Premise) -> tuple[EnrichedProvision, ...]:
        """Those whose hash is that of no provision of ``premise``: refused, not guessed."""
        known = {provision_hash(p.text) for p in premise.provisions}
        return tuple(p for p in self.provisions if p.sha256 not in known)

    def elements_of(self, text: str) -> tuple[Element, ...]:
        """Elements for a provision with exactly this text.

        Raises `DataError` when a quotation does not stand in it.
        """
        mark = provision_hash(text)
        folded = ""
        out: list[Element] = []
        for provision in self.provisions:
            if provision.sha256 != mark:
                continue
            folded = folded or fold_for_quotes(text)
            for element in provision.elements:
                if fold_for_quotes(element.quotation) not in folded:
                    raise DataError(
                        f"enrichment {provision.label or mark[:12]}: the quotation "
                        f"{element.quotation[:60]!r} does not stand in the provision; quote it "
                        "verbatim or drop the element"
                    )
                out.append(element)
        return tuple(out)


def provision_hash(text: str) -> str:
    """SHA-256 of a provision's text as UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def load_enrichment(path: Path) -> Enrichment:
    """Read an enrichment file. Raises `DataError` with the field that is wrong."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"enrichment {path}: {error}") from None
    return decode(Enrichment, data, str(path))
