"""Notebooks in a real browser: a server that reads and leaves nothing of the user's, and Chromium."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time

from playwright.sync_api import expect

from tests.chromium import a_browser
from tests.notebook.support import kernel_environment

WAIT_MS = 60_000
SIZE = {"width": 1200, "height": 1000}
TOKEN = secrets.token_hex(8)
# A mistake that the exercise knows: sine and cosine take turns.
TURNS = """\
import math


def pos_embed_2d(grid, dim):
    half = dim // 2
    omega = [10000 ** (-2 * i / half) for i in range(half // 2)]

    def one(p):
        return [round(f(p * w), 4) + 0.0 for w in omega for f in (math.sin, math.cos)]

    return [one(row) + one(col) for row in range(grid) for col in range(grid)]"""
# Of the text of an element, and of the nearest background that is there.
BRIGHTNESS = """(element) => {
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const bright = (colour) => parts(colour).reduce((sum, part) => sum + part, 0) / 3;
  const stands = (each) => {
    for (; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== 'transparent') return bright(colour);
    }
    return 255;
  };
  return [bright(getComputedStyle(element).color), stands(element)];
}"""


@contextlib.contextmanager
def chromium():
    """A browser; without one the test is skipped, or fails where one is required."""
    with a_browser() as browser:
        expect.set_options(timeout=WAIT_MS)
        yield browser
        expect.set_options(timeout=5_000)


def visit(browser, url, asked, **options):
    """Open a page; ``asked`` takes the addresses that it asks for elsewhere."""
    context = browser.new_context(viewport=SIZE, **options)
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("request", lambda request: None if _is_here(request.url) else asked.append(request.url))
    page.goto(url)
    return page


def _is_here(url):
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))


@contextlib.contextmanager
def served(arguments, folder, log, **environment):
    """A server of this Python's, begun with ``--port N`` as its last arguments; the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", *arguments, "--port", str(port)],
            cwd=folder,
            env=kernel_environment(log.parent, **environment),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _await(server, port, log)
        yield port
    finally:
        # The kernels, too.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _await(server, port, log):
    end = time.monotonic() + 60
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)
