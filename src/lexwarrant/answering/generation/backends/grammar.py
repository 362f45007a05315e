"""Choices as a GBNF grammar and as a regular expression, for servers that take the one or other."""

from __future__ import annotations

import re


def gbnf(choices: tuple[str, ...]) -> str:
    """A grammar (llama.cpp's GBNF) whose texts are exactly ``choices``."""
    return "root ::= " + " | ".join(f'"{_escaped(c)}"' for c in choices)


def _escaped(text: str) -> str:
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char.isprintable():
            out.append(char)
        else:
            out.append(f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}")
    return "".join(out)


def regex(choices: tuple[str, ...]) -> str:
    """A regular expression whose texts are exactly ``choices``."""
    return "(" + "|".join(re.escape(c) for c in choices) + ")"
