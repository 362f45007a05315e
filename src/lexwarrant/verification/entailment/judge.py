"""An LLM judge over an OpenAI-compatible endpoint, with a frozen prompt.

The prompt is a file of the package; its hash is part of the judge's name, so that two runs can be
compared only when they were asked the same. The judge sees the premise and the sentence, nothing
else, at temperature 0. A reply that is not the JSON asked for, or whose quotation does not stand
in the premise, counts as no reply.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import TYPE_CHECKING

from lexwarrant.records.errors import ConfigurationError
from lexwarrant.verification.entailment.base import Judgement, Relation, grounded

if TYPE_CHECKING:
    import httpx

_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


def prompt_template() -> str:
    """The frozen prompt."""
    return (
        files("lexwarrant.verification.entailment").joinpath("judge_prompt.txt").read_text("utf-8")
    )


class LlmJudge:
    """Asks ``base_url``/chat/completions. ``retries`` are attempts after the first."""

    whole_premise = True

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str = "",
        timeout: float = 30.0,
        retries: int = 2,
        concurrency: int = 4,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ConfigurationError(
                f"judge.base_url is {base_url!r}: give an address such as http://localhost:8000/v1"
            )
        if not model:
            raise ConfigurationError("judge.model is empty: name the model the endpoint serves")
        if timeout <= 0 or retries < 0 or concurrency < 1:
            raise ConfigurationError("judge: timeout > 0, retries >= 0, concurrency >= 1")
        self._url = base_url.rstrip("/") + "/chat/completions"
        self._model, self._key = model, key
        self._timeout, self._retries, self._concurrency = timeout, retries, concurrency
        self._wait = wait
        self._template = prompt_template()
        mark = hashlib.sha256(self._template.encode()).hexdigest()[:12]
        self.name = f"judge:{model}@{mark}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """One judgement a pair, in order, several at a time."""
        import httpx

        with (
            httpx.Client(timeout=self._timeout) as client,
            ThreadPoolExecutor(min(self._concurrency, max(1, len(pairs)))) as pool,
        ):
            return list(pool.map(lambda pair: self._ask(client, *pair), pairs))

    def _ask(self, client: httpx.Client, passage: str, sentence: str) -> Judgement:
        import httpx

        prompt = self._template.replace("{premise}", passage).replace("{sentence}", sentence)
        body = {
            "model": self._model,
            "temperature": 0,
            "max_tokens": 400,
            "messages": [{"role": "user", "content": prompt}],
        }
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        why = ""
        for attempt in range(self._retries + 1):
            if attempt:
                self._wait(min(8.0, 0.5 * 2.0**attempt))
            try:
                reply = client.post(self._url, json=body, headers=headers)
            except httpx.HTTPError as error:
                why = type(error).__name__
                continue
            if reply.status_code in _RETRIED:
                why = f"HTTP {reply.status_code}"
                continue
            if reply.status_code != 200:
                return Judgement(Relation.FAILED, why=f"HTTP {reply.status_code}")
            return grounded(parse_reply(reply.text), passage)
        return Judgement(Relation.FAILED, why=why)


def parse_reply(text: str) -> Judgement:
    """A chat completion's body as a judgement; anything unexpected is `FAILED`."""
    try:
        content = json.loads(text)["choices"][0]["message"]["content"]
        found = _OBJECT.search(content)
        data = json.loads(found.group()) if found else None
        relation = Relation(data["relation"]) if data else Relation.FAILED
        quotation = data.get("quotation", "") if data else ""
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return Judgement(Relation.FAILED, why="the reply is not the JSON asked for")
    if not isinstance(quotation, str):
        return Judgement(Relation.FAILED, why="the quotation is not a text")
    return Judgement(relation, quotation, 1.0)
