"""Warrant cards to label: sheets, double labels, agreement, adjudication, and the report."""
