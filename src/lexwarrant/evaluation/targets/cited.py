"""Citations as a stranger's system writes them, resolved to provision ids where they can be."""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.records.answer import CitedProvision
from lexwarrant.records.ids import split_id


def _codes(jurisdiction: str | None) -> tuple[str, ...] | None:
    from lexwarrant.jurisdictions.registry import codes

    return (jurisdiction,) if jurisdiction in codes() else None


def _looks_like_id(text: str) -> bool:
    return "/" in text and " " not in text and split_id(text).unit is not None


def cited_provisions(
    written: Sequence[str], jurisdiction: str | None
) -> tuple[CitedProvision, ...]:
    """Each citation a system lists, with the provision it names.

    A string that is a provision id stands for itself; any other is read by the citation grammar
    and keeps an empty id when that cannot say which provision it means.
    """
    out: list[CitedProvision] = []
    for text in written:
        if _looks_like_id(text):
            out.append(CitedProvision(text, text))
            continue
        from lexwarrant.jurisdictions.citations import find_citations

        ids = [
            p or c.target
            for c in find_citations(text, _codes(jurisdiction))
            for p in (c.provision_ids() or (c.target,))
        ]
        out += [CitedProvision(text, i) for i in dict.fromkeys(ids) if i] or [CitedProvision(text)]
    return tuple(out)


def named_provisions(
    text: str, jurisdiction: str | None, known: Sequence[CitedProvision]
) -> tuple[CitedProvision, ...]:
    """Citations found in the words of an answer, less those that are ``known`` already."""
    from lexwarrant.jurisdictions.citations import find_citations

    seen = {c.provision_id for c in known}
    out: list[CitedProvision] = []
    for citation in find_citations(text, _codes(jurisdiction)):
        for provision in citation.provision_ids() or (
            (citation.target,) if citation.target else ()
        ):
            if provision not in seen:
                seen.add(provision)
                out.append(CitedProvision(citation.text, provision))
    return tuple(out)
