"""Language tables: numerals, dates, modals, qualifiers, roles and synonyms, one file a language."""

from lexwarrant.jurisdictions.languages.detection import detect_language, language_counts
from lexwarrant.jurisdictions.languages.tables import (
    LANGUAGES,
    LanguageTables,
    load_language,
    month_first,
)

__all__ = [
    "LANGUAGES",
    "LanguageTables",
    "detect_language",
    "language_counts",
    "load_language",
    "month_first",
]
