"""Language tables: numerals, dates, modals, qualifiers, roles and synonyms, one file a language."""

from lexwarrant.jurisdictions.languages.tables import (
    LANGUAGES,
    LanguageTables,
    detect_language,
    load_language,
    month_first,
)

__all__ = ["LANGUAGES", "LanguageTables", "detect_language", "load_language", "month_first"]
