"""Text, JSON and JSON Lines files of law, opened with their limits and faults said in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from lexwarrant.law.readers.xml import check_size
from lexwarrant.records.errors import LawSourceError

MAX_TEXT_BYTES = 64 * 1024 * 1024
"""Largest text or JSON document read at once."""
MAX_LINE_CHARACTERS = 32 * 1024 * 1024
"""Longest line of JSON Lines; the longest judgments are under 4 MB."""
_SNIFF_BYTES = 65_536
_HALF_PAIR = "holds half of a surrogate pair, which is no character; write the character out"


def read_text(path: Path) -> str:
    """The text of ``path``, UTF-8 with or without a byte order mark.

    Raises `LawSourceError` for a file that is missing, too large or in another encoding.
    """
    check_size(path, MAX_TEXT_BYTES)
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = bytes(error.object[: error.start]).count(b"\n") + 1
        raise LawSourceError(
            f"{path}, line {line}: byte {error.start} is not UTF-8; convert the file to UTF-8 first"
        ) from None


def sniff_text(path: Path) -> str:
    """The first 64 KiB of ``path`` as text; empty when it is not UTF-8 text."""
    if not path.is_file():
        return ""
    with path.open("rb") as handle:
        head = handle.read(_SNIFF_BYTES)
    if b"\0" in head:
        return ""
    for cut in range(4):  # the last character may be cut
        try:
            return head[: len(head) - cut].decode("utf-8-sig")
        except UnicodeDecodeError:
            continue
    return ""


def read_json(path: Path) -> Any:
    """The JSON document in ``path``; raises `LawSourceError` with line and column."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise LawSourceError(
            f"{path}: line {error.lineno}, column {error.colno}: {error.msg}; "
            "the file is cut or is not JSON"
        ) from None
    except ValueError as error:
        raise LawSourceError(f"{path}: a value cannot be read ({error})") from None
    except RecursionError:
        raise LawSourceError(f"{path}: nested too deeply to be a file of law") from None
    if _half_pair(text, data):
        raise LawSourceError(f"{path}: {_HALF_PAIR}")
    return data


_SPACE = re.compile(r"[ \t\r\n]*")


def json_records(path: Path, key: str = "") -> list[tuple[str, Any]]:
    """The records of the JSON document in ``path``, each with "file, line, column" for messages.

    They are the elements of a list, of the list that an object has under ``key``, or the one value
    that the document is. Raises `LawSourceError` as `read_json`.
    """
    data = read_json(path)
    text = read_text(path)
    begin, named = _space(text, 0), ""
    if key and isinstance(data, dict) and isinstance(data.get(key), list):
        data, begin, named = data[key], _member(text, begin, key), key
    if not isinstance(data, list):
        return [(_placed(path, text, begin), data)]
    decoder = json.JSONDecoder()
    out = []
    at = _space(text, begin + 1)
    for index, row in enumerate(data):
        out.append((f"{_placed(path, text, at)}, {named}[{index}]", row))
        at = _space(text, decoder.raw_decode(text, at)[1])
        at = _space(text, at + 1)
    return out


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _member(text: str, at: int, key: str) -> int:
    """Where the value of ``key`` begins in the object at ``at``: of two, the last, as it is read."""
    decoder = json.JSONDecoder()
    found = at
    at = _space(text, at + 1)
    while text.startswith('"', at):
        name, at = decoder.raw_decode(text, at)
        at = _space(text, _space(text, at) + 1)
        if name == key:
            found = at
        at = _space(text, decoder.raw_decode(text, at)[1])
        at = _space(text, at + 1)
    return found


def _placed(path: Path, text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return f"{path}, line {line}, column {at - text.rfind(chr(10), 0, at)}"


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every line of ``path`` as an object, with "file, line N" for messages; blank lines pass."""
    with path.open("rb") as handle:
        number = 0
        while raw := handle.readline(MAX_LINE_CHARACTERS):
            number += 1
            where = f"{path}, line {number}"
            if len(raw) >= MAX_LINE_CHARACTERS:
                raise LawSourceError(
                    f"{where}: longer than {MAX_LINE_CHARACTERS:,} bytes; one record a line"
                )
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if not line:
                    continue
                data = json.loads(line)
            except UnicodeDecodeError:
                raise LawSourceError(
                    f"{where}: not UTF-8; convert the file to UTF-8 first"
                ) from None
            except json.JSONDecodeError as error:
                raise LawSourceError(
                    f"{where}: column {error.colno}: {error.msg}; the line is cut or is not JSON"
                ) from None
            except ValueError as error:
                raise LawSourceError(f"{where}: a value cannot be read ({error})") from None
            except RecursionError:
                raise LawSourceError(f"{where}: nested too deeply to be a record of law") from None
            if _half_pair(line, data):
                raise LawSourceError(f"{where}: {_HALF_PAIR}")
            if not isinstance(data, dict):
                raise LawSourceError(f"{where}: not an object; one JSON object a line is expected")
            yield where, data


def _half_pair(text: str, data: object) -> bool:
    """Whether JSON names half a surrogate pair ("\\ud800"), which no UTF-8 text can hold."""
    if "\\ud" not in text and "\\uD" not in text:
        return False
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def first_object(path: Path) -> dict[str, Any] | None:
    """The first record of a JSON or JSON Lines file, from its first 64 KiB where it can be cut.

    For a JSON list, its first element. None when there is none or the file is not JSON.
    """
    head = sniff_text(path).lstrip()
    if not head.startswith(("{", "[")):
        return None
    start = head.find("{")
    if head.startswith("[") and (start < 0 or head[1:start].strip()):
        return None
    try:
        data, _ = json.JSONDecoder().raw_decode(head[start:])
    except (ValueError, RecursionError):
        return _first_of_large(path, head)
    return data if isinstance(data, dict) else None


def _first_of_large(path: Path, head: str) -> dict[str, Any] | None:
    """The first record when it is longer than what was sniffed; its line or the whole document."""
    try:
        if head.startswith("{") and "\n" not in head:
            for _, data in json_lines(path):
                return data
            return None
        data = read_json(path)
    except LawSourceError:
        return None
    if isinstance(data, list) and data:
        data = data[0]
    return data if isinstance(data, dict) else None


def need_text(row: Mapping[str, Any], key: str, where: str) -> str:
    """``row[key]`` as a non-empty string; raises `LawSourceError` naming the field."""
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LawSourceError(f"{where}: field {key!r} is missing or is not text")
    return value


def iso_date(value: object, where: str) -> date:
    """``value`` as a date (YYYY-MM-DD, a time after it is dropped); raises `LawSourceError`."""
    text = str(value)[:10]
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise LawSourceError(f"{where}: {value!r} is not a date of the form YYYY-MM-DD") from None
