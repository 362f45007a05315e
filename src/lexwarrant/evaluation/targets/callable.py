"""A Python function as a target: ``module:function``."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from lexwarrant.evaluation.targets.base import Reply, TargetError
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.codec import decode
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError

AnswerFunction = Callable[[str, Context], object | Awaitable[object]]


class CallableTarget:
    """Calls ``function(question, context)``, plain or async.

    It may return a `LegalAnswer`, a dict of its fields, or a string (an answer in prose, taken as
    promoted unless it is empty). An exception in it is a row without an answer, not a crash.
    """

    name = "callable"

    def __init__(self, reference: str) -> None:
        """Import ``module:function``; raises `ConfigurationError` that says what is wrong."""
        module_name, _, attribute = reference.partition(":")
        if not module_name or not attribute:
            raise ConfigurationError(f"target {reference!r}: write it as module:function")
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))  # a module beside the suite is the usual case
        try:
            function = getattr(importlib.import_module(module_name), attribute)
        except (ImportError, AttributeError) as error:
            raise ConfigurationError(
                f"target {reference!r}: {error}; is it importable from this folder?"
            ) from error
        if not callable(function):
            raise ConfigurationError(f"target {reference!r}: {attribute} is not callable")
        self._reference = reference
        self._function = cast(AnswerFunction, function)

    def describe(self) -> dict[str, str]:
        """The reference."""
        return {"target": self.name, "function": self._reference}

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """What the function returns, as a `LegalAnswer`."""
        try:
            if inspect.iscoroutinefunction(self._function):
                result = await self._function(question, context)
            else:
                result = await asyncio.to_thread(self._function, question, context)
        except Exception as error:
            raise TargetError(
                f"{self._reference} raised {type(error).__name__}: {error}"
            ) from error
        return Reply(as_answer(question, result, self._reference))


def _given(question: str, result: dict[str, object]) -> dict[str, object]:
    """What may be left out of an answer's fields: the question, no text, promoted when it says something."""
    said = bool(str(result.get("text") or "").strip()) or bool(result.get("quotation"))
    return {"question": question, "text": "", "promoted": said and not result.get("refusal")}


def as_answer(question: str, result: object, where: str) -> LegalAnswer:
    """A returned value as a `LegalAnswer`; raises `TargetError` when it is none."""
    if isinstance(result, LegalAnswer):
        return result
    if isinstance(result, str):
        return LegalAnswer(question, result, promoted=bool(result.strip()))
    if isinstance(result, dict):
        try:
            return decode(LegalAnswer, {**_given(question, result), **result}, where)
        except DataError as error:
            raise TargetError(str(error)) from error
    raise TargetError(
        f"{where}: returned {type(result).__name__}; return a LegalAnswer, a dict or a str"
    )
