"""Subject indexes: the words under which people look for a provision who do not know its own.

Each pack may hold a folder ``finding_aid`` of YAML files that map a provision's id to index lines.
They help to find a provision and are never shown as law and never quoted.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from lexwarrant.records.errors import ConfigurationError


def finding_aid_digest(jurisdiction: str) -> str:
    """SHA-256 over the files of a jurisdiction's subject index, so that an index built with it knows."""
    folder = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "finding_aid")
    digest = hashlib.sha256()
    if folder.is_dir():
        for entry in sorted(folder.iterdir(), key=lambda f: f.name):
            digest.update(entry.read_bytes())
    return digest.hexdigest()


@cache
def finding_aid(jurisdiction: str) -> dict[str, tuple[str, ...]]:
    """Index lines by provision id for a jurisdiction; empty when its pack has none."""
    import yaml

    folder = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "finding_aid")
    if not folder.is_dir():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    lines: dict[str, tuple[str, ...]] = {}
    for entry in sorted(folder.iterdir(), key=lambda f: f.name):
        if not entry.name.endswith(".yaml"):
            continue
        body = yaml.load(entry.read_text("utf-8"), Loader=loader)
        for provision, index_lines in body.items():
            if not isinstance(index_lines, list):
                raise ConfigurationError(
                    f"finding_aid/{entry.name}: {provision} needs a list of lines"
                )
            lines[provision] = (*lines.get(provision, ()), *(str(line) for line in index_lines))
    return lines
