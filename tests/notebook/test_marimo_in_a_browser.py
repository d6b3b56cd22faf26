"""A notebook for marimo as a student meets it: it waits for "Run all", then checks by itself."""

import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from grader.catalogue import load_pack
from grader.intake.source import load
from grader.practice.laying import lay_out
from tests.notebook.browser_support import TOKEN, chromium, served, visit
from tests.notebook.support import SOLUTION, await_true

pytest.importorskip("marimo", reason="needs marimo: pip install 'kata-grader[notebook]'")


@pytest.fixture
def folder():
    """A folder of its own: below /tmp, where this repository may lie as well, marimo asks where to save."""
    with tempfile.TemporaryDirectory(prefix="kata-marimo-", dir="/var/tmp") as made:
        yield Path(made)


def test_the_verdict_follows_the_answer(folder):
    path = lay_out(load_pack().exercise("pos_embed_2d"), folder / "work", layout="marimo").path
    asked = []
    arguments = ["marimo", "edit", "--headless", "--skip-update-check", "--token-password", TOKEN, str(path)]
    with served(arguments, path.parent, folder / "marimo.log") as port, chromium() as browser:
        page = visit(browser, f"http://127.0.0.1:{port}/?access_token={TOKEN}", asked)
        expect(page.locator("em", has_text="Nothing runs by itself")).to_be_visible()
        expect(page.locator(".katex").first).to_be_visible()
        assert page.locator(".kata-verdict").count() == 0
        page.get_by_test_id("run-button").last.click()
        verdict = page.locator(".kata-verdict").first
        expect(verdict).to_contain_text("Not started: this is the stub")
        answer = page.locator(".cm-content", has_text="Fill in the function below")
        answer.click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(SOLUTION.rstrip())
        page.keyboard.press("Control+Enter")
        expect(verdict).to_contain_text("10 of 10 points")
        expect(page.locator(".kata-picture").get_by_role("img").first).to_be_visible()
        page.keyboard.press("Control+s")
        await_true(lambda: "exact_pos_embed_2d" in path.read_text(encoding="utf-8"), "it was not saved")
    assert not asked
    assert not load(path).notes
