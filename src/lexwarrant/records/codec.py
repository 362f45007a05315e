"""Records to and from JSON-like data: one definition, the dataclass.

Reading validates (pydantic), refuses fields that a record does not have and names the nearest one
it does; writing is plain and fast and leaves out what equals its default, so that files stay short
and the same record always gives the same bytes.
"""

from __future__ import annotations

import dataclasses
import json
import re
import types
from collections.abc import Callable, Hashable, Mapping
from datetime import date
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from lexwarrant.records.errors import DataError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
Path = tuple[str | int, ...]
_SCALARS = frozenset({str, int, float, bool, type(None)})
_HALF_PAIR = re.compile("[\ud800-\udfff]")


@cache
def _adapter(cls: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(cls)


@cache
def _field_types(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls)}


@cache
def defaults(cls: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a record with their defaults (``dataclasses.MISSING`` where there is none)."""
    out = []
    for f in dataclasses.fields(cls):
        if f.default is not dataclasses.MISSING:
            out.append((f.name, f.default))
        elif f.default_factory is not dataclasses.MISSING:
            out.append((f.name, f.default_factory()))
        else:
            out.append((f.name, dataclasses.MISSING))
    return tuple(out)


Finder = Callable[[Any, Path], "tuple[Path, str] | None"]


@cache
def _finder(kind: Any) -> Finder | None:
    """Finds the first field in data of ``kind`` that it does not have; None: nothing to find."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _record_finder(kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        options = [a for a in get_args(kind) if a is not type(None)]
        return _finder(options[0]) if len(options) == 1 else None
    if origin in (tuple, list):
        return _list_finder(get_args(kind)[0])
    return None


def _record_finder(cls: type) -> Finder:
    finders: dict[str, Finder | None] = {}

    def find(data: Any, path: Path) -> tuple[Path, str] | None:
        if not finders:  # filled at first use, since a record may hold itself
            finders.update({name: _finder(kind) for name, kind in _field_types(cls).items()})
        if not isinstance(data, Mapping):
            return None
        for name, value in data.items():
            if name not in finders:
                near = get_close_matches(str(name), finders, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"fields: {', '.join(finders)}"
                return (*path, str(name)), f"unknown field {name!r}; {hint}"
            finder = finders[name]
            if finder is not None and value:
                found = finder(value, (*path, str(name)))
                if found:
                    return found
        return None

    return find


def _list_finder(kind: Any) -> Finder | None:
    inner = _finder(kind)
    if inner is None:
        return None

    def find(data: Any, path: Path) -> tuple[Path, str] | None:
        if isinstance(data, list | tuple):
            for index, item in enumerate(data):
                found = inner(item, (*path, index))
                if found:
                    return found
        return None

    return find


_EXPECTED = {"dataclass_type": "expected an object with its fields, by name"}
"""What is said instead of pydantic's words, which name Python types."""


class FieldError(DataError):
    """A record could not be read. ``path`` leads to the field, ``why`` says what is wrong."""

    def __init__(self, path: Path, why: str, where: str = "") -> None:
        self.path = path
        self.why = why
        at = ".".join(str(p) for p in path) or "record"
        super().__init__(f"{where + ': ' if where else ''}{at}: {why}")


def decode(cls: type[T], data: Any, where: str = "") -> T:
    """Read ``data`` (dicts, lists and scalars) as ``cls``.

    Raises `FieldError` with the path of the first field that is unknown or wrong; ``where`` (a
    file and line, a row id) begins its message.
    """
    from pydantic import ValidationError

    finder = _finder(cast(Hashable, cls))
    unknown = finder(data, ()) if finder else None
    if unknown:
        raise FieldError(unknown[0], unknown[1], where)
    try:
        value: T = _adapter(cast(Hashable, cls)).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        why = _EXPECTED.get(first["type"], first["msg"])
        raise FieldError(tuple(first["loc"]), why, where) from None
    return value


def encode(value: Any) -> Any:
    """``value`` as dicts, lists and scalars that ``json.dumps`` takes; defaults are left out."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [v if type(v) in _SCALARS else encode(v) for v in value]
    if isinstance(value, dict):
        return {str(k): v if type(v) in _SCALARS else encode(v) for k, v in value.items()}
    if dataclasses.is_dataclass(kind):
        out = {}
        for name, default in defaults(kind):
            item = getattr(value, name)
            if item is not default and (default is dataclasses.MISSING or item != default):
                out[name] = item if type(item) in _SCALARS else encode(item)
        return out
    raise TypeError(f"no JSON form for {type(value).__name__}")


def dumps(record: Any) -> str:
    """A record as one line of JSON: what `encode` gives, written by pydantic in a seventh of the time.

    Keys stand in the order of the fields. Half of a surrogate pair, which UTF-8 cannot hold, becomes
    U+FFFD.
    """
    from pydantic_core import PydanticSerializationError

    try:
        line: bytes = _adapter(cast(Hashable, type(record))).dump_json(
            record, exclude_defaults=True
        )
    except PydanticSerializationError:
        text = json.dumps(encode(record), ensure_ascii=False, separators=(",", ":"))
        return _HALF_PAIR.sub("\ufffd", text)
    return line.decode()


def body(value: Any) -> bytes:
    """Plain data (dicts, lists and scalars) as the UTF-8 bytes of JSON; half a pair becomes U+FFFD."""
    from pydantic_core import PydanticSerializationError, to_json

    try:
        return to_json(value)
    except PydanticSerializationError:
        return to_json(_whole(value))


def loads(text: bytes | str) -> Any:
    """The value that JSON text holds, read by pydantic in half the time of the standard library.

    What pydantic does not take (half a surrogate pair, UTF-16, deep nesting) is left to the standard
    library; half a pair becomes U+FFFD. Raises `ValueError`, and `RecursionError` for a text that is
    nested too deeply for it as well.
    """
    from pydantic_core import from_json

    try:
        return from_json(text)
    except ValueError:
        return _whole(json.loads(text))


def _whole(value: Any) -> Any:
    """``value`` with every half of a surrogate pair replaced."""
    if isinstance(value, str):
        return _HALF_PAIR.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(v) for v in value]
    if isinstance(value, dict):
        return {_whole(k): _whole(v) for k, v in value.items()}
    return value


def json_schema(cls: Any) -> dict[str, Any]:
    """The JSON Schema of a record, closed against unknown fields."""
    schema = _adapter(cls).json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if part.get("type") == "object":
            part.setdefault("additionalProperties", False)
    return schema
