"""The risk weights, read from a file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from lexwarrant.evaluation.warrant.lines import DataFile
from lexwarrant.records.codec import FieldError, decode
from lexwarrant.records.verification import RiskTier


@dataclass(frozen=True, slots=True)
class RiskWeights:
    """Weight of a claim, pair or response by its tier."""

    risk: dict[RiskTier, float]

    def of(self, tier: RiskTier) -> float:
        """The weight of a tier."""
        return self.risk[tier]


def load_weights(path: Path | None = None) -> RiskWeights:
    """Read weights (the package's own without a path); raises `DataError` naming line and field."""
    built_in = Path(str(files("lexwarrant.evaluation.warrant").joinpath("weights.yaml")))
    file = DataFile.read(path or built_in)
    try:
        weights = decode(RiskWeights, file.data)
    except FieldError as error:
        raise file.error(error.path, error.why) from None
    for tier in RiskTier:
        if weights.risk.get(tier, -1) < 0:
            raise file.error(("risk",), f"give {tier.value} a weight of 0 or more")
    return weights
