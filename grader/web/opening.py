"""Opening the page in a browser. The token never stands among a program's arguments, which others see."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from grader.escape import for_html

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>kata</title>
<p><a href="{address}">Open the page of kata</a></p>
</html>
"""
# A file that a server which was killed has left; one of a server that just starts is still to be read.
LEFT_AFTER_S = 60.0


def has_browser() -> bool:
    """Whether a browser with windows can be opened; one in the terminal would take it from the server."""
    if sys.platform != "linux" or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextlib.contextmanager
def way_in(folder: Path, address: str) -> Iterator[Path]:
    """A file that leads a browser to an address, and that nobody else can read; removed at the end.

    Raises `OSError` if it cannot be written.
    """
    for each in (folder.parent, folder):  # a mode is given to the last of several new folders only
        each.mkdir(parents=True, exist_ok=True, mode=0o700)
    _private(folder)
    _remove_left(folder)
    file = folder / f"open-{secrets.token_hex(8)}.html"
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:  # noqa: PTH123 - a mode from the first moment on
            out.write(_PAGE.format(address=for_html(address)))
        yield file
    finally:
        with contextlib.suppress(OSError):
            file.unlink()


def _private(folder: Path) -> None:
    """Keep other users out of a folder that was made before."""
    with contextlib.suppress(OSError):  # not ours; the file itself is private in any case
        folder.chmod(0o700)


def _remove_left(folder: Path) -> None:
    """Remove what servers that were killed could not."""
    for file in folder.glob("open-*.html"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > LEFT_AFTER_S:
                file.unlink()


def open_browser(file: Path) -> None:
    """Have a browser show a file; nothing waits for it."""

    def opened() -> None:
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(file.as_uri())

    threading.Thread(target=opened, name="kata-browser", daemon=True).start()
