"""A gate as JUnit XML: each rule a test, its figure in sight whether it holds or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from lexwarrant.evaluation.gates.judging import Held

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(path: Path, name: str, held: Sequence[Held]) -> None:
    """Write ``path``. A rule that fails is a failure, one that could not be told an error."""
    suite = Element("testsuite", {
        "name": f"gate {_clean(name)}", "tests": str(len(held)),
        "failures": str(sum(h.holds is False for h in held)),
        "errors": str(sum(h.holds is None for h in held)),
    })  # fmt: skip
    for h in held:
        test = SubElement(suite, "testcase", {"classname": "gate", "name": _clean(h.rule)})
        SubElement(test, "system-out").text = _clean(h.figure)
        if h.holds is not True:
            kind = "failure" if h.holds is False else "error"
            SubElement(test, kind, {"message": _clean(h.figure)})
    indent(suite)
    ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
