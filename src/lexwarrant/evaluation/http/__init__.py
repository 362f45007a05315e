"""Asking systems over HTTP with good manners: limits, pace, retries, and no secret written down."""
