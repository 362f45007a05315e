"""Servers and models that can continue a text, behind one protocol (`backends.base`)."""
