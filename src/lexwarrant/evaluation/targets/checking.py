"""``target check``: three neutral questions, the raw reply beside what each path finds in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lexwarrant.evaluation.targets.base import TargetError
from lexwarrant.evaluation.targets.http import HttpTarget
from lexwarrant.records.context import Context

NEUTRAL_QUESTIONS = (
    "What is the statutory notice period for ending an employment contract?",
    "When is a contract concluded by mistake voidable?",
    "What may a buyer do when the goods delivered are defective?",
)
_MOST_LEAVES = 5_000

_NAMES = {
    "answer": re.compile(
        r"answer|response|reply|content|message|output|result|text|completion", re.I
    ),
    "quotation": re.compile(r"quot|verbatim|excerpt|passage|snippet", re.I),
    "citations": re.compile(r"cit|source|reference|authorit", re.I),
    "passages": re.compile(r"passage|chunk|context|document|retriev", re.I),
    "promoted": re.compile(r"promot|answered|grounded|confident|abstain|polish_method", re.I),
    "score": re.compile(r"score|confidence|similarity|probability", re.I),
    "coverage": re.compile(r"coverage|recall", re.I),
    "domain": re.compile(r"domain|topic|area|category", re.I),
    "document_id": re.compile(r"doc(ument)?_?id|source_?id", re.I),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """One question: the raw reply, what the paths found, and proposals for those that found nothing."""

    question: str
    raw: Any
    found: dict[str, str]
    proposals: dict[str, tuple[str, ...]]
    error: str = ""


async def check_target(target: HttpTarget) -> list[Checked]:
    """Ask the neutral questions, one after the other."""
    out = []
    await target.open()
    try:
        for question in NEUTRAL_QUESTIONS:
            try:
                raw, _ = await target.exchange(question, Context())
            except TargetError as error:
                out.append(Checked(question, None, {}, {}, str(error)))
                continue
            found = target.found(raw)
            missing = [name for name, value in found.items() if not value]
            missing += [name for name in _NAMES if name not in found]
            out.append(Checked(question, raw, found, propose(raw, missing)))
    finally:
        await target.close()
    return out


def propose(data: Any, wanted: list[str]) -> dict[str, tuple[str, ...]]:
    """Paths in ``data`` that could lead to each of ``wanted``, the likeliest first."""
    leaves = list(_leaves(data))
    out = {}
    for name in dict.fromkeys(wanted):
        pattern = _NAMES.get(name)
        if pattern is None:
            continue
        fitting = [
            (p, v) for p, v in leaves if pattern.search(p.rsplit(".", 1)[-1]) and _fits(name, v)
        ]
        fitting.sort(key=lambda pair: (-_weight(name, pair[1]), pair[0]))
        paths = tuple(dict.fromkeys(p for p, _ in fitting))[:3]
        if paths:
            out[name] = paths
    return out


def _leaves(data: Any) -> Iterator[tuple[str, Any]]:
    """Values with their paths; of a list the first item stands for all (``[*]``)."""
    todo: list[tuple[str, Any]] = [("$", data)]
    seen = 0
    while todo and seen < _MOST_LEAVES:
        path, value = todo.pop()
        seen += 1
        if isinstance(value, dict):
            for key, inner in reversed(list(value.items())):
                plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", str(key))
                escaped = str(key).replace("\\", "\\\\").replace("'", "\\'")
                todo.append((f"{path}.{key}" if plain else f"{path}['{escaped}']", inner))
        elif isinstance(value, list):
            if value:
                todo.append((f"{path}[*]", value[0]))
        else:
            yield path, value


def _fits(name: str, value: Any) -> bool:
    if name in ("score", "coverage"):
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    if name == "promoted":
        return isinstance(value, bool | str)
    return isinstance(value, str) and bool(value.strip())


def _weight(name: str, value: Any) -> int:
    return len(value) if name in ("answer", "quotation") and isinstance(value, str) else 0
