"""A chat model behind an OpenAI-compatible API as a target, asked with a public prompt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.http.secrets import Secrets
from lexwarrant.evaluation.http.transport import TransportError
from lexwarrant.evaluation.money import Budget, PriceTable, tokens_at_most
from lexwarrant.evaluation.targets.base import Reply
from lexwarrant.evaluation.targets.description import TargetDescription
from lexwarrant.evaluation.targets.http import HttpTarget, Manners
from lexwarrant.evaluation.targets.reading import count, words
from lexwarrant.records.answer import Refusal, RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError

DEFAULT_PROMPT = "answer-1"
MOST_OUTPUT_TOKENS = 2_000


def load_prompt(name_or_path: str) -> str:
    """A prompt that ships with the package, or a file of one's own."""
    path = Path(name_or_path)
    try:
        if path.is_file():
            return path.read_text("utf-8")
        folder = files("lexwarrant.evaluation").joinpath("prompts")
        return folder.joinpath(f"{path.name}.txt").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise DataError(
            f"prompt {name_or_path!r}: no such file (shipped: {DEFAULT_PROMPT})"
        ) from None


def message_content(data: Any) -> tuple[str, int, int]:
    """The message of a chat completion and its tokens in and out (0 where not said)."""
    try:
        content = data["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise TransportError("the reply holds no choices[0].message.content", again=True) from None
    usage = data.get("usage") if isinstance(data, dict) else None
    usage = usage if isinstance(usage, dict) else {}
    return (
        words(content),
        count(usage.get("prompt_tokens")) or 0,
        count(usage.get("completion_tokens")) or 0,
    )


def json_in(text: str) -> dict[str, Any] | None:
    """The JSON object that ``text`` is, a code fence around it apart; None when it is none."""
    bare = text.strip()
    if bare.startswith("```"):
        bare = bare.split("\n", 1)[-1].rsplit("```", 1)[0]
    try:
        data = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class ChatTarget(HttpTarget):
    """Asks a model with one system prompt, whose digest is in the run."""

    def __init__(
        self,
        description: TargetDescription,
        base_url: str,
        model: str,
        prompt: str,
        *,
        prices: PriceTable | None = None,
        budget: Budget | None = None,
        manners: Manners | None = None,
        secrets: Secrets | None = None,
    ) -> None:
        if not model:
            raise ConfigurationError("a chat target needs --model")
        super().__init__(
            description, base_url, manners=manners, secrets=secrets,
            values={"model": model, "prompt": prompt},
        )  # fmt: skip
        self.model = model
        self.prompt = prompt
        self._prices = prices or PriceTable()
        self._budget = budget or Budget(None)

    def describe(self) -> dict[str, str]:
        """Adds the digest of the prompt."""
        digest = hashlib.sha256(self.prompt.encode()).hexdigest()
        return {**super().describe(), "prompt_sha256": digest}

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """The model's answer; raises `OverBudget` before a call that could pass the budget."""
        tokens_in = tokens_at_most(self.prompt + question)
        most = self._prices.of(self.model, tokens_in, MOST_OUTPUT_TOKENS)
        reserved = self._budget.reserve(most)
        cost: float | None = None  # a call that failed may have been billed
        try:
            data, elapsed = await self.exchange(question, context)
            content, used_in, used_out = message_content(data)
            cost = self._prices.of(self.model, used_in, used_out)
        finally:
            self._budget.settle(reserved, cost)
        reply = self.reply(question, _fields(content), context, elapsed)
        return Reply(reply.answer, cost=cost, elapsed_ms=elapsed)

    def reply(self, question: str, data: Any, context: Context, elapsed_ms: float) -> Reply:
        """The answer in a message; an abstention keeps the model's words as its reason."""
        reply = super().reply(question, data, context, elapsed_ms)
        if data.get("abstain") is not True:
            return reply
        refused = replace(
            reply.answer, promoted=False, quotation=None, citations=(),
            refusal=Refusal(RefusalReason.UNSPECIFIED, reply.answer.text),
        )  # fmt: skip
        return Reply(refused, reply.cost, elapsed_ms)

    def _value(self, data: Any) -> Any:
        """Refuses a completion without a message, so that it is asked again."""
        data = super()._value(data)
        if not message_content(data)[0].strip():
            raise TransportError("the model's message is empty", again=True)
        return data


def _fields(content: str) -> dict[str, Any]:
    found = json_in(content)
    return {"answer": content} if found is None else found
