"""The report as one HTML file that works offline.

Everything is autoescaped, and characters that would act instead of being read are made visible on
the way out. The page carries a content security policy that names its own style and script by
hash, so that nothing in an answer could run or be fetched even if it slipped through.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from lexwarrant.reports import formats
from lexwarrant.reports.model import Report
from lexwarrant.reports.words import MEASURES, plain

if TYPE_CHECKING:
    from jinja2 import Environment

_GLYPHS = {"PASS": "✓", "WEAK": "~", "FAIL": "✗", "NO_ANSWER": "∅"}


def html_chunks(report: Report) -> Iterator[str]:
    """The page of ``report`` in pieces, to be written one after the other."""
    environment = _environment()
    style, script = _asset("report.css"), _asset("report.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    stream = environment.get_template("report.html.j2").stream(
        report=report, measures=MEASURES, glyphs=_GLYPHS, policy=policy, style=style, script=script
    )
    stream.enable_buffering(256)
    yield from stream


def html_report(report: Report) -> str:
    """The page of ``report``."""
    return "".join(html_chunks(report))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("lexwarrant.reports", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_finalize,
    )
    environment.filters.update(
        count=formats.count,
        duration=formats.duration,
        interval=formats.interval,
        moment=formats.moment,
        number=formats.number,
        pct=_pct,
        percent=formats.percent,
        plain=plain,
        shorten=formats.shorten,
    )
    return environment


def _finalize(value: object) -> object:
    """Every value that a template prints passes here before it is escaped."""
    return formats.visible(value) if type(value) is str else value


def _pct(share: float) -> str:
    """A share as a length in SVG."""
    return f"{share * 100:.2f}%"


@cache
def _asset(name: str) -> str:
    from importlib.resources import files

    from markupsafe import Markup

    text = files("lexwarrant.reports").joinpath("templates", name).read_text("utf-8")
    return Markup(text)  # our own file, not data


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
