"""The words of a response and the forms of a question, read from ``phrases.yaml`` and ``elsewhere.yaml``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from lexwarrant.records.codec import decode


@dataclass(frozen=True, slots=True)
class _Entry:
    yes_no: str
    reported: str
    presupposes: str
    exception: str
    condition: str
    age: str
    age_stated: str
    otherwise: str
    reached: str
    not_reached: str
    before: str
    after: str
    bound: str
    private: str
    binds: str
    local: str
    deadline: str
    stakes: str
    tag: str
    wh: str
    extends: str
    denied: str
    repeals: str
    repeal_asked: str
    start_asked: str
    start_word: str
    start_to: str
    start_force: str
    start_heading: str
    start_says: str
    and_then: str
    contraries: tuple[tuple[str, str], ...]
    said: dict[str, str]
    how: dict[str, str]
    parts: dict[str, str]
    standing: dict[str, str]
    state: dict[str, str]
    treated: dict[str, str]
    refusals: dict[str, str]
    notes: dict[str, str]


class Phrases:
    """One language: ``asks(name, text)`` tries a pattern, ``say(name, ...)`` fills in a sentence."""

    def __init__(self, entry: _Entry, language: str) -> None:
        self.entry = entry
        self.language = language
        self._patterns = {
            name: re.compile(getattr(entry, name), re.IGNORECASE)
            for name in (
                "yes_no", "reported", "presupposes", "exception", "condition", "age", "age_stated",
                "otherwise", "reached",
                "not_reached", "before", "after", "bound", "private", "binds", "local", "deadline", "stakes",
                "tag", "wh", "extends", "denied", "repeals", "repeal_asked",
                "start_asked", "start_word", "start_to", "start_force", "start_heading", "start_says",
            )
        }  # fmt: skip

    def pattern(self, name: str) -> re.Pattern[str]:
        """A compiled pattern by its field."""
        return self._patterns[name]

    def asks(self, name: str, text: str) -> bool:
        """Whether the pattern is found in ``text``."""
        return self._patterns[name].search(text) is not None

    def say(self, phrase: str, /, **values: str) -> str:
        """A sentence with its places filled in."""
        return self.entry.said[phrase].format(**values)

    def part(self, name: str, /, **values: str) -> str:
        """A piece of a sentence, empty when a value it needs is."""
        return self.entry.parts[name].format(**values) if all(values.values()) else ""

    def state(self, name: str, on: date | None) -> str:
        """What stands of a text quoted on a day."""
        return self.entry.state[name].format(date=on)

    def stands(self, name: str, /, **values: str) -> str:
        """Why a passage stands where it does."""
        return self.entry.standing[name].format(**values)


@cache
def phrases(language: str) -> Phrases:
    """The phrases of a language, English for one without any."""
    import yaml

    source = files("lexwarrant.answering").joinpath("phrases.yaml")
    table = yaml.safe_load(source.read_text("utf-8"))
    code = language if language in table else "en"
    return Phrases(decode(_Entry, table[code], where=f"phrases.yaml: {code}"), code)


@cache
def _elsewhere() -> dict[str, str]:
    import yaml

    source = files("lexwarrant.answering").joinpath("elsewhere.yaml")
    table: dict[str, str] = yaml.safe_load(source.read_text("utf-8"))
    return table


def said_elsewhere(language: str) -> str:
    """In a question's own language: that the law is in another, and what to do; empty for a language
    in which whole responses are given."""
    return _elsewhere().get(language, "")
