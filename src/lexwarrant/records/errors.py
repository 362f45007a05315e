"""Errors that a person can act on."""

from __future__ import annotations


class LexwarrantError(Exception):
    """Something a user can put right: what, where, why and what to do, in one line.

    The command line prints it without a traceback and exits with 2 ("could not tell").
    """


class DataError(LexwarrantError):
    """A file or reply does not have the form it should have."""


class LawSourceError(LexwarrantError):
    """A source of law is missing, damaged or not what it should be."""


class ConfigurationError(LexwarrantError):
    """A setting, flag or description does not make sense; names the field and the fix."""


def extra_missing(purpose: str, package: str, extra: str) -> ConfigurationError:
    """What to say when an optional package is not installed."""
    return ConfigurationError(
        f"{purpose} needs the package {package}: pip install 'lexwarrant[{extra}]'"
    )
