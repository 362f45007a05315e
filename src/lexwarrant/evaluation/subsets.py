"""``eval --fast``: a small subset in which every stratum stands, the same one every time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import replace

from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.suite import Case, Split, Suite

LEAST, MOST = 10, 20


def stratum(split: Split, case: Case) -> tuple[str, str, bool]:
    """What a case is one of: its split, its difficulty (or group), and whether it expects a refusal."""
    return split.name, case.tags.difficulty or case.tags.group, case.expect_no_promotion


def fast_subset(suite: Suite, seed: int = 1, size: int = MOST) -> Suite:
    """The suite with ``size`` cases (10 to 20, more only where there are more strata).

    The first case of every stratum in an order fixed by ``seed``, then more by the strata's shares.
    Cases keep their split and order.
    """
    if not LEAST <= size <= MOST:
        raise ConfigurationError(f"fast subset of {size} cases: give {LEAST} to {MOST}")
    strata: dict[tuple[str, str, bool], list[str]] = defaultdict(list)
    for split, case in suite.cases():
        strata[stratum(split, case)].append(case.id)
    for ids in strata.values():
        ids.sort(key=lambda i: hashlib.sha256(f"{seed}|{i}".encode()).digest())
    total = sum(map(len, strata.values()))
    chosen = {ids[0] for ids in strata.values()}
    queue = sorted(
        ((n + 1) / len(ids), key, ids[n]) for key, ids in strata.items() for n in range(1, len(ids))
    )
    for _, _, case_id in queue[: max(0, min(size, total) - len(chosen))]:
        chosen.add(case_id)
    splits = tuple(
        replace(split, cases=tuple(c for c in split.cases if c.id in chosen))
        for split in suite.splits
    )
    digest = hashlib.sha256(f"{suite.digest} fast {seed} {sorted(chosen)}".encode()).hexdigest()
    return replace(suite, splits=splits, digest=digest)
