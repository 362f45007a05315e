"""The premise, indexed once: clauses and limbs as passages with their own frames.

A provision is cut at its headings, numbered paragraphs and lettered limbs, then at sentences and
semicolons. The words that lead into a list belong to every limb of it, so that each *leaf* can be
read by itself; *groups* (a whole list, a whole paragraph, a whole provision) say what stands
together. Postings from concepts to leaves make alignment independent of the premise's length.
"""

from __future__ import annotations

import re

from lexwarrant.records.verification import Premise, PremiseProvision, SourceSpan
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.citation_paths import citation_paths, written
from lexwarrant.verification.clause_walk import Predication
from lexwarrant.verification.cross_references import link
from lexwarrant.verification.enrichment import Element
from lexwarrant.verification.frames import clause_of
from lexwarrant.verification.lexicon import Lexicon
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.members import Member, members_of
from lexwarrant.verification.passages import Cut, Leaf, concepts_of, cut_node, joined_lists
from lexwarrant.verification.periods import DateSpan
from lexwarrant.verification.postings import Postings
from lexwarrant.verification.predications import read_predications
from lexwarrant.verification.quantities import DateMark, Quantity
from lexwarrant.verification.quotation import fold_for_quotes
from lexwarrant.verification.structure import Node, Range, structure

_YEARS = re.compile(r"(?<!\d)(?:1[789]|20)\d\d(?!\d)")
_RUN = re.compile(r"\w+")
_QUOTED_FROM = 200_000
"""Characters of a provision in which an altered quotation is looked for."""
_LONGEST_PLACEHOLDER = 250
_LISTS = 100_000
"""Nodes of one provision; numbers the lists of a premise."""


class PremiseIndex:
    """Everything the checks ask of a premise. Build with `index_premise`."""

    def __init__(
        self,
        premise: Premise,
        lexicons: list[Lexicon],
        month_first: bool,
        jurisdiction: str,
        languages: tuple[str, ...],
    ) -> None:
        self.premise = premise
        self.jurisdiction = jurisdiction
        """The pack's code by which periods are computed; "" when none was named."""
        self.month_first = month_first
        self.analyses: list[Analysis] = []
        self.leaves: list[Leaf] = []
        self.groups: list[frozenset[int]] = []
        self.leaves_of_group: list[list[int]] = []
        self.repealed: list[Leaf] = []
        """Passages that say that something is repealed."""
        self._group_ids: dict[tuple[int, int, int], int] = {}
        self.labels: set[tuple[str, ...]] = set()
        self.opened: set[tuple[str, ...]] = set()
        """Paths of the headings, paragraphs and limbs that the text itself opens."""
        self.declared: list[tuple[tuple[str, ...], ...]] = []
        self.lexicons = lexicons
        self.languages = languages
        """The language of each provision that has words; "" for one without tables."""
        self.title_concepts: set[int] = set()
        self.years: set[int] = set()
        self.lists: dict[int, str] = {}
        self.last: tuple[str, Analysis] | None = None
        """The sentence read last, which the next one may lean back on."""
        self.scales: dict[tuple[str, str], bool] = {}
        """Whether figures of a dimension and unit make a scale, as far as it was asked."""
        self.ages: dict[tuple[int, int, int], bool] = {}
        """Whether the figure at tokens of a provision is an age, as far as it was asked."""
        self._folded_words: list[frozenset[str]] | None = None
        self._year_ends: dict[int, bool] = {}
        self.date_spans: list[DateSpan] | None = None
        """The time between the dates of the premise, made when first asked for."""
        self._sources: dict[int, tuple[SourceSpan, ...]] = {}
        self.list_parts: dict[int, tuple[list[Range], list[frozenset[int]]]] = {}
        """The items of the list that a leaf names or is one of, with their concepts, as asked."""
        self._limbs: dict[int, list[int]] = {}
        self.postings = Postings()
        self.quantities: list[tuple[Quantity, int]] = []
        self.by_dim: dict[str, list[tuple[Quantity, int]]] = {}
        self.dates: list[tuple[DateMark, int]] = []
        for number, provision in enumerate(premise.provisions):
            self._add(number, provision, lexicons[number], month_first)
        link(self.leaves, self.analyses)
        self.members: list[tuple[Leaf, Member]] = []
        """What the passages name as in or out of their rules."""
        self.members_of_leaf: dict[int, list[int]] = {}
        """Their numbers, by leaf."""
        self.members_of_provision: dict[int, list[int]] = {}
        """Their numbers, by provision."""
        self._by_member: dict[int, list[int]] = {}
        self._read_members()
        self.member_concepts = frozenset(self._by_member)
        self.cited = {p for a in self.analyses for r in a.references for p in r.paths}
        self.complete = all(p.complete for p in premise.provisions)
        self.folded = [fold_for_quotes(p.text) for p in premise.provisions]

    # -- building ------------------------------------------------------------------------------

    def _add(
        self, number: int, provision: PremiseProvision, lex: Lexicon, month_first: bool
    ) -> None:
        text = "" if _placeholder(provision.text, lex) else provision.text
        analysis = analyse(text, lex, month_first)
        self.analyses.append(analysis)
        declared = tuple(
            path for c in provision.citations for path in citation_paths(c, lex) if path
        )
        self.declared.append(declared)
        self.labels.update(declared)
        self._read_titles(provision, lex)
        self.years.update(int(y) for y in _YEARS.findall(text))
        nodes = structure(analysis, declared)
        self.labels.update(node.path for node in nodes if node.path)
        self.opened.update(node.path for node in nodes[1:])
        for parent, joined in joined_lists(analysis, nodes).items():
            self.lists[number * _LISTS + parent] = joined
        for node in nodes:
            for cut in cut_node(analysis, nodes, node):
                self._leaf(number, analysis, node, cut)

    def _read_titles(self, provision: PremiseProvision, lex: Lexicon) -> None:
        for title in (provision.title, *provision.aliases):
            titled = analyse(title, lex)
            for word in titled.words:
                if word is not None:
                    self.title_concepts.update(word.concepts)
            self.years.update(d.year for d in titled.dates)
            self.years.update(int(y) for y in _YEARS.findall(title))

    def _group(self, number: int, analysis: Analysis, i: int, j: int) -> int:
        key = (number, i, j)
        found = self._group_ids.get(key)
        if found is None:
            found = self._group_ids[key] = len(self.groups)
            self.groups.append(frozenset(concepts_of(analysis, ((i, j),))))
            self.leaves_of_group.append([])
        return found

    def _leaf(self, number: int, analysis: Analysis, node: Node, cut: Cut) -> None:
        group = self._group(number, analysis, *cut.group)
        ranges = cut.ranges
        concepts = concepts_of(analysis, ranges)
        if not concepts:
            return
        index = len(self.leaves)
        inside = analysis.within(ranges)
        leaf = Leaf(
            index,
            number,
            node.path,
            node.unit,
            group,
            ranges,
            cut.own,
            frozenset(concepts),
            clause_of(inside, ranges),
            inside.quantities,
            inside.dates,
        )
        if node.parent >= 0:
            leaf.list_id = number * _LISTS + node.parent
            self._limbs.setdefault(leaf.list_id, []).append(index)
        for quantity in inside.quantities:
            self.quantities.append((quantity, index))
            self.by_dim.setdefault(quantity.dim, []).append((quantity, index))
        for date in inside.dates:
            self.dates.append((date, index))
            self.years.add(date.year)
        self.leaves.append(leaf)
        self.leaves_of_group[group].append(index)
        if "repealed" in leaf.clause.repeal:
            self.repealed.append(leaf)
        german = analysis.lex.code == "de"
        compounds = [t for i, j in ranges for t in analysis.low[i:j]] if german else ()
        self.postings.add(index, concepts, compounds)

    # -- asking --------------------------------------------------------------------------------

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
        there = self._positions(leaf, right) if here else here
        if not there:
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

    def is_empty(self, path: tuple[str, ...]) -> bool:
        """Whether the text opens this provision and then says nothing in it: "(3) [...]"."""
        return path in self.opened and not any(
            leaf.path[: len(path)] == path for leaf in self.leaves
        )

    def limbs(self, leaf: Leaf) -> list[Leaf]:
        """The limbs of the list that a leaf is one of; empty when it is in none."""
        return [self.leaves[k] for k in self._limbs.get(leaf.list_id, ())]

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
                        self.postings.license(leaf.index, word.concepts)
                break

    def _read_members(self) -> None:
        for leaf in self.leaves:
            clause = leaf.clause
            dims = self.lexicons[leaf.provision].member_dims
            if any(c.kind == "unless" for c in clause.conditions) or any(
                dim in dims for _, dim, _ in clause.signs
            ):
                inside = self.analyses[leaf.provision].within(leaf.ranges)
                for member in members_of(inside, clause, leaf.ranges):
                    number = len(self.members)
                    self.members.append((leaf, member))
                    self.members_of_provision.setdefault(leaf.provision, []).append(number)
                    self.members_of_leaf.setdefault(leaf.index, []).append(number)
                    for concept in {c for names in member.items for c in names}:
                        self._by_member.setdefault(concept, []).append(number)

    def members_holding(self, concepts: frozenset[int]) -> set[int]:
        """The numbers of the members in which one of ``concepts`` stands."""
        return {n for c in self.member_concepts & concepts for n in self._by_member[c]}

    def members_named(self, concepts: frozenset[int]) -> list[tuple[Leaf, Member]]:
        """Members that one of ``concepts`` may name, at most sixty."""
        found = sorted({n for c in concepts for n in self._by_member.get(c, ())})
        return [self.members[n] for n in found[:60]]

    def predications(self, leaf: Leaf) -> list[Predication]:
        """Who does what to whom in a leaf, its lead-ins read with it; made once."""
        if leaf.predications is None:
            inside = self.analyses[leaf.provision].within(leaf.ranges)
            leaf.predications = read_predications(inside, leaf.ranges, source=True).predications
            leaf.acts = frozenset(
                c for p in leaf.predications if p.agents or p.recipients for c in p.verb
            )
        return leaf.predications

    def folded_words(self) -> list[frozenset[str]]:
        """The words of the first 200,000 folded characters of each provision; made once."""
        if self._folded_words is None:
            self._folded_words = [
                frozenset(_RUN.findall(text[:_QUOTED_FROM])) for text in self.folded
            ]
        return self._folded_words

    def year_end(self, leaf: Leaf) -> bool:
        """Whether a leaf lets periods run from, or end at, the close of a year; found once."""
        found = self._year_ends.get(leaf.index)
        if found is None:
            analysis = self.analyses[leaf.provision]
            text = " ".join(analysis.low[k] for i, j in leaf.ranges for k in range(i, j))
            found = any(phrase in text for phrase in analysis.lex.tables.year_end)
            self._year_ends[leaf.index] = found
        return found

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

    def source(self, index: int) -> tuple[SourceSpan, ...]:
        """The span of a leaf, as a finding that rests on it gives it; made once a leaf."""
        found = self._sources.get(index)
        if found is None:
            leaf = self.leaves[index]
            start, end = self.span(leaf)
            provision = self.premise.provisions[leaf.provision]
            found = self._sources[index] = (
                SourceSpan(
                    start,
                    end,
                    provision.text[start:end],
                    leaf.provision,
                    self.label(leaf),
                    provision.provision_id,
                ),
            )
        return found

    def label(self, leaf: Leaf) -> str:
        """How the leaf is cited, as far as the premise says."""
        path = leaf.path
        if not path:
            declared = self.declared[leaf.provision]
            return written(declared[0]) if len(declared) == 1 else ""
        return written(path)


def _placeholder(text: str, lex: Lexicon) -> bool:
    """Whether a short text only says that the provision's words are missing."""
    if len(text) > _LONGEST_PLACEHOLDER:
        return False
    low = " ".join(text.lower().split())
    return any(words in low for words in lex.tables.placeholders)


def index_premise(
    premise: Premise,
    lexicons: list[Lexicon],
    month_first: bool,
    jurisdiction: str = "",
    languages: tuple[str, ...] | None = None,
) -> PremiseIndex:
    """Index a premise; linear in its text. ``lexicons`` has one entry a provision.

    ``languages`` are those found, "" where there are no tables for one; None: as the lexicons say.
    """
    if languages is None:
        languages = tuple(dict.fromkeys(lex.code for lex in lexicons))
    return PremiseIndex(premise, lexicons, month_first, jurisdiction, languages)
