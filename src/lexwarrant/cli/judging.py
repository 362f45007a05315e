"""The options of a judge, said once for every command that asks one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from lexwarrant.evaluation.judge.judge import Judge

DEFAULT_RUBRIC = "faithfulness-1"
RubricOption = Annotated[str, typer.Option("--rubric", help="A shipped rubric or a file.")]


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """Which judge is asked, by which rubric, and at what cost."""

    judge_url: Annotated[
        str,
        typer.Option(
            "--judge-url", help="An OpenAI-compatible API, such as http://127.0.0.1:8000/v1."
        ),
    ]
    judge_model: Annotated[str, typer.Option("--judge-model")]
    rubric: RubricOption = DEFAULT_RUBRIC
    family: Annotated[
        str,
        typer.Option("--family", help="The model's family, where its name does not begin with it."),
    ] = ""
    prices: Annotated[Path | None, typer.Option("--prices", help="Price table (YAML).")] = None
    budget: Annotated[
        float | None, typer.Option("--budget", help="Stop before this is passed.")
    ] = None
    allow_remote: Annotated[
        bool, typer.Option("--allow-remote", help="Answers and sources may leave this machine.")
    ] = False
    cache: Annotated[Path | None, typer.Option("--cache", help="The file of cached replies.")] = (
        None
    )
    key_variable: Annotated[
        str,
        typer.Option("--key-variable", help="The environment variable that holds the API key."),
    ] = "OPENAI_API_KEY"

    def judge(self) -> Judge:
        """The judge; raises `ConfigurationError` for what makes no sense."""
        from lexwarrant.evaluation.judge.cache import ReplyCache
        from lexwarrant.evaluation.judge.judge import Judge, JudgeSettings
        from lexwarrant.evaluation.judge.rubric import load_rubric
        from lexwarrant.evaluation.money import Budget, load_prices
        from lexwarrant.law.home import home

        settings = JudgeSettings(
            self.judge_url, self.judge_model, key_variable=self.key_variable,
            allow_remote=self.allow_remote, family=self.family,
        )  # fmt: skip
        cache = self.cache or home() / "judge-cache.sqlite"
        return Judge(
            settings, load_rubric(self.rubric), ReplyCache(cache), load_prices(self.prices),
            Budget(self.budget),
        )  # fmt: skip


def with_judge(command: Callable[..., None]) -> Callable[..., None]:
    """``command`` with its parameter ``options`` spread out as the options of `JudgeOptions`."""
    own = get_type_hints(command, include_extras=True)
    hints = get_type_hints(JudgeOptions, include_extras=True)
    spread = [
        inspect.Parameter(
            f.name, inspect.Parameter.KEYWORD_ONLY, annotation=hints[f.name],
            default=inspect.Parameter.empty if f.default is MISSING else f.default,
        )
        for f in fields(JudgeOptions)
    ]  # fmt: skip
    kept = [
        p.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=own[name])
        for name, p in inspect.signature(command).parameters.items()
        if name != "options"
    ]

    @functools.wraps(command)
    def spread_out(**given: Any) -> None:
        options = JudgeOptions(**{p.name: given.pop(p.name) for p in spread})
        command(options=options, **given)

    spread_out.__signature__ = inspect.Signature([*kept, *spread])  # type: ignore[attr-defined]
    spread_out.__annotations__ = {p.name: p.annotation for p in (*kept, *spread)}
    return spread_out
