"""Readers of law, one module a format."""
