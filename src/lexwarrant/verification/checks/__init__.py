"""One module a fault: each compares one kind of slot and gives faults, never a verdict."""
