"""Judgments beside a run: what was judged, by whom, under which rubric."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError

JUDGMENTS, JUDGE = "judgments.jsonl", "judge.json"


@dataclass(frozen=True, slots=True)
class Judgment:
    """One answer judged. ``score`` is None when it is *unscored*, and ``reason`` says why.

    ``masked`` counts passages addressed to the judge that were taken out of what it was shown;
    ``answer_chars`` is the length of the answer, for the length correlation.
    """

    case_id: str
    repeat: int
    model: str
    score: float | None
    label: str = ""
    justification: str = ""
    quotation: str = ""
    reason: str = ""
    masked: int = 0
    answer_chars: int = 0
    cost: float | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class JudgeManifest:
    """How a run was judged. ``saved`` is the money that cached replies would have cost."""

    rubric: str
    rubric_version: str
    rubric_sha256: str
    model: str
    parameters: dict[str, str]
    judged: int
    unscored: int
    not_applicable: int
    hits: int
    cost: float | None
    saved: float | None
    currency: str = ""
    family: str = ""

    def kind(self) -> str:
        """The family of the model: as it was said, else the letters that its name begins with.

        ``meta/Llama-3-8B`` and ``llama3.1`` are of the family ``llama``.
        """
        named = re.match(r"[^\W\d_]+", self.model.rsplit("/", 1)[-1])
        return (self.family or (named[0] if named else self.model)).lower()


def write_judgments(folder: Path, manifest: JudgeManifest, judgments: Iterable[Judgment]) -> None:
    """Write the judgments of a run, replacing earlier ones."""
    lines = (json.dumps(encode(j), ensure_ascii=False, sort_keys=True) for j in judgments)
    building = folder / f"{JUDGMENTS}.building"
    with building.open("w", encoding="utf-8") as handle:
        for line in lines:
            handle.write(line + "\n")
    building.replace(folder / JUDGMENTS)
    body = json.dumps(encode(manifest), ensure_ascii=False, indent=2, sort_keys=True)
    (folder / JUDGE).write_text(body + "\n", "utf-8")


def read_judgments(folder: Path) -> Iterator[Judgment]:
    """The judgments of a run, streamed; none when it was not judged."""
    path = folder / JUDGMENTS
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            yield decode(Judgment, _json(line, f"{path}:{number}"), f"{path}:{number}")


def read_judge(folder: Path) -> JudgeManifest | None:
    """How the run in ``folder`` was judged, None when it was not."""
    path = folder / JUDGE
    if not path.is_file():
        return None
    return decode(JudgeManifest, _json(path.read_text("utf-8"), str(path)), str(path))


def rubric_of(folder: Path) -> str:
    """The digest of the rubric a run was judged by; empty when it was not judged."""
    manifest = read_judge(folder)
    return manifest.rubric_sha256 if manifest else ""


def _json(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        raise DataError(f"{where}: not JSON; judge the run again") from None
