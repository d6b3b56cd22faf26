"""A real server, a real browser, and somebody who types."""

import http.server
import re
import signal
import threading

import pytest
from playwright.sync_api import expect

from tests.command.support import start

# What is shared with others may be slow; what never comes fails all the same.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)

# Chromium writes every answer that is an error, and every server that is away, into its console.
REFUSED = r"the server responded with a status of (403|409)"
AWAY = r"net::ERR_[A-Z_]*(CONNECT|EMPTY_RESPONSE|CHUNKED)"

# Text as the eye sees it: its colour on what is behind it, both as pixels, with what is translucent mixed in.
FAINT = """() => {
  const ink = Object.assign(document.createElement("canvas"), {width: 1, height: 1})
    .getContext("2d", {willReadFrequently: true});
  const rgb = (colours) => {
    ink.clearRect(0, 0, 1, 1);
    for (const colour of colours) { ink.fillStyle = colour; ink.fillRect(0, 0, 1, 1); }
    return [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colours) => rgb(colours).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    const found = [];
    for (let each = element; each; each = each.parentElement)
      found.unshift(getComputedStyle(each).backgroundColor);
    return ["white", ...found];
  };
  const faint = new Set();
  let seen = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility({visibilityProperty: true})) continue;
    if (element.closest("svg, .katex-mathml, option, :disabled")) continue;
    seen += 1;
    const ground = behind(element);
    const [a, b] = [light([...ground, getComputedStyle(element).color]), light(ground)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const what = `${element.tagName}.${element.className} ${texts.currentNode.data.trim()}`;
    if (contrast < 4.5) faint.add(`${contrast.toFixed(2)} ${what}`);
  }
  return [seen, [...faint]];
}"""
UNNAMED = """() => {
  const named = (id) => document.getElementById(id)?.textContent.trim();
  const all = "a[href], button, input, select, textarea, summary, dialog, [role], [tabindex='0']";
  return [...document.querySelectorAll(all)]
    .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.closest("[aria-hidden=true]"))
    .filter((e) => !["presentation", "none", "status", "alert", "search"].includes(e.getAttribute("role")))
    .filter((e) => !(e.ariaLabel || e.title || e.labels?.length || e.textContent.trim()))
    .filter((e) => !(e.getAttribute("aria-labelledby") || "").split(" ").some(named))
    .map((e) => e.outerHTML.slice(0, 120));
}"""


class Served:
    """`kata serve` in a process of its own, with a workspace and progress of its own."""

    def __init__(self, folder, *options):
        self.workspace = folder / "ws"
        self.port = 0
        self._folder = folder
        self._options = options
        self._process = None

    def __enter__(self):
        self.begin()
        return self

    def __exit__(self, *_):
        if self._process is not None:
            self.end()

    def _start(self, *arguments):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("KATA_DATA_DIR", str(self._folder / "data"))
            return start(*arguments, folder=self._folder)

    def begin(self, *options):
        """Start it, at the same port as before."""
        self._process = self._start(
            "serve", "--no-browser", "--port", self.port, *(options or self._options), self.workspace
        )
        said = self._process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/\?token=\S+", said)
        if found is None:
            self._process.kill()
            pytest.fail(f"it said {said!r}{self._process.communicate()}")
        self.address, self.origin, self.port = found[0], found[1], int(found[2])

    def end(self):
        """Press Ctrl-C; it has to end by that, with its status, and with nothing on its error output."""
        process, self._process = self._process, None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (130, ""), f"it ended with {process.returncode} and said {err!r}"

    def kata(self, *arguments):
        """The status of another command of the same user, and all that it says."""
        with self._start(*arguments) as process:
            out, err = process.communicate(timeout=60)
        return process.returncode, out + err

    def file(self, name, ending=".py"):
        """Where an answer is."""
        return self.workspace / name / f"{name}{ending}"


class Squatter(http.server.ThreadingHTTPServer):
    """Another user's server at the address that a server of ours has left; it keeps what it is sent."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port, answers):
        """Answer with the text of the first of these ends of paths, all others with a page."""
        self.asked = []
        self._answers = answers
        super().__init__(("127.0.0.1", port), _Squatting)

    def answer(self, path):
        """The type and the text of an answer."""
        for end, text in self._answers.items():
            if path.endswith(end):
                return "application/json", text
        return "text/html", "<!doctype html><title>squatter</title><h1>Enter your token</h1>"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class _Squatting(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        size = int(self.headers.get("Content-Length") or 0)
        self.server.asked.append((self.command, self.path, dict(self.headers), self.rfile.read(size)))
        kind, text = self.server.answer(self.path)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    do_POST = do_PUT = do_HEAD = do_GET

    def log_message(self, *_):
        pass


class Visitor:
    """Somebody with a browser; whatever a page does that it must not fails the test at its end."""

    def __init__(self, browser):
        self._browser = browser
        self._contexts = []
        self._wrong = []
        self._foreseen = []
        self._is_watching = True

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for context in self._contexts:
            context.close()
        wrong = [text for text in self._wrong if not any(re.search(each, text) for each in self._foreseen)]
        assert kind is not None or wrong == [], "\n".join(wrong)

    def foresee(self, *patterns):
        """What the console may say in this test."""
        self._foreseen += patterns

    def context(self, served, **options):
        """A browser that nobody has used."""
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        context.on("page", lambda page: self._watch(page, served.origin))
        return context

    def unwatched(self, context):
        """A page that may do what it likes."""
        self._is_watching = False
        page = context.new_page()
        self._is_watching = True
        return page

    def _watch(self, page, origin):
        if not self._is_watching:
            return
        own = (origin, "file:", "data:")
        page.on(
            "request",
            lambda asked: asked.url.startswith(own) or self._wrong.append(f"request: {asked.url}"),
        )
        page.on("console", lambda message: self._wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self._wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self._wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda _: self._wrong.append("a window opened"))

    def enter(self, served, **options):
        """Open the address that the server printed, in a new browser."""
        page = self.context(served, **options).new_page()
        enter(page, served)
        return page

    def open(self, served, name, **options):
        """The page of an exercise, in a new browser."""
        page = self.enter(served, **options)
        open_exercise(page, served, name)
        return page


def enter(page, served):
    page.goto(served.address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercises")


def open_exercise(page, served, name):
    page.goto(f"{served.origin}/exercise/{name}")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()


# --------------------------------------------------------------------------- the editor


def editor(page):
    return page.get_by_role("textbox", name="Your code")


def text_of(page):
    """What stands in the editor, a short text at least: of a long one only what is in sight is there."""
    return "\n".join(page.locator(".cm-line").all_text_contents())


def to_the_editor(page):
    """Where nothing stands by the name of the line, a click into the middle of it may be a scroll away."""
    editor(page).focus()


def replace_all(page, text):
    """Paste over everything; the clipboard is not the machine's."""
    to_the_editor(page)
    page.keyboard.press("ControlOrMeta+a")
    editor(page).evaluate(
        """(element, text) => {
          const held = {clipboardData: new DataTransfer(), bubbles: true, cancelable: true};
          held.clipboardData.setData("text/plain", text);
          element.dispatchEvent(new ClipboardEvent("paste", held));
        }""",
        text,
    )


def write_anew(page, text):
    """Type a program key by key, as somebody does who looks where the cursor went by itself."""
    to_the_editor(page)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    for number, line in enumerate(text.removesuffix("\n").split("\n")):
        if number:
            page.keyboard.press("Enter")
        words = line.lstrip(" ")
        there = page.locator(".cm-activeLine").text_content()
        assert there.strip(" ") == "", "no line was there before"
        wanted, had = (len(line) - len(words), len(there)) if words else (len(there), len(there))
        for _ in range(max(0, had - wanted) // 4):
            page.keyboard.press("Backspace")
        for _ in range(max(0, wanted - had) // 4):
            page.keyboard.press("Tab")
        page.keyboard.type(words)


def end_of_line(page, start_of_line):
    """Put the cursor behind the first line that begins so."""
    line = page.locator(".cm-line").filter(has_text=re.compile(rf"^\s*{re.escape(start_of_line)}")).first
    line.click()
    page.keyboard.press("End")


def saved(page):
    expect(page.locator("#state")).to_have_text("saved")


# --------------------------------------------------------------------------- a run


def run(page):
    page.keyboard.press("Control+Enter")


def told(page, text):
    """The sentence over the results, once it is there."""
    expect(page.locator("#told")).to_contain_text(text)


def tab(page, name):
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


# --------------------------------------------------------------------------- the keyboard


def focused(page):
    """What has the focus, by its name."""
    return page.evaluate(
        "(e => (e.ariaLabel || e.labels?.[0]?.textContent || e.textContent).trim())(document.activeElement)"
    )


def tab_to(page, what, key="Tab"):
    """Press a key until the focus is where it should be; what it came by."""
    passed = []
    for _ in range(80):
        page.keyboard.press(key)
        passed.append(focused(page))
        if what in passed[-1]:
            return passed
    raise AssertionError(f"no key leads to {what}, only to {passed}")


def levels(page):
    """The levels of the headings that are seen."""
    return page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter((h) => h.checkVisibility())"
        ".map((h) => +h.tagName[1])"
    )
