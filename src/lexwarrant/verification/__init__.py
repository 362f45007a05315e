"""Is this sentence supported by these provisions, and if not, which slot fails."""

from lexwarrant.verification.verifier import Verifier

__all__ = ["Verifier"]
