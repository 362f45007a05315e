"""Why no reader takes a file: what it seems to be, and the place where it breaks."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

from lexwarrant.law.readers.archive import SUFFIXES, is_tar
from lexwarrant.law.readers.text_file import json_lines, read_json, read_text
from lexwarrant.law.readers.xml import parse_xml, sniff_root
from lexwarrant.records.errors import LawSourceError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_DATABASE = (".db", ".sqlite", ".sqlite3")
_BINARY = b"\0"


def diagnosis(path: Path) -> str:
    """What is wrong with a file that no reader recognises, in one sentence with its line.

    Empty for a folder, and for a whole file that is simply of another format.
    """
    if not path.is_file():
        return ""
    with path.open("rb") as handle:
        head = handle.read(4096)
    name = path.name.lower()
    try:
        if not head:
            return "the file is empty; fetch it again"
        if head.startswith(_UTF16):
            return "the file is UTF-16; save it as UTF-8"
        if name.endswith(SUFFIXES):
            return _archive(path)
        if name.endswith(_DATABASE):
            return _database(path)
        if name.endswith(".parquet"):
            return "not Parquet (it does not begin with PAR1); fetch it again"
        if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            return _xml(path)
        if name.endswith((".jsonl", ".ndjson")):
            for _ in json_lines(path):
                pass
        elif name.endswith(".json"):
            read_json(path)
        elif _BINARY in head:
            return "a binary file that is neither Parquet nor a database"
        else:
            read_text(path)
    except LawSourceError as error:
        return str(error).removeprefix(f"{path}").lstrip(":, ")
    return ""


def _archive(path: Path) -> str:
    whole = zipfile.is_zipfile(path) or is_tar(path)
    return "holds no file of law" if whole else "the archive is cut or damaged; fetch it again"


def _database(path: Path) -> str:
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            connection.execute("SELECT name FROM sqlite_master").fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        return f"not a readable SQLite database ({error}); fetch it again"
    return "a SQLite database of other tables than those that are read"


def _xml(path: Path) -> str:
    parse_xml(path)
    root = sniff_root(path)
    return (
        f"XML with the root <{root.name}>, which is no format of law that is read" if root else ""
    )
