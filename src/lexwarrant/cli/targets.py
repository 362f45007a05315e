"""Making a target from what the command line says of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexwarrant.evaluation.targets.base import Target
    from lexwarrant.evaluation.targets.http import HttpTarget
    from lexwarrant.law.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """The options of ``eval`` and ``target check`` that say what is asked and how."""

    reference: str
    base_url: str = ""
    via: str = "lawyer"
    model: str = ""
    prompt: str = ""
    prices: Path | None = None
    budget: float | None = None
    pace: float = 0.0
    rate: float | None = None
    burst: int | None = None
    timeout: float = 90.0
    wait_ready: float = 0.0
    retries: int = 1
    concurrency: int = 1

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` that names the option, whatever the target does with it."""
        from lexwarrant.evaluation.settings import within

        within("--pace", self.pace)
        within("--rate", self.rate)
        within("--burst", self.burst, least=1)
        within("--timeout", self.timeout, above=True)
        within("--wait-ready", self.wait_ready)
        within("--retries", self.retries)
        within("--concurrency", self.concurrency, least=1)
        within("--budget", self.budget)


_BUILTIN = ("builtin", "builtin-dense")


def needs_law(reference: str) -> bool:
    """Whether the target answers from a snapshot."""
    return reference in _BUILTIN


def make_target(options: TargetOptions, snapshot: Snapshot) -> Target:
    """A target from how the command line names it.

    ``builtin`` (``builtin-dense`` with the extra for it), ``module:function``, a ``.jsonl`` file of
    recorded answers, a preset, or a ``.yaml`` description.
    """
    reference = options.reference
    if reference in _BUILTIN:
        from lexwarrant.answering.answerer import VerbatimAnswerer
        from lexwarrant.evaluation.targets.builtin import BuiltinTarget
        from lexwarrant.retrieval.open import open_dense, open_index

        dense = open_dense(snapshot) if reference == "builtin-dense" else None
        return BuiltinTarget(VerbatimAnswerer(snapshot, open_index(snapshot), dense=dense))
    if reference.endswith(".jsonl"):
        from lexwarrant.evaluation.targets.recorded import RecordedTarget

        return RecordedTarget(Path(reference))
    if ":" in reference and not reference.endswith((".yaml", ".yml")):
        from lexwarrant.evaluation.targets.callable import CallableTarget

        return CallableTarget(reference)
    return http_target(options)


def description_name(reference: str, via: str) -> str:
    """The preset or file that ``--target`` and ``--via`` name."""
    from lexwarrant.records.errors import ConfigurationError

    if reference != "legal-eye":
        return reference
    if via not in ("lawyer", "hgraph"):
        raise ConfigurationError(f"--via {via}: give lawyer or hgraph")
    return f"legal-eye-{via}"


def http_target(options: TargetOptions) -> HttpTarget:
    """An HTTP target; one whose request asks for a model is a chat target."""
    import json

    from lexwarrant.evaluation.http.asking import Patience
    from lexwarrant.evaluation.money import Budget, load_prices
    from lexwarrant.evaluation.targets.chat import DEFAULT_PROMPT, ChatTarget, load_prompt
    from lexwarrant.evaluation.targets.description import load_description
    from lexwarrant.evaluation.targets.http import HttpTarget, Manners
    from lexwarrant.records.codec import encode

    description = load_description(description_name(options.reference, options.via))
    manners = Manners(
        pace=options.pace, rate=options.rate, burst=options.burst, timeout=options.timeout,
        wait_ready=options.wait_ready, patience=Patience(retries=options.retries),
        connections=max(options.concurrency, 1),
    )  # fmt: skip
    if "{model}" in json.dumps(encode(description.request)):
        return ChatTarget(
            description, options.base_url, options.model,
            load_prompt(options.prompt or DEFAULT_PROMPT), prices=load_prices(options.prices),
            budget=Budget(options.budget), manners=manners,
        )  # fmt: skip
    return HttpTarget(description, options.base_url, manners=manners)
