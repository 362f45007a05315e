"""What models cost: a price table in the configuration, a budget that is not passed.

::

    currency: EUR
    models:
      gpt-small: {input: 0.15, output: 0.60}    # per million tokens
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lexwarrant.evaluation.settings import within
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import DataError, LexwarrantError

_CHARACTERS_A_TOKEN = 2.0
"""For estimates before anything is sent: on the safe side for Hebrew as for English."""


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a million tokens, in the table's currency."""

    input: float
    output: float

    def __post_init__(self) -> None:
        within("a price of input", self.input)
        within("a price of output", self.output)

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """The price of one call."""
        return (self.input * tokens_in + self.output * tokens_out) / 1_000_000


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by model."""

    currency: str = "EUR"
    models: dict[str, Price] = field(default_factory=dict)

    def of(self, model: str, tokens_in: int, tokens_out: int) -> float | None:
        """The price of one call, None when the model is not in the table."""
        price = self.models.get(model)
        return price.of(tokens_in, tokens_out) if price else None


def load_prices(path: Path | None) -> PriceTable:
    """The table in ``path``; an empty one for None."""
    if path is None:
        return PriceTable()
    import yaml

    try:
        return decode(PriceTable, yaml.safe_load(path.read_text("utf-8")), str(path))
    except (OSError, yaml.YAMLError) as error:
        raise DataError(f"{path}: {' '.join(str(error).split())}") from None


def tokens_at_most(text: str) -> int:
    """An upper guess of how many tokens ``text`` is, for estimates."""
    return int(len(text) / _CHARACTERS_A_TOKEN) + 1


class OverBudget(LexwarrantError):
    """The next call could pass the budget, so it was not made."""


class Budget:
    """Money that may be spent. A call is reserved at its highest price before it is sent."""

    def __init__(self, limit: float | None) -> None:
        within("budget", limit)
        self.limit = limit
        self.spent = 0.0
        self._reserved = 0.0

    def reserve(self, most: float | None) -> float:
        """Set ``most`` aside for one call; raises `OverBudget` when that is too much."""
        if self.limit is None:
            return 0.0
        if most is None:
            raise OverBudget(
                "the model has no price, so a budget cannot be kept; add it to the price table"
            )
        if self.spent + self._reserved + most > self.limit:
            raise OverBudget(
                f"the budget of {self.limit:g} would be passed ({self.spent:.4f} spent); what was done "
                "is kept: raise --budget and run the same command again"
            )
        self._reserved += most
        return most

    def settle(self, reserved: float, cost: float | None) -> None:
        """Book what the call really cost; without a figure, what was set aside for it."""
        self._reserved -= reserved
        self.spent += reserved if cost is None else cost
