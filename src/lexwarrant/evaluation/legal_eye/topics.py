"""Topic buckets of the public harness's rescore: the first word found in the question decides.

The buckets are for reading a result, not for scoring. What is out of scope comes from the case, so
the harness's word list for it is not used.
"""

from __future__ import annotations

OUT_OF_SCOPE = "out-of-scope"
OTHER = "אחר"
_BUCKETS = (
    ("חוזים", ("חוזה", "אפרופים", "אכיפ")),
    ("נזיקין", ("נזיק", "רשלנ", "מטרד", "פרטיות")),
    ("עבודה", ("פיטור", "עובד", "הסכם קיבוצי", "מינימום", "התפט", "הטרד")),
    ("בריאות", ("ביטוח", "חולה", "רפואי", "בריאות")),
)


def topic(question: str) -> str:
    """The bucket of a Hebrew question."""
    for name, stems in _BUCKETS:
        if any(stem in question for stem in stems):
            return name
    return OTHER
