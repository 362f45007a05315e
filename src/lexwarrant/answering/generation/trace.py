"""The trace of one answer: every sentence, every attempt, every request, in canonical JSON.

A trace holds enough to make every table again without a model (``lexwarrant replay``). Figures that
the server did not tell are left out, never put as 0.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from lexwarrant.answering.generation.backends.base import Constraint, ServerInfo, Usage
from lexwarrant.answering.generation.budgets import Budgets, Sampling, StopReason
from lexwarrant.answering.generation.guards import Guard
from lexwarrant.answering.generation.steering import Steering
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import (
    ClaimCategory,
    ClaimKind,
    ReasonCode,
    RepairHint,
    RiskTier,
    SentenceVerdict,
    Slot,
    SourceSpan,
    SupportLabel,
)
from lexwarrant.records.warrant import PolicyAct

FORMAT = 1


class Outcome(StrEnum):
    """What became of an attempt."""

    COMMITTED = "committed"
    ROLLED_BACK = "rolled_back"


class LesserMode(StrEnum):
    """What could not be done as it should, and was done in a lesser way."""

    NO_PREFILL = "no_prefill"
    """The server cannot go on from a given beginning: each sentence is a turn of its own."""
    NO_CACHED_COUNTS = "no_cached_counts"
    """The server does not tell what it took from its cache: reuse is unknown."""
    NO_CACHE = "no_cache"
    """The server says that it reads the whole prompt again at each retry."""
    NO_BAN = "no_ban"
    """A ban was wanted and could not be done, or the server refused it or paid no heed."""
    NO_CHOICE = "no_choice"
    """A grammar was wanted and could not be done, or the server refused it or paid no heed."""
    ASKED_AGAIN = "asked_again"
    """A request failed and was repeated from the verified prefix."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request to the server.

    ``usage`` is the server's own count; ``prefix`` are the prompt's tokens up to the verified
    prefix and ``injected`` those inserted at the cut, by the server's tokenizer. ``cut`` says that
    the engine stopped it; ``fault`` why it failed.
    """

    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    steering: Steering | None = None
    constraint: Constraint | None = None
    prefix: int | None = None
    injected: int | None = None
    received: int = 0
    cut: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a sentence.

    ``text`` is the sentence; ``kept`` its beginning that was not generated again. ``steering`` is
    None for a first draft. ``span`` is the failed part as offsets into ``text``. ``calls`` are
    numbers of the requests it came from, ``tokens`` the tokens received for it (of a rolled-back
    one also those after it, which are lost with it). ``seconds`` runs from the start of the answer.
    """

    text: str
    outcome: Outcome
    steering: Steering | None = None
    kept: str = ""
    verdict: SentenceVerdict | None = None
    support: SupportLabel | None = None
    claim: ClaimKind | None = None
    reasons: tuple[ReasonCode, ...] = ()
    failed_slots: tuple[Slot, ...] = ()
    span: tuple[int, int] | None = None
    sources: tuple[SourceSpan, ...] = ()
    categories: tuple[ClaimCategory, ...] = ()
    risk: RiskTier = RiskTier.LOW
    hint: RepairHint | None = None
    checked_by: str = ""
    confidence: float = 0.0
    guard: Guard | None = None
    constraint: Constraint | None = None
    injected: str = ""
    calls: tuple[int, ...] = ()
    tokens: int = 0
    copied: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """One place where a sentence was due. ``refused`` says that the fixed refusal was set there."""

    attempts: tuple[Attempt, ...] = ()
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of a trace; ``None`` where a figure is missing in some call.

    ``committed`` counts verified sentences, ``refusals`` fixed refusals. ``received`` counts tokens
    that came, ``discarded`` those of them that were thrown away, ``cached`` and ``evaluated`` the
    prompt tokens from the cache and read anew. ``prefix_share`` is the share of the verified
    prefix that retries took from the cache. ``first_sentence`` is in seconds, None without one.
    """

    committed: int = 0
    refusals: int = 0
    rolled_back: int = 0
    retries: int = 0
    calls: int = 0
    faults: int = 0
    received: int = 0
    discarded: int = 0
    cached: int | None = None
    evaluated: int | None = None
    injected: int | None = None
    prefix_share: float | None = None
    first_sentence: float | None = None
    seconds: float = 0.0
    near_verbatim: float = 0.0
    relevance: float = 1.0
    claims: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """One answer from question to end. ``text`` is the whole answer as the reader has it."""

    question: str
    premise: tuple[str, ...]
    server: ServerInfo
    verifier: str
    steering: Steering
    budgets: Budgets
    sampling: Sampling
    policy: tuple[PolicyAct, ...]
    text: str
    points: tuple[Point, ...]
    calls: tuple[Call, ...]
    stop: StopReason
    lesser: tuple[LesserMode, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    totals: Totals = field(default_factory=Totals)
    premise_digest: str = ""
    format: int = FORMAT


def without_times(trace: Trace) -> Trace:
    """The trace with every duration 0: equal for two runs of the same model, seed and server."""
    calls = tuple(
        replace(c, seconds=0.0, usage=replace(c.usage, prompt_ms=None)) for c in trace.calls
    )
    points = tuple(
        replace(p, attempts=tuple(replace(a, seconds=0.0) for a in p.attempts))
        for p in trace.points
    )
    totals = replace(trace.totals, seconds=0.0, first_sentence=None)
    return replace(trace, calls=calls, points=points, seconds=0.0, totals=totals)


def to_json(trace: Trace) -> str:
    """Canonical JSON: sorted keys, no spaces, characters as they are, one line with its end."""
    body = encode(trace)
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def write_trace(trace: Trace, path: Path) -> None:
    """Write a trace to ``path``; the folder is made when it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_json(trace), "utf-8")


def read_trace(path: Path) -> Trace:
    """Read a trace; raises `DataError` with the place when it is not one."""
    try:
        body = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise DataError(f"{path}: is not JSON ({error}); give a file written by --trace") from None
    except RecursionError:
        raise DataError(
            f"{path}: is nested too deeply for a trace; give a file written by --trace"
        ) from None
    trace = decode(Trace, body, where=str(path))
    if trace.format != FORMAT:
        raise DataError(
            f"{path}: trace format {trace.format}, this version reads {FORMAT}; generate it again"
        )
    return trace
