"""The report as an instructor meets it: in a browser, by keyboard, on paper, on a telephone, in the dark."""

import re
from itertools import pairwise

import pytest

from grader.reports.feedback import write_feedback
from grader.reports.page import write_page
from tests.reports.page_support import a_class, hostile_class

# Text as the eye sees it: its colour on the nearest background that is there.
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
    seen += 1;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) faint.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
  }
  return [seen, [...faint]];
}"""


@pytest.fixture
def visit(chromium):
    """Open a page; whatever it does that a report must not do fails the test at its end."""
    contexts, wrong = [], []

    def opened(path, **options):
        context = chromium.new_context(**options)
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on(
            "request", lambda asked: asked.url.startswith("file://") or wrong.append(f"request: {asked.url}")
        )
        page.on("popup", lambda popup: wrong.append("a window opened"))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    return write_page(a_class(16), tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    return write_page(hostile_class(), tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def feedback(tmp_path_factory):
    folder = tmp_path_factory.mktemp("feedback")
    return [*write_feedback(a_class(2), folder / "usual", kind="html")]


def shown(page):
    """The students whose rows are seen, in order."""
    names = page.locator("#scores tbody tr:visible > th > bdi").all_inner_texts()
    return [name.strip() for name in names]


def column(page, at):
    """The numbers that stand first in the cells of a column; None where there is none."""
    texts = page.locator(f"#scores tbody tr > :nth-child({at})").all_inner_texts()
    found = [re.match(r"\s*([\d.]+)", text) for text in texts]
    return [float(each[1]) if each else None for each in found]


def focused(page):
    return page.evaluate(
        "((e) => e.matches('a, button, summary') ? e.textContent.trim() : e.id)(document.activeElement)"
    )


def tab_to(page, what):
    """Press the key until the focus is where it should be."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if what in focused(page):
            return
    raise AssertionError(f"no key leads to {what}")


# --------------------------------------------------------------------------- hostile students


def test_hostile_text_does_nothing(visit, hostile):
    page = visit(hostile[0])
    page.get_by_role("button", name="Student").click()
    page.get_by_label("Not passed").check()
    for path in hostile[:12]:
        page.goto(path.as_uri())
        assert page.evaluate("[window.pwned, document.images.length, document.scripts.length]") == [
            None,
            0,
            int(path == hostile[0]),
        ]


def test_a_script_that_slipped_in_would_not_run(chromium, report):
    page = chromium.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(report[0].as_uri())
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.pwned = 1";
      document.body.append(script);
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.pwned = 1");
      image.src = "http://example.invalid/x.png";
      document.body.append(image);
    }""")
    page.wait_for_timeout(100)
    assert page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in each for each in refused)
    page.close()


# --------------------------------------------------------------------------- filters and sorting


def test_filters_work_by_keyboard_alone(visit, report):
    page = visit(report[0])
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    page.keyboard.press("Enter")
    tab_to(page, "f-text")
    page.keyboard.type("oscar")
    assert shown(page) == ["Óscar Núñez"], "marks above letters make no difference"
    assert page.get_by_role("status").inner_text() == "1 of 16 students shown"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("b1")
    assert len(shown(page)) == 8, "the section is searched too"
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    tab_to(page, "f-failed")
    page.keyboard.press("Space")
    assert "Mateo García" not in shown(page), "who handed in nothing did not fail"
    tab_to(page, "f-eye")
    page.keyboard.press("Space")
    assert shown(page) == ["Óscar Núñez"]
    tab_to(page, "Clear")
    page.keyboard.press("Enter")
    page.get_by_text("16 of 16 students shown").wait_for()
    assert len(shown(page)) == 16


def test_an_exercise_and_a_status_are_filtered_together(visit, report):
    page = visit(report[0])
    page.get_by_role("combobox", name="Status").select_option("not handed in")
    page.get_by_role("combobox", name="Exercise").select_option("gather_patches")
    assert shown(page) == [
        name
        for name, cell in zip(
            page.locator("#scores tbody th > bdi").all_inner_texts(),
            page.locator("#scores tbody tr > :nth-child(4)").all_text_contents(),
            strict=True,
        )
        if "not handed in" in cell
    ]
    assert "Mateo García" in shown(page)
    heads = page.locator("#scores thead th:visible").all_inner_texts()
    assert len(heads) == 4, "student, section, the exercise and the total"


def test_columns_sort_by_keyboard_and_say_so(visit, report):
    page = visit(report[0])
    head = page.get_by_role("columnheader", name="qlora_memory")
    tab_to(page, "qlora_memory")
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    scores = column(page, 9)
    known = [score for score in scores if score is not None]
    assert known == sorted(known)
    assert scores[: len(known)] == known, "what has no score comes last"
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    scores = column(page, 9)
    assert scores[: len(known)] == sorted(known, reverse=True)
    page.get_by_role("button", name="Student").press("Space")
    assert head.get_attribute("aria-sort") == "none"
    names = shown(page)
    assert names[0] == "Ada Lovelace"
    assert names.index("Óscar Núñez") == names.index("Nadia Benali") + 1


def test_the_table_is_there_without_scripts(visit, report):
    page = visit(report[0], java_script_enabled=False)
    assert page.locator("#scores").get_by_role("rowheader", name="Ada Lovelace").is_visible()
    assert page.get_by_role("search").count() == 0
    assert page.get_by_role("table", name="Score of each student").get_by_role("button").count() == 0


# --------------------------------------------------------------------------- who reads it how


def test_a_screen_reader_finds_tables_headers_and_labels(visit, report):
    page = visit(report[0])
    table = page.get_by_role("table", name="Score of each student")
    assert table.get_by_role("columnheader").count() == 11
    assert table.get_by_role("rowheader", name="Ada Lovelace").count() == 1
    assert table.get_by_role("cell", name=re.compile("^10 ?✓ passed$")).first.get_by_role("link").is_visible()
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("searchbox", name="Student or section").is_visible()
    assert page.get_by_role("combobox", name="Status").is_visible()
    assert page.get_by_role("checkbox", name="Needs an eye").is_visible()
    for path in (report[0], report[1]):
        page.goto(path.as_uri())
        levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((h) => +h.tagName[1])")
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        unnamed = page.evaluate(
            "[...document.querySelectorAll('table, [role=region], section')].filter((e) => "
            "!(e.caption || e.ariaLabel || "
            "document.getElementById(e.getAttribute('aria-labelledby')))).length"
        )
        assert unnamed == 0
        assert page.evaluate(
            "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size"
        ) == page.evaluate("document.querySelectorAll('[id]').length")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(visit, report, feedback, scheme):
    backgrounds = []
    page = visit(report[0], color_scheme=scheme)
    for path in (*failing(report)[:3], report[0], feedback[0]):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        seen, faint = page.evaluate(FAINT)
        assert seen > 20
        assert faint == [], path.name
        backgrounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert set(backgrounds) == {"rgb(251, 251, 249)" if scheme == "light" else "rgb(21, 23, 26)"}


def failing(report):
    return [path for path in report[1:] if "For you alone: " in path.read_text(encoding="utf-8")]


def test_a_telephone_scrolls_down_only(visit, report, hostile, feedback):
    page = visit(report[0], viewport={"width": 390, "height": 844})
    for path in (report[0], failing(report)[0], *hostile[:4], feedback[0]):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, path.name


def test_head_and_first_column_stay_in_sight(visit, report):
    page = visit(report[0], viewport={"width": 700, "height": 600})
    page.evaluate("document.querySelector('.scores').scrollTo(200, 300)")
    box = page.locator(".scores").bounding_box()
    head = page.locator("#scores thead th").nth(4).bounding_box()
    name = page.locator("#scores tbody th").nth(10).bounding_box()
    assert abs(head["y"] - box["y"]) < 3
    assert abs(name["x"] - box["x"]) < 3


def test_it_prints_without_filters_and_whole(visit, report):
    page = visit(report[0])
    page.emulate_media(media="print")
    # A4 across, less its margins, in CSS pixels.
    page.set_viewport_size({"width": 1030, "height": 700})
    assert not page.locator("#filters").is_visible()
    assert page.locator("#scores").bounding_box()["width"] <= 1030
    assert page.locator(".scores").evaluate("(e) => e.scrollHeight <= e.clientHeight")
    assert (
        page.locator("#scores thead").evaluate("(e) => getComputedStyle(e).display") == "table-header-group"
    )
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.startswith(b"%PDF")
    width, height = map(float, re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", paper).groups())
    assert width > height


def test_pages_lead_to_each_other(visit, report):
    page = visit(report[0])
    page.get_by_role("rowheader", name="Ada Lovelace").locator("xpath=..").get_by_role("link").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Ada Lovelace")
    page.get_by_role("link", name="Next student, same exercise").click()
    assert not page.get_by_role("heading", level=1).inner_text().startswith("Ada Lovelace")
    page.get_by_role("link", name="Class report").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Class report"


def test_evidence_is_folded_and_opens_by_keyboard(visit, report):
    page = visit(failing(report)[0])
    secret = page.get_by_text("with grid = 3, dim = 12").first
    assert not secret.is_visible()
    tab_to(page, "For you alone")
    page.keyboard.press("Enter")
    assert secret.is_visible()
    assert page.get_by_role("img", name="Map of wrong entries. Of 40 marks").first.is_visible()
