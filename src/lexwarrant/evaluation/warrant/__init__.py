"""Warrant made measurable: suites of near misses, metrics, the easier metrics, systems, reports."""
