"""Answering: verbatim promotion, and nothing else that could reach a quotation."""
