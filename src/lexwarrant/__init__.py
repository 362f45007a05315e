"""lexwarrant: says whether a legal answer is licensed by the law it rests on."""

from lexwarrant._version import __version__

__all__ = ["__version__"]
