"""YAML, JSON and JSON Lines files whose errors name the line and the field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.suite_file import plain_yaml
from lexwarrant.records.codec import loads
from lexwarrant.records.errors import DataError

Keys = tuple[str | int, ...]
MAX_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class DataFile:
    """A YAML or JSON file that was read: its data, its bytes' hash, and its text for line numbers."""

    path: Path
    data: Any
    sha256: str
    text: str

    @classmethod
    def read(cls, path: Path) -> DataFile:
        """Read and parse; raises `DataError` for a file that is not there or not YAML, and for a key
        that stands twice or an alias."""
        body = read_bytes(path)
        text = _decoded(path, body)
        return cls(path, plain_yaml(text, str(path)), hashlib.sha256(body).hexdigest(), text)

    def error(self, at: Keys, why: str) -> DataError:
        """An error at a field of this file, with its line."""
        field = ".".join(str(k) for k in at) or "file"
        return DataError(f"{self.path}:{self.line(at)}: {field}: {why}")

    def line(self, at: Keys) -> int:
        """The line on which the value at ``at``, or the nearest thing around it, begins."""
        import yaml

        node: Any = yaml.compose(self.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        line = 1
        for key in at:
            if isinstance(node, yaml.MappingNode):
                found = [(k, v) for k, v in node.value if k.value == str(key)]
            elif isinstance(node, yaml.SequenceNode) and isinstance(key, int):
                found = [(v, v) for v in node.value[key : key + 1]]
            else:
                found = []
            if not found:
                return line
            line, node = found[0][0].start_mark.line + 1, found[0][1]
        return line


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; raises `DataError` that says what to do."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: over {MAX_BYTES:,} bytes; split it")
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; check the path") from None


def _decoded(path: Path, body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}:{line}: not UTF-8 at byte {error.start}; save it as UTF-8"
        ) from None


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Line number and value of every line that is not blank; raises `DataError` at a broken one."""
    for number, line in text_lines(path):
        try:
            yield number, loads(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{path}:{number}: not valid JSON: {error}") from None


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Line number and text of every line that is not blank."""
    for number, line in enumerate(_decoded(path, read_bytes(path)).split("\n"), 1):
        if line.strip():
            yield number, line
