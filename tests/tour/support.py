"""The tour as a user has it: laid out somewhere, and shown by marimo."""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.tour.tour_data import FILE, ROOT, TOUR


def laid_out(folder):
    """A copy of the tour: what marimo notes beside a notebook does not go to the pack."""
    folder.mkdir(exist_ok=True)
    shutil.copy(FILE, folder)
    return Path(shutil.copy(TOUR, folder))


def environment(**more):
    """Where the grader is found from any folder, and nobody is told of new versions."""
    return os.environ | {"PYTHONPATH": str(ROOT), "MARIMO_SKIP_UPDATE_CHECK": "1"} | more


@contextlib.contextmanager
def shown(notebook, log):
    """`marimo run` on a free port; gives the address of the page."""
    token, port = secrets.token_hex(8), _free_port()
    command = [
        sys.executable,
        "-m",
        "marimo",
        "run",
        "--headless",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, "--token", "--token-password", token, str(notebook)],
            cwd=notebook.parent,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/health", server, log)
        yield f"http://127.0.0.1:{port}/?access_token={token}"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _free_port():
    """marimo takes port 0 for its usual one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _wait_for(address, server, log):
    for _ in range(600):
        assert server.poll() is None, log.read_text()
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text())
