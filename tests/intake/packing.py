"""Makes archives for tests."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping

from tests.intake.conftest import CODE


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A zip archive; the name of an exercise stands for its code."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, CODE.get(content, content) if isinstance(content, str) else content)
    return out.getvalue()


def tarred(files: Mapping[str, str | bytes], mode: str = "w:gz") -> bytes:
    """A tar archive, compressed by gzip if not told otherwise."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            data = CODE.get(content, content).encode() if isinstance(content, str) else content
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()
