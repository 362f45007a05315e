"""Which acts a stated party falls under: by the act's scope, its defined roles, and what lay people call them.

"Provider of trust services" is a limb of NIS2's scope, "bank" an index line of DORA's, "deployer" a role
that the AI Act defines. Each limb, term and line is one way to be addressed; a party is compared with
each as a set of words (cosine, rare words weighing more), and falls under the acts that come closest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Part, Version
from lexwarrant.retrieval.defined import DefinedTerms
from lexwarrant.retrieval.lexical import LexicalIndex
from lexwarrant.retrieval.lines import IndexLines

_LAY = 0.8
"""What an index line counts beside the act's own words."""
_LEAST, _NEAR = 0.5, 0.85
"""How close a party must come to a way of being addressed, and to the closest act's to fall under another."""
_UNITS = 500
_LIMB_CHARS = 160
_SCOPE = re.compile(r"\bscope\b|\bapplication of (?:act|part)\b", re.IGNORECASE)
_OUT = re.compile(r"\b(?:not|neither|without prejudice|exempt|exclude)\b")
_MARK = re.compile(r"^\W*(?:\d{1,3}|[a-z]{1,4})[.)]\s*|[;.]\s*(?:and|or)?\s*$")


class Addressees:
    """Whom the acts of a snapshot address."""

    def __init__(self, snapshot: Snapshot, index: LexicalIndex, defined: DefinedTerms) -> None:
        said: list[tuple[str, str]] = []
        asked: list[tuple[str, str]] = []
        for term in defined.every():
            said += ((owner, term.term) for owner in term.owners)
            asked += _asked(term.provision_id)
        hits = index.search([("scope", 1.0)], limit=_UNITS)
        for unit in dict.fromkeys(h.unit_id for h in hits):
            version = snapshot.version_on(unit)
            if version is not None and _SCOPE.search(version.heading):
                for part in _taking_in(version):
                    said += _limb(version, part)
                    asked += _asked(part.id)
        self._said, self._asked = IndexLines(said, ()), IndexLines(asked, ())
        self.of = lru_cache(maxsize=512)(self._of)

    def _of(self, party: str) -> frozenset[str]:
        """The acts that a party falls under; none when nothing comes close."""
        found = self._said.nearest(party)
        for act, likeness in self._asked.nearest(party).items():
            found[act] = max(found.get(act, 0.0), _LAY * likeness)
        best = max(found.values(), default=0.0)
        if best < _LEAST:
            return frozenset()
        return frozenset(a for a, v in found.items() if v >= _NEAR * best)


def _taking_in(version: Version) -> list[Part]:
    """The parts of a scope that take somebody in."""
    out = [p for p in version.parts if _OUT.search(version.text[p.start : p.end][:_LIMB_CHARS])]
    return [p for p in version.parts if not any(o.start <= p.start and p.end <= o.end for o in out)]


def _limb(version: Version, part: Part) -> Iterator[tuple[str, str]]:
    text = version.text[part.start : part.end]
    if len(text) <= _LIMB_CHARS:
        yield authority_of(version.provision_id), _MARK.sub("", text)


def _asked(provision_id: str) -> Iterator[tuple[str, str]]:
    act = authority_of(provision_id)
    for line in finding_aid(provision_id.split("/", 1)[0]).get(provision_id, ()):
        for piece in line.split(","):
            yield act, piece
