"""Gates: rules that a run must hold before a release."""
