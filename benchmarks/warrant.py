"""Warrant: the law of five systems, the table of systems, and how fast cards are scored.

    python benchmarks/warrant.py build DATA SNAPSHOT     the snapshot five-systems, from the test corpora
    python benchmarks/warrant.py speed [--items 10000]   score that many items, bootstrap apart

The table itself is ``lexwarrant warrant measure -s SNAPSHOT --out DIR``, with ``--system`` for each
file that ``benchmarks/warrant_model.py`` recorded.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

from lexwarrant.evaluation.warrant.clusters import bootstrap
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.evaluation.warrant.scored import clusters_of, index_items, score, summarise
from lexwarrant.evaluation.warrant.weights import load_weights

PARTS = (
    "us_dc",
    "us_usc/28usc2107.versions.json",
    "il/statutes.jsonl",
    "il/minimum-wage-law.sections.json",
    "ie",
    "uk/legislation_test_7.xml",
    "uk/late-payment-s4-extent-trap.json",
)


def build(data: Path, folder: Path) -> None:
    """The demo's five acts and the shared corpora in one snapshot."""
    from lexwarrant.law.builder import import_law
    from lexwarrant.law.obtain import EU_ACTS, obtain
    from lexwarrant.law.readers.recognise import recognise
    from lexwarrant.law.readers.regulations_db import RegulationsDatabaseReader

    day = date(2026, 11, 30)
    import_law(RegulationsDatabaseReader().read(obtain(EU_ACTS)), folder, retrieved=day)
    for part in PARTS:
        path = data / "law" / part
        made = import_law(recognise(path).read(path), folder, retrieved=day, add=True)
        print(f"{part}: {made.manifest.provisions} provisions")


def speed(wanted: int) -> None:
    """Score ``wanted`` items, each with one answer, and give the processor time, the bootstrap apart."""
    pilot = load_pilot()
    sources = [(c, *pilot.asked()[c.item, c.context]) for c in pilot.outputs]
    items, cards = [], []
    for n in range(wanted):
        card, item, asked = sources[n % len(sources)]
        name = f"{item.id}#{n}"
        own = replace(asked, gold=replace(asked.gold, item=name))
        items.append(replace(item, id=name, family=f"family {n // 4}", contexts=(own,)))
        cards.append(replace(card, item=name, system="s"))
    weights = load_weights()
    began = time.process_time()
    rows = score(cards, index_items(items), weights)
    summarise(rows)
    print(f"{wanted} items scored with linearised intervals: {time.process_time() - began:.2f} s")
    began = time.process_time()
    found = bootstrap(clusters_of(rows, lambda r: r.counts["support_strict"]))
    print(f"bootstrap of one metric, 2000 replicates: {time.process_time() - began:.2f} s {found}")


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    builder = commands.add_parser("build")
    builder.add_argument("data", type=Path)
    builder.add_argument("snapshot", type=Path)
    timer = commands.add_parser("speed")
    timer.add_argument("--items", type=int, default=10_000)
    given = parser.parse_args()
    if given.command == "build":
        build(given.data, given.snapshot)
    else:
        speed(given.items)


if __name__ == "__main__":
    main()
