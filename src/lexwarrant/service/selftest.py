"""The corpus's own test: is every counted record there, and does a sample read back whole."""

from __future__ import annotations

from typing import Any

from lexwarrant.law.snapshot import Snapshot

_SAMPLE = 20


class CorpusTest:
    """Checks a snapshot once and keeps the result: the snapshot does not change."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._result: dict[str, Any] | None = None

    def result(self) -> dict[str, Any]:
        """``ok``, and what was counted; ``failed`` names what is wrong."""
        if self._result is None:
            self._result = self._check()
        return self._result

    def _check(self) -> dict[str, Any]:
        manifest = self._snapshot.manifest
        authorities = sum(1 for _ in self._snapshot.authorities())
        failed = []
        if authorities != manifest.authorities:
            failed.append(f"{authorities} authorities, the manifest says {manifest.authorities}")
        sampled = 0
        for version in self._snapshot.all_versions():
            if sampled >= _SAMPLE:
                break
            sampled += 1
            read = self._snapshot.versions(version.provision_id)
            if not any(v.text == version.text for v in read):
                failed.append(f"{version.provision_id} does not read back")
        return {
            "ok": not failed, "snapshot": manifest.name, "digest": manifest.digest,
            "authorities": authorities, "sampled": sampled, "failed": failed,
        }  # fmt: skip
