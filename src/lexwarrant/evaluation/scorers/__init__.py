"""Scorers: small classes with one method, one outcome each."""
