"""The grammar of citations that every pack shares: phrases, pins, joining, short forms."""
