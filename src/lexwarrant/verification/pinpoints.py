"""Pinpoints as written: section 124(1A), Art. 7 Abs. 3, l'article L. 12-3."""

from __future__ import annotations

import re
from itertools import accumulate

from lexwarrant.text.folding import fold_characters
from lexwarrant.verification.lexicon import Lexicon, Word
from lexwarrant.verification.marks import Analysis, Reference

_TOKEN = re.compile(
    r"([^\W\d_]+(?:'[^\W\d_]+)*(?:\"[^\W\d_](?![^\W\d_]))?"
    r"|\d{1,3}(?:[.,'  ]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?"  # grouped figures
    r"|\d+(?:[.,]\d+)?"
    r"|[%§¶£$€₪₹½¼¾]"
    r"|[.,;:!?()\[\]—…\"/×=+\n])"
)
"""A token, as the one group: to split by it gives what lies between tokens, and them, in turn."""
_ASCII_TOKEN = re.compile(
    r"([a-z]++(?!['\"])|[a-z]+(?:'[a-z]+)*(?:\"[a-z](?![a-z]))?"
    r"|[0-9]{1,3}(?:[.,' ][0-9]{3})+(?![0-9])(?:[.,][0-9]{1,2}(?![0-9]))?"
    r"|[0-9]+(?:[.,][0-9]+)?"
    r"|[%$.,;:!?()\[\]\"/=+\n])"
)
"""The same for lower-case ASCII, where no character has to be looked up by its category."""
_YEAR = re.compile(r"(?:1[789]|20)\d\d$")
_PLURAL_LETTER = re.compile(r"[^\W\d_]{1,3}$")
_SUB_UNITS = frozenset({"sub"})
_CHAINED = frozenset(
    [
    "para", "paragraph", "paragraphs", "abs", "absatz", "satz", "nr", "nummer", "alinéa", "al",
    "paragraphe", "point", "subsection", "lit", "buchstabe", "unterabs",
    ]
)  # fmt: skip


class Pinpoints:
    """The tokens of a text, and the reading of pinpoints at a token."""

    def __init__(self, text: str, lex: Lexicon, month_first: bool) -> None:
        self.lex = lex
        self.tables = lex.tables
        self.month_first = month_first
        folded = fold_characters(text)
        if lex.code == "fr":
            folded = folded.replace("'", " ")
        self.folded = folded
        lowered = folded.lower()
        if len(lowered) != len(folded):  # a capital whose small form is longer, such as "İ"
            lowered = folded
        tokens = _ASCII_TOKEN if lowered.isascii() else _TOKEN
        pieces = tokens.split(lowered)
        low = pieces[1::2]
        if lowered is folded:
            low = [token.lower() for token in low]
        edges = list(accumulate(map(len, pieces)))
        starts, ends = edges[:-1:2], edges[1::2]
        self.low, self.starts, self.ends = low, starts, ends
        self.n = len(low)
        words: list[Word | None] = [None] * self.n
        self.out = Analysis(text, lex, low, starts, ends, words)

    def adjacent(self, i: int) -> bool:
        """Whether token ``i`` touches the one before it."""
        return 0 < i < self.n and self.starts[i] == self.ends[i - 1]

    def _label(self, i: int) -> tuple[str, int]:
        """A number or letter label at ``i`` ("124", "1ZA", "a", "2312-4"), and what follows."""
        low, n = self.low, self.n
        if i >= n:
            return "", i
        token = low[i]
        if token[0].isdecimal():
            label, j = token.replace(",", "").replace(" ", ""), i + 1
            while j < n and self.adjacent(j) and _PLURAL_LETTER.match(low[j]):
                if low[j] in self.tables.ordinal_suffixes:
                    break
                label += low[j]
                j += 1
                if j < n and self.adjacent(j) and low[j][0].isdecimal():
                    label += low[j]
                    j += 1
            if (
                j < n
                and low[j][0].isdecimal()
                and self.folded[self.ends[j - 1] : self.starts[j]] == "-"
            ):
                label += "-" + low[j]
                j += 1
            return label, j
        if len(token) <= 4 and token.isalpha():
            if token in ("l", "r", "d") and i + 1 < n:
                k = i + 2 if low[i + 1] == "." else i + 1
                if k < n and low[k][0].isdecimal():
                    label, j = self._label(k)
                    return token + label, j
            if len(token) <= 2 or set(token) <= set("ivx"):
                return token, i + 1
        return "", i

    def _reference(self, i: int, j: int, unit: str) -> int:
        low, n = self.low, self.n
        k = j
        if k < n and low[k] == ".":
            k += 1
        bracket = k < n and low[k] == "("
        paths: list[tuple[str, ...]] = []
        path: list[str] = []
        if not bracket:
            label, after = self._label(k)
            if not label or not (label[0].isdecimal() or label[0] in "lrd" or unit in _SUB_UNITS):
                return 0
            if not label[0].isdecimal() and label in self.lex.stop:
                return 0
            if low[k][0].isdecimal() and after < n and low[after] in self.lex.units:
                return 0
            if unit in ("reg", "rule") and len(label) == 4 and _YEAR.match(label):
                return 0
            path.append(label)
            k = after
        while True:
            if k + 2 < n and low[k] == "(":
                label, after = self._label(k + 1)
                if label and after < n and low[after] == ")":
                    path.append(label)
                    k = after + 1
                    continue
            if path and k + 1 < n:
                # "Abs. 2", "paragraph 3" after a section or article
                sub = k + 1 if low[k] == "," else k
                if low[sub] in _CHAINED:
                    at = sub + 1
                    if at < n and low[at] == ".":
                        at += 1
                    label, after = self._label(at)
                    if label and label not in self.lex.stop:
                        path.append(label)
                        k = after
                        continue
                if unit not in _SUB_UNITS and low[k] in (
                    "and",
                    "or",
                    "et",
                    "und",
                    "ou",
                    "oder",
                    ",",
                ):
                    if k + 3 < n and low[k + 1] == "(" and len(path) > 1:
                        label, after = self._label(k + 2)
                        if label and after < n and low[after] == ")":
                            paths.append(tuple(path))
                            path = [*path[:-1], label]
                            k = after + 1
                            continue
                    if low[k + 1][0].isdecimal():
                        label, after = self._label(k + 1)
                        if after >= n or low[after] not in self.lex.units:
                            paths.append(tuple(path))
                            path = [label]
                            k = after
                            continue
            break
        if not path:
            return 0
        paths.append(tuple(path))
        internal = unit in _SUB_UNITS or unit == "para"
        self.out.references.append(
            Reference(i, k, self.starts[i], self.ends[k - 1], unit, tuple(paths), internal)
        )
        return k
