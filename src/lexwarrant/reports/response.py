"""One response of the built-in system as a page: what it says, and the card behind it.

The page is one file that works offline, from right to left for Hebrew, with the report's own style
and content security policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lexwarrant.records.response import Authorised, Response
from lexwarrant.reports.html import _asset, _environment, _hash


def response_page(response: Response, attributions: Sequence[str] = ()) -> str:
    """The page of ``response``; ``attributions`` are the lines its sources ask for."""
    from markupsafe import Markup

    words = words_of(response.language)
    style = Markup(_asset("report.css") + _asset("response.css"))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; base-uri 'none'; form-action 'none'"
    links = {k.claim: k for k in response.card.links}
    stands = {a.claim: a for a in response.authorised}
    kinds = ("verify", "help")
    return (
        _environment()
        .get_template("response.html.j2")
        .render(
            response=response,
            w=words,
            setting=_setting(response, words["setting"]),
            claims=[(c, links[c.id], stands[c.id]) for c in response.card.claims],
            paths=[
                (k, listed) for k in kinds if (listed := [p for p in response.paths if p.kind == k])
            ],
            attributions=attributions,
            policy=policy,
            style=style,
        )
    )


def _setting(response: Response, words: dict[str, str]) -> list[str]:
    context = response.context
    out = (
        [f"{words['jurisdiction']}: {context.jurisdiction.upper()}"] if context.jurisdiction else []
    )
    out += [] if context.jurisdiction else [words["none"]]
    day = context.analysis_date
    out.append(f"{words['on']} {day.isoformat()}" if day else words["newest"])
    for name, said in (
        ("posture", context.posture),
        ("forum", context.forum),
        ("parties", "; ".join(context.party_types)),
        ("facts", " ".join(context.facts)),
    ):
        if said:
            out.append(f"{words[name]}: {said}")
    if context.user_type in words:
        out.append(words[context.user_type])
    return out


def standing_line(stands: Authorised, language: str) -> str:
    """Pinpoint, kind, standing and dates of an authority in one line, as the page has them."""
    w = words_of(language)
    step = f", {w['step']} {stands.rank}" if stands.rank else ""
    since = f"{stands.text_from or w['not_known']} – {stands.text_to or w['still']}"
    parts = [
        f"{stands.title} [{stands.provision}]: {w['kinds'][stands.kind.value]}{step}",
        w["binds"][stands.binds.value],
        f"{w['status']}: {w['states'][stands.state.value]}",
        f"{w['text_of']}: {since}",
    ]
    if stands.applies_from:
        parts.append(f"{w['applies']}: {stands.applies_from}")
    if stands.treatment:
        parts.append(f"{w['treatment']}: {', '.join(stands.treatment)}")
    return "; ".join(parts)


def words_of(language: str) -> dict[str, Any]:
    """The words of a card in a language, in English where there are none."""
    return _words().get(language) or _words()["en"]


@cache
def _words() -> dict[str, dict[str, Any]]:
    import yaml

    source = files("lexwarrant.reports").joinpath("response_words.yaml")
    found: dict[str, dict[str, Any]] = yaml.safe_load(source.read_text("utf-8"))
    return found
