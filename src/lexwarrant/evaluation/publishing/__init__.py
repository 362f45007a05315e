"""Publication: figures from run files, never from memory, and a check that they are up to date."""
