"""Filling in the request: the question goes where the description says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from lexwarrant.records.context import Context

_SLOT = re.compile(r"\{(base_url|question|jurisdiction|analysis_date|facts|id|model|prompt)\}")

_BASE = "{base_url}"


def slots(question: str, context: Context) -> dict[str, str | None]:
    """What can be filled in for one question; None where the context does not say."""
    return {
        "question": question,
        "jurisdiction": context.jurisdiction,
        "analysis_date": context.analysis_date.isoformat() if context.analysis_date else None,
        "facts": "\n".join(context.facts) or None,
    }


def fill(template: Any, values: Mapping[str, str | None]) -> Any:
    """``template`` with its slots filled, each once: what is filled in is never filled again.

    A string that is one slot and nothing else becomes null where there is no value.
    """
    if isinstance(template, str):
        whole = _SLOT.fullmatch(template)
        if whole and whole[1] in values:
            return values[whole[1]]
        return _SLOT.sub(lambda m: (values[m[1]] or "") if m[1] in values else m[0], template)
    if isinstance(template, list | tuple):
        return [fill(item, values) for item in template]
    if isinstance(template, Mapping):
        return {key: fill(item, values) for key, item in template.items()}
    return template


def fill_url(template: str, base_url: str, values: Mapping[str, str | None]) -> str:
    """A URL with ``{base_url}`` as it is and everything else percent-encoded."""
    if template.startswith(_BASE) and "{" not in template[len(_BASE) :]:
        return base_url.rstrip("/") + template[len(_BASE) :]

    def part(match: re.Match[str]) -> str:
        if match[1] == "base_url":
            return base_url.rstrip("/")
        return quote(values.get(match[1]) or "", safe="")

    return _SLOT.sub(part, template)
