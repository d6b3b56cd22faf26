"""Verdicts and pictures as they are seen: in light and dark, on a wide page and on a telephone, on paper."""

from __future__ import annotations

import pytest

from grader.fragments.heatmap import picture_html
from grader.fragments.verdict import STYLE, standalone, verdict_html
from grader.model import Status
from tests.fragments.support import check_result, result, samples, several

# Text as the eye sees it: its colour on the nearest background that is there. Numbers inside of cells stand
# on the colours of cells.
FAINT = """() => {
  const rgb = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = rgb(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  let seen = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest('style, .kata-numbers')) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const colour = element.ownerSVGElement ? style.fill : style.color;
    const [a, b] = [light(rgb(colour)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const name = `${element.tagName}.${element.getAttribute('class')}`;
    if (contrast < 4.5) faint.add(`${name} ${contrast.toFixed(2)}`);
  }
  return [seen, [...faint]];
}"""
OPEN = "document.querySelectorAll('details').forEach((d) => { d.open = true; })"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(27, 30, 34)"
# What a page says of its theme, what the machine prefers, and which colour a verdict has to have.
THEMES = {
    "a page in light": ("", "light", LIGHT),
    "a page in dark": ("", "dark", DARK),
    "JupyterLab in light": ('data-jp-theme-light="true"', "dark", LIGHT),
    "JupyterLab in dark": ('data-jp-theme-light="false"', "light", DARK),
    "marimo in dark": ('class="dark"', "light", DARK),
}
# What JupyterLab does to whatever it shows.
JUPYTER = """
.shown pre { color: #ddd; background: #ccc; } .shown td, .shown th { max-width: none; background: inherit; }
.shown tbody tr:nth-child(odd) { background: #777; } .shown ul:not(.list-inline) { padding-left: 2em; }
.shown svg { max-width: 100%; height: auto; }
"""


@pytest.fixture(scope="module")
def pieces():
    """A verdict of each status, and every kind of picture."""
    verdicts = [verdict_html(several(), samples()["small"], ident="several", examples_only=True)]
    verdicts += [
        verdict_html(result(status.value, [check_result(status=status.value, printed="word " * 90)]))
        for status in Status
    ]
    return [*verdicts, *(picture_html(picture, f"p-{name}") for name, picture in samples().items())]


@pytest.fixture
def opened(chromium, tmp_path, pieces):
    contexts = []

    def open_page(says="", width=1200, prefers="light"):
        context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=prefers)
        contexts.append(context)
        path = tmp_path / "page.html"
        scheme = "light dark" if not says else "normal"
        path.write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<style>:root {{ color-scheme: {scheme} }} body {{ margin: 8px }} {JUPYTER}</style>"
            f'<body {says}><div class="shown">{standalone(pieces[0])}{"".join(pieces[1:])}</div>',
            encoding="utf-8",
        )
        page = context.new_page()
        page.goto(path.as_uri())
        page.evaluate(OPEN)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("width", [1200, 390])
def test_text_is_read_in_every_theme_and_the_page_does_not_scroll_sideways(opened, theme, width):
    says, prefers, background = THEMES[theme]
    page = opened(says, width, prefers)
    seen, faint = page.evaluate(FAINT)
    assert seen > 500
    assert faint == []
    for piece in (".kata-verdict", ".kata-picture"):
        assert page.locator(piece).last.evaluate("(e) => getComputedStyle(e).backgroundColor") == background
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_cells_of_tables_and_texts_keep_their_place(opened):
    page = opened()
    assert (
        page.evaluate(
            """[...document.querySelectorAll('svg')].filter((svg) => {
          const box = svg.getBBox(), [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
          return box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1;
        }).map((svg) => svg.getAttribute('aria-label'))"""
        )
        == []
    )


def test_what_scrolls_can_be_reached_by_keyboard(opened):
    page = opened(width=390)
    assert (
        page.evaluate(
            """[...document.querySelectorAll('.shown *')].filter((e) => e.scrollWidth > e.clientWidth + 1
          && getComputedStyle(e).overflowX !== 'visible' && !(e.tabIndex === 0 && e.ariaLabel)).length"""
        )
        == 0
    )
    assert page.locator(".kata-scroll").first.evaluate("(e) => e.scrollWidth > e.clientWidth")


def test_paper_is_white(opened):
    page = opened('data-jp-theme-light="false"')
    page.emulate_media(media="print")
    assert page.locator(".kata-verdict").first.evaluate("(e) => getComputedStyle(e).backgroundColor") == LIGHT
    assert page.evaluate(FAINT)[1] == []


def test_a_style_of_its_own_file_is_enough_under_a_strict_policy(chromium, pieces):
    wrong = []
    context = chromium.new_context()
    page = context.new_page()
    page.on("console", lambda message: wrong.append(message.text))
    policy = "default-src 'none'; style-src 'self'; img-src data:"

    def answer(route):
        css = route.request.url.endswith(".css")
        head = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="kata.css">'
        body = STYLE if css else head + "".join(pieces)
        route.fulfill(
            body=body,
            content_type="text/css" if css else "text/html",
            headers={"Content-Security-Policy": policy},
        )

    page.route("http://kata.invalid/**", answer)
    page.goto("http://kata.invalid/page")
    assert page.locator(".kata-verdict").first.evaluate("(e) => getComputedStyle(e).backgroundColor") == LIGHT
    assert wrong == []
    context.close()
