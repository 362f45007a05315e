"""From a reply to a `LegalAnswer`, along the paths of a description.

Nothing here raises on content: a value of the wrong kind is as good as none, and a reply that holds
none of what was looked for is no answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lexwarrant.evaluation.targets.cited import cited_provisions, named_provisions
from lexwarrant.evaluation.targets.description import (
    PromotedBy,
    ReadPaths,
    RelatedPaths,
    ThresholdPaths,
    TracePaths,
)
from lexwarrant.evaluation.targets.paths import Getter, Path, compile_path
from lexwarrant.records.answer import (
    Alternative,
    LegalAnswer,
    Quotation,
    Refusal,
    RefusalReason,
    RelatedProvision,
    RetrievalTrace,
    Thresholds,
    Tier,
)

_TIERS = {t.value: t for t in Tier}
_NUMBER = (int, float)
_ITEM = (dict, str)
_REASONS = {r.value: r for r in RefusalReason}

_TEXTS = (
    "quotation", "document_id", "quotation_label", "anchor_id", "anchor_label", "cluster_id",
    "cluster_label", "polish_method", "tier", "domain",
)  # fmt: skip
"""Fields of an answer that are one text each."""


def words(value: Any) -> str:
    """A JSON value as text: strings as they are, figures written out, everything else empty."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, _NUMBER) and not isinstance(value, bool):
        return str(value)
    return ""


def number(value: Any) -> float | None:
    """A finite number, or None."""
    if value is None or isinstance(value, bool) or not isinstance(value, _NUMBER):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def share(value: Any) -> float | None:
    """A number in 0..1, or None."""
    found = number(value)
    return found if found is not None and 0 <= found <= 1 else None


def count(value: Any) -> int | None:
    """A whole number, or None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class _Related:
    items: Path
    id: Getter | None
    label: Getter | None
    snippets: tuple[Getter, ...]


class AnswerReader:
    """Reads replies of one target."""

    def __init__(self, read: ReadPaths, where: str) -> None:
        self._read = read
        self._where = where
        self._paths: dict[str, Path] = {}
        self._getters: dict[str, Getter] = {"": _nothing}
        self._answers = [compile_path(p, where).getter() for p in read.answer]
        self._texts_of = [
            (name, compile_path(path, where).getter() if path else _nothing)
            for name in _TEXTS
            for path in (getattr(read, name),)
        ]
        self._related = {
            name: self._compile_related(paths)
            for name, paths in (
                ("applications", read.applications),
                ("origins", read.origins),
                ("alternatives", read.alternatives),
            )
            if paths is not None
        }

    def _compile_related(self, paths: RelatedPaths) -> _Related:
        def getter(text: str) -> Getter | None:
            return compile_path(text, self._where).getter() if text else None

        return _Related(
            compile_path(paths.items, self._where),
            getter(paths.id),
            getter(paths.label),
            tuple(compile_path(s, self._where).getter() for s in paths.snippets),
        )

    def _path(self, text: str) -> Path:
        path = self._paths.get(text)
        if path is None:
            path = self._paths[text] = compile_path(text, self._where)
        return path

    def _first(self, text: str, data: Any) -> Any:
        get = self._getters.get(text)
        if get is None:
            get = self._getters[text] = self._path(text).getter()
        return get(data)

    def _words(self, text: str, data: Any) -> str:
        found = self._first(text, data)
        return found if type(found) is str else words(found)

    def _answer_text(self, data: Any) -> str:
        """What the first of the answer's paths that holds text holds."""
        for get in self._answers:
            text = words(get(data))
            if text:
                return text
        return ""

    def _texts(self, text: str, data: Any) -> list[str]:
        if not text:
            return []
        found = self._path(text).all(data)
        flat = [v for item in found for v in (item if isinstance(item, list) else [item])]
        return [w for w in map(words, flat) if w]

    # the parts of an answer --------------------------------------------------------------

    def cost(self, data: Any) -> float | None:
        """What the reply says it cost."""
        return number(self._first(self._read.cost, data))

    def found(self, data: Any) -> dict[str, str]:
        """What each path of the description leads to, for a person; empty where it finds nothing."""
        read = self._read
        out = {"answer": self._answer_text(data)} if self._answers else {}
        for name in (
            "quotation",
            "document_id",
            "anchor_label",
            "domain",
            "tier",
            "score",
            "coverage",
        ):
            if getattr(read, name):
                out[name] = self._words(getattr(read, name), data)
        for name in ("citations", "passages", "statute_refs"):
            if getattr(read, name):
                out[name] = " | ".join(self._texts(getattr(read, name), data))
        if read.promoted.path:
            found = self._first(read.promoted.path, data)
            out["promoted"] = "" if found is None else str(found)
        for name, related in self._related.items():
            out[name] = " | ".join(r.label or r.snippet for r in self._items(related, data))
        return out

    def answer(self, question: str, data: Any, jurisdiction: str | None) -> LegalAnswer:
        """The answer that ``data``, a JSON value, holds."""
        read = self._read
        text = self._answer_text(data)
        said = {name: words(get(data)) for name, get in self._texts_of}
        quote, label, document = said["quotation"], said["anchor_label"], said["document_id"]
        score = share(self._first(read.score, data))
        coverage = share(self._first(read.coverage, data))
        thresholds = self._thresholds(read.thresholds, data)
        promoted = self._promoted(data, text, quote, score, coverage, thresholds)
        applications = self._list("applications", data)
        if read.passages:
            found = self._texts(read.passages, data)
            applications += tuple(RelatedProvision("", "", p) for p in found)
        origins = self._list("origins", data)
        citations = cited_provisions(self._texts(read.citations, data), jurisdiction)
        if read.cite_from_text:
            citations += named_provisions(text, jurisdiction, citations)
        quotation = None
        if quote:
            quotation = Quotation(quote, document, document, said["quotation_label"] or label)
        n_applications = count(self._first(read.n_applications, data))
        n_origins = count(self._first(read.n_origins, data))
        return LegalAnswer(
            question=question,
            text=text,
            promoted=promoted,
            quotation=quotation,
            refusal=None if promoted else self._refusal(data, text),
            anchor_id=said["anchor_id"],
            anchor_label=label,
            cluster_label=said["cluster_label"],
            score=score,
            coverage=coverage,
            thresholds=thresholds,
            tier=_TIERS.get(said["tier"].lower(), Tier.NONE),
            domain=said["domain"] or None,
            citations=citations,
            citations_read=bool(read.citations) or read.cite_from_text,
            applications=applications,
            origins=origins,
            n_applications=len(applications) if n_applications is None else n_applications,
            n_origins=len(origins) if n_origins is None else n_origins,
            statute_refs=tuple(self._texts(read.statute_refs, data)),
            alternatives=tuple(
                [
                    Alternative(r.provision_id, r.label, 0.0, 0.0)
                    for r in self._list("alternatives", data)
                ]
            ),
            cluster_id=said["cluster_id"],
            polish_method=said["polish_method"],
            trace=self._trace(read.trace, data) if read.trace else None,
        )

    def _thresholds(self, paths: ThresholdPaths | None, data: Any) -> Thresholds | None:
        if paths is None:
            return None

        def value(path: str, default: float) -> float:
            found = share(self._first(path, data))
            return default if found is None else found

        return Thresholds(
            value(paths.min_score, paths.default_min_score),
            value(paths.min_coverage, paths.default_min_coverage),
            value(paths.high_score_bypass, paths.default_high_score_bypass),
        )

    def _promoted(
        self, data: Any, text: str, quote: str,
        score: float | None, coverage: float | None, thresholds: Thresholds | None,
    ) -> bool:  # fmt: skip
        rule = self._read.promoted
        if rule.by is PromotedBy.FIELD:
            found = self._first(rule.path, data)
            return words(found) == rule.equals if rule.equals else found is True
        if rule.by is PromotedBy.THRESHOLDS:
            limits = thresholds or Thresholds(0.5, 0.15, 0.65)
            return bool(quote.strip()) and limits.promote(score or 0.0, coverage or 0.0)
        return bool(text.strip() or quote.strip())

    def _refusal(self, data: Any, text: str) -> Refusal | None:
        if not self._read.refusal:
            return None
        given = self._words(self._read.refusal, data)
        return Refusal(_REASONS.get(given, RefusalReason.UNSPECIFIED), text)

    def _trace(self, paths: TracePaths, data: Any) -> RetrievalTrace | None:
        ranks, latency = self._first(paths.ranks, data), self._first(paths.latency_ms, data)
        source = self._words(paths.quote_source, data)
        rank = count(self._first(paths.fusion_rank, data))
        by_retriever = {k: count(v) for k, v in ranks.items()} if isinstance(ranks, dict) else {}
        times: dict[str, float] = {}
        if isinstance(latency, dict):
            times = {k: n for k, v in latency.items() if (n := number(v)) is not None}
        if not (source or by_retriever or times) and rank is None:
            return None
        return RetrievalTrace(source, rank, by_retriever, times)

    def _list(self, name: str, data: Any) -> tuple[RelatedProvision, ...]:
        related = self._related.get(name)
        return tuple(self._items(related, data)) if related else ()

    def _items(self, related: _Related, data: Any) -> Sequence[RelatedProvision]:
        found = related.items.all(data)
        if len(found) == 1 and isinstance(found[0], list):
            found = found[0]
        return [_related(related, item) for item in found if isinstance(item, _ITEM)]


def _related(related: _Related, item: Any) -> RelatedProvision:
    """One passage; a bare string is its own label where the description names no other."""
    snippet = ""
    for get in related.snippets:
        piece = words(get(item))
        if piece:
            snippet = f"{snippet}\n{piece}" if snippet else piece
    return RelatedProvision(
        words(related.id(item)) if related.id else "",
        words(related.label(item)) if related.label else words(item),
        snippet,
    )


def _nothing(data: Any) -> None:
    """What an empty path leads to."""
