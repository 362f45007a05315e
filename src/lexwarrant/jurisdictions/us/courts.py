"""Federal courts of the United States under one key, however they are written.

Forms: The Bluebook, table T1.1; keys as in CourtListener ("scotus", "ca9", "cadc", "nysd").
"""

from __future__ import annotations

import re

_CIRCUIT = re.compile(r"(?:ca)?(\d{1,2})(?:st|nd|rd|d|th)? ?(?:Cir\.?|Circuit)?\Z")
_DISTRICT = re.compile(r"(?:(?P<part>[NSEWMC])\.? ?)?D\.? ?(?P<state>[A-Z][A-Za-z. ]{1,12})\Z")
_KEY = re.compile(r"(?:scotus|cadc|cafc|ca\d{1,2}|[a-z]{2}[nsewmc]?d)\Z")
_STATES = {
    "ala": "al", "alaska": "ak", "ariz": "az", "ark": "ar", "cal": "ca", "colo": "co", "conn": "ct",
    "del": "de", "dc": "dc", "fla": "fl", "ga": "ga", "haw": "hi", "idaho": "id", "ill": "il", "ind": "in",
    "iowa": "ia", "kan": "ks", "ky": "ky", "la": "la", "me": "me", "md": "md", "mass": "ma", "mich": "mi",
    "minn": "mn", "miss": "ms", "mo": "mo", "mont": "mt", "neb": "ne", "nev": "nv", "nh": "nh", "nj": "nj",
    "nm": "nm", "ny": "ny", "nc": "nc", "nd": "nd", "ohio": "oh", "okla": "ok", "or": "or", "pa": "pa",
    "pr": "pr", "ri": "ri", "sc": "sc", "sd": "sd", "tenn": "tn", "tex": "tx", "utah": "ut", "vt": "vt",
    "va": "va", "wash": "wa", "wva": "wv", "wis": "wi", "wyo": "wy",
}  # fmt: skip


def federal_court(written: str) -> str:
    """The key of a federal court, empty for another court or an unknown spelling."""
    text = written.strip()
    if _KEY.match(text):
        return text
    if text in ("U.S.", "S. Ct.", "Supreme Court of the United States"):
        return "scotus"
    if text.startswith(("D.C. Cir", "District of Columbia Circuit")):
        return "cadc"
    if text.startswith(("Fed. Cir", "Federal Circuit")):
        return "cafc"
    circuit = _CIRCUIT.match(text)
    if circuit is not None and ("Cir" in text or text.startswith("ca")):
        return f"ca{circuit.group(1)}"
    district = _DISTRICT.match(text)
    if district is not None:
        state = _STATES.get(re.sub(r"[. ]", "", district["state"]).lower())
        return f"{state}{(district['part'] or '').lower()}d" if state else ""
    return ""
