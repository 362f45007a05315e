"""The lexical index: tantivy, fed our own token stream, beside the snapshot it was built from.

It is a cache. Its folder carries the snapshot's digest and this module's format number, and it is
built again whenever either differs. Terms come from `lexwarrant.text.tokens`; tantivy sees them
through its whitespace tokenizer, so what counts as a word is decided in one place.

Three things keep a query fast over a million passages. Every term carries its jurisdiction
("uk:notic"), so that filter costs nothing and frequencies are those of one legal system. A field in
which a term stands nowhere is left out of the query, so that the engine's block-max pruning, which
works on plain unions of terms, still applies. The date is looked at after the ranking, in columns,
and the search goes deeper only when too few of the best passages stood on the day.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of
from lexwarrant.retrieval.passages import Passage
from lexwarrant.text.tokens import stream

if TYPE_CHECKING:
    import tantivy

FORMAT = 2
_FIELDS = ("body", "head", "aid", "unit_aid")
_STAMP = "stamp.json"
_WRITER_HEAP_BYTES = 400_000_000


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found: where it is, and the engine's BM25 score (comparable in one query only)."""

    provision_id: str
    unit_id: str
    start: int
    end: int
    valid_from: int
    bm25: float


@dataclass(frozen=True, slots=True)
class Weights:
    """How much a term counts in each field of a passage."""

    body: float = 1.0
    head: float = 1.2
    aid: float = 1.4
    unit_aid: float = 0.7


def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in _FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    for name in ("kind", "authority", "unit"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("valid_from", fast=True, stored=True)
    builder.add_integer_field("valid_to", fast=True)
    for name in ("id", "unit_id"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("start", "end"):
        builder.add_integer_field(name, stored=True)
    return builder.build()


Analysed = tuple[Passage, tuple[str, str, str, str]]


def _marked(words: str, jurisdiction: str) -> str:
    """A term stream with the jurisdiction before every term."""
    return f"{jurisdiction}:" + words.replace(" ", f" {jurisdiction}:") if words else ""


def analyse(passage: Passage) -> tuple[str, str, str, str]:
    """The term streams of a passage's four fields."""
    language, code = passage.language, passage.jurisdiction
    return (
        _marked(stream(passage.text, language), code),
        _marked(stream(passage.head, language), code),
        _marked(stream(passage.aid, language), code),
        _marked(stream(passage.unit_aid, language), code),
    )


def analyse_batch(batch: Sequence[Passage]) -> list[tuple[str, str, str, str]]:
    """`analyse` over a batch: what a worker process does."""
    return [analyse(p) for p in batch]


def _batches(passages: Iterable[Passage], size: int) -> Iterator[list[Passage]]:
    batch: list[Passage] = []
    for passage in passages:
        batch.append(passage)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _analysed(passages: Iterable[Passage], workers: int) -> Iterator[Analysed]:
    """Passages with their streams, analysed by ``workers`` processes when there is enough to do."""
    if workers <= 1:
        for passage in passages:
            yield passage, analyse(passage)
        return
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    with ProcessPoolExecutor(workers) as pool:
        waiting: deque[tuple[Sequence[Passage], Future[list[tuple[str, str, str, str]]]]] = deque()
        for batch in _batches(passages, 2000):
            waiting.append((batch, pool.submit(analyse_batch, batch)))
            if len(waiting) > 2 * workers:
                done, future = waiting.popleft()
                yield from zip(done, future.result(), strict=True)
        for done, future in waiting:
            yield from zip(done, future.result(), strict=True)


def build_index(
    passages: Iterable[Passage],
    folder: Path,
    digest: str,
    *,
    workers: int = 1,
    progress: Callable[[str, int], None] = lambda what, count: None,
) -> None:
    """Build the index at ``folder`` for the snapshot with ``digest``; replaces what is there."""
    import tantivy

    building = folder.with_name(f".{folder.name}.building")
    shutil.rmtree(building, ignore_errors=True)
    try:
        building.mkdir(parents=True)
        index = tantivy.Index(_schema(), path=str(building))
        writer = index.writer(heap_size=_WRITER_HEAP_BYTES, num_threads=max(1, os.cpu_count() or 1))
        count = 0
        codes: set[str] = set()
        for passage, (body, head, aid, unit_aid) in _analysed(passages, workers):
            document = tantivy.Document(
                id=passage.provision_id, unit_id=passage.unit_id, unit=passage.unit_id,
                authority=authority_of(passage.unit_id), body=body,
                head=head, aid=aid, unit_aid=unit_aid,
                kind=passage.kind, valid_from=passage.valid_from, valid_to=passage.valid_to,
                start=passage.start, end=passage.end,
            )  # fmt: skip
            writer.add_document(document)
            codes.add(passage.jurisdiction)
            count += 1
            if count % 1000 == 0:
                progress("indexing", count)
        writer.commit()
        writer.wait_merging_threads()
        stamp = json.dumps(
            {"digest": digest, "format": FORMAT, "passages": count, "jurisdictions": sorted(codes)}
        )
        (building / _STAMP).write_text(stamp, "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        building.rename(folder)
        progress("indexing", count)
    except (OSError, ValueError) as error:
        raise LawSourceError(
            f"{folder}: the index could not be built ({error}); free disk space or delete the folder "
            "and try again; the snapshot is untouched"
        ) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def is_current(folder: Path, digest: str) -> bool:
    """Whether ``folder`` holds an index of the snapshot with ``digest`` that this version reads."""
    try:
        stamp = json.loads((folder / _STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(stamp.get("digest") == digest and stamp.get("format") == FORMAT)


def _codes(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(json.loads((folder / _STAMP).read_text("utf-8"))["jurisdictions"])
    except (OSError, ValueError, KeyError) as error:
        raise LawSourceError(
            f"{folder}: no readable index ({error}); delete the folder and run the command again"
        ) from error


class LexicalIndex:
    """Searches an index built by `build_index`. Safe to use from several threads."""

    def __init__(self, folder: Path, weights: Weights | None = None) -> None:
        """Open the index; raises `LawSourceError` when it is missing or damaged."""
        import tantivy

        self._t = tantivy
        try:
            self._index = tantivy.Index.open(str(folder))
        except ValueError as error:
            raise LawSourceError(
                f"{folder}: no readable index ({error}); delete the folder and "
                "run the command again"
            ) from error
        self._schema = self._index.schema
        self._codes: tuple[str, ...] = _codes(folder)
        self._searcher = self._index.searcher()
        self._weights = weights or Weights()

    @property
    def passages(self) -> int:
        """How many passages are indexed."""
        return int(self._searcher.num_docs)

    def document_frequency(self, term: str) -> int:
        """In how many passages a term stands, in the field where it stands in most."""
        return max(
            sum(self._searcher.doc_freq(field, f"{code}:{term}") for code in self._codes)
            for field in ("body", "head", "aid")
        )

    def near_terms(self, term: str) -> list[str]:
        """Indexed terms that begin with the same two letters as ``term``, for mending typos."""
        found: set[str] = set()
        for code in self._codes:
            for field in ("body", "aid"):
                known = self._searcher.terms_with_prefix(field, f"{code}:{term[:2]}")
                found.update(t[len(code) + 1 :] for t, _ in known)
        return sorted(found)

    def _text_query(self, terms: Sequence[tuple[str, float]], codes: Sequence[str]) -> Any:
        q, weights = self._t.Query, self._weights
        clauses = []
        for term, weight in terms:
            for field in _FIELDS:
                for code in codes:
                    marked = f"{code}:{term}"
                    if not self._searcher.doc_freq(field, marked):
                        continue
                    one = q.term_query(self._schema, field, marked, index_option="freq")
                    boost = weight * getattr(weights, field)
                    clauses.append(
                        (self._t.Occur.Should, one if boost == 1.0 else q.boost_query(one, boost))
                    )
        return q.boolean_query(clauses) if clauses else None

    def search(
        self,
        terms: Sequence[tuple[str, float]],
        *,
        limit: int = 50,
        jurisdictions: Sequence[str] = (),
        kinds: Sequence[str] = (),
        authorities: Sequence[str] = (),
        units: Sequence[str] = (),
        on: date | None = None,
    ) -> list[Hit]:
        """The best passages for weighted ``terms``, filtered.

        ``on`` keeps passages whose text stood on that day. An empty filter filters nothing.
        """
        q = self._t.Query
        codes = [c for c in (jurisdictions or self._codes) if c in self._codes]
        text = self._text_query(terms, codes)
        if text is None:
            return []
        must = self._t.Occur.Must
        clauses = [(must, text)]
        for field, values in (("kind", kinds), ("authority", authorities), ("unit", units)):
            if values:
                one = q.term_set_query(self._schema, field, list(values))
                clauses.append((must, q.const_score_query(one, 0.0)))
        query = q.boolean_query(clauses) if len(clauses) > 1 else text
        return [self._hit(score, address) for score, address in self._standing(query, limit, on)]

    def _standing(
        self, query: Any, limit: int, on: date | None
    ) -> list[tuple[float, tantivy.DocAddress]]:
        """The best ``limit`` results whose text stood on ``on``: exact, found by going deeper."""
        if on is None:
            return list(self._searcher.search(query, limit, count=False).hits)
        day, depth = on.toordinal(), 2 * limit
        while True:
            found = self._searcher.search(query, depth, count=False).hits
            addresses = [address for _, address in found]
            starts: list[Any] = list(self._searcher.fast_field_values("valid_from", addresses))
            ends: list[Any] = list(self._searcher.fast_field_values("valid_to", addresses))
            standing = [
                hit
                for hit, start, end in zip(found, starts, ends, strict=True)
                if start <= day < end
            ]
            if len(standing) >= limit or len(found) < depth:
                return standing[:limit]
            depth *= 4

    def _hit(self, score: float, address: tantivy.DocAddress) -> Hit:
        first: Callable[[str], Any] = self._searcher.doc(address).get_first
        return Hit(
            first("id"),
            first("unit_id"),
            first("start"),
            first("end"),
            first("valid_from"),
            float(score),
        )
