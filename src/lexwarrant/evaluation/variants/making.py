"""Making variants from templates, and checking that a suite of variants is what it says.

A canonical case ``X`` gives ``X-v00`` (itself) and ``X-v01`` to ``X-v09``. Every one of them keeps
the expectations of its base; only the wording changes. Canonical cases and variants are two splits,
so that a result on the held-out wordings is never mixed with the one on the canonical wordings.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from lexwarrant.evaluation.suite_writing import SplitCases
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, Provenance, Suite

CANONICAL, HOLDOUT = "canonical", "holdout"
KINDS = (
    "concise", "formal", "evidence_only", "anti_hallucination", "context_noise",
    "punctuation_noise", "current_law", "source_coercion", "facts_wrapper",
)  # fmt: skip
_HEBREW = re.compile(r"[\u05d0-\u05ea]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Variant:
    """One template: its kind and its text, in which ``{question}`` stands once."""

    kind: str
    text: str

    def put(self, question: str) -> str:
        """The question in this wording."""
        before, _, after = self.text.partition("{question}")
        return f"{before}{question}{after}"


@dataclass(frozen=True, slots=True)
class Templates:
    """The templates of one language, in the order of the variants."""

    language: str
    variants: tuple[Variant, ...]


def languages() -> list[str]:
    """Languages with templates."""
    folder = files("lexwarrant.evaluation.variants").joinpath("templates")
    return sorted(
        f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")
    )


@cache
def load_templates(language: str) -> Templates:
    """The templates that ship for ``language``."""
    folder = files("lexwarrant.evaluation.variants").joinpath("templates")
    file = folder.joinpath(f"{language}.yaml")
    if language not in languages():
        raise DataError(f"no templates for {language!r}; there are {', '.join(languages())}")
    return parse_templates(file.read_text("utf-8"), f"{language}.yaml")


def read_templates(path: Path) -> Templates:
    """Templates of one's own."""
    try:
        return parse_templates(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None


def parse_templates(text: str, where: str) -> Templates:
    """Templates from YAML; raises `DataError` when a kind is missing or a question has no place."""
    import yaml

    try:
        templates = decode(Templates, yaml.safe_load(text), where)
    except yaml.YAMLError as error:
        raise DataError(f"{where}: not valid YAML: {' '.join(str(error).split())}") from None
    if tuple(v.kind for v in templates.variants) != KINDS:
        raise DataError(f"{where}: give the kinds {', '.join(KINDS)}, in this order")
    for variant in templates.variants:
        if variant.text.count("{question}") != 1 or variant.text.strip() == "{question}":
            raise DataError(
                f"{where}: {variant.kind}: {{question}} stands once, with words around it"
            )
    return templates


def language_of(question: str) -> str:
    """``he`` when most letters are Hebrew, else ``en``."""
    letters = len(_LETTER.findall(question))
    return "he" if letters and 2 * len(_HEBREW.findall(question)) >= letters else "en"


def question_sha256(question: str) -> str:
    """SHA-256 of a question in UTF-8."""
    return hashlib.sha256(question.encode()).hexdigest()


def vary(
    cases: Iterable[Case], templates: Templates | None = None
) -> tuple[SplitCases, SplitCases]:
    """The canonical split and the holdout split made from ``cases``.

    Without ``templates`` each case takes those of its question's language. Raises `DataError` for
    a case that is a variant already.
    """
    canonical: list[Case] = []
    holdout: list[Case] = []
    for case in cases:
        if case.provenance is not None and case.provenance.variant != CANONICAL:
            raise DataError(f"case {case.id} is a variant already; vary the canonical cases")
        used = templates or load_templates(language_of(case.question))
        base_id, digest = f"{_stem(case.id)}-v00", question_sha256(case.question)
        origin = Provenance(base_id, CANONICAL, used.language, digest)
        base = replace(case, id=base_id, provenance=origin)
        canonical.append(base)
        holdout += [
            replace(
                base,
                id=f"{_stem(case.id)}-v{number:02d}",
                question=variant.put(case.question),
                provenance=replace(origin, variant=variant.kind),
            )
            for number, variant in enumerate(used.variants, 1)
        ]
    return SplitCases(CANONICAL, tuple(canonical)), SplitCases(HOLDOUT, tuple(holdout))


def _stem(case_id: str) -> str:
    return case_id.removesuffix("-v00")


def problems(suite: Suite, templates: Sequence[Templates] = ()) -> list[str]:
    """What is wrong with a suite of variants; empty when it is in order or holds no variants.

    Checked: the number of variants and their order, where each came from, that expectations were
    not changed, that no question stands twice, and that every wording is what its template makes
    (of a suite made elsewhere, whose provenance names no language, all but the last).
    """
    by_base: dict[str, list[tuple[str, Case]]] = {}
    for split, case in suite.cases():
        if case.provenance is not None:
            by_base.setdefault(case.provenance.base, []).append((split.name, case))
    if not by_base:
        return []
    out = [
        f"case {case.id}: has no provenance, in a suite of variants"
        for _, case in suite.cases()
        if case.provenance is None
    ]
    known = {t.language: t for t in templates}
    for base_id, members in by_base.items():
        out += _family_problems(base_id, members, known)
    return out


def _family_problems(
    base_id: str, members: list[tuple[str, Case]], known: dict[str, Templates]
) -> list[str]:
    kinds = tuple(c.provenance.variant for _, c in members if c.provenance)
    ours = all(c.provenance.language for _, c in members if c.provenance)
    if kinds[:1] != (CANONICAL,) or len(kinds) != 10 or (ours and kinds[1:] != KINDS):
        return [f"{base_id}: expected the canonical case and nine variants in order, found {kinds}"]
    (split, base), variants = members[0], members[1:]
    out = []
    if base.id != base_id or split != CANONICAL:
        out.append(f"{base_id}: the canonical case is {base.id!r} in the split {split!r}")
    digest = question_sha256(base.question)
    plain = replace(base, id="", question="", provenance=None)
    used: Templates | None = None
    for number, (name, case) in enumerate(variants, 1):
        assert case.provenance is not None
        if used is None and ours:
            used = known.get(case.provenance.language) or load_templates(case.provenance.language)
        if name != HOLDOUT:
            out.append(f"{case.id}: a variant in the split {name!r}, not in {HOLDOUT!r}")
        if case.id != f"{_stem(base_id)}-v{number:02d}":
            out.append(f"{case.id}: expected the id {_stem(base_id)}-v{number:02d}")
        if case.provenance.question_sha256 != digest:
            out.append(f"{case.id}: made from another question than its base asks now")
        if replace(case, id="", question="", provenance=None) != plain:
            out.append(f"{case.id}: its expectations are not those of its base")
        if used and case.question != used.variants[number - 1].put(base.question):
            out.append(f"{case.id}: its wording is not what the template {used.language} makes")
    if len({c.question for _, c in members}) != len(members):
        out.append(f"{base_id}: a question stands twice")
    return out
