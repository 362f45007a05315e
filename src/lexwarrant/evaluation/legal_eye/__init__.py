"""The public harness of Legal Eye: its suites, its run files, its reports."""
