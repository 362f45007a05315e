"""A judge that is trusted as far as it was measured, and no further."""
