"""Whether the words said to stand in an authority stand there, and which citation they are for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from lexwarrant.law.library import Library
from lexwarrant.records.citation import Citation, Content
from lexwarrant.records.ids import contains
from lexwarrant.records.law import Authority
from lexwarrant.text.quotations import Fit, QuotationMatch, QuotedSource

_WHOLE = 3_000_000
"""Characters of an authority that are searched for the pieces of a quotation."""
_BEHIND = 200
_BEFORE = 160


def quotations_by_citation(
    citations: Sequence[Citation], quotations: Sequence[tuple[int, int]]
) -> dict[int, list[int]]:
    """Which quotations each citation is given for: indexes by index, both in order of position.

    A quotation belongs to the citation that follows it within `_BEHIND` characters, as in a brief,
    else to the nearest before it within `_BEFORE`, as in prose.
    """
    out: dict[int, list[int]] = {}
    following = 0
    for number, (start, end) in enumerate(quotations):
        while following < len(citations) and citations[following].start < end:
            following += 1
        before = following - 1
        while before >= 0 and citations[before].end > start:
            before -= 1
        near_before = before >= 0 and start - citations[before].end <= _BEFORE
        near_after = following < len(citations) and citations[following].start - end <= _BEHIND
        if near_before and near_after:
            near_after = citations[following].start - end <= start - citations[before].end
        if near_after:
            out.setdefault(following, []).append(number)
        elif near_before:
            out.setdefault(before, []).append(number)
    return out


_CONTENT_ORDER = (
    Content.ALTERED,
    Content.STITCHED,
    Content.ABSENT,
    Content.ELSEWHERE,
    Content.NOT_CHECKED,
    Content.AT_PINPOINT,
    Content.NOT_QUOTED,
)
_FITS = (Fit.ABSENT, Fit.STITCHED, Fit.ALTERED, Fit.VERBATIM)


def _better(best: QuotationMatch | None, match: QuotationMatch) -> QuotationMatch:
    if best is None or _FITS.index(match.fit) > _FITS.index(best.fit):
        return match
    if match.fit is Fit.ALTERED and best.fit is Fit.ALTERED:
        return min(best, match, key=lambda m: len(m.differences))
    return best


class QuotationCheck:
    """Checks quotations against the texts of a library, each prepared once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._source = lru_cache(maxsize=256)(self._prepare)
        self._whole = lru_cache(maxsize=8)(self._join)

    def _prepare(self, provision_id: str, on: date | None) -> QuotedSource | None:
        text = self._library.text(provision_id, on)
        return None if text is None else QuotedSource(text)

    def _join(self, authority_id: str, on: date | None) -> QuotedSource:
        """All the text of an authority, to see whether a quotation is put together from it."""
        texts = (self._library.text(unit, on) for unit in self._library.units(authority_id))
        return QuotedSource("\n\n".join(text for text in texts if text)[:_WHOLE])

    def check(
        self, authority: Authority, ids: Sequence[str], quotations: Sequence[str], on: date | None
    ) -> tuple[Content, str]:
        """Where the quoted words stand; for several quotations the worst of them."""
        if not quotations:
            return Content.NOT_QUOTED, ""
        if not authority.text_held:
            return Content.NOT_CHECKED, f"the text of {authority.short_title} is not held"
        verdicts = [self._quoted(authority, ids, quotation, on) for quotation in quotations]
        return min(verdicts, key=lambda v: _CONTENT_ORDER.index(v[0]))

    def _quoted(
        self, authority: Authority, ids: Sequence[str], quotation: str, on: date | None
    ) -> tuple[Content, str]:
        pinned = [i for i in ids if i != authority.id]
        best: QuotationMatch | None = None
        complete = True
        for place in pinned:
            source = self._source(place, on)
            version = self._library.version_on(place, on)
            if source is None or version is None:
                complete = False
                continue
            complete = complete and version.complete
            match = source.find(quotation)
            if match.fit is Fit.VERBATIM:
                return Content.AT_PINPOINT, ""
            best = _better(best, match)
        for unit in self._library.units(authority.id):
            version = self._library.version_on(unit, on)
            if version is None or any(contains(place, unit) for place in pinned):
                continue
            complete = complete and version.complete
            source = self._source(unit, on)
            match = source.find(quotation) if source else QuotationMatch(Fit.ABSENT)
            if match.fit is Fit.VERBATIM:
                if not pinned:
                    return Content.AT_PINPOINT, ""
                return Content.ELSEWHERE, f"the words stand at {version.label}"
            best = _better(best, match)
        if best is not None and best.fit is Fit.ALTERED:
            changed = "; ".join(
                f"“{d.quoted}” for “{d.source}”"
                if d.quoted and d.source
                else f"“{d.quoted or d.source}”"
                for d in best.differences[:6]
            )
            return Content.ALTERED, f"the quotation differs: {changed}"
        if best is None or best.fit is Fit.ABSENT:
            best = self._whole(authority.id, on).find(quotation)
        if best.fit is Fit.STITCHED:
            return Content.STITCHED, "the quotation joins words that do not stand together"
        if not complete or not self._library.units(authority.id):
            return Content.NOT_CHECKED, f"the text of {authority.short_title} is held only in part"
        return Content.ABSENT, f"the words do not stand in {authority.short_title}"
