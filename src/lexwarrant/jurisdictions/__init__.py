"""One pack per legal system, and the grammar of citations they share."""
