"""Indexing, searching, answering and starting: the figures of retrieval.

    python benchmarks/retrieval.py [--passages 100000] [--large 750000] [--skip-large]

Passages are made of 120 words drawn from the vocabulary of the EU snapshot by a Zipf law, so that
common words are common. The query mix is published in the table: content words only, two to eight
of them, drawn by document frequency from rare to common.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from tempfile import mkdtemp

from lexwarrant.retrieval.lexical import LexicalIndex, build_index
from lexwarrant.retrieval.passages import FAR_FUTURE, Passage
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms

WORDS_A_PASSAGE = 120
JURISDICTIONS = ("eu", "uk", "us", "ie", "il", "my")


def vocabulary() -> list[str]:
    """Words by falling frequency, from the package's own finding aid and stop words."""
    from collections import Counter

    from lexwarrant.jurisdictions.finding_aid import finding_aid

    counts = Counter(
        w for lines in finding_aid("eu").values() for line in lines for w in line.split()
    )
    made = [
        f"{a}{b}"
        for a in ("pre", "re", "un", "over", "inter", "sub")
        for b, _ in counts.most_common(4000)
    ]
    return [w for w, _ in counts.most_common()] + made


def passages(count: int, seed: int = 7) -> Iterator[Passage]:
    """Synthetic passages, streamed."""
    rng = random.Random(seed)
    words = vocabulary()
    weights = [1 / (n + 2.7) for n in range(len(words))]
    start = date(1990, 1, 1).toordinal()
    pool = rng.choices(words, weights, k=2_000_000)
    for n in range(count):
        at = rng.randrange(len(pool) - WORDS_A_PASSAGE)
        body = pool[at : at + WORDS_A_PASSAGE]
        rng.shuffle(body)
        valid_from = start + rng.randrange(13_000)
        ended = rng.random() < 0.2
        code = JURISDICTIONS[n % len(JURISDICTIONS)]
        yield Passage(
            f"{code}/act/{n // 50}/s/{n % 50}", f"{code}/act/{n // 50}/s/{n % 50}", 0, 700, " ".join(body),
            "", "", "", code, "statute", "en", valid_from,
            valid_from + rng.randrange(100, 9000) if ended else FAR_FUTURE,
        )  # fmt: skip


def resident_mb() -> float:
    """Resident memory of this process now, in MB."""
    with Path("/proc/self/statm").open() as handle:
        return int(handle.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def query_mix(count: int, seed: int = 11) -> list[list[str]]:
    """Content-word queries of two to eight words."""
    rng = random.Random(seed)
    skip = stopwords("en")
    content = [w for w in vocabulary() if terms(w) and terms(w)[0] not in skip]
    weights = [1 / (n + 50) for n in range(len(content))]
    return [
        [t for w in rng.choices(content, weights, k=rng.randint(2, 8)) for t in terms(w)]
        for _ in range(count)
    ]


def row(what: str, reach: str, got: str) -> None:
    print(f"| {what} | {reach} | {got} |", flush=True)


def index_and_search(count: int, folder: Path, *, queries: int) -> tuple[float, list[float], float]:
    """Seconds to index, milliseconds a query, resident MB while searching."""
    began = time.perf_counter()
    build_index(passages(count), folder, "benchmark", workers=os.cpu_count() or 1)
    seconds = time.perf_counter() - began
    index = LexicalIndex(folder)
    times = []
    on = date(2020, 1, 1)
    for n, query in enumerate(query_mix(queries)):
        began = time.perf_counter()
        index.search(
            [(t, 1.0) for t in query], limit=50, jurisdictions=(JURISDICTIONS[n % 6],),
            on=on + timedelta(days=n),
        )  # fmt: skip
        times.append((time.perf_counter() - began) * 1000)
    return seconds, sorted(times), resident_mb()


def generation_cost(count: int) -> float:
    """What making the passages alone takes, to be taken off."""
    began = time.perf_counter()
    for _ in passages(count):
        pass
    return time.perf_counter() - began


def answer_latency() -> tuple[float, float, int]:
    """p50 and p95 in ms over the open questions of the demo, index warm."""
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.cli.demo import demo_snapshot
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.retrieval.open import open_index

    with demo_snapshot() as snapshot:
        answerer = VerbatimAnswerer(snapshot, open_index(snapshot))
        cases = load_suite("eu-demo").splits[0].cases
        for case in cases:
            answerer.answer(case.question, case.context)
        times = []
        for case in cases:
            began = time.perf_counter()
            answerer.answer(case.question, case.context)
            times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return statistics.median(times), times[int(len(times) * 0.95)], len(times)


def start_seconds(*command: str) -> float:
    """The median wall time of a command over seven runs after one."""
    times = []
    for _ in range(8):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--large", type=int, default=750_000)
    parser.add_argument("--skip-large", action="store_true")
    options = parser.parse_args()
    work = Path(mkdtemp(prefix="lexwarrant-benchmark-"))
    print("| what | reach | measured |\n|---|---|---|")
    try:
        bare = start_seconds(sys.executable, "-c", "pass")
        imported = start_seconds(sys.executable, "-c", "import lexwarrant")
        row(
            "`import lexwarrant`",
            "0.15 s",
            f"{imported - bare:.3f} s (a bare interpreter takes {bare:.3f})",
        )
        helped = start_seconds(str(Path(sys.executable).with_name("lexwarrant")), "--help")
        row("`lexwarrant --help`", "0.5 s", f"{helped:.2f} s")
        p50, p95, n = answer_latency()
        row(
            "answer one question, EU snapshot, warm",
            "p50 5 ms",
            f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, {n} questions",
        )
        made = generation_cost(options.passages)
        seconds, times, memory = index_and_search(options.passages, work / "small", queries=300)
        row(f"index {options.passages:,} passages of {WORDS_A_PASSAGE} words", "15 s",
            f"{seconds - made:.1f} s (making them took {made:.1f} s more)")  # fmt: skip
        if not options.skip_large:
            seconds, times, memory = index_and_search(options.large, work / "large", queries=1000)
            row(f"query over {options.large:,} passages, jurisdiction and date filter", "p95 10 ms",
                f"p50 {times[500]:.1f} ms, p95 {times[950]:.1f} ms, max {times[-1]:.1f} ms")  # fmt: skip
            row("resident memory while searching", "1,500 MB", f"{memory:.0f} MB")
            row("query mix", "", "1,000 queries, 2 to 8 content words, six jurisdictions in turn")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        row("peak memory of the whole benchmark", "", f"{peak:.0f} MB")
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
