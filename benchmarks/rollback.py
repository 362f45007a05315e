"""Measures generation with rollback on any server; `docs/rollback-measurements.md` has methods first.

    python benchmarks/rollback.py release SNAPSHOT            agreement of released sentences
    python benchmarks/rollback.py cost SNAPSHOT --server URL  cached share, price of a retry
    python benchmarks/rollback.py many SNAPSHOT --server URL  eight answers at once
    python benchmarks/rollback.py long SNAPSHOT --server URL  first sentence against the whole answer
    python benchmarks/rollback.py effect SNAPSHOT --server URL --out rows.jsonl
    python benchmarks/rollback.py states SNAPSHOT --server URL --rows rows.jsonl --out states.jsonl
    python benchmarks/rollback.py likelihood --rows rows.jsonl --states states.jsonl --model GGUF --out l.jsonl
    python benchmarks/rollback.py sheet --rows rows.jsonl --out FOLDER     sentences to grade blind
    python benchmarks/rollback.py grade --sheet FOLDER --by NAME           grade them at the terminal
    python benchmarks/rollback.py table [--rows rows.jsonl] [--states ...] [--inside ...] [--sheet FOLDER]

Every command appends what it measured; one that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from lexwarrant.answering.generation import (
    Budgets,
    Job,
    Sampling,
    Settings,
    Steering,
    VerifiedAnswer,
    generate_many_async,
    generate_verified_async,
)
from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation.api import generation
from lexwarrant.answering.generation.backends.base import (
    Backend,
    Constraint,
    Request,
    Role,
    Turn,
    Usage,
)
from lexwarrant.answering.generation.backends.choosing import BackendKind, backend_of
from lexwarrant.answering.generation.events import Committed, Refused, RolledBack, Stopped
from lexwarrant.answering.generation.guards import (
    near_verbatim,
    premise_grams,
)
from lexwarrant.answering.generation.release import SentenceReleaser
from lexwarrant.answering.generation.trace import Outcome
from lexwarrant.evaluation.suite_file import parse_cases
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.codec import encode
from lexwarrant.records.ids import authority_of
from lexwarrant.records.verification import (
    CheckContext,
    ClaimKind,
    Finding,
    Premise,
    PremiseProvision,
    ReasonCode,
    SentenceVerdict,
    SourceSpan,
    SupportLabel,
)
from lexwarrant.text.segment import segment
from lexwarrant.verification.verifier import Verifier
from rollback_rows import SEED, append, rows_of
from rollback_states import likelihood, states
from rollback_tables import grade, sheet, table

SUITE = Path("src/lexwarrant/evaluation/suites/eu-demo.dev.yaml")
QUESTIONS = 60
PREMISE_CHARS = 1_800
PLAIN_TOKENS = 160
LONG_TOKENS = 300
LISTED = 4
BUDGETS = Budgets(tokens=480, sentence_tokens=80, seconds=120.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the study with the provisions its answer key names."""

    id: str
    question: str
    premise: Premise


def questions(snapshot: Snapshot, limit: int = QUESTIONS) -> list[Asked]:
    """Open cases of the demo's suite that a right system answers, by a seeded shuffle.

    The premise is the paragraphs that the answer key names as main, whole; a case whose paragraphs
    are over `PREMISE_CHARS` is left out.
    """
    out: list[Asked] = []
    for case in parse_cases(SUITE, SUITE.read_bytes()):
        named = [c.provision for c in case.expect_citations if c.role.value == "main"]
        held = list(dict.fromkeys(_paragraph(snapshot, p) for p in named))
        provisions = [_provision(snapshot, p) for p in held]
        size = sum(len(p.text) for p in provisions if p)
        if case.expect_no_promotion or not provisions or None in provisions:
            continue
        if size <= PREMISE_CHARS:
            premise = Premise(tuple(p for p in provisions if p), "eu")
            out.append(Asked(case.id, case.question, premise))
    random.Random(SEED).shuffle(out)
    return out[:limit]


def _paragraph(snapshot: Snapshot, provision: str) -> str:
    """The paragraph that a point lies in: a point alone is no rule."""
    parts = provision.split("/")
    return "/".join(parts[:5]) if snapshot.text("/".join(parts[:5])) else provision


def _provision(snapshot: Snapshot, provision: str) -> PremiseProvision | None:
    text = snapshot.text(provision)
    authority = snapshot.authority(authority_of(provision))
    if not text or authority is None:
        return None
    number = provision.split("/art/")[-1].split("/")
    cited = f"Article {number[0]}" + (f"({number[1]})" if len(number) > 1 else "")
    return PremiseProvision(text, authority.short_title, (), (cited,), provision)


# one answer ------------------------------------------------------------------------------


async def plain(
    asked: Asked, backend: Backend, *, present: bool, most: int = PLAIN_TOKENS
) -> dict[str, Any]:
    """The answer without the loop, each sentence checked afterwards."""
    began = time.perf_counter()
    turns = wording.opening(asked.question, asked.premise if present else None, wording.Frame())
    text, usage, tokens = "", Usage(), 0
    async with aclosing(backend.complete(Request(turns, max_tokens=most))) as chunks:
        async for chunk in chunks:
            text += chunk.text
            tokens += len(chunk.tokens)
            usage = chunk.usage or usage
    written = time.perf_counter() - began
    found = Verifier().check_text(asked.premise, text, CheckContext((), asked.question)).findings
    return {
        "text": text.strip(),
        "sentences": [_sentence(f, asked) for f in found],
        "tokens": tokens,
        "usage": encode(usage),
        "seconds": written,
        "first_verified": time.perf_counter() - began,
    }


async def looped(
    asked: Asked, backend: Backend, *, present: bool, judge: bool = False
) -> dict[str, Any]:
    """The answer with the loop."""
    settings = Settings(Steering.AUTO, BUDGETS, show_premise=present)
    verifier = ServerJudge(backend) if judge else Verifier()
    began = time.perf_counter()
    answer = await generate_verified_async(
        asked.question, asked.premise, backend, verifier, settings
    )
    seconds = time.perf_counter() - began
    trace = answer.trace
    rules = Verifier()
    sentences = []
    said: list[str] = []
    for point in trace.points:
        for attempt in point.attempts:
            if attempt.outcome is Outcome.COMMITTED:
                context = CheckContext(tuple(said[-3:]), asked.question)
                finding = rules.check_sentence(asked.premise, attempt.text, context)
                sentences.append(_sentence(finding, asked))
                said.append(attempt.text)
    return {
        "text": answer.text,
        "sentences": sentences,
        "seconds": seconds,
        "first_verified": trace.totals.first_sentence,
        "tokens": trace.totals.received,
        "trace": encode(trace),
    }


def _sentence(finding: Finding, asked: Asked) -> dict[str, Any]:
    return {
        "text": finding.sentence.strip(),
        "verdict": finding.verdict.value,
        "claim": finding.claim.value,
        "copied": round(near_verbatim(finding.sentence, premise_grams(asked.premise)), 3),
    }


class ServerJudge:
    """An LLM as auditor, on the server that also generates: it answers yes or no."""

    name = "judge on the same server"

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def check_sentence_async(
        self, premise: Premise | str, sentence: str, context: CheckContext
    ) -> Finding:
        """Supported when the model prefers yes."""
        assert isinstance(premise, Premise)
        law = "\n\n".join(p.text for p in premise.provisions)
        turns = (
            Turn(Role.SYSTEM, "You check whether a sentence is stated by the provisions."),
            Turn(
                Role.USER,
                f"Provisions:\n\n{law}\n\nSentence: {sentence}\n\n"
                "Do the provisions state this? Answer yes or no.",
            ),
        )
        request = Request(turns, max_tokens=8, constraint=Constraint(choices=("yes", "no")))
        text = ""
        async with aclosing(self._backend.complete(request)) as chunks:
            async for chunk in chunks:
                text += chunk.text
        yes = text.strip() == "yes"
        end = len(sentence)
        return Finding(
            sentence,
            0,
            end,
            SentenceVerdict.SUPPORTED if yes else SentenceVerdict.NOT_STATED,
            SupportLabel.DIRECT if yes else SupportLabel.UNADDRESSED,
            (ReasonCode.MODEL_ENTAILS if yes else ReasonCode.CONTENT_NOT_STATED,),
            ClaimKind.STATES_LAW,
            span=(0, end),
            sources=(SourceSpan(0, len(law), premise.provisions[0].text),) if yes else (),
            checked_by=self.name,
        )


# the effect ------------------------------------------------------------------------------


async def effect(args: argparse.Namespace) -> None:
    """Both arms, provisions shown and not, question by question; the judge's arm last."""
    backend = backend_of(BackendKind(args.backend), args.server, args.model_id)
    done = {(r["id"], r["condition"], r["arm"]) for r in rows_of(args.out)}
    until = time.monotonic() + args.minutes * 60
    with Snapshot(args.snapshot) as snapshot:
        chosen = questions(snapshot, args.questions)
    server = await backend.describe()
    plans = [
        (number, asked, condition, arm)
        for number, asked in enumerate(chosen)
        for condition in ("present", "absent")
        for arm in (("plain", "loop") if number % 2 else ("loop", "plain"))
    ]
    plans += [(n, asked, "present", "judge") for n, asked in enumerate(chosen)]
    if args.arms:
        plans = [p for p in plans if p[3] in args.arms]
    for _, asked, condition, arm in plans:
        if (asked.id, condition, arm) in done or time.monotonic() > until:
            continue
        present = condition == "present"
        if arm == "plain":
            row = await plain(asked, backend, present=present)
        else:
            row = await looped(asked, backend, present=present, judge=arm == "judge")
        row |= {"id": asked.id, "condition": condition, "arm": arm, "server": encode(server)}
        append(args.out, row | {"question": asked.question, "premise": encode(asked.premise)})
        print(f"{asked.id} {condition} {arm} {row['seconds']:.1f} s", flush=True)
    await backend.close()


# the mechanism ---------------------------------------------------------------------------


def release(args: argparse.Namespace) -> None:
    """Agreement of released sentences with segmenting the whole, over all provisions."""
    rng = random.Random(SEED)
    same = total = 0
    with Snapshot(args.snapshot) as snapshot:
        for version in snapshot.all_versions():
            reader, pieces, at = SentenceReleaser(), [], 0
            while at < len(version.text):
                size = rng.choice((1, 2, 4, 5, 6, 8, 10))
                pieces += reader.feed(version.text[at : at + size])
                at += size
            whole = {end for _, end in segment(version.text)}
            mine, at = set(), 0
            for piece in [*pieces, *reader.finish()]:
                at += len(piece)
                mine.add(at)
            same += len(whole & mine)
            total += len(whole | mine)
    print(f"release: {same} of {total} boundaries agree ({same / total:.4f})")


async def cost(args: argparse.Namespace) -> None:
    """Cold reading of a prompt against a ban, allow and inject retry, by the server's counts."""
    backend = backend_of(BackendKind(args.backend), args.server, args.model_id)
    with Snapshot(args.snapshot) as snapshot:
        text = snapshot.text("eu/32016R0679/art/33") or ""
        others = "\n".join(snapshot.text(f"eu/32016R0679/art/{n}") or "" for n in (34, 36))
    for number in range(args.repeat):
        law = f"Set {number}.\n{text}\n{others}"
        question = "How long does a controller have to notify a breach to the authority?"
        provision = PremiseProvision(law, "GDPR", (), ("Articles 33 to 36",))
        turns = wording.opening(question, Premise((provision,)), wording.Frame())
        prefix = "The controller must notify the breach without undue delay."
        cold = await _spent(Request(turns, prefix, 1), backend)
        await _spent(Request(turns, prefix, 30), backend)
        kept = prefix + " It has to do so within"
        again = {
            "ban": Request(turns, prefix, 1, constraint=Constraint(banned=(1, 2, 3))),
            "allow": Request(
                turns, kept, 8, constraint=Constraint(choices=(" 72 hours", " 3 days"))
            ),
            "inject": Request(
                (
                    *turns,
                    Turn(Role.ASSISTANT, prefix),
                    Turn(Role.USER, wording.injection("Article 33(1)", text[:600], question)),
                ),
                "",
                1,
            ),
        }
        row: dict[str, Any] = {"cold": cold}
        length = await backend.count_tokens(Request(turns, prefix))
        for name, request in again.items():
            row[name] = await _spent(request, backend)
            cached = row[name]["usage"].get("cached")
            if cached is not None and length:
                row[name]["prefix_share"] = round(min(cached, length) / length, 4)
        append(args.out, row | {"prefix_tokens": length})
        print(json.dumps(row | {"prefix_tokens": length}), flush=True)
    await backend.close()


async def _spent(request: Request, backend: Backend) -> dict[str, Any]:
    began = time.perf_counter()
    usage = Usage()
    async with aclosing(backend.complete(request)) as chunks:
        async for chunk in chunks:
            usage = chunk.usage or usage
    return {"seconds": round(time.perf_counter() - began, 3), "usage": encode(usage)}


async def many(args: argparse.Namespace) -> None:
    """Answers to several questions on one premise, one after another and at once."""
    backend = backend_of(BackendKind(args.backend), args.server, args.model_id)
    with Snapshot(args.snapshot) as snapshot:
        text = snapshot.text("eu/32016R0679/art/33") or ""
    about = ("who", "when", "how", "what must be said", "what if late", "the processor", "records",
             "to whom")  # fmt: skip
    for at_once in args.at_once:
        law = f"Run {args.run} {at_once}.\n{text}"
        premise = Premise((PremiseProvision(law, "GDPR", (), ("Article 33",)),), "eu")
        jobs = [Job(f"On notifying a personal data breach: {a}?", premise) for a in about]
        settings = Settings(
            budgets=replace(BUDGETS, tokens=args.tokens, seconds=args.seconds), sampling=Sampling()
        )
        before = _counted(args.server)
        began = time.perf_counter()
        got = await generate_many_async(jobs, backend, Verifier(), settings, at_once=at_once)
        seconds = time.perf_counter() - began
        answers = [a for a in got if isinstance(a, VerifiedAnswer)]
        totals = [a.trace.totals for a in answers]
        row = {
            "at_once": at_once,
            "answers": len(answers),
            "seconds": round(seconds, 1),
            "cached": sum(t.cached or 0 for t in totals),
            "evaluated": sum(t.evaluated or 0 for t in totals),
            "received": sum(t.received for t in totals),
            "first_sentence": [round(t.first_sentence or -1, 1) for t in totals],
            "prefix_share": [t.prefix_share for t in totals],
            "lesser": sorted({m.value for a in answers for m in a.trace.lesser}),
            "stops": sorted(a.trace.stop.value for a in answers),
            "server_read": {k: v - before.get(k, 0.0) for k, v in _counted(args.server).items()},
        }
        append(args.out, row)
        print(json.dumps(row), flush=True)
    await backend.close()


def _counted(server: str) -> dict[str, float]:
    """The server's own totals of prompt tokens (``/metrics`` of llama.cpp and vLLM); all that it
    read, for whomever."""
    if not server:
        return {}
    said = httpx.get(f"{server}/metrics", timeout=30).text
    found = re.findall(r"^((?:llamacpp|vllm):\S*prompt_tokens\S*total\S*) (\S+)$", said, re.M)
    return {name.split("{")[0]: float(value) for name, value in found}


def _listing(snapshot: Snapshot, limit: int) -> list[Asked]:
    """Paragraphs that list at least `LISTED` points, by a seeded shuffle, each with a question for
    all of them."""
    found: list[Asked] = []
    for version in snapshot.all_versions():
        points = len(re.findall(r"(?:^|\s)\([a-z]{1,2}\)\s", version.text))
        provision = _provision(snapshot, version.provision_id)
        if provision is None or points < LISTED or len(version.text) > PREMISE_CHARS:
            continue
        question = (
            f"What are all the points that {wording.named(provision)}, lists? "
            "Explain each of them in a sentence of its own."
        )
        found.append(Asked(version.provision_id, question, Premise((provision,), "eu")))
    found.sort(key=lambda a: a.id)
    random.Random(SEED).shuffle(found)
    return found[:limit]


async def long(args: argparse.Namespace) -> None:
    """The wait for the first verified sentence against that for a long answer verified whole."""
    backend = backend_of(BackendKind(args.backend), args.server, args.model_id)
    done = {r["id"] for r in rows_of(args.out)}
    until = time.monotonic() + args.minutes * 60
    with Snapshot(args.snapshot) as snapshot:
        chosen = _listing(snapshot, args.questions)
    for asked in chosen:
        if asked.id in done or time.monotonic() > until:
            continue
        turns = wording.opening(asked.question, asked.premise, wording.Frame())
        await _spent(Request(turns, max_tokens=1), backend)  # both begin with a prompt that is read
        whole = await plain(asked, backend, present=True, most=LONG_TOKENS)
        row = {
            "id": asked.id,
            "whole": {k: whole[k] for k in ("tokens", "seconds", "first_verified", "text")},
            "loop": await _first_released(asked, backend),
        }
        append(args.out, row)
        print(json.dumps(row), flush=True)
    await backend.close()


async def _first_released(asked: Asked, backend: Backend) -> dict[str, Any]:
    """Tokens and seconds up to the first sentence that the loop shows."""
    budgets = replace(BUDGETS, tokens=2 * LONG_TOKENS)
    run = generation(asked.question, asked.premise, backend, Verifier(), Settings(budgets=budgets))
    tokens = tries = 0
    async with aclosing(run.events()) as events:
        async for event in events:
            if isinstance(event, RolledBack | Committed):
                tokens += event.attempt.tokens
                tries += 1
            if isinstance(event, Committed):
                seconds = event.attempt.seconds
                return {"shown": event.text, "tokens": tokens, "tries": tries, "seconds": seconds}
            if isinstance(event, Refused | Stopped):
                break
    return {"shown": None, "tokens": tokens, "tries": tries}


def main() -> None:
    """Read the command line and run one part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "part",
        choices=(
            "release",
            "cost",
            "many",
            "long",
            "effect",
            "states",
            "likelihood",
            "sheet",
            "grade",
            "table",
        ),
    )
    parser.add_argument("snapshot", type=Path, nargs="?")
    parser.add_argument("--server", default="")
    parser.add_argument("--backend", default="llamacpp", choices=[k.value for k in BackendKind])
    parser.add_argument("--out", type=Path, default=Path("rollback.jsonl"))
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--states", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--by", default="", help="the grader's name, one word, for grade")
    parser.add_argument("--inside", type=Path)
    parser.add_argument("--model-id", default="", help="of a server, or a folder or GGUF file")
    parser.add_argument("--model", type=Path, help="a GGUF file, for likelihood")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--arms", nargs="*")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--at-once", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--seconds", type=float, default=120.0, help="of each answer, for many")
    parser.add_argument("--run", default="1", help="names a run of many, so that none is warm")
    parser.add_argument("--tokens", type=int, default=160, help="of each answer, for many")
    args = parser.parse_args()
    if args.part == "grade" and not (args.sheet and re.fullmatch(r"[\w-]+", args.by)):
        parser.error("grade needs --sheet FOLDER and --by NAME (one word)")
    part = {"effect": effect, "states": states, "cost": cost, "many": many, "long": long}.get(
        args.part
    )
    if part is not None:
        asyncio.run(part(args))
    else:
        parts = {
            "release": release,
            "sheet": sheet,
            "grade": grade,
            "table": table,
            "likelihood": likelihood,
        }
        parts[args.part](args)


if __name__ == "__main__":
    main()
