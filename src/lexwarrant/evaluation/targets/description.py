"""The description of an HTTP target: a YAML file, checked before anything is sent.

::

    name: my-assistant
    url: "{base_url}/v1/ask"
    headers: {Authorization: "Bearer ${MY_TOKEN}"}
    request: {question: "{question}", date: "{analysis_date}"}
    reply: {kind: json}
    ready: "{base_url}/readyz"
    read:
      answer: $.answer
      citations: $.sources[*].citation
      quotation: $.quote
      promoted: {by: answer}

``{question}``, ``{jurisdiction}``, ``{analysis_date}`` and ``{facts}`` are filled in where they
stand in strings of ``request`` and, percent-encoded, in ``url``; ``${NAME}`` in ``headers`` comes
from the environment. ``docs/targets.md`` explains every field.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import StrEnum
from importlib.resources import files
from pathlib import Path as FilePath
from typing import Any

from lexwarrant.evaluation.http.addresses import masked_url
from lexwarrant.evaluation.settings import within
from lexwarrant.evaluation.suite_file import plain_yaml
from lexwarrant.evaluation.targets.paths import compile_path
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import ConfigurationError, DataError

MAX_BYTES = 1_000_000


class ReplyKind(StrEnum):
    """How the reply comes."""

    JSON = "json"
    SSE = "sse"
    """Server-sent events whose data are pieces of the answer."""
    POLL = "poll"
    """A job is submitted and asked after until it is done."""


class PromotedBy(StrEnum):
    """What tells whether an answer was put forward."""

    ANSWER = "answer"
    """There is an answer or a quotation at all."""
    FIELD = "field"
    """The field at ``path`` is true, or is ``equals``."""
    THRESHOLDS = "thresholds"
    """There is a quotation and its score and coverage pass the thresholds."""


@dataclass(frozen=True, slots=True)
class Promoted:
    """When an answer counts as put forward."""

    by: PromotedBy = PromotedBy.ANSWER
    path: str = ""
    equals: str = ""


@dataclass(frozen=True, slots=True)
class ThresholdPaths:
    """Where a system's own thresholds lie, and what holds where it gives none."""

    min_score: str = ""
    min_coverage: str = ""
    high_score_bypass: str = ""
    default_min_score: float = 0.5
    default_min_coverage: float = 0.15
    default_high_score_bypass: float = 0.65


@dataclass(frozen=True, slots=True)
class RelatedPaths:
    """A list of related passages: ``items`` leads to them, the others into each one."""

    items: str
    id: str = ""
    label: str = ""
    snippets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TracePaths:
    """Where a system says how it found its quotation; each object maps a retriever to a figure."""

    quote_source: str = ""
    fusion_rank: str = ""
    ranks: str = ""
    latency_ms: str = ""


@dataclass(frozen=True, slots=True)
class ReadPaths:
    """Where the parts of an answer lie in the reply, as JSONPath; what is empty is not read.

    ``answer`` may name several paths: the first that holds text wins.
    """

    answer: tuple[str, ...] = ()
    quotation: str = ""
    document_id: str = ""
    quotation_label: str = ""
    citations: str = ""
    passages: str = ""
    anchor_id: str = ""
    anchor_label: str = ""
    cluster_id: str = ""
    cluster_label: str = ""
    polish_method: str = ""
    score: str = ""
    coverage: str = ""
    thresholds: ThresholdPaths | None = None
    tier: str = ""
    domain: str = ""
    statute_refs: str = ""
    n_applications: str = ""
    n_origins: str = ""
    applications: RelatedPaths | None = None
    origins: RelatedPaths | None = None
    alternatives: RelatedPaths | None = None
    trace: TracePaths | None = None
    refusal: str = ""
    cost: str = ""
    promoted: Promoted = field(default_factory=Promoted)
    cite_from_text: bool = False
    """Also find citations in the answer's own words."""


@dataclass(frozen=True, slots=True)
class PollPaths:
    """How a submitted job is followed.

    ``url`` may hold ``{id}``, the value at ``id``; or ``location`` leads to the job's URL in the
    first reply. The job is done when the value at ``status`` is one of ``done`` and failed when it
    is one of ``failed``.
    """

    status: str
    id: str = ""
    url: str = ""
    location: str = ""
    done: tuple[str, ...] = ("done", "completed", "succeeded")
    failed: tuple[str, ...] = ("failed", "error", "cancelled")
    every: float = 1.0


@dataclass(frozen=True, slots=True)
class EventPaths:
    """How a stream is put together.

    ``delta`` leads to the piece of text in each event's JSON (empty: the data are the text);
    ``end`` is the data that close the stream, ``final`` the event type whose data are the whole
    reply. A stream that ends without one of them was cut and is no answer.
    """

    delta: str = ""
    end: str = "[DONE]"
    final: str = ""


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """How the reply comes, and how it is put together."""

    kind: ReplyKind = ReplyKind.JSON
    events: EventPaths = field(default_factory=EventPaths)
    poll: PollPaths | None = None


@dataclass(frozen=True, slots=True)
class Bucket:
    """The target's own limit: so many questions a second, so many at once."""

    per_second: float = 0.0
    burst: int = 1


@dataclass(frozen=True, slots=True)
class TargetDescription:
    """An HTTP target. ``url`` and ``ready`` may begin with ``{base_url}``."""

    name: str
    url: str
    request: Any = None
    method: str = "POST"
    headers: dict[str, str] = field(default_factory=dict)
    reply: ReplyForm = field(default_factory=ReplyForm)
    read: ReadPaths = field(default_factory=ReadPaths)
    ready: str = ""
    rate: Bucket = field(default_factory=Bucket)
    replica_header: str = ""
    keyless_locally: bool = False
    """On this machine, leave out a header whose variable is not set, instead of refusing to ask."""

    def digest(self) -> str:
        """SHA-256 of the description; headers by name alone, so that no value is ever in it."""
        body = {
            **encode(self), "headers": sorted(self.headers),
            "url": masked_url(self.url), "ready": masked_url(self.ready),
        }  # fmt: skip
        text = json.dumps(body, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def presets() -> list[str]:
    """Names of the descriptions that ship with the package."""
    folder = files("lexwarrant.evaluation").joinpath("targets", "presets")
    return sorted(
        f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")
    )


def load_description(name_or_path: str) -> TargetDescription:
    """A preset by name or a description by path; raises an error that names file and field."""
    path = FilePath(name_or_path)
    if not path.is_file():
        if name_or_path not in presets():
            raise ConfigurationError(
                f"target {name_or_path!r}: no such file or preset; presets: {', '.join(presets())}"
            )
        folder = files("lexwarrant.evaluation").joinpath("targets", "presets")
        return parse_description(
            folder.joinpath(f"{name_or_path}.yaml").read_text("utf-8"), name_or_path
        )
    if path.stat().st_size > MAX_BYTES:
        raise DataError(f"{path}: over {MAX_BYTES:,} bytes, so it is no target description")
    try:
        return parse_description(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8; save it as UTF-8") from None


def parse_description(text: str, where: str) -> TargetDescription:
    """A description from YAML; every path of it is compiled once to be sure of it."""
    data = plain_yaml(text, where)
    if isinstance(data, dict) and isinstance(data.get("read"), dict):
        answer = data["read"].get("answer")
        if isinstance(answer, str):
            data = {**data, "read": {**data["read"], "answer": [answer]}}
    description = decode(TargetDescription, data, where)
    _check(description, where)
    return description


def _check(d: TargetDescription, where: str) -> None:
    if d.method.upper() not in ("GET", "POST", "PUT"):
        raise ConfigurationError(f"{where}: method: {d.method!r}; use GET, POST or PUT")
    poll = d.reply.poll
    if d.reply.kind is ReplyKind.POLL and (
        poll is None or not (poll.location or (poll.id and poll.url))
    ):
        raise ConfigurationError(
            f"{where}: reply.poll: give `status` and either `location`, or `id` and `url`"
        )
    _check_figures(d, where)
    if d.read.promoted.by is PromotedBy.FIELD and not d.read.promoted.path:
        raise ConfigurationError(f"{where}: read.promoted.path: say which field tells")
    if d.read.promoted.by is PromotedBy.THRESHOLDS and not (d.read.quotation and d.read.score):
        raise ConfigurationError(
            f"{where}: read.promoted: thresholds need `quotation` and `score` paths"
        )
    if not (d.read.answer or d.read.quotation):
        raise ConfigurationError(f"{where}: read: give at least `answer` or `quotation`")
    for name, path in _paths(d):
        compile_path(path, f"{where}: {name}")


def _check_figures(d: TargetDescription, where: str) -> None:
    within(f"{where}: rate.per_second", d.rate.per_second)
    within(f"{where}: rate.burst", d.rate.burst, least=1)
    if d.reply.poll is not None:
        within(f"{where}: reply.poll.every", d.reply.poll.every, above=True)
    if d.read.thresholds is not None:
        for name in ("min_score", "min_coverage", "high_score_bypass"):
            value = getattr(d.read.thresholds, f"default_{name}")
            within(f"{where}: read.thresholds.default_{name}", value, most=1)


def _paths(d: TargetDescription) -> list[tuple[str, str]]:
    """Every path of a description with the name of its field."""
    out: list[tuple[str, str]] = [(f"read.answer[{n}]", p) for n, p in enumerate(d.read.answer)]
    groups: list[tuple[str, Any]] = [
        ("read", d.read), ("read.thresholds", d.read.thresholds), ("read.trace", d.read.trace),
        ("read.applications", d.read.applications), ("read.origins", d.read.origins),
        ("read.alternatives", d.read.alternatives),
    ]  # fmt: skip
    for name, group in groups:
        if group is not None:
            for f in fields(group):
                value = getattr(group, f.name)
                if isinstance(value, str) and value:
                    out.append((f"{name}.{f.name}", value))
                if f.name == "snippets":
                    out += [(f"{name}.snippets[{n}]", p) for n, p in enumerate(value)]
    others = [
        ("read.promoted.path", d.read.promoted.path),
        ("reply.events.delta", d.reply.events.delta),
    ]
    if d.reply.poll:
        poll = d.reply.poll
        others += [("reply.poll.status", poll.status), ("reply.poll.id", poll.id),
                   ("reply.poll.location", poll.location)]  # fmt: skip
    return out + [(name, path) for name, path in others if path]
