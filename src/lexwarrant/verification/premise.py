"""The premise, indexed once: clauses and limbs as passages with their own frames.

A provision is cut at its headings, numbered paragraphs and lettered limbs, then at sentences and
semicolons. The words that lead into a list belong to every limb of it, so that each *leaf* can be
read by itself; *groups* (a whole list, a whole paragraph, a whole provision) say what stands
together. Postings from concepts to leaves make alignment independent of the premise's length.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from lexwarrant.records.verification import Premise, PremiseProvision
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.enrichment import Element
from lexwarrant.verification.frames import Clause, read_clause
from lexwarrant.verification.lexicon import Lexicon, Word
from lexwarrant.verification.marks import Analysis, Reference
from lexwarrant.verification.quantities import DateMark, Quantity


@dataclass(slots=True)
class Node:
    """A labelled stretch of a provision: token range, label path, parent."""

    i: int
    j: int
    path: tuple[str, ...]
    unit: str
    parent: int
    lead_end: int = 0
    children: int = 0


@dataclass(slots=True)
class Leaf:
    """The smallest passage: its own words and those that lead into it."""

    index: int
    provision: int
    path: tuple[str, ...]
    unit: str
    group: int
    ranges: tuple[tuple[int, int], ...]
    own: tuple[int, int]
    concepts: frozenset[int]
    clause: Clause
    quantities: list[Quantity] = field(default_factory=list)
    dates: list[DateMark] = field(default_factory=list)
    hops: tuple[int, ...] = ()
    exceptions: tuple[int, ...] = ()
    list_id: int = -1


@dataclass(slots=True)
class Hits:
    """Where a word of a sentence is licensed: leaves that hold one of its concepts, and its idf."""

    leaves: tuple[int, ...]
    idf: float


class PremiseIndex:
    """Everything the checks ask of a premise. Build with `index_premise`."""

    def __init__(self, premise: Premise, lexicons: list[Lexicon], month_first: bool) -> None:
        self.premise = premise
        self.month_first = month_first
        self.analyses: list[Analysis] = []
        self.leaves: list[Leaf] = []
        self.groups: list[frozenset[int]] = []
        self._group_ids: dict[tuple[int, int, int], int] = {}
        self.labels: set[tuple[str, ...]] = set()
        self.declared: list[tuple[tuple[str, ...], ...]] = []
        self.lexicons = lexicons
        self.title_concepts: set[int] = set()
        self.years: set[int] = set()
        self.lists: dict[int, str] = {}
        self.last: tuple[str, Analysis] | None = None
        """The sentence read last, which the next one may lean back on."""
        self._limbs: dict[int, list[int]] = {}
        self._hits: dict[Word, Hits] = {}
        self._concept_hits: dict[int, Hits] = {}
        self._postings: dict[int, list[int]] = {}
        self._prefixes: dict[str, set[int]] = {}
        self._suffixes: dict[str, set[int]] = {}
        self.quantities: list[tuple[Quantity, int]] = []
        self.by_dim: dict[str, list[tuple[Quantity, int]]] = {}
        self.dates: list[tuple[DateMark, int]] = []
        for number, provision in enumerate(premise.provisions):
            self._add(number, provision, lexicons[number], month_first)
        self._link()
        self.cited = {p for a in self.analyses for r in a.references for p in r.paths}
        self.complete = all(p.complete for p in premise.provisions)
        self.folded = [fold_for_quotes(p.text) for p in premise.provisions]

    # -- building ------------------------------------------------------------------------------

    def _add(
        self, number: int, provision: PremiseProvision, lex: Lexicon, month_first: bool
    ) -> None:
        analysis = analyse(provision.text, lex, month_first)
        self.analyses.append(analysis)
        declared = tuple(
            path for c in provision.citations for path in citation_paths(c, lex) if path
        )
        self.declared.append(declared)
        self.labels.update(declared)
        for title in (provision.title, *provision.aliases):
            titled = analyse(title, lex)
            for word in titled.words:
                if word is not None:
                    self.title_concepts.update(word.concepts)
            self.years.update(d.year for d in titled.dates)
            self.years.update(int(y) for y in _YEARS.findall(title))
        self.years.update(int(y) for y in _YEARS.findall(provision.text))
        nodes = _structure(analysis, declared)
        for node in nodes:
            if node.path:
                self.labels.add(node.path)
        for node in nodes:
            if node.parent > 0 and node.i >= 4:
                for k in range(node.i - 1, max(node.i - 7, -1), -1):
                    if analysis.low[k] in _AND_WORDS:
                        self.lists[number * 100_000 + node.parent] = "and"
                    elif analysis.low[k] in _OR_WORDS:
                        self.lists[number * 100_000 + node.parent] = "or"
                    elif analysis.low[k].isalpha() and len(analysis.low[k]) > 2:
                        break
        for node in nodes:
            self._node_leaves(number, analysis, nodes, node)

    def _node_leaves(self, number: int, analysis: Analysis, nodes: list[Node], node: Node) -> None:
        leads: list[tuple[int, int]] = []
        parent = node.parent
        while parent >= 0:
            above = nodes[parent]
            cut = _lead_start(analysis, above.i, above.lead_end)
            if above.children and cut < above.lead_end:
                leads.append((cut, above.lead_end))
            parent = above.parent
        leads.reverse()
        end = node.lead_end if node.children else node.j
        for part, intro in _sentences(analysis, node.i, end):
            i, j = part
            opens_list = node.children and j == end and j - i < 40
            if opens_list and i >= _lead_start(analysis, node.i, node.lead_end):
                # the lead-in stands in its limbs; by itself it is half a sentence
                group = self._group(number, analysis, node.i, node.j)
                self._leaf(number, analysis, node, group, (*leads, *intro, part), part)
                continue
            top = node
            while top.parent >= 0 and nodes[top.parent].path and len(nodes[top.parent].path) >= 2:
                top = nodes[top.parent]
            group = self._group(number, analysis, top.i, top.j)
            self._leaf(number, analysis, node, group, (*leads, *intro, part), part)

    def _group(self, number: int, analysis: Analysis, i: int, j: int) -> int:
        key = (number, i, j)
        found = self._group_ids.get(key)
        if found is None:
            found = self._group_ids[key] = len(self.groups)
            self.groups.append(frozenset(_collect(analysis, ((i, j),))))
        return found

    def _leaf(
        self,
        number: int,
        analysis: Analysis,
        node: Node,
        group: int,
        ranges: tuple[tuple[int, int], ...],
        own: tuple[int, int],
    ) -> None:
        concepts = _collect(analysis, ranges)
        if not concepts:
            return
        index = len(self.leaves)
        clause = read_clause(analysis, ranges)
        leaf = Leaf(
            index, number, node.path, node.unit, group, ranges, own, frozenset(concepts), clause
        )
        if node.parent >= 0:
            leaf.list_id = number * 100_000 + node.parent
        inside = analysis.within(ranges)
        leaf.quantities = inside.quantities
        leaf.dates = inside.dates
        for quantity in inside.quantities:
            self.quantities.append((quantity, index))
            self.by_dim.setdefault(quantity.dim, []).append((quantity, index))
        for date in inside.dates:
            self.dates.append((date, index))
            self.years.add(date.year)
        self.leaves.append(leaf)
        for concept in concepts:
            self._postings.setdefault(concept, []).append(index)
        if analysis.lex.code == "de":
            for i, j in ranges:
                for k in range(i, j):
                    token = analysis.low[k]
                    if len(token) >= 5 and token[0].isalpha():
                        self._prefixes.setdefault(token[:5], set()).add(index)
                        self._suffixes.setdefault(token[-5:], set()).add(index)

    def _link(self) -> None:
        """One hop: a leaf that names another paragraph or section of the premise is joined to it."""
        by_label: dict[str, list[int]] = {}
        for leaf in self.leaves:
            for label in {leaf.path[0], leaf.path[-1]} if leaf.path else ():
                targets = by_label.setdefault(label, [])
                if len(targets) < 40:
                    targets.append(leaf.index)
            if leaf.list_id >= 0:
                self._limbs.setdefault(leaf.list_id, []).append(leaf.index)
        for leaf in self.leaves:
            hops: set[int] = set()
            for reference in self.analyses[leaf.provision].within(leaf.ranges).references:
                for path in reference.paths:
                    for target in by_label.get(path[-1], ()):
                        other = self.leaves[target]
                        if target != leaf.index and _path_matches(path, other.path, reference):
                            hops.add(target)
            leaf.hops = tuple(sorted(hops)[:12])
        for leaf in self.leaves:
            if leaf.clause.disapplies:
                for target in leaf.hops:
                    other = self.leaves[target]
                    if len(other.exceptions) < 12:
                        other.exceptions = (*other.exceptions, leaf.index)

    # -- asking --------------------------------------------------------------------------------

    def hits(self, word: Word) -> Hits:
        """Leaves in which ``word``, or a word that may stand for it, is found."""
        found = self._hits.get(word)
        if found is None:
            found = self._find(word.concepts, word.text)
            if len(self._hits) < 100_000:
                self._hits[word] = found
        return found

    def concept_hits(self, concept: int) -> Hits:
        """Leaves that hold one concept."""
        found = self._concept_hits.get(concept)
        if found is None:
            found = self._concept_hits[concept] = self._find((concept,), "")
        return found

    def _find(self, concepts: tuple[int, ...], text: str) -> Hits:
        leaves: set[int] = set()
        for concept in concepts:
            leaves.update(self._postings.get(concept, ()))
        if not leaves and self._prefixes and len(text) >= 5:
            leaves.update(self._prefixes.get(text[:5], ()))
            leaves.update(self._suffixes.get(text[-5:], ()))
        total = len(self.leaves)
        idf = math.log(1.0 + total / (1.0 + len(leaves))) + 0.3 if total else 1.0
        return Hits(tuple(sorted(leaves)), idf)

    def names(self, path: tuple[str, ...], internal: bool) -> bool:
        """Whether the premise holds, or itself refers to, this provision or one around it."""
        if internal and any(path[-1] in p for known in (self.labels, self.cited) for p in known):
            return True
        return any(
            p[: len(path)] == path or path[: len(p)] == p
            for known in (self.labels, self.cited)
            for p in known
        )

    def joined(self, leaf: Leaf, left: tuple[int, ...], right: tuple[int, ...]) -> str:
        """How a passage joins two things: "and", "or", or "" when it does not say."""
        here = self._positions(leaf, left)
        there = self._positions(leaf, right)
        if not here or not there:
            return self._joined_limbs(leaf, left, right)
        kinds: set[str] = set()
        for a in here[:4]:
            for b in there[:4]:
                low, high = min(a, b), max(a, b)
                if 0 < high - low <= 14:
                    kinds.update(k for at, k in leaf.clause.conj if low < at < high)
        return next(iter(kinds)) if len(kinds) == 1 else ""

    def _positions(self, leaf: Leaf, concepts: tuple[int, ...]) -> list[int]:
        words = self.analyses[leaf.provision].words
        wanted = set(concepts)
        out: list[int] = []
        for i, j in leaf.ranges:
            for k in range(i, j):
                word = words[k]
                if word is not None and not wanted.isdisjoint(word.concepts):
                    out.append(k)
        return out

    def _joined_limbs(self, leaf: Leaf, left: tuple[int, ...], right: tuple[int, ...]) -> str:
        kind = self.lists.get(leaf.list_id, "")
        if not kind:
            return ""
        limbs = [self.leaves[k] for k in self._limbs.get(leaf.list_id, ())[:60]]
        wanted_left, wanted_right = set(left), set(right)
        for a in limbs:
            if not wanted_left.isdisjoint(a.concepts):
                for b in limbs:
                    if b.index != a.index and not wanted_right.isdisjoint(b.concepts):
                        return kind
        return ""

    def enrich(self, number: int, elements: tuple[Element, ...]) -> None:
        """License the words of each element in the leaf that holds its quotation."""
        lex = self.lexicons[number]
        for element in elements:
            quoted = fold_for_quotes(element.quotation)
            for leaf in self.leaves:
                if leaf.provision != number or quoted not in fold_for_quotes(self.passage(leaf)):
                    continue
                read = analyse(element.text, lex)
                for word in read.words:
                    if word is not None:
                        for concept in word.concepts:
                            postings = self._postings.setdefault(concept, [])
                            if leaf.index not in postings:
                                postings.append(leaf.index)
                break
        self._hits.clear()
        self._concept_hits.clear()

    def passage(self, leaf: Leaf) -> str:
        """The words of a leaf with those that lead into it."""
        analysis = self.analyses[leaf.provision]
        return " ".join(
            analysis.text[analysis.starts[i] : analysis.ends[j - 1]] for i, j in leaf.ranges
        )

    def span(self, leaf: Leaf) -> tuple[int, int]:
        """Character span of a leaf's own words in its provision."""
        analysis = self.analyses[leaf.provision]
        i, j = leaf.own
        return analysis.starts[i], analysis.ends[j - 1]

    def label(self, leaf: Leaf) -> str:
        """How the leaf is cited, as far as the premise says."""
        path = leaf.path
        if not path:
            declared = self.declared[leaf.provision]
            return _written(declared[0]) if len(declared) == 1 else ""
        return _written(path)


def _written(path: tuple[str, ...]) -> str:
    return path[0] + "".join(f"({p})" for p in path[1:])


def fold_for_quotes(text: str) -> str:
    """Text as quotations are compared: case, quotes, dashes and runs of white space aside."""
    from lexwarrant.text.folding import fold_characters

    return " ".join(fold_characters(text).replace("—", "-").lower().split())


def _collect(analysis: Analysis, ranges: tuple[tuple[int, int], ...]) -> set[int]:
    """Concepts of the words and phrases in some ranges."""
    concepts: set[int] = set()
    words = analysis.words
    for i, j in ranges:
        for k in range(i, j):
            word = words[k]
            if word is not None:
                concepts.update(word.concepts)
    concepts.update(c for _, _, c in analysis.within(ranges).concepts)
    return concepts


def _path_matches(path: tuple[str, ...], other: tuple[str, ...], reference: Reference) -> bool:
    if not other:
        return False
    if reference.internal:
        return path[-1] in other[1:] or (len(other) == 1 and other[0] == path[-1])
    return other[: len(path)] == path


_AND_WORDS = frozenset({"and", "et", "und", "sowie"})
_OR_WORDS = frozenset({"or", "ou", "oder", "או"})
_YEARS = re.compile(r"(?<!\d)(?:1[789]|20)\d\d(?!\d)")
_CITATION_SPLIT = re.compile(r"[/]")


def citation_paths(citation: str, lex: Lexicon) -> list[tuple[str, ...]]:
    """Label paths of a declared citation: "s86/1/a", "s. 86(1)", "Art. 7 Abs. 3", "סעיף 1א"."""
    if "/" in citation and " " not in citation:
        parts = [p for p in citation.split("/") if p]
        first = (
            re.sub(r"^\D+(?=\d)", "", parts[0])
            if len(parts) < 4 or parts[0][-1:].isdecimal()
            else ""
        )
        if first:
            return [(first.lower(), *(p.lower() for p in parts[1:]))]
        from lexwarrant.records.ids import split_id

        split = split_id(citation)
        if split.unit:
            return [(split.unit.rsplit("/", 1)[1].lower(), *(p.lower() for p in split.parts))]
    read = analyse(citation, lex)
    if read.references:
        paths: list[tuple[str, ...]] = []
        for reference in read.references:
            if reference.internal and paths:
                paths[-1] = (*paths[-1], *reference.paths[0])
            else:
                paths.extend(reference.paths)
        return paths
    bare = re.match(r"\D*(\d+[^\s()]*)((?:\(\w+\))*)", citation)
    if bare:
        tail = re.findall(r"\((\w+)\)", bare.group(2))
        return [(bare.group(1).lower(), *(t.lower() for t in tail))]
    return []


# -- structure -----------------------------------------------------------------------------------

_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})$")


def _structure(analysis: Analysis, declared: tuple[tuple[str, ...], ...]) -> list[Node]:
    """Headings, numbered paragraphs and limbs of one provision, in order, as a tree."""
    n = len(analysis.low)
    units = {p[0] for p in declared}
    starts: dict[int, tuple[int, tuple[str, ...], str, int]] = {}
    inside: set[int] = set()
    for reference in analysis.references:
        head = _heading(analysis, reference, units)
        split = _spaced_bracket(analysis, reference) if head else 0
        if split:
            starts[reference.i] = (split, reference.paths[0][:1], reference.unit, 0)
            inside.update(range(reference.i, split))
            continue
        inside.update(range(reference.i, reference.j))
        if head:
            starts[reference.i] = (head, reference.paths[0], reference.unit, 0)
    if not starts:
        starts.update(_positional(analysis, declared))
    previous = ""
    for i in range(n):
        if i in inside:
            continue
        level, label, after = _enumerator(analysis, i, previous)
        if level:
            starts[i] = (after, (label,), "", level)
            previous = label
    nodes: list[Node] = []
    base = declared[0][:1] if len(units) == 1 and declared else ()
    root = Node(0, n, base, "", -1)
    nodes.append(root)
    stack: list[tuple[int, int]] = [(-1, 0)]
    order = sorted(starts)
    for i in order:
        after, path, unit, level = starts[i]
        while stack and stack[-1][0] >= level:
            _, closed = stack.pop()
            nodes[closed].j = i
        parent = stack[-1][1] if stack else 0
        full = path if level == 0 else (*nodes[parent].path, *path)
        node = Node(after, n, full, unit or nodes[parent].unit, parent)
        above = nodes[parent]
        above.children += 1
        if above.children == 1:
            above.lead_end = i
        nodes.append(node)
        stack.append((level, len(nodes) - 1))
    return nodes


def _spaced_bracket(analysis: Analysis, reference: Reference) -> int:
    """ "s. 10 (1)": the heading is "s. 10" and "(1)" opens its first paragraph."""
    for k in range(reference.i + 1, reference.j):
        if analysis.low[k] == "(" and analysis.starts[k] > analysis.ends[k - 1]:
            return k
    return 0


def _line_start(analysis: Analysis, i: int) -> bool:
    return i == 0 or analysis.low[i - 1] == "\n"


def _heading(analysis: Analysis, reference: Reference, units: set[str]) -> int:
    """The token after a heading such as "s. 4" or "Article 12."; 0 when it is no heading."""
    i, j = reference.i, reference.j
    low, n = analysis.low, len(analysis.low)
    if len(reference.paths) != 1 or (reference.internal and reference.unit == "sub"):
        return 0
    line = _line_start(analysis, i)
    if not line and not (low[i - 1] in (".", ";", "]", ":") or low[i - 1] == ")"):
        return 0
    if units and reference.paths[0][0] not in units:
        return 0
    abbreviated = i + 1 < n and low[i + 1] == "."
    if not units and not line and not abbreviated:
        return 0
    if j >= n:
        return 0
    following = analysis.text[analysis.starts[j]]
    if low[j] in (".", "\n", ":", "—", "["):
        return j + 1
    gap = analysis.text[analysis.ends[j - 1] : analysis.starts[j]]
    if "–" in gap or "-" in gap or "—" in gap or following in '(["“„«':
        return j
    if following.isupper() or following.isdecimal():
        return j
    return 0


def _positional(
    analysis: Analysis, declared: tuple[tuple[str, ...], ...]
) -> dict[int, tuple[int, tuple[str, ...], str, int]]:
    """Paragraphs matched to the declared citations in order, when their numbers agree."""
    units: list[tuple[str, ...]] = []
    for path in declared:
        deepest = path[:2]
        if not units or units[-1][0] != path[0]:
            units.append(deepest[:1] if len(path) == 1 else path)
    if len(units) < 2:
        return {}
    paragraphs = [0] + [
        k + 1
        for k in range(1, len(analysis.low) - 1)
        if analysis.low[k] == "\n" and analysis.low[k - 1] == "\n"
    ]
    if len(paragraphs) != len(units):
        return {}
    return {p: (p, u, "", 0) for p, u in zip(paragraphs, units, strict=True)}


def _enumerator(analysis: Analysis, i: int, previous: str) -> tuple[int, str, int]:
    """Level (1 number, 2 letter, 3 roman), label and index after an enumerator at ``i``."""
    low, n = analysis.low, len(analysis.low)
    token = low[i]
    before = low[i - 1] if i else "\n"
    if token == "(":
        label, k = "", i + 1
        while k < n and k <= i + 3 and low[k] != ")" and (low[k].isalnum()):
            label += low[k]
            k += 1
        if not label or k >= n or low[k] != ")" or len(label) > 5:
            return 0, "", 0
        if i and analysis.starts[i] == analysis.ends[i - 1] and low[i - 1].isalnum():
            return 0, "", 0
        opens = before in _OPENERS or before == ")" or _after_and(low, i)
        if not opens and i and not (label[0].isdecimal() or len(label) == 1):
            return 0, "", 0
        if not opens and not _next_of(previous, label):
            return 0, "", 0
        return _level(label, previous), label, k + 1
    if i + 1 < n and low[i + 1] in (".", ")") and analysis.starts[i + 1] == analysis.ends[i]:
        if token.isdecimal() and len(token) <= 3 and (before in "\n.;:—" or i == 0):
            gap = analysis.text[analysis.ends[i + 1] : analysis.ends[i + 1] + 1]
            if gap.isspace() and (_next_of(previous, token) or token == "1" or i == 0):
                return 1, token, i + 2
        if low[i + 1] == ")" and len(token) == 1 and token.isalpha() and before in _OPENERS:
            return 2, token, i + 2
    # bare numbers and letters of an extract: "2 A company may ... only if— a it is limited"
    if token.isdecimal() and len(token) <= 2 and i + 1 < n and before in ("\n", ".", "]"):
        following = analysis.text[analysis.starts[i + 1]]
        if following.isupper() and (_next_of(previous, token) or token == "1"):
            return 1, token, i + 1
    bare = len(token) == 1 and token.isalpha() and i + 1 < n and low[i + 1][0].isalpha()
    first = token == "a" and before == "—"
    follows = (
        _next_of(previous, token)
        and previous.isalpha()
        and (before in (",", ";", "—") or _after_and(low, i))
    )
    return (2, token, i + 1) if bare and (first or follows) else (0, "", 0)


_OPENERS = frozenset(".;:—\n,")
_AND = frozenset(["and", "or", "but", "et", "ou", "und", "oder", "sowie"])


def _after_and(low: list[str], i: int) -> bool:
    return (i >= 2 and low[i - 1] in _AND and low[i - 2] in (",", ";", ".", ")")) or (
        i >= 1 and low[i - 1] in _AND
    )


def _next_of(previous: str, label: str) -> bool:
    if previous.isdecimal() and label.isdecimal():
        return int(label) == int(previous) + 1
    if len(previous) == 1 and len(label) == 1:
        return ord(label) == ord(previous) + 1
    return False


def _level(label: str, previous: str) -> int:
    if label[0].isdecimal():
        return 1
    if label[0] >= "א":
        return 1 if len(label) <= 2 else 2
    if len(label) == 1 and (not previous or _next_of(previous, label)):
        return 2
    if _ROMAN.match(label) and label and not (len(label) == 1 and _next_of(previous, label)):
        return 3
    return 2


# -- sentences of a node ---------------------------------------------------------------------------


def _lead_start(analysis: Analysis, i: int, j: int) -> int:
    """Where the last sentence before a list begins."""
    low = analysis.low
    for k in range(j - 2, i, -1):
        if low[k] in (".", "\n") and _ends_sentence(analysis, k):
            return k + 1
    return i


def _ends_sentence(analysis: Analysis, k: int) -> bool:
    low = analysis.low
    if low[k] == "\n":
        return k + 1 < len(low) and low[k + 1] == "\n"
    if low[k] != ".":
        return False
    if k + 1 >= len(low):
        return True
    if len(low[k - 1]) <= 3 and low[k - 1] in _ABBREVIATIONS:
        return False
    if low[k - 1].isdecimal() and low[k + 1] in analysis.lex.tables.months:
        return False
    following = analysis.text[analysis.starts[k + 1]]
    return not following.islower() and analysis.starts[k + 1] > analysis.ends[k]


_ABBREVIATIONS = frozenset(
    [
    "s", "ss", "art", "no", "nr", "reg", "para", "sec", "abs", "v", "cf", "etc", "al", "bzw",
    "z", "ca", "vgl", "rn", "lit",
    ]
)  # fmt: skip

Range = tuple[int, int]


def _sentences(analysis: Analysis, i: int, j: int) -> list[tuple[Range, tuple[Range, ...]]]:
    """Sentences of ``i``..``j``; one with semicolons is cut there, its lead-in kept for each part."""
    out: list[tuple[Range, tuple[Range, ...]]] = []
    low = analysis.low
    start = i
    for k in range(i, j):
        if _ends_sentence(analysis, k):
            if k > start:
                out.extend(_limbs(low, start, k))
            start = k + 1
    if start < j:
        out.extend(_limbs(low, start, j))
    return [
        ((a, min(a + _LONGEST, part[1])), intro)
        for part, intro in out
        for a in range(part[0], part[1], _LONGEST)
    ]


_LONGEST = 600
"""Tokens of the longest passage; a longer stretch without a boundary is cut."""


def _limbs(low: list[str], i: int, j: int) -> list[tuple[Range, tuple[Range, ...]]]:
    cuts = [k for k in range(i, j) if low[k] == ";"]
    if not cuts:
        return [((i, j), ())]
    lead: tuple[Range, ...] = ()
    begin = i
    for k in range(i, cuts[0]):
        if low[k] in (":", "—"):
            lead = ((i, k),)
            begin = k + 1
    parts: list[tuple[Range, tuple[Range, ...]]] = []
    for cut in (*cuts, j):
        if cut > begin:
            parts.append(((begin, cut), lead))
        begin = cut + 1
    return parts


def index_premise(premise: Premise, lexicons: list[Lexicon], month_first: bool) -> PremiseIndex:
    """Index a premise; linear in its text. ``lexicons`` has one entry a provision."""
    return PremiseIndex(premise, lexicons, month_first)
