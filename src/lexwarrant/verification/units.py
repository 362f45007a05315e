"""Units at a token: "working days", "Tage", "year's"."""

from __future__ import annotations

from lexwarrant.verification.pinpoints import Pinpoints


class Units(Pinpoints):
    """Reads the unit that a figure is counted in."""

    def _unit_at(self, j: int) -> tuple[str, int]:
        """The unit whose words begin at ``j``: its name and the index after it."""
        low, n = self.low, self.n
        if j >= n:
            return "", j
        units = self.lex.units
        token = low[j]
        if j + 1 < n:
            two = token + " " + low[j + 1]
            if two in units:
                return units[two].name, j + 2
        found = units.get(token)
        if found is None and self.lex.code == "he" and len(token) > 3 and token[0] in "הב":
            found = units.get(token[1:])
        if found is None and token.endswith(("'s", "s'")):
            found = units.get(token[:-2]) or units.get(token[:-1])
        if found is None and token.endswith("'"):
            found = units.get(token[:-1])
        return (found.name, j + 1) if found else ("", j)
