"""A notebook for Jupyter as a student meets it: in JupyterLab, in a browser, without a network."""

import json

import nbformat
import pytest
from playwright.sync_api import expect

from grader.catalogue import load_pack
from grader.intake.source import load
from grader.practice.laying import lay_out
from tests.notebook.browser_support import BRIGHTNESS, TOKEN, TURNS, chromium, served, visit
from tests.notebook.support import await_true

pytest.importorskip("jupyterlab", reason="needs JupyterLab: pip install jupyterlab")

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    # All cells are there, not only those that the window shows.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


@pytest.fixture
def laid(tmp_path):
    """A notebook as it was laid out, but for its answer, which is a wrong one."""
    path = lay_out(load_pack().exercise("pos_embed_2d"), tmp_path / "work", layout="ipynb").path
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].source = TURNS
    nbformat.write(notebook, path)
    return path


@pytest.fixture
def lab(laid, tmp_path):
    """The address of the notebook in JupyterLab."""
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    arguments = [
        *("jupyterlab", "--no-browser", "--ip=127.0.0.1", "--allow-root", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={TOKEN}", f"--LabApp.app_settings_dir={settings}"),
    ]
    with served(arguments, laid.parent, tmp_path / "jupyterlab.log") as port:
        yield f"http://127.0.0.1:{port}/lab/tree/{laid.name}?token={TOKEN}"


def test_run_all_shows_maths_the_verdict_and_the_picture(lab, laid):
    asked = []
    with chromium() as browser:
        page = visit(browser, lab, asked, color_scheme="light")
        page.locator("mjx-container").first.wait_for()
        page.get_by_text("| Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        verdict = page.locator(".kata-verdict").first
        expect(verdict).to_contain_text("failed")
        expect(verdict).to_contain_text("Sine and cosine take turns inside each half of a vector.")
        heatmap = page.locator(".jp-Cell", has_text="import picture").get_by_role("img").first
        expect(heatmap).to_be_visible()
        assert "expected" in heatmap.get_attribute("aria-label")
        assert page.locator(".jp-RenderedText[data-mime-type*=stderr], .jp-OutputArea-error").count() == 0
        themes = page.locator("body")
        expect(themes).to_have_attribute("data-jp-theme-light", "true")
        light = verdict.evaluate(BRIGHTNESS)
        page.emulate_media(color_scheme="dark")
        expect(themes).to_have_attribute("data-jp-theme-light", "false")
        dark = verdict.evaluate(BRIGHTNESS)
        # How bright the text is, and what it stands on.
        assert light[0] + 100 < light[1]
        assert dark[0] - 100 > dark[1]
        look = (
            "(e) => { const s = getComputedStyle(e); return [s.wordBreak, parseFloat(s.paddingLeft) > 4]; }"
        )
        assert verdict.locator("pre").first.evaluate(look) == ["normal", True]
        page.keyboard.press("Control+s")
        await_true(lambda: "kata-verdict" in laid.read_text(encoding="utf-8"), "the notebook was not saved")
    assert not asked
    saved = nbformat.read(laid, as_version=4)
    assert [cell.id for cell in saved.cells] == ["statement", "stub", "check", "picture", "how-to-check"]
    assert saved.cells[1].source == TURNS
    assert saved.cells[2].outputs[-1].data["text/plain"] == "0.0"
    assert not load(laid).notes
