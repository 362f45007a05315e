"""From a JSON reply to what the rules look at, in the standard library alone (Python 3.8).

The description is the same that the package reads, as JSON. Paths are those that need no library:
``$.a.b[0]`` and ``$.a[*].b``; packing refuses others.
"""

from __future__ import annotations

import math
import re
from types import SimpleNamespace
from typing import Any

PATH = re.compile(r"\$(?:\.[A-Za-z_][A-Za-z0-9_]*|\[\d+\]|\[\*\])*")
_STEP = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+|\*)\]")


def follow(path: str, data: Any) -> list[Any]:
    """Every value that ``path`` leads to."""
    found = [data]
    for match in _STEP.finditer(path):
        name, index = match.group(1), match.group(2)
        after: list[Any] = []
        for value in found:
            if name is not None:
                if isinstance(value, dict) and name in value:
                    after.append(value[name])
            elif index == "*":
                if isinstance(value, (list, dict)):
                    after.extend(value.values() if isinstance(value, dict) else value)
            elif isinstance(value, list) and int(index) < len(value):
                after.append(value[int(index)])
        found = after
    return found


def first(path: str, data: Any) -> Any:
    """The first value, None when there is none or no path."""
    found = follow(path, data) if path else []
    return found[0] if found else None


def words(value: Any) -> str:
    """A JSON value as text: strings as they are, figures written out, everything else empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return ""


def share(value: Any) -> float | None:
    """A number in 0..1, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= 1 else None


def texts(path: str, data: Any) -> list[str]:
    """Every text that ``path`` leads to, lists opened."""
    out = []
    for item in follow(path, data) if path else []:
        for value in item if isinstance(item, list) else [item]:
            if words(value):
                out.append(words(value))
    return out


def related(paths: Any, data: Any) -> list[Any]:
    """Related passages, each with a label and a snippet."""
    if not paths:
        return []
    found = follow(paths["items"], data)
    if len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    out = []
    for item in found:
        if not isinstance(item, (dict, str)):
            continue
        label = words(first(paths["label"], item)) if paths.get("label") else words(item)
        snippets = [words(first(p, item)) for p in paths.get("snippets", [])]
        out.append(SimpleNamespace(label=label, snippet="\n".join(s for s in snippets if s)))
    return out


def answer_of(read: Any, data: Any) -> Any:
    """What the rules look at of the answer that ``data`` holds."""
    text = next((t for t in (words(first(p, data)) for p in read.get("answer", [])) if t), "")
    quote = words(first(read.get("quotation", ""), data))
    document = words(first(read.get("document_id", ""), data))
    quotation = SimpleNamespace(text=quote, document_id=document) if quote else None
    passages = [SimpleNamespace(label="", snippet=p) for p in texts(read.get("passages", ""), data)]
    return SimpleNamespace(
        text=text,
        promoted=promoted(read, data, text, quote),
        quotation=quotation,
        anchor_label=words(first(read.get("anchor_label", ""), data)),
        cluster_label=words(first(read.get("cluster_label", ""), data)),
        domain=words(first(read.get("domain", ""), data)) or None,
        statute_refs=texts(read.get("statute_refs", ""), data),
        applications=related(read.get("applications"), data) + passages,
        origins=related(read.get("origins"), data),
    )


def promoted(read: Any, data: Any, text: str, quote: str) -> bool:
    """Whether the answer was put forward, by the rule of the description."""
    rule = read.get("promoted") or {}
    by = rule.get("by", "answer")
    if by == "field":
        found = first(rule.get("path", ""), data)
        return words(found) == rule["equals"] if rule.get("equals") else found is True
    if by == "thresholds":
        limits = {}
        paths = read.get("thresholds") or {}
        for name, usual in (
            ("min_score", 0.5),
            ("min_coverage", 0.15),
            ("high_score_bypass", 0.65),
        ):
            given = share(first(paths.get(name, ""), data))
            limits[name] = paths.get("default_" + name, usual) if given is None else given
        score = share(first(read.get("score", ""), data)) or 0.0
        coverage = share(first(read.get("coverage", ""), data)) or 0.0
        enough = score >= limits["min_score"] and coverage >= limits["min_coverage"]
        return bool(quote.strip()) and (enough or score >= limits["high_score_bypass"])
    return bool(text.strip() or quote.strip())
