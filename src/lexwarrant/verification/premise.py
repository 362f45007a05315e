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
from lexwarrant.verification.structure import Node, lead_start, sentences, structure


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
        nodes = structure(analysis, declared)
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
            cut = lead_start(analysis, above.i, above.lead_end)
            if above.children and cut < above.lead_end:
                leads.append((cut, above.lead_end))
            parent = above.parent
        leads.reverse()
        end = node.lead_end if node.children else node.j
        for part, intro in sentences(analysis, node.i, end):
            i, j = part
            opens_list = node.children and j == end and j - i < 40
            if opens_list and i >= lead_start(analysis, node.i, node.lead_end):
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


def index_premise(premise: Premise, lexicons: list[Lexicon], month_first: bool) -> PremiseIndex:
    """Index a premise; linear in its text. ``lexicons`` has one entry a provision."""
    return PremiseIndex(premise, lexicons, month_first)
