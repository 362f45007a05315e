"""What a stranger needs to run a published suite again with nothing but Python 3.8."""
