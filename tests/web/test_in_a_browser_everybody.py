"""Who comes to the page how: by keyboard, by ear, on a telephone, in the dark, from another site."""

import contextlib
import http.server
import re
import threading
from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.web.browser_support import (
    FAINT,
    UNNAMED,
    Served,
    editor,
    focused,
    levels,
    open_exercise,
    replace_all,
    run,
    saved,
    tab,
    tab_to,
    text_of,
    told,
)

NAME = "patch_index"
WRONG = """def patch_index(row, col, grid_width):
    print("row", row)
    return row * grid_width - col


def patch_row_col(index, grid_width):
    return divmod(index, grid_width)
"""
TABS = ("Examples", "Checks", "Output", "Picture", "Hints", "Solution")
# Another site tries what a browser lets it: to include, to embed, and to send a form that looks like JSON.
ATTACK = """<!doctype html><title>elsewhere</title>
<script>window.patch_index = 0</script>
<script src="{origin}/api/exercise/patch_index/code"></script>
<iframe name="framed" src="{origin}/exercise/patch_index"></iframe>
<iframe name="sent"></iframe>
<form method="post" enctype="text/plain" target="sent"
action="{origin}/api/exercise/patch_index/run">
<input name='{{"code": "never = 1", "version": "new", "x": "' value='"}}'></form>
"""
ATTEMPTS = """async ([origin, code]) => {
  const answers = [];
  const body = JSON.stringify({code, version: "new", keep_other: true});
  const json = {"Content-Type": "application/json", "X-Kata-Token": "guessed"};
  for (const what of ["code", "version", "run", "stop", "hint", "solution", "reset"])
    for (const method of ["GET", "POST", "PUT"])
      for (const mode of ["cors", "no-cors"])
        for (const headers of [json, {"Content-Type": "text/plain"}]) {
          const options = {method, mode, credentials: "include", headers};
          if (method !== "GET") options.body = body;
          try {
            const answer = await fetch(`${origin}/api/exercise/patch_index/${what}`, options);
            answers.push([answer.status, await answer.text()]);
          } catch (error) {
            answers.push(error.name);
          }
        }
  document.querySelector("form").submit();
  return answers;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("everybody")) as one:
        yield one


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def views(page, served):
    """Go through all that can be seen, one after the other."""
    yield "catalogue"
    unfold(page)
    yield "tracks"
    page.get_by_role("searchbox").fill("no such exercise")
    yield "nothing found"
    open_exercise(page, served, NAME)
    replace_all(page, WRONG)
    yield "written"
    run(page)
    told(page, "Failed")
    unfold(page)
    yield "judged"
    for name in TABS:
        tab(page, name)
        if name == "Hints" and page.get_by_role("button", name="Show the first hint").is_visible():
            page.get_by_role("button", name="Show the first hint").click()
            expect(page.get_by_role("region", name="Hint 1")).to_be_visible()
        yield name
    if page.get_by_role("button", name="Give up").is_visible():
        page.get_by_role("button", name="Give up").click()
        yield "asked"
        page.get_by_role("dialog").get_by_role("button", name="Show the solution").click()
    else:
        page.get_by_role("tabpanel").get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("tabpanel", name="Solution")).to_contain_text("return row * grid_width + col")
    unfold(page)
    yield "solution"
    editor(page).focus()
    page.keyboard.press("ControlOrMeta+f")
    expect(page.locator(".cm-search")).to_be_visible()
    yield "searched"
    page.goto(f"{served.origin}/exercise/nobody")
    yield "missing"
    page.context.clear_cookies()
    page.goto(served.origin)
    yield "refused"


# --------------------------------------------------------------------------- the eye and the ear


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(visitor, served, scheme):
    visitor.foresee(r"status of 40[34]")
    page = visitor.enter(served, color_scheme=scheme)
    found = {}
    for name in views(page, served):
        seen, faint = page.evaluate(FAINT)
        assert seen > 3, name
        if faint:
            found[name] = faint
        dark = page.evaluate("getComputedStyle(document.body).colorScheme") if name == "written" else None
        assert dark is None or scheme in dark
    assert found == {}


def test_the_editor_is_dark_where_the_page_is(visitor, served):
    grounds = {}
    for scheme in ("light", "dark"):
        page = visitor.open(served, NAME, color_scheme=scheme)
        grounds[scheme] = page.evaluate(
            """[".cm-editor", ".cm-gutters", "body"].map((each) => {
              const ink = document.createElement("canvas").getContext("2d");
              ink.fillStyle = getComputedStyle(document.querySelector(each)).backgroundColor;
              ink.fillRect(0, 0, 1, 1);
              return Math.max(...ink.getImageData(0, 0, 1, 1).data.slice(0, 3));
            })"""
        )
    assert min(grounds["light"]) > 200
    assert max(grounds["dark"]) < 80


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_page_scrolls_down_only(visitor, served, width):
    visitor.foresee(r"status of 40[34]")
    page = visitor.enter(served, viewport={"width": width, "height": 844})
    wide = {}
    for name in views(page, served):
        size = page.evaluate("document.documentElement.scrollWidth")
        if size > width:
            wide[name] = size
    assert wide == {}


def test_words_of_a_message_stay_whole_where_the_place_breaks_them(visitor, served):
    """JupyterLab breaks the words of each `pre` in an output, by a rule like this one."""
    page = visitor.open(served, NAME)
    replace_all(page, WRONG)
    run(page)
    told(page, "Failed")
    page.evaluate(
        """() => {
          const lab = new CSSStyleSheet();
          lab.replaceSync(".results pre { word-break: break-all; }");
          document.adoptedStyleSheets.push(lab);
        }"""
    )
    message = page.locator(".kata-verdict .kata-message").first
    looks = message.evaluate("(e) => [getComputedStyle(e).wordBreak, getComputedStyle(e).overflowWrap]")
    assert looks == ["normal", "anywhere"]


def test_a_screen_reader_finds_names_headings_and_landmarks(visitor, served):
    visitor.foresee(r"status of 40[34]")
    page = visitor.enter(served)
    wrong = {}
    for name in views(page, served):
        assert page.evaluate("document.documentElement.lang") == "en"
        assert page.title()
        expect(page.get_by_role("main")).to_have_count(1)
        if name != "asked":
            here = levels(page)
            assert here[0] == 1, name
            assert here.count(1) == 1, name
            if any(after > before + 1 for before, after in pairwise(here)):
                wrong[f"{name}: headings"] = here
        unnamed = page.evaluate(UNNAMED)
        if unnamed:
            wrong[f"{name}: without a name"] = unnamed
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
        twice = [each for each, times in Counter(ids).items() if times > 1]
        if twice:
            wrong[f"{name}: ids"] = twice
    assert wrong == {}


# --------------------------------------------------------------------------- the keyboard


def test_everything_is_reached_by_keyboard(visitor, served):
    page = visitor.enter(served)
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    tab_to(page, "Search")
    page.keyboard.type("patch_row_col patch number")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("patch_index")
    expect(page.get_by_role("status")).to_have_text("1 exercise found")
    tab_to(page, "Patch number, row and column")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()

    tab_to(page, f"Your code for {NAME}")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Tab")
    assert focused(page).startswith("Your code"), "Tab indents"
    assert re.search("^    def patch_index", text_of(page), re.M)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    passed = tab_to(page, "Examples")
    assert not passed[0].startswith("Your code"), "Escape, then Tab leaves"

    for key, name in [
        ("ArrowRight", "Checks"),
        ("ArrowRight", "Output"),
        ("End", "Solution"),
        ("ArrowRight", "Examples"),
        ("ArrowLeft", "Solution"),
        ("Home", "Examples"),
    ]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_focused()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
    tab_to(page, "Your code", "Shift+Tab")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    assert not focused(page).startswith("Your code")


def test_what_has_the_focus_is_seen(visitor, served):
    """Without colour or size of its own it could not be told from the rest."""
    page = visitor.open(served, NAME)
    page.get_by_role("link", name="Skip to the content").focus()
    bare = []
    ring = """() => {
      const e = document.activeElement, style = getComputedStyle(e);
      const around = e.closest("#editor") ? getComputedStyle(document.getElementById("editor")) : style;
      const shown = (s) => s.boxShadow !== "none" || (s.outlineStyle !== "none" && s.outlineWidth !== "0px");
      return [e.tagName + "." + e.className + "#" + e.id, shown(style) || shown(around)
        || (e.closest("#editor") !== null && document.querySelector(".cm-cursor") !== null)];
    }"""
    for _ in range(25):
        page.keyboard.press("Tab")
        if focused(page).startswith("Your code"):
            page.keyboard.press("Escape")
        what, is_seen = page.evaluate(ring)
        if not is_seen and not what.startswith("BODY"):
            bare.append(what)
    assert bare == []


# --------------------------------------------------------------------------- from another site


@contextlib.contextmanager
def another_site(page):
    """A site of somebody else on this machine, with one page."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_another_site_gets_nothing_and_does_nothing(visitor, served):
    own = visitor.open(served, NAME)
    replace_all(own, WRONG)
    saved(own)
    files = {path: path.read_bytes() for path in served.workspace.rglob("*") if path.is_file()}
    # It is opened by the browser that has the cookie.
    with another_site(ATTACK.format(origin=served.origin)) as site:
        page = visitor.unwatched(own.context)
        page.goto(site)
        assert page.evaluate("window.patch_index") == 0
        answers = page.evaluate(ATTEMPTS, [served.origin, "never = 1"])
        assert len(answers) == 7 * 3 * 2 * 2
        assert {each if isinstance(each, str) else tuple(each) for each in answers} <= {"TypeError", (0, "")}
        for name in ("framed", "sent"):
            expect(page.frame(name).locator("body")).to_have_class(re.compile("neterror"))
        # A link from there is refused, too: it could open an exercise, though it could not run anything.
        page.evaluate("(to) => { location = to; }", f"{served.origin}/exercise/{NAME}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Refused")
    for path, content in files.items():
        assert path.read_bytes() == content
    expect(own.locator("#told")).to_have_text("Not run yet.")
    own.reload()
    expect(own.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert text_of(own) == WRONG
