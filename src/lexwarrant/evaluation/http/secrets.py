"""Secrets: taken from the environment, put into headers, written nowhere."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from lexwarrant.evaluation.http.addresses import secrets_in
from lexwarrant.records.errors import ConfigurationError

_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_SECRET_HEADER = re.compile(
    r"authorization|cookie|token|secret|(api|access|subscription)[-_]?key", re.I
)
_SHORTEST = 4
"""Shorter values are not scrubbed: they would hit ordinary words."""


class Secrets:
    """Fills ``${NAME}`` from the environment and takes the values out of anything to be kept."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self._used: set[str] = set()

    def headers(self, templates: Mapping[str, str], where: str) -> dict[str, str]:
        """Headers ready to be sent.

        Raises `ConfigurationError` for a variable that is not set, a value that is not a legal
        header, and a secret written into the file itself.
        """
        return {name: self._header(name, text, where) for name, text in templates.items()}

    def _header(self, name: str, template: str, where: str) -> str:
        if _SECRET_HEADER.search(name) and not _REFERENCE.search(template):
            raise ConfigurationError(
                f"{where}: headers.{name}: a secret does not belong in the file; write it as ${{NAME}} "
                "and set NAME in the environment"
            )

        def value(match: re.Match[str]) -> str:
            found = self._environment.get(match[1], "")
            if not found:
                raise ConfigurationError(
                    f"{where}: headers.{name}: set {match[1]} in the environment"
                )
            self._used.add(found)
            return found

        filled = _REFERENCE.sub(value, template)
        if any(c in filled for c in "\r\n\0"):
            raise ConfigurationError(f"{where}: headers.{name}: a line break in its value")
        return filled

    def note_url(self, url: str) -> None:
        """Take what is secret in ``url`` (a password, a key in its query) for a secret used."""
        self._used |= secrets_in(url)

    def known(self, templates: Mapping[str, str]) -> dict[str, str]:
        """The headers whose variables are all set."""
        return {
            name: text
            for name, text in templates.items()
            if all(self._environment.get(m) for m in _REFERENCE.findall(text))
        }

    def scrub(self, text: str) -> str:
        """``text`` with every secret that was used taken out."""
        for secret in sorted(self._used, key=len, reverse=True):
            if len(secret) >= _SHORTEST:
                text = text.replace(secret, "[secret]")
        return text

    def scrub_json(self, data: Any) -> Any:
        """A JSON value with every secret that was used taken out of its strings and keys."""
        if not self._used:
            return data
        if isinstance(data, str):
            return self.scrub(data)
        if isinstance(data, list):
            return [self.scrub_json(item) for item in data]
        if isinstance(data, dict):
            return {self.scrub(key): self.scrub_json(item) for key, item in data.items()}
        return data
