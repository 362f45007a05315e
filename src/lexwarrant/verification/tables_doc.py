"""Makes ``docs/reasons.md`` and the table of ``docs/claims.md`` from the code and the data."""

from __future__ import annotations

import ast
from importlib.resources import files

from lexwarrant.records.verification import ReasonCode
from lexwarrant.verification.claims import category_rules
from lexwarrant.verification.findings import NOT_STATED_REASONS

_HEAD = """# Reason codes

Made from the enum `ReasonCode`; a test holds the two together. A finding has one code or
more, the one that decides first.

| code | verdict | what it says |
|---|---|---|
"""
_SUPPORTED = frozenset(
    ["stated", "inferred", "silence_confirmed", "correction_confirmed", "model_entails"]
)
_NO_CLAIM = frozenset(["question", "refusal", "connective", "user_facts"])
_CANNOT = frozenset(
    [
        "language_unknown",
        "language_differs",
        "endorsed_unseen",
        "model_failed",
        "incomplete_source",
        "calendar_unknown",
        "authority_not_held",
    ]
)
_BEYOND = frozenset(
    ["no_passage", "empty_premise", "not_in_force", "other_jurisdiction", "authority_not_found"]
)


def verdict_of(code: ReasonCode) -> str:
    """The verdict that a reason code goes with."""
    if code.value in _SUPPORTED:
        return "supported"
    if code.value in _NO_CLAIM:
        return "no_claim"
    if code.value in _CANNOT:
        return "cannot_check"
    if code in NOT_STATED_REASONS or code.value in _BEYOND:
        return "not_stated"
    return "contradicted"


def meanings() -> dict[str, str]:
    """What each code says, from the text under its member."""
    source = files("lexwarrant.records").joinpath("verification.py").read_text("utf-8")
    tree = ast.parse(source)
    body = next(n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "ReasonCode")
    out: dict[str, str] = {}
    last = ""
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            last = str(node.value.value)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            out[last] = " ".join(str(node.value.value).split())
    return out


def reasons_page() -> str:
    """The whole of ``docs/reasons.md``."""
    said = meanings()
    rows = [f"| `{code.value}` | {verdict_of(code)} | {said[code.value]} |" for code in ReasonCode]
    return _HEAD + "\n".join(rows) + "\n"


def claims_table() -> str:
    """The table of categories in ``docs/claims.md``."""
    lines = [
        "| category | risk | what is in | what is out | example | no example |",
        "|---|---|---|---|---|---|",
    ]
    lines.extend(
        f"| {r.category.value} | {r.risk.value} | {r.includes} | {r.excludes} | {r.example} | "
        f"{r.counterexample} |"
        for r in category_rules()
    )
    return "\n".join(lines) + "\n"
