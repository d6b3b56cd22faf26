"""A real browser for tests: Debian's Chromium, without a window and without a word to anybody else."""

import contextlib
import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.contextmanager
def a_browser():
    """Chromium; without it the tests are skipped, or fail where it is required."""
    found = shutil.which("chromium")
    if found is None:
        if os.environ.get("KATA_REQUIRE_CHROMIUM"):
            pytest.fail("KATA_REQUIRE_CHROMIUM is set, and chromium is not installed")
        pytest.skip("chromium is not installed (on Debian: apt-get install --no-install-recommends chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=FLAGS)
        yield browser
        browser.close()
