"""A published suite run again with nothing but Python 3.8: ``python3 harness.pyz --base-url URL``.

Asks every question once, politely, appends each row to a file as it comes, asks again only what got no
answer, and scores by the rules that the package uses. Exit codes: 0 when every question got an answer
and none failed, 1 otherwise, 2 when it could not run.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from . import replies
from .replies import NoAnswer

_SLOT = re.compile(r"\{(base_url|question|jurisdiction|analysis_date|facts)\}")
_SECRET = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

_SHORTEST = 4
_LONGEST = 86400.0
"""A day, in seconds: the most that --pace and --timeout take."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: a system under test sends us nowhere."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Never."""
        return


def fill(template: Any, values: dict[str, Any]) -> Any:
    """``template`` with its slots filled, each once."""
    if isinstance(template, str):
        whole = _SLOT.fullmatch(template)
        if whole:
            return values.get(whole.group(1))
        return _SLOT.sub(lambda m: values.get(m.group(1)) or "", template)
    if isinstance(template, list):
        return [fill(item, values) for item in template]
    if isinstance(template, dict):
        return {key: fill(item, values) for key, item in template.items()}
    return template


def give_up(message: str) -> NoReturn:
    """Say why it could not run, and end with exit code 2."""
    sys.stderr.write("harness.pyz: " + message + "\n")
    raise SystemExit(2)


def secrets_of(description: Any) -> set[str]:
    """The values that its headers take from the environment; short ones would hit ordinary words."""
    names = _SECRET.findall(" ".join(description.get("headers", {}).values()))
    return {v for v in (os.environ.get(n, "") for n in names) if len(v) >= _SHORTEST}


def scrubbed(data: Any, secrets: set[str]) -> Any:
    """A JSON value with the ``secrets`` taken out of its strings and keys."""
    if isinstance(data, str):
        for secret in sorted(secrets, key=len, reverse=True):
            data = data.replace(secret, "[secret]")
        return data
    if isinstance(data, list):
        return [scrubbed(item, secrets) for item in data]
    if isinstance(data, dict):
        return {scrubbed(k, secrets): scrubbed(v, secrets) for k, v in data.items()}
    return data


def headers(description: Any) -> dict[str, str]:
    """The headers, secrets from the environment."""

    def secret(match: Any) -> str:
        value = os.environ.get(match.group(1), "")
        if not value:
            give_up("set " + match.group(1) + " in the environment")
        return value

    return {
        name: _SECRET.sub(secret, text) for name, text in description.get("headers", {}).items()
    }


def post(opener: Any, description: Any, case: Any, options: Any) -> Any:
    """The reply to one question as JSON; raises `NoAnswer`."""
    context = case.get("context", {})
    values = {
        "base_url": options.base_url.rstrip("/"), "question": case["question"],
        "jurisdiction": context.get("jurisdiction"), "analysis_date": context.get("analysis_date"),
        "facts": "\n".join(context.get("facts", [])) or None,
    }  # fmt: skip

    def part(match: Any) -> str:
        value = values[match.group(1)] or ""
        return value if match.group(1) == "base_url" else urllib.parse.quote(value, safe="")

    url = _SLOT.sub(part, description["url"])
    body = None
    form = description["reply"]
    accept = "text/event-stream" if form["kind"] == "sse" else "application/json"
    sent = dict(headers(description), Accept=accept)
    if description.get("request") is not None:
        body = json.dumps(fill(description["request"], values), ensure_ascii=False).encode("utf-8")
        sent["Content-Type"] = "application/json"
    request = urllib.request.Request(url, body, sent, method=description.get("method", "POST"))
    if form["kind"] == "sse":
        return replies.stream(opener, request, options.timeout, form["events"])
    if form["kind"] == "poll":
        base = str(values["base_url"])
        return replies.job(opener, request, options.timeout, form["poll"], base, options.retries)
    return replies.whole(opener, request, options.timeout)


def ask(opener: Any, description: Any, case: Any, options: Any) -> Any:
    """The reply to one question, asked again when it got none; raises `NoAnswer`."""
    tries = waits = 0
    while True:
        try:
            return post(opener, description, case, options)
        except NoAnswer as error:
            if error.wait and waits < 20:
                waits += 1
                time.sleep(error.wait)
            elif error.again and tries < options.retries:
                tries += 1
                time.sleep(1.0)
            else:
                raise


def expectations(case: Any) -> Any:
    """A case as the rules look at it."""
    return SimpleNamespace(
        expect_no_promotion=bool(case.get("expect_no_promotion")),
        expect_anchor_substring=case.get("expect_anchor_substring"),
        expect_quote_keywords=case.get("expect_quote_keywords", []),
        expect_source_doc_id=case.get("expect_source_doc_id", []),
        expect_domains=case.get("expect_domains", []),
        expect_authorities=case.get("expect_authorities", []),
    )


def row_of(rules: Any, read: Any, case: Any, data: Any, elapsed_ms: float) -> dict[str, Any]:
    """The scored row of a reply; ``read`` makes an answer of it."""
    answer = read(data)
    expected = expectations(case)
    verdict, strict = rules.ladder(expected, answer), rules.strict(expected, answer)
    return {
        "case_id": case["id"], "split": case["split"], "question": case["question"], "ok": True,
        "verdict": verdict[0], "strict_verdict": strict[0], "promoted": answer.promoted,
        "elapsed_ms": round(elapsed_ms, 3), "error": "", "reason": strict[1],
    }  # fmt: skip


def answered(path: str) -> dict[str, Any]:
    """Rows with an answer that the file holds already; a torn last line is passed over."""
    rows = {}
    if Path(path).exists():
        with Path(path).open(encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                if line.endswith("\n"):
                    try:
                        row = json.loads(line)
                        answers = bool(row["ok"] and row["case_id"])
                    except (ValueError, KeyError, TypeError):
                        give_up(f"{path}:{number}: no row; it was edited or damaged")
                    if answers:
                        rows[row["case_id"]] = row
    return rows


def run(rules: Any, answer_of: Any, pack: Any, options: Any) -> list[dict[str, Any]]:
    """Ask what has no answer yet, then write the rows in the suite's order."""
    done = answered(options.out)
    opener = urllib.request.build_opener(_NoRedirect)
    description = pack["target"]
    headers(description)  # a variable that is not set ends it before anything is asked
    secrets = secrets_of(description)
    rows = []
    with Path(options.out).open("w", encoding="utf-8") as handle:
        for row in done.values():
            handle.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
        handle.flush()
        for case in pack["cases"]:
            row = done.get(case["id"])
            if row is None:
                started = time.time()
                try:
                    data = scrubbed(ask(opener, description, case, options), secrets)
                    elapsed = (time.time() - started) * 1000
                    row = row_of(
                        rules, lambda d: answer_of(description["read"], d), case, data, elapsed
                    )
                except NoAnswer as error:
                    row = {
                        "case_id": case["id"], "split": case["split"], "question": case["question"],
                        "ok": False, "verdict": None, "strict_verdict": None, "promoted": False,
                        "elapsed_ms": round((time.time() - started) * 1000, 3), "error": scrubbed(str(error), secrets),
                    }  # fmt: skip
                handle.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
                handle.flush()
                said = row["strict_verdict"] or row["error"]
                sys.stderr.write(f"{case['id']} {said}\n")
                time.sleep(options.pace)
            rows.append(row)
    building = Path(options.out + ".building")
    with building.open("w", encoding="utf-8") as handle:
        for row in rows:
            handle.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
    building.replace(options.out)
    return rows


def main(rules: Any, answer_of: Any, pack: Any) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="harness.pyz",
        description=f"Run the suite {pack['suite']} {pack['version']} again ({pack['digest']}).",
    )
    parser.add_argument("--base-url", required=True)
    parser.add_argument(
        "--out", default="rows.jsonl", help="where the rows go; a run is taken up again"
    )
    parser.add_argument("--pace", type=float, default=2.5, help="seconds between two questions")
    parser.add_argument("--timeout", type=float, default=90.0)
    parser.add_argument("--retries", type=int, default=1)
    options = parser.parse_args()
    if not options.base_url.startswith(("http://", "https://")):
        parser.error("--base-url begins with http:// or https://")
    for name, least in (("pace", 0.0), ("timeout", 0.001), ("retries", 0)):
        value = getattr(options, name)
        if not (math.isfinite(value) and least <= value <= _LONGEST):
            parser.error(f"--{name} {value:g}: give a number from {least:g} to {_LONGEST:g}")
    try:
        rows = run(rules, answer_of, pack, options)
    except OSError as error:
        give_up(f"{error.filename or options.out}: {error.strerror or error}; give another --out")
    if not any(r["ok"] for r in rows):
        first = next((r["error"] for r in rows), "none was recorded")
        give_up(f"no question got an answer; the first error: {first}")
    for split in dict.fromkeys(r["split"] for r in rows):
        own = [r for r in rows if r["split"] == split]
        counts = [sum(r["strict_verdict"] == v for r in own) for v in ("PASS", "WEAK", "FAIL")]
        missing = sum(not r["ok"] for r in own)
        print(
            f"{split}: {len(own)} cases, strict PASS {counts[0]}, WEAK {counts[1]}, "
            f"FAIL {counts[2]}, no answer {missing}"
        )
    failed = any(not r["ok"] or r["strict_verdict"] == "FAIL" for r in rows)
    return 1 if failed else 0
