"""Rubrics: versioned files with score bands in frozen words. A changed word is another rubric."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from lexwarrant.records.codec import decode
from lexwarrant.records.errors import ConfigurationError, DataError

DEFAULT_RUBRIC = "faithfulness-1"


@dataclass(frozen=True, slots=True)
class Band:
    """One score with its label and the words that say when it is given.

    ``quotation`` says whether the judge must quote the source for it.
    """

    score: float
    label: str
    words: str
    quotation: bool = True


@dataclass(frozen=True, slots=True)
class RubricFile:
    """The fields of a rubric file. ``pass_at`` is the least score that counts as a pass."""

    rubric: str
    version: str
    task: str
    bands: tuple[Band, ...]
    pass_at: float


@dataclass(frozen=True, slots=True)
class Rubric:
    """A rubric and the SHA-256 of its file, which is in every run that used it."""

    file: RubricFile
    sha256: str

    def band(self, score: object, label: object) -> Band | None:
        """The band with exactly this score and label."""
        if isinstance(score, bool) or not isinstance(score, int | float):
            return None
        return next((b for b in self.file.bands if score == b.score and label == b.label), None)

    def passes(self, score: float) -> bool:
        """Whether a score counts as a pass."""
        return score >= self.file.pass_at


def load_rubric(name_or_path: str = DEFAULT_RUBRIC) -> Rubric:
    """A rubric that ships with the package, or a file of one's own."""
    import yaml

    path = Path(name_or_path)
    try:
        if path.is_file():
            body = path.read_bytes()
        else:
            folder = files("lexwarrant.evaluation").joinpath("judge", "rubrics")
            body = folder.joinpath(f"{path.name}.yaml").read_bytes()
        data = yaml.safe_load(body)
    except OSError:
        raise DataError(f"rubric {name_or_path!r}: no such file or shipped rubric") from None
    except yaml.YAMLError as error:
        raise DataError(f"{name_or_path}: not valid YAML: {' '.join(str(error).split())}") from None
    file = decode(RubricFile, data, name_or_path)
    scores = [b.score for b in file.bands]
    if len(scores) < 2 or scores != sorted(set(scores), reverse=True):
        raise ConfigurationError(
            f"{name_or_path}: bands: at least two, from the highest score down"
        )
    if scores[0] != 1 or scores[-1] != 0 or file.pass_at not in scores:
        raise ConfigurationError(f"{name_or_path}: bands go from 1 to 0 and pass_at is one of them")
    if len({b.label for b in file.bands}) != len(file.bands):
        raise ConfigurationError(f"{name_or_path}: every band has its own label")
    return Rubric(file, hashlib.sha256(body).hexdigest())
