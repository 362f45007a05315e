"""Answering over HTTP."""
