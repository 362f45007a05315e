"""The vocabulary: every record that crosses a room, defined once."""
