"""A `LegalAnswer` as the replies of Legal Eye's protocol."""

from __future__ import annotations

import hashlib
from typing import Any

from lexwarrant.records.answer import LegalAnswer, RelatedProvision, Thresholds

GRAPH_BUNDLE = "graph_bundle"
"""How that protocol says that the first argument is the bundle's quotation."""
_DEFAULT = Thresholds(0.5, 0.15, 0.65)


def _related(items: tuple[RelatedProvision, ...]) -> list[dict[str, str]]:
    return [
        {"id": r.provision_id, "label": r.label, "snippet": r.snippet, "quote": ""} for r in items
    ]


def bundle(answer: LegalAnswer) -> dict[str, Any]:
    """The bundle: what the answer rests on, its figures, and the thresholds that decide."""
    limits = answer.thresholds or _DEFAULT
    quotation = answer.quotation if answer.promoted else None
    key = answer.anchor_id or answer.cluster_label
    return {
        "anchor_id": answer.anchor_id,
        "anchor_label": answer.anchor_label,
        "anchor_quote": quotation.text if quotation else "",
        "cluster_id": answer.cluster_id or (hashlib.sha256(key.encode()).hexdigest()[:12] if key else ""),
        "cluster_label": answer.cluster_label,
        "cluster_score": answer.score if answer.score is not None else 0.0,
        "coverage": answer.coverage if answer.coverage is not None else 0.0,
        "MIN_PROMOTE_SCORE": limits.min_score,
        "MIN_PROMOTE_COVERAGE": limits.min_coverage,
        "HIGH_SCORE_BYPASS": limits.high_score_bypass,
        "applications": _related(answer.applications),
        "origins": _related(answer.origins),
        "n_total_applications": answer.n_applications,
        "n_total_origins": answer.n_origins,
        "statute_refs": list(answer.statute_refs),
        "diagnostic": {
            "alternative_clusters": [
                {"cluster_id": a.provision_id, "label": a.label, "cluster_score": a.score,
                 "coverage": a.coverage}
                for a in answer.alternatives
            ],
            "anchor_quote_doc_id": quotation.document_id if quotation else None,
            "anchor_quote_source": "snapshot" if quotation else None,
            "fusion_rank_for_quote_doc": 1 if quotation else None,
            "retriever_ranks_for_quote_doc": {},
            "per_retriever_ms": {},
        },
    }  # fmt: skip


def argument_reply(answer: LegalAnswer) -> dict[str, Any]:
    """The reply of ``/v1/hgraph/argument``."""
    return {"bundle": bundle(answer), "domain": answer.domain, "confidence": answer.tier.value}


def ask_reply(answer: LegalAnswer) -> dict[str, Any]:
    """The reply of ``/v1/lawyer/ask``: the bundle, and its quotation as first argument if promoted."""
    arguments: list[dict[str, Any]] = []
    if answer.promoted:
        arguments.append(
            {"polish_method": GRAPH_BUNDLE, "snippet": answer.text, "label": answer.anchor_label}
        )
    return {
        "domain": answer.domain,
        "confidence": answer.tier.value,
        "arguments": arguments,
        "bundle": bundle(answer),
        "refusal": {"reason": answer.refusal.reason.value, "message": answer.refusal.message}
        if answer.refusal
        else None,
    }
