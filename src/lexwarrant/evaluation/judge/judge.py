"""A judge: a chat model, a rubric, a cache and a budget."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from lexwarrant.evaluation.http.addresses import is_loopback, masked_url
from lexwarrant.evaluation.http.asking import Patience, ask_patiently, checked
from lexwarrant.evaluation.http.pacing import Pacer
from lexwarrant.evaluation.http.secrets import Secrets
from lexwarrant.evaluation.http.transport import HttpRequest, Transport, TransportError
from lexwarrant.evaluation.judge.asking import Material, Said, Shown, messages, read_reply, shown
from lexwarrant.evaluation.judge.cache import CachedReply, ReplyCache, cache_key
from lexwarrant.evaluation.judge.rubric import Rubric
from lexwarrant.evaluation.money import Budget, PriceTable, tokens_at_most
from lexwarrant.evaluation.settings import within
from lexwarrant.evaluation.targets.base import TargetError
from lexwarrant.evaluation.targets.chat import message_content
from lexwarrant.records.errors import ConfigurationError

MOST_OUTPUT_TOKENS = 400


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """A judge's endpoint and model.

    ``key_variable`` names the environment variable of its key, ``family`` the family of the model
    where its name does not begin with it.
    """

    base_url: str
    model: str
    key_variable: str = "OPENAI_API_KEY"
    timeout: float = 90.0
    pace: float = 0.0
    retries: int = 1
    allow_remote: bool = False
    connections: int = 8
    family: str = ""

    def __post_init__(self) -> None:
        within("timeout", self.timeout, above=True)
        within("pace", self.pace)
        within("retries", self.retries)
        within("connections", self.connections, least=1)
        if not self.model:
            raise ConfigurationError("a judge needs a model: give --judge-model")
        if not is_loopback(self.base_url) and not self.allow_remote:
            raise ConfigurationError(
                f"{masked_url(self.base_url)} is not this machine: answers and sources would leave it; "
                "--allow-remote says that they may"
            )

    @property
    def parameters(self) -> dict[str, str]:
        """What decides a reply besides the text."""
        return {"temperature": "0", "seed": "1", "max_tokens": str(MOST_OUTPUT_TOKENS)}


@dataclass(slots=True)
class Spending:
    """Calls made, calls saved by the cache, and the money of both."""

    calls: int = 0
    hits: int = 0
    cost: float | None = None
    saved: float | None = None

    def book(self, cost: float | None, *, hit: bool) -> None:
        """Count one reply."""
        if hit:
            self.hits += 1
            if cost is not None:
                self.saved = (self.saved or 0.0) + cost
        else:
            self.calls += 1
            if cost is not None:
                self.cost = (self.cost or 0.0) + cost


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge said of one answer, with what it was shown and what that cost."""

    said: Said
    shown: Shown
    cost: float | None
    cached: bool


@dataclass(slots=True)
class Judge:
    """Judges answers. Open it, use it from one event loop, close it."""

    settings: JudgeSettings
    rubric: Rubric
    cache: ReplyCache | None = None
    prices: PriceTable = field(default_factory=PriceTable)
    budget: Budget = field(default_factory=lambda: Budget(None))
    secrets: Secrets = field(default_factory=Secrets)
    spending: Spending = field(default_factory=Spending)
    _transport: Transport = field(init=False)
    _pacer: Pacer = field(init=False)
    _headers: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        s = self.settings
        self._transport = Transport(timeout=s.timeout, connections=s.connections)
        self._pacer = Pacer(pace=s.pace)
        wanted = {"Authorization": f"Bearer ${{{s.key_variable}}}"}
        if is_loopback(s.base_url):
            wanted = self.secrets.known(wanted)
        self._headers = {
            "Content-Type": "application/json",
            **self.secrets.headers(wanted, "judge"),
        }

    async def open(self) -> None:
        """Open connections."""
        await self._transport.open()

    async def close(self) -> None:
        """Close connections."""
        await self._transport.close()

    async def judge(self, material: Material, salt: str = "") -> Verdict:
        """The judge's decision on one answer, from the cache when it was given before.

        ``salt`` makes the judge be asked again (drift). Raises `OverBudget` before a call that
        could pass the budget; a judge that cannot be reached gives an unscored answer.
        """
        seen = shown(material)
        s = self.settings
        key = cache_key(seen.material, self.rubric.sha256, s.model, s.parameters, salt)
        kept = self.cache.get(key) if self.cache else None
        if kept is not None:
            self.spending.book(kept.cost, hit=True)
            said = read_reply(kept.content, self.rubric, seen.material)
            return Verdict(said, seen, 0.0, cached=True)
        chat = messages(self.rubric, seen.material)
        try:
            content, cost = await self.complete(chat)
        except TargetError as error:
            return Verdict(
                Said(None, reason=f"the judge gave no reply: {error}"), seen, None, False
            )
        if self.cache:
            self.cache.put(key, CachedReply(content, cost))
        return Verdict(read_reply(content, self.rubric, seen.material), seen, cost, cached=False)

    async def complete(self, chat: list[dict[str, str]]) -> tuple[str, float | None]:
        """One completion and its price; raises `TargetError` or `OverBudget`."""
        s = self.settings
        size = sum(tokens_at_most(m["content"]) for m in chat)
        reserved = self.budget.reserve(self.prices.of(s.model, size, MOST_OUTPUT_TOKENS))
        cost: float | None = None
        body = {"model": s.model, "messages": chat, "temperature": 0, "seed": 1,
                "max_tokens": MOST_OUTPUT_TOKENS}  # fmt: skip
        request = HttpRequest(
            "POST", f"{s.base_url.rstrip('/')}/chat/completions", self._headers,
            json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"),
        )  # fmt: skip

        async def attempt() -> tuple[str, int, int]:
            reply = checked(await self._transport.send(request))
            try:
                data = json.loads(reply.body)
            except (ValueError, RecursionError):
                raise TransportError("the judge's reply is not JSON", again=True) from None
            return message_content(data)

        try:
            content, used_in, used_out = await ask_patiently(
                attempt, self._pacer, Patience(retries=s.retries)
            )
            cost = self.prices.of(s.model, used_in, used_out)
        except TargetError as error:
            raise TargetError(self.secrets.scrub(str(error))) from None
        finally:
            self.budget.settle(reserved, cost)
        self.spending.book(cost, hit=False)
        return self.secrets.scrub(content), cost
