"""Courts under one key, however they are written: by neutral code, in full, in short.

Which names a court has is data of the packs (``courts.yaml``: key to names). A name that more than
one court bears ("Court of Appeal" in England, whose two divisions have codes of their own) is left
out, so that nothing is called different that may be the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_BRACKET = re.compile(r" ?\([^()]*\)")
_NOISE = re.compile(r"[.,'\"]|\b(?:the|his|her|majesty's|majestys)\b")
_SPACES = re.compile(r"\s+")


def _folded(written: str) -> str:
    return _SPACES.sub(" ", _NOISE.sub("", written.lower())).strip()


@cache
def _names(code: str) -> Mapping[str, str]:
    import yaml

    source = files("lexwarrant.jurisdictions").joinpath(code, "courts.yaml")
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    return {_folded(str(name)): str(key) for key, names in data.items() for name in names}


def named_court(code: str, written: str) -> str:
    """The key of a court of the pack ``code``, empty for one that is not known."""
    names = _names(code)
    folded = _folded(written)
    found = names.get(folded)
    if found is None and "(" in folded:
        found = names.get(_folded(_BRACKET.sub("", folded)))
    return found or ""
