"""Figures of the harness: CPU a request, rows scored a second, memory.

``python benchmarks/harness.py [requests|scoring|memory] [ROWS]`` prints what was measured, least of several
tries, since other work shares the machine.

- requests: CPU of one question at concurrency 64 against a server in another process, and how much of
  it is the harness's own (reading the reply, scoring, writing the row) beyond aiohttp's;
- scoring: recorded answers scored a second, one process and two, without and with the verifier;
- memory: the peak of scoring recorded answers, many against few.
"""

from __future__ import annotations

import asyncio
import gc
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexwarrant.evaluation.http.transport import HttpRequest, Transport
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.rescoring import rescore
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.runner import run_suite
from lexwarrant.evaluation.scoring import standard_scorers
from lexwarrant.evaluation.targets.description import load_description
from lexwarrant.evaluation.targets.http import HttpTarget
from lexwarrant.evaluation.targets.recorded import RecordedTarget
from lexwarrant.records.answer import CitedProvision, LegalAnswer, Quotation
from lexwarrant.records.codec import encode
from lexwarrant.records.suite import Case, ExpectedCitation, Split, Suite

TEXT = (
    "The controller shall without undue delay and, where feasible, not later than 72 hours after having "
    "become aware of it, notify the personal data breach to the supervisory authority competent in "
    "accordance with Article 55, unless the personal data breach is unlikely to result in a risk to the "
    "rights and freedoms of natural persons."
)
ANSWER = (
    "The controller shall notify the breach to the supervisory authority not later than 72 hours."
)


def suite(count: int) -> Suite:
    """``count`` cases."""
    made = tuple(
        Case(f"c{n}", f"How long is there to report breach {n}?", expect_quote_keywords=("72 hours",),
             expect_citations=(ExpectedCitation("eu/32016R0679/art/33/1"),),
             expect_authorities=("Regulation (EU) 2016/679",), expect_domains=("data protection",))
        for n in range(count)
    )  # fmt: skip
    return Suite("bench", "1", "", "", (Split("all", made, "0"),), f"bench-{count}")


def answer(question: str) -> LegalAnswer:
    """A typical answer."""
    return LegalAnswer(
        question, ANSWER, True,
        quotation=Quotation(TEXT, "eu/32016R0679/art/33", "eu/32016R0679/art/33/1", "Article 33(1)"),
        anchor_label="Article 33 GDPR", domain="data protection", statute_refs=("Regulation (EU) 2016/679",),
        citations=(CitedProvision("Article 33(1) GDPR", "eu/32016R0679/art/33/1"),),
    )  # fmt: skip


REPLY = json.dumps({
    "domain": "data protection", "confidence": "high",
    "arguments": [{"polish_method": "graph_bundle", "snippet": ANSWER}],
    "bundle": {"anchor_quote": TEXT, "anchor_label": "Article 33 GDPR", "cluster_score": 0.8, "coverage": 0.5,
               "statute_refs": ["Regulation (EU) 2016/679"], "applications": [{"label": "x", "snippet": "y"}] * 5,
               "origins": [{"label": "x", "snippet": "y"}] * 5,
               "diagnostic": {"anchor_quote_doc_id": "eu/32016R0679/art/33"}},
}).encode()  # fmt: skip


def _serve(ready: multiprocessing.Queue[int]) -> None:
    """A server that costs the client nothing but its own work."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(
        REPLY
    )

    class Protocol(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            if data.endswith(b"}"):
                self.transport.write(head + REPLY)  # type: ignore[attr-defined]

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Protocol, "127.0.0.1", 0)
        ready.put(server.sockets[0].getsockname()[1])
        await asyncio.sleep(600)

    asyncio.run(run())


@contextmanager
def served() -> Iterator[str]:
    """The server in a process of its own."""
    ready: multiprocessing.Queue[int] = multiprocessing.Queue()
    process = multiprocessing.Process(target=_serve, args=(ready,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ready.get(timeout=30)}"
    finally:
        process.terminate()
        process.join()


def requests(count: int = 2000, tries: int = 12) -> None:
    """CPU a question: aiohttp as it is, our transport, the whole harness."""
    import aiohttp

    description = load_description("legal-eye-lawyer")
    body = json.dumps({"question": "How long is there to report a breach?"}).encode()

    async def bare(url: str) -> None:
        connector = aiohttp.TCPConnector(limit=64)
        async with aiohttp.ClientSession(connector=connector) as session:
            left = iter(range(count))

            async def worker() -> None:
                for _ in left:
                    async with session.post(url, data=body) as reply:
                        await reply.read()

            await asyncio.gather(*(worker() for _ in range(64)))

    async def transport_alone(url: str) -> None:
        transport = Transport(connections=64)
        await transport.open()
        left = iter(range(count))

        async def worker() -> None:
            for _ in left:
                await transport.send(HttpRequest("POST", url, {}, body))

        await asyncio.gather(*(worker() for _ in range(64)))
        await transport.close()

    asked = suite(count)
    least = {"aiohttp": 1e9, "transport": 1e9, "harness": 1e9}
    with served() as url, no_law() as law:
        scorers = standard_scorers(law)
        gc.freeze()
        for _ in range(tries):
            for name in least:
                with tempfile.TemporaryDirectory() as folder:
                    if name == "harness":
                        work = run_suite(asked, HttpTarget(description, url), law.manifest, scorers,
                                         Path(folder), concurrency=64)  # fmt: skip
                    else:
                        work = bare(url) if name == "aiohttp" else transport_alone(url)
                    started = time.process_time()
                    asyncio.run(work)
                    least[name] = min(least[name], (time.process_time() - started) / count * 1000)
    for name, cost in least.items():
        print(f"{name}: {cost:.3f} ms of CPU a request at concurrency 64")
    print(f"beyond aiohttp: {least['harness'] - least['aiohttp']:.3f} ms (asked: under 0.5)")


def _recorded(folder: Path, asked: Suite) -> Path:
    path = folder / "answers.jsonl"
    with path.open("w", encoding="utf-8") as handle:
        for _, case in asked.cases():
            row = {"case_id": case.id, "answer": encode(answer(case.question))}
            handle.write(json.dumps(row) + "\n")
    return path


def _cpu() -> float:
    """CPU of this process and of its children that have ended."""
    used = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def _peak() -> int:
    """The most memory of one process so far, the suite and its cases included, in MB."""
    used = (
        resource.getrusage(w).ru_maxrss for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return max(used) // 1024


def scoring(count: int = 100_000) -> None:
    """Recorded answers scored a second."""
    asked = suite(count)
    with tempfile.TemporaryDirectory() as name, no_law() as law:
        folder = Path(name)
        file = _recorded(folder, asked)
        started = time.perf_counter()
        evaluate(asked, RecordedTarget(file), law, folder / "run")
        rate = count / (time.perf_counter() - started)
        print(
            f"eval of {count:,} recorded answers, one process: {rate:,.0f} a second, "
            f"peak {_peak()} MB", flush=True,
        )  # fmt: skip
        for verifier in (False, True):
            for workers in (1, 2):
                started = time.perf_counter()
                before = _cpu()
                rescore(folder / "run", asked, law, verifier=verifier, workers=workers)
                rate = count / (time.perf_counter() - started)
                cpu = (_cpu() - before) / count * 1000
                what = "rescore with the verifier" if verifier else "rescore"
                print(
                    f"{what}, {workers} processes: {rate:,.0f} a second, {cpu:.2f} ms of CPU a row, "
                    f"peak {_peak()} MB", flush=True,
                )  # fmt: skip


_MEMORY = """
import sys, resource
sys.path.insert(0, sys.argv[3])
from pathlib import Path
import harness
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.targets.recorded import RecordedTarget
with no_law() as law:
    evaluate(harness.suite(1000), RecordedTarget(Path(sys.argv[1])), law, Path(sys.argv[2]), repeats=int(sys.argv[4]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def memory() -> None:
    """Peak memory of 1,000 and of 100,000 rows of one suite."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = _recorded(folder, suite(1000))
        for repeats in (1, 10, 100):
            done = subprocess.run(
                [sys.executable, "-c", _MEMORY, str(file), str(folder / str(repeats)),
                 str(Path(__file__).parent), str(repeats)],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            print(f"{repeats * 1000:,} rows: peak {done.stdout.strip()} MB")


if __name__ == "__main__":
    sizes = [int(a) for a in sys.argv[1:] if a.isdigit()]
    wanted = [a for a in sys.argv[1:] if not a.isdigit()] or ["requests", "scoring", "memory"]
    for what in wanted:
        if what == "scoring" and sizes:
            scoring(sizes[0])
        else:
            {"requests": requests, "scoring": scoring, "memory": memory}[what]()
