"""``python -m lexwarrant``."""

from lexwarrant.cli.main import run

run()
