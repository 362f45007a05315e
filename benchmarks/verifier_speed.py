"""Speed of the verifier on one core, and how it grows with text and premise.

    python benchmarks/verifier_speed.py batteries/open.jsonl
    python benchmarks/verifier_speed.py batteries/open.jsonl --hostile

Premises are real provisions of the battery, put together to the size named; the sentences are the
battery's own, so most are about another provision, as in a retriever's output. Processor time, the
least of several passes, because machines are shared; every sentence of a pass is different.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from lexwarrant.records.verification import Premise, PremiseProvision
from lexwarrant.verification import Verifier
from verifier import rows_of

HOSTILE = (
    "1. ", "1. 2. 3. 4. 5. ", "£5 ", "s. 5 ", "a; b; c; ", "(1) ", "(a) ",
    "if must before, the buyer pays 5 days ", "{}. ", "£{} ", "s. {} ",
)  # fmt: skip
"""Patterns that, repeated, make the most sentences, figures, references or list items; "{}" counts up,
so that no sentence is said twice."""
PLAIN = "The buyer must pay within 5 days."


def hostile_seconds(pattern: str, size: int, role: str) -> float:
    """Processor seconds for ``size`` characters of a pattern as the sentence or as the premise."""
    times = size // len(pattern) + 1
    text = "".join(pattern.format(number) for number in range(1, times + 1))[:size]
    premise, answer = (PLAIN, text) if role == "sentence" else (text, PLAIN)
    verifier = Verifier()
    return least(lambda: verifier.check_text(premise, answer), 1)


def print_hostile() -> None:
    """How repeated patterns grow: processor seconds at three sizes."""
    sizes = (100_000, 200_000, 400_000)
    print("| pattern | role | " + " | ".join(f"{s // 1000} kB, s" for s in sizes) + " |")
    print("|---|---|" + "---|" * len(sizes))
    for role in ("sentence", "premise"):
        for pattern in HOSTILE:
            cells = (f"{hostile_seconds(pattern, size, role):.2f}" for size in sizes)
            print(f'| "{pattern}" | {role} | ' + " | ".join(cells) + " |", flush=True)


def premise_of_size(texts: list[str], words: int) -> Premise:
    """Provisions up to ``words`` words; repeated with another number when there are too few."""
    out: list[PremiseProvision] = []
    count = number = 0
    while count < words:
        text = texts[number % len(texts)]
        if number >= len(texts):
            text = f"{text} See also paragraph {number}."
        out.append(PremiseProvision(text))
        count += len(text.split())
        number += 1
    return Premise(tuple(out))


def least(action: object, passes: int) -> float:
    """Processor seconds of the fastest pass."""
    best = float("inf")
    for _ in range(passes):
        began = time.process_time()
        action()  # type: ignore[operator]
        best = min(best, time.process_time() - began)
    return best


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("battery", type=Path)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--hostile", action="store_true", help="only the repeated patterns")
    options = parser.parse_args()
    if options.hostile:
        print_hostile()
        return
    rows = [r for r in rows_of(options.battery, "all") if r["language"] == "en"]
    texts = list(dict.fromkeys(r["premise"] for r in rows if r["premise"]))
    sentences = list(dict.fromkeys(r["sentence"] for r in rows))
    verifier = Verifier()
    print("| premise, words | passages | index, ms | sentences a second |\n|---|---|---|---|")
    for words in (500, 1000, 2000, 5000, 10000):
        premise = premise_of_size(texts, words)
        began = time.process_time()
        index = verifier.index(premise)
        indexed = time.process_time() - began

        def one_pass(premise: Premise = premise) -> None:
            for sentence in sentences:
                verifier.check_sentence(premise, sentence)

        one_pass()
        seconds = least(one_pass, options.passes)
        print(
            f"| {words:,} | {len(index.leaves)} | {indexed * 1000:.0f} | "
            f"{len(sentences) / seconds:,.0f} |"
        )
    premise = premise_of_size(texts, 500)
    print("\n| text, sentences | seconds | sentences a second |\n|---|---|---|")
    for times in (1, 2, 4, 8):
        text = " ".join(s if s.endswith((".", "?", "!")) else s + "." for s in sentences * times)
        seconds = least(lambda text=text: verifier.check_text(premise, text), 2)
        print(
            f"| {len(sentences) * times} | {seconds:.2f} | {len(sentences) * times / seconds:,.0f} |"
        )


if __name__ == "__main__":
    main()
