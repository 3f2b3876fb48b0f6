"""Lists what an archive holds, as JSON: name, kind, size, SHA-256 and executable bit of every entry, in archive order.

Python's own modules did not write the archive, so they are a fair witness. 7z is left to libarchive (see observe-archive.ts).
"""

import bz2
import gzip
import hashlib
import io
import json
import sys
import tarfile
import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

path, kind = sys.argv[1:3]


def entry(name: str, data: bytes, executable: bool = False, folder: bool = False) -> "dict[str, Any]":
    return {
        "name": name,
        "kind": "folder" if folder else "file",
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "executable": executable,
    }


def from_zip() -> "Iterator[dict[str, Any]]":
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            mode = info.external_attr >> 16
            data = b"" if info.is_dir() else archive.read(info)
            yield entry(info.filename, data, bool(mode & 0o100) and not info.is_dir(), info.is_dir())


def from_tar(stream: "IO[bytes]") -> "Iterator[dict[str, Any]]":
    with tarfile.open(fileobj=stream) as archive:
        for info in archive:
            content = archive.extractfile(info) if info.isfile() else None
            data = b"" if content is None else content.read()
            yield entry(info.name, data, bool(info.mode & 0o100) and info.isfile(), info.isdir())


def from_stream(opener: "Callable[[str], Any]") -> "Iterator[dict[str, Any]]":
    with opener(path) as stream:
        data = stream.read()
    if data[257:262] == b"ustar":
        yield from from_tar(io.BytesIO(data))
    else:
        yield entry("-", data)


readers = {
    "zip": from_zip,
    "gz": lambda: from_stream(gzip.open),
    "bz2": lambda: from_stream(bz2.open),
    "tar": lambda: from_tar(open(path, "rb")),
}
print(json.dumps(list(readers[kind]())))
