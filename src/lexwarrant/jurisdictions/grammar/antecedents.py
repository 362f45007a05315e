"""What a short form stands for: the citations found so far, looked at from the end."""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.records.citation import Citation, CitationForm, CitationKind

LEGISLATION = frozenset(
    {CitationKind.LEGISLATION, CitationKind.SECONDARY, CitationKind.CONSTITUTION,
     CitationKind.COURT_RULE, CitationKind.TREATY}
)  # fmt: skip


_LOOK_BACK = 60
"""How many instruments a short name may lie behind the one it stands for."""


class Antecedents:
    """The citations of a text in order, as they are found."""

    def __init__(self) -> None:
        self._citations: list[Citation] = []
        self._laws: list[int] = []

    @property
    def found(self) -> list[Citation]:
        """What has been found so far."""
        return self._citations

    @property
    def has_law(self) -> bool:
        """Whether an instrument of law has been named."""
        return bool(self._laws)

    def add(self, citation: Citation) -> None:
        """Take in the next citation."""
        if citation.kind in LEGISLATION and (
            citation.form is CitationForm.FULL
            or (citation.form is CitationForm.SHORT and citation.antecedent is None)
        ):
            self._laws.append(len(self._citations))
        self._citations.append(citation)

    def named(self, name: str) -> int | None:
        """The last full citation whose parties or instrument have the last word of ``name``."""
        word = name.rsplit(" ", 1)[-1].strip(".,")
        if not word:
            return None
        for index in range(
            len(self._citations) - 1, max(-1, len(self._citations) - _LOOK_BACK), -1
        ):
            parts = self._citations[index].parts
            if self._citations[index].form is CitationForm.FULL and (
                word in parts.parties or word in parts.instrument
            ):
                return index
        return None

    def titled(self, name: str) -> int | None:
        """The last full citation of an Act whose title with its year begins with ``name``."""
        for index in self._laws[: -_LOOK_BACK - 1 : -1]:
            earlier = self._citations[index].parts
            if name and earlier.year and earlier.instrument.startswith(f"{name} "):
                return index
        return None

    def same(self, normal: str) -> int | None:
        """The last full citation of the instrument with this normal form."""
        for index in self._laws[: -_LOOK_BACK - 1 : -1]:
            if self._citations[index].normal == normal:
                return index
        return None

    def slot(self, slot: str) -> int | None:
        """The last full citation with a coordinate in the volume of a short one."""
        for index in range(
            len(self._citations) - 1, max(-1, len(self._citations) - _LOOK_BACK), -1
        ):
            earlier = self._citations[index]
            if earlier.form is CitationForm.FULL and any(
                normal.startswith(slot) for normal in (earlier.normal, *earlier.parallel)
            ):
                return index
        return None

    def law(self, word: str, year: str, jurisdictions: Sequence[str]) -> int | None:
        """The last full citation of an instrument that a short name can stand for."""
        if word == "thereof":
            word = ""
        for index in self._laws[: -_LOOK_BACK - 1 : -1]:
            earlier = self._citations[index]
            if year and earlier.parts.year != year and year not in earlier.text + earlier.normal:
                continue
            if word and not _fits(word, earlier):
                continue
            if jurisdictions and earlier.jurisdiction not in jurisdictions:
                continue
            return index
        return None

    def has_unit(self, unit: str) -> bool:
        """Whether rules or regulations were cited as such: "Rule 4(a)" then stands for one."""
        return unit in _KIND_OF_UNIT and any(
            self._citations[index].kind in _KIND_OF_UNIT[unit]
            and self._citations[index].unit == unit
            for index in self._laws[: -_NEAR - 1 : -1]
        )

    def of_unit(self, unit: str, path: Sequence[str]) -> int | None:
        """The last full citation that a provision of ``unit`` without an instrument lies in.

        Of the last few instruments the one cited by the same schedule or the same unit comes
        first, then one whose kind has such units, then the last of all.
        """
        near = self._laws[: -_NEAR - 1 : -1]
        if len(near) > 1:
            head = tuple(path[:2])
            for index in near:
                pins = self._citations[index].pinpoints
                if unit in ("sch", "anx") and any(tuple(pin[:2]) == head for pin in pins):
                    return index
            for index in near:
                earlier = self._citations[index]
                if earlier.unit == unit or earlier.kind in _KIND_OF_UNIT.get(unit, ()):
                    return index
        return self.law("", "", ())


_NEAR = 4
"""How many instruments back a provision looks for one that has units of its kind."""
_KIND_OF_UNIT: dict[str, tuple[CitationKind, ...]] = {
    "reg": (CitationKind.SECONDARY,),
    "rule": (CitationKind.COURT_RULE, CitationKind.SECONDARY),
    "rec": (CitationKind.LEGISLATION,),
}
_FITTING = {
    "Convention": (CitationKind.TREATY,),
    "Charter": (CitationKind.TREATY,),
    "Constitution": (CitationKind.CONSTITUTION,),
}


def _fits(word: str, earlier: Citation) -> bool:
    """Whether "the Act", "that Directive" can stand for ``earlier``."""
    if word in _FITTING:
        return earlier.kind in _FITTING[word]
    name = earlier.parts.instrument.lower()
    if not name:
        return earlier.kind is CitationKind.LEGISLATION
    return word.lower().rstrip("s") in name or (
        word in ("Statute", "Law", "Regulation") and (earlier.kind is CitationKind.LEGISLATION)
    )
