"""A cross-encoder from a local folder, in ONNX or through transformers.

The folder holds ``model.onnx`` and ``tokenizer.json`` (and ``labels.json``, a list such as
``["contradiction", "neutral", "entailment"]``; that order is assumed without it). The SHA-256 of
the weights is checked against ``sha256`` before they are loaded, so that a run names what it ran.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lexwarrant.records.errors import ConfigurationError
from lexwarrant.verification.entailment.base import Judgement, Relation

LABELS = ("contradiction", "neutral", "entailment")
_RELATIONS = {
    "entailment": Relation.ENTAILS,
    "contradiction": Relation.CONTRADICTS,
    "neutral": Relation.NEUTRAL,
}


def digest(path: Path) -> str:
    """SHA-256 of a file, read in pieces."""
    value = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            value.update(piece)
    return value.hexdigest()


def read_labels(folder: Path) -> tuple[str, ...]:
    """The order of the model's outputs. Raises `ConfigurationError` for labels that are not NLI."""
    path = folder / "labels.json"
    labels = tuple(json.loads(path.read_text("utf-8"))) if path.is_file() else LABELS
    if sorted(labels) != sorted(LABELS):
        raise ConfigurationError(f"{path}: labels are {labels}; they must be {', '.join(LABELS)}")
    return labels


def softmax(row: Sequence[float]) -> list[float]:
    """Probabilities of one row of logits."""
    top = max(row)
    powers = [math.exp(x - top) for x in row]
    total = sum(powers)
    return [p / total for p in powers]


def judgement(row: Sequence[float], labels: Sequence[str], passage: str, floor: float) -> Judgement:
    """What one row of logits says; below ``floor`` it is neutral."""
    if len(row) != len(labels) or any(math.isnan(x) for x in row):
        return Judgement(Relation.FAILED, why=f"{len(row)} outputs for {len(labels)} labels")
    probabilities = softmax(row)
    best = max(range(len(labels)), key=lambda k: probabilities[k])
    relation = _RELATIONS[labels[best]]
    if probabilities[best] < floor:
        relation = Relation.NEUTRAL
    return Judgement(relation, passage, probabilities[best])


class OnnxCrossEncoder:
    """NLI by onnxruntime. Needs the ``onnx`` extra (onnxruntime, tokenizers, numpy)."""

    whole_premise = False

    def __init__(
        self, folder: Path, sha256: str, *, floor: float = 0.8, batch: int = 16, longest: int = 512
    ) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ConfigurationError(
                f"an ONNX model needs {error.name}: pip install 'lexwarrant[onnx]'"
            ) from None
        weights = folder / "model.onnx"
        for path in (weights, folder / "tokenizer.json"):
            if not path.is_file():
                raise ConfigurationError(f"entailment model: {path} is missing")
        found = digest(weights)
        if found != sha256.lower():
            raise ConfigurationError(
                f"entailment model: {weights} has SHA-256 {found}, not {sha256}; if you mean this "
                "file, give its hash"
            )
        self._labels = read_labels(folder)
        self._floor, self._batch = floor, batch
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(longest, strategy="only_first")
        self._tokenizer.enable_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {i.name for i in self._session.get_inputs()}
        self.name = f"onnx:{folder.name}@{found[:12]}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """One judgement a pair, batched."""
        out: list[Judgement] = []
        for start in range(0, len(pairs), self._batch):
            out.extend(self._judge(pairs[start : start + self._batch]))
        return out

    def _judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        import numpy

        encoded = self._tokenizer.encode_batch(list(pairs))
        feeds: dict[str, Any] = {
            "input_ids": numpy.array([e.ids for e in encoded], dtype=numpy.int64),
            "attention_mask": numpy.array([e.attention_mask for e in encoded], dtype=numpy.int64),
            "token_type_ids": numpy.array([e.type_ids for e in encoded], dtype=numpy.int64),
        }
        rows = self._session.run(None, {k: v for k, v in feeds.items() if k in self._inputs})[0]
        return [
            judgement([float(x) for x in row], self._labels, passage, self._floor)
            for row, (passage, _) in zip(rows, pairs, strict=True)
        ]


class TransformersCrossEncoder:
    """NLI by transformers from a local folder. Needs the ``transformers`` extra (torch)."""

    whole_premise = False

    def __init__(self, folder: Path, sha256: str, *, floor: float = 0.8, batch: int = 8) -> None:
        weights = next((folder / n for n in ("model.safetensors",) if (folder / n).is_file()), None)
        if weights is None:
            raise ConfigurationError(f"entailment model: {folder} has no model.safetensors")
        found = digest(weights)
        if found != sha256.lower():
            raise ConfigurationError(
                f"entailment model: {weights} has SHA-256 {found}, not {sha256}"
            )
        try:
            import torch
            from transformers import AutoModelForSequenceClassification, AutoTokenizer
        except ImportError as error:
            raise ConfigurationError(
                f"a transformers model needs {error.name}: pip install 'lexwarrant[transformers]'"
            ) from None
        self._torch = torch
        self._labels = read_labels(folder)
        self._floor, self._batch = floor, batch
        self._tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        self._model = AutoModelForSequenceClassification.from_pretrained(
            str(folder), local_files_only=True
        ).eval()
        self.name = f"transformers:{folder.name}@{found[:12]}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """One judgement a pair, batched."""
        out: list[Judgement] = []
        for start in range(0, len(pairs), self._batch):
            some = list(pairs[start : start + self._batch])
            encoded = self._tokenizer(
                [p for p, _ in some],
                [s for _, s in some],
                truncation="only_first",
                padding=True,
                return_tensors="pt",
            )
            with self._torch.no_grad():
                rows = self._model(**encoded).logits.tolist()
            out.extend(
                judgement(row, self._labels, passage, self._floor)
                for row, (passage, _) in zip(rows, some, strict=True)
            )
        return out
