"""``publish --standalone harness.pyz``: the suite, the rules and a transport in one file."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.http.addresses import masked_url
from lexwarrant.evaluation.standalone.answers import PATH
from lexwarrant.evaluation.targets.description import ReplyForm, ReplyKind, TargetDescription
from lexwarrant.records.codec import encode
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Suite

MODULES = ("rules", "answers", "replies", "harness")
_DATE = (1980, 1, 1, 0, 0, 0)
_MAIN = """\
import json
import pkgutil
import sys

from lexwarrant_harness import answers, harness, rules

pack = json.loads(pkgutil.get_data("lexwarrant_harness", "pack.json").decode("utf-8"))
sys.exit(harness.main(rules, answers.answer_of, pack))
"""


def pack(suite: Suite, description: TargetDescription, out: Path) -> None:
    """Write the pyz. The same suite and description give the same bytes.

    Raises `ConfigurationError` for a chat model and for a path that needs a library, and
    `DataError` for a suite with confidential cases.
    """
    if any(c.confidential for _, c in suite.cases()):
        raise DataError("the suite has confidential cases; publish one without them")
    for url in (description.url, description.ready):
        if masked_url(url) != url:
            raise ConfigurationError(
                f"the url {masked_url(url)} holds a secret, which would be in the file; put it into a "
                "header as ${NAME}"
            )
    if "{model}" in json.dumps(encode(description.request)):
        raise ConfigurationError(
            "a chat model cannot be packed; pack its recorded endpoint instead"
        )
    read = encode(description.read)
    form = _form(description.reply)
    for path in _strings([read, form]):
        if path.startswith("$") and not PATH.fullmatch(path):
            raise ConfigurationError(
                f"the path {path} needs a library; write it as $.a.b[0] or $.a[*].b"
            )
    body = {
        "suite": suite.name,
        "version": suite.version,
        "digest": suite.digest,
        "target": {
            "name": description.name, "url": description.url, "method": description.method.upper(),
            "headers": description.headers, "request": description.request, "read": read,
            "reply": form,
        },
        "cases": [{**encode(case), "split": split.name} for split, case in suite.cases()],
    }  # fmt: skip
    folder = files("lexwarrant.evaluation").joinpath("standalone")
    with out.open("wb") as handle:
        handle.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(handle, "w", zipfile.ZIP_DEFLATED) as archive:
            _add(archive, "__main__.py", _MAIN)
            _add(archive, "lexwarrant_harness/__init__.py", "")
            for name in MODULES:
                source = folder.joinpath(f"{name}.py").read_text("utf-8")
                if re.search(r"^\s*(?:from|import) lexwarrant", source, re.MULTILINE):
                    raise AssertionError(f"{name} imports the package")
                _add(archive, f"lexwarrant_harness/{name}.py", source)
            text = json.dumps(body, ensure_ascii=False, sort_keys=True, indent=1)
            _add(archive, "lexwarrant_harness/pack.json", text)
    out.chmod(0o755)


def _form(reply: ReplyForm) -> dict[str, Any]:
    """How the reply comes, every default written out."""
    if reply.kind is ReplyKind.SSE:
        return {"kind": "sse", "events": asdict(reply.events)}
    if reply.kind is ReplyKind.POLL and reply.poll is not None:
        return {"kind": "poll", "poll": asdict(reply.poll)}
    return {"kind": "json"}


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    info = zipfile.ZipInfo(name, _DATE)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, text.encode())


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [s for item in items for s in _strings(item)]
