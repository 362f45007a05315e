"""Reading a suite: a YAML or JSON file that a lawyer can read, checked to the line.

A suite file names itself and lists its cases, or its splits, each a file of cases beside it::

    suite: eu-demo
    version: "1"
    description: what it tests
    licence: Apache-2.0
    splits:
    - {name: dev, file: eu-demo.dev.yaml, sha256: ...}
    - {name: sealed, file: eu-demo.sealed.yaml, sha256: ..., sealed: true}

A split's ``sha256`` is over the bytes of its file and is checked at every reading: a sealed set
that was touched is an error, not a new set. The fields of a case are those of
`lexwarrant.records.suite.Case`; where a field takes a list, one string may stand for a list of one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from lexwarrant.records.codec import FieldError, decode
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, Split, Suite

MAX_SUITE_BYTES = 50_000_000
_LISTS = ("expect_source_doc_id", "expect_quote_keywords", "expect_domains", "expect_authorities",
          "key_facts")  # fmt: skip
_BUILT_IN = "lexwarrant.evaluation"
KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SplitEntry:
    """A split as the suite file names it."""

    name: str
    file: str
    sha256: str
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class SuiteHeader:
    """The fields of a suite file."""

    suite: str
    version: str
    description: str = ""
    licence: str = ""
    splits: tuple[SplitEntry, ...] = ()
    cases: tuple[dict[str, Any], ...] = ()


def built_in_suites() -> list[str]:
    """Names of the suites that ship with the package."""
    folder = files(_BUILT_IN).joinpath("suites")
    names = (f.name for f in folder.iterdir() if f.name.endswith(".suite.yaml"))
    return sorted(n.removesuffix(".suite.yaml") for n in names)


def known_suites() -> list[str]:
    """Names of the suites that ship with the package, and of those in the data folder."""
    from lexwarrant.law.home import home

    folder = home() / "suites"
    own = [p.name.removesuffix(".suite.yaml") for p in folder.glob("*.suite.yaml")]
    return sorted({*built_in_suites(), *own})


def find_suite(name_or_path: str) -> Path:
    """The file of a suite given by name or by path."""
    path = Path(name_or_path)
    if path.is_file():
        return path
    if name_or_path in built_in_suites():
        return Path(str(files(_BUILT_IN).joinpath("suites", f"{name_or_path}.suite.yaml")))
    if name_or_path in known_suites():
        from lexwarrant.law.home import home

        return home() / "suites" / f"{name_or_path}.suite.yaml"
    raise DataError(
        f"no suite {name_or_path!r}: give a path to a file, fetch it with `lexwarrant suite get`, or "
        f"take one of {', '.join(known_suites())}"
    )


def _compose(path: Path, body: bytes) -> tuple[Any, dict[KeyPath, int]]:
    """The data of a YAML or JSON file and the line on which every value of it begins."""
    import yaml

    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        loader = loader_class(body.decode("utf-8"))
        try:
            node = loader.get_single_node()
            lines: dict[KeyPath, int] = {}
            if node is not None:
                _walk(path, node, (), lines, set())
            data = loader.construct_document(node) if node is not None else None
        finally:
            loader.dispose()
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise DataError(
            f"{path}{line}: not valid YAML: {getattr(error, 'problem', error)}"
        ) from None
    except ValueError as error:
        raise DataError(
            f"{path}: a value is not what it looks like ({error}); mend or quote it"
        ) from None
    except RecursionError:
        raise DataError(f"{path}: nested too deeply to be a suite") from None
    return data, lines


def plain_yaml(text: str, where: str) -> Any:
    """The data of a small YAML file; a key that stands twice and an alias are refused by line."""
    return _compose(Path(where), text.encode("utf-8"))[0]


def _walk(path: Path, node: Any, at: KeyPath, lines: dict[KeyPath, int], met: set[int]) -> None:
    """Note the line of every value; a value that stands for another (an alias) is refused.

    A few lines of aliases of aliases can stand for a million values.
    """
    import yaml

    if id(node) in met:
        line = node.start_mark.line + 1
        raise DataError(f"{path}: an alias repeats the value of line {line}; write it out")
    met.add(id(node))
    lines[at] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            name = str(key.value)
            if name in seen:
                raise DataError(f"{path}:{key.start_mark.line + 1}: {name!r} stands twice")
            seen.add(name)
            _walk(path, value, (*at, name), lines, met)
            lines[(*at, name)] = key.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _walk(path, value, (*at, index), lines, met)


def _line(lines: Mapping[KeyPath, int], at: KeyPath) -> int:
    while at and at not in lines:
        at = at[:-1]
    return lines.get(at, 1)


def _read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_SUITE_BYTES:
            raise DataError(f"{path}: over {MAX_SUITE_BYTES:,} bytes; split the suite")
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; check the path") from None


def _case(path: Path, data: Any, at: KeyPath, lines: Mapping[KeyPath, int]) -> Case:
    if isinstance(data, Mapping):
        data = {k: [v] if k in _LISTS and isinstance(v, str) else v for k, v in data.items()}
    try:
        case = decode(Case, data)
    except FieldError as error:
        where = (*at, *error.path)
        field = ".".join(str(p) for p in error.path) or "case"
        name = data.get("id", "") if isinstance(data, Mapping) else ""
        case_name = f" (case {name})" if name else ""
        raise DataError(f"{path}:{_line(lines, where)}: {field}{case_name}: {error.why}") from None
    problem = _contradiction(case)
    if problem:
        raise DataError(f"{path}:{_line(lines, at)}: case {case.id}: {problem}")
    return case


_ID = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+")
_LONGEST_ID = 200


def _contradiction(case: Case) -> str | None:
    if not case.id.strip():
        return "the id is empty"
    if not _ID.fullmatch(case.id):
        return (
            f"the id {case.id!r} holds a space, a control or an invisible character; leave it out"
        )
    if len(case.id) > _LONGEST_ID:
        return f"the id has {len(case.id)} characters; give one of at most {_LONGEST_ID}"
    if not any(c.isalnum() for c in case.question):
        return "the question is empty: there is not a letter or figure in it"
    for name in (*_LISTS, "expect_anchor_substring"):
        value = getattr(case, name)
        if value is not None and not all(
            t.strip() for t in ((value,) if isinstance(value, str) else value)
        ):
            return f"{name} holds an empty text, which every answer contains; remove it"
    if case.expect_no_promotion and (case.expect_quote_keywords or case.expect_source_doc_id):
        return "expects no promotion and yet names a source or keywords; remove one of them"
    if case.expect_refusal and not case.expect_no_promotion:
        return "names a refusal; say `expect_no_promotion: true` too"
    return None


def parse_cases(path: Path, body: bytes) -> tuple[Case, ...]:
    """The cases of a file that is a list of cases."""
    data, lines = _compose(path, body)
    if not isinstance(data, list):
        raise DataError(f"{path}:1: expected a list of cases, found {type(data).__name__}")
    return _distinct(path, [_case(path, c, (n,), lines) for n, c in enumerate(data)], lines, ())


def _distinct(
    path: Path, cases: list[Case], lines: Mapping[KeyPath, int], at: KeyPath
) -> tuple[Case, ...]:
    seen: dict[str, int] = {}
    for n, case in enumerate(cases):
        if case.id in seen:
            first, second = _line(lines, (*at, seen[case.id])), _line(lines, (*at, n))
            raise DataError(
                f"{path}:{second}: the id {case.id!r} stands already on line {first}; ids are unique"
            )
        seen[case.id] = n
    return tuple(cases)


def load_suite(name_or_path: str) -> Suite:
    """Read a suite by name or path; raises `DataError` that names file, line, case and field."""
    path = find_suite(name_or_path)
    body = _read_bytes(path)
    data, lines = _compose(path, body)
    if isinstance(data, list) and not data:
        raise DataError(f"{path}: the suite has no cases")
    if isinstance(data, list):
        digest = hashlib.sha256(body).hexdigest()
        cases = _distinct(
            path, [_case(path, c, (n,), lines) for n, c in enumerate(data)], lines, ()
        )
        split = Split("all", cases, digest)
        return Suite(path.stem, "", "", "", (split,), digest)
    try:
        header = decode(SuiteHeader, data)
    except FieldError as error:
        field = ".".join(str(p) for p in error.path) or "suite"
        raise DataError(f"{path}:{_line(lines, error.path)}: {field}: {error.why}") from None
    splits = [_split(path, entry) for entry in header.splits]
    if header.cases:
        cases = _distinct(
            path,
            [_case(path, c, ("cases", n), lines) for n, c in enumerate(header.cases)],
            lines,
            ("cases",),
        )
        splits.append(Split("all", cases, hashlib.sha256(body).hexdigest()))
    if not any(s.cases for s in splits):
        raise DataError(f"{path}: the suite has no cases; list them under `cases` or `splits`")
    _distinct(path, [c for s in splits for c in s.cases], lines, ())
    over_all = hashlib.sha256("\n".join(f"{s.name} {s.sha256}" for s in splits).encode())
    return Suite(
        header.suite,
        header.version,
        header.description,
        header.licence,
        tuple(splits),
        over_all.hexdigest(),
    )


def _split(path: Path, entry: SplitEntry) -> Split:
    file = path.parent / entry.file
    body = _read_bytes(file)
    digest = hashlib.sha256(body).hexdigest()
    if digest != entry.sha256:
        raise DataError(
            f"{file}: its SHA-256 is {digest}, {path.name} fixes {entry.sha256} for the split "
            f"{entry.name!r}; restore the file, or publish a new suite version"
        )
    return Split(entry.name, parse_cases(file, body), digest, entry.sealed)
