"""The page as somebody practises with it: by a real browser, at a real server, typing."""

import json
import re

import pytest
from playwright.sync_api import expect

from grader.web.opening import way_in
from tests.web.browser_support import (
    Served,
    editor,
    end_of_line,
    enter,
    open_exercise,
    replace_all,
    run,
    tab,
    text_of,
    told,
    write_anew,
)

TITLE = "A 2D sine and cosine position embedding"
# Sine and cosine take turns inside each half.
INTERLEAVED = '''"""My answer."""
import math


def axis(p, d):
    found = []
    for i in range(d // 2):
        angle = p / 10000 ** (2 * i / d)
        if i >= 0:
            found += [math.sin(angle), math.cos(angle)]
        else:
            print("never")
    return found


def pos_embed_2d(grid, dim):
    rows = []
    for i in range(grid * grid):
        row, col = divmod(i, grid)
        vector = axis(row, dim // 2) + axis(col, dim // 2)
        rows.append([round(v, 4) + 0.0 for v in vector])
    return rows
'''


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server with the exercises that come with the package."""
    with Served(tmp_path_factory.mktemp("served")) as one:
        yield one


# --------------------------------------------------------------------------- in


def test_the_printed_address_opens_it_and_its_token_is_seen_no_longer(visitor, served):
    page = visitor.enter(served)
    assert page.url == f"{served.origin}/"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercises")
    page.go_back()
    assert "token" not in page.url


@pytest.mark.parametrize(
    ("to", "path"),
    [
        ("/exercise/patch_index", "/exercise/patch_index"),
        ("/%09/evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("http://evil.example/", "/"),
        ("exercise/patch_index", "/"),
        ("//", "/"),
    ],
    ids=range(7),
)
def test_the_address_leads_to_pages_of_its_own_alone(visitor, served, to, path):
    page = visitor.context(served).new_page()
    page.goto(f"{served.address}&to={to}")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Opening…")
    assert page.url == served.origin + path


def test_a_private_file_leads_to_it(visitor, served, tmp_path):
    page = visitor.context(served).new_page()
    with way_in(tmp_path / "way", served.address) as file:
        page.goto(file.as_uri())
        expect(page.get_by_role("heading", level=1)).to_have_text("Exercises")
        assert page.url == f"{served.origin}/"
        page.get_by_role("link", name="Patch number, row and column").first.click()
        expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()


def test_another_browser_stays_out(visitor, served):
    visitor.foresee(r"status of 403")
    visitor.enter(served)
    stranger = visitor.context(served).new_page()
    for path in ("/", "/exercise/patch_index", "/?token=guessed"):
        answer = stranger.goto(served.origin + path)
        assert answer.status == 403
        expect(stranger.get_by_role("main")).to_contain_text("Open the address that")
        expect(stranger.get_by_role("link", name="patch_index")).to_have_count(0)
    enter(stranger, served)


def test_what_is_not_there_is_told(visitor, served):
    visitor.foresee(r"status of 404")
    page = visitor.enter(served)
    for path in ("/exercise/patch_indx", "/nowhere"):
        assert page.goto(served.origin + path).status == 404
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.get_by_role("link", name="All exercises", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Exercises")


# --------------------------------------------------------------------------- the catalogue


def test_exercises_are_searched_and_filtered(visitor, served):
    page = visitor.enter(served)
    rows = page.locator("main li:visible").filter(has=page.get_by_role("link"))
    everything = rows.count()
    assert everything > 20
    page.keyboard.press("/")
    page.keyboard.type("patch_index")
    expect(page.get_by_role("status")).to_have_text("1 exercise found")
    expect(rows).to_have_count(1)
    expect(rows.get_by_role("link")).to_have_text("Patch number, row and column")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("vision TRANSFORMER")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ exercises found$"))
    tagged = rows.count()
    page.get_by_role("combobox", name="Difficulty").select_option("easy")
    expect(rows.nth(tagged - 1)).to_have_count(0)
    assert 0 < rows.count() < tagged
    expect(rows.filter(has_not_text="easy")).to_have_count(0)
    rows.get_by_role("link").first.click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    page.go_back()
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("vision TRANSFORMER")
    expect(rows.filter(has_not_text="easy")).to_have_count(0)
    page.get_by_role("combobox", name="State").select_option("passed")
    expect(page.get_by_text("No exercise fits")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(rows).to_have_count(everything)
    expect(page.get_by_role("searchbox", name="Search")).to_be_focused()


# --------------------------------------------------------------------------- an exercise, from first to last


def test_formulas_are_drawn(visitor, served):
    page = visitor.open(served, "pos_embed_2d")
    statement = page.get_by_role("region", name="Statement")
    formulas = statement.locator("tex-math")
    expect(formulas.first.locator(".katex")).to_be_visible()
    assert formulas.count() > 8
    for formula in formulas.all():
        expect(formula.locator(".katex-html").first).to_be_visible()
        assert formula.locator(".katex-html").first.bounding_box()["height"] > 8
    expect(formulas.locator(".katex-error")).to_have_count(0)
    # What was written is there for screen readers only.
    seen = statement.evaluate(
        """(e) => {
          const copy = e.cloneNode(true);
          for (const each of copy.querySelectorAll("annotation")) each.remove();
          return copy.textContent;
        }"""
    )
    assert not re.search(r"\$|\\(frac|omega|cdot|qquad|mathrm)", seen)
    loaded = "[...document.fonts].filter((e) => e.status === 'loaded').map((e) => e.family)"
    assert any("KaTeX" in family for family in page.evaluate(f"document.fonts.ready.then(() => {loaded})"))


def test_from_a_wrong_answer_to_the_right_one(visitor, served):
    page = visitor.enter(served)
    name = "pos_embed_2d"
    page.get_by_role("link", name=TITLE).first.click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert "raise NotImplementedError" in text_of(page)
    write_anew(page, INTERLEAVED)
    run(page)
    told(page, "Failed: 0 of ")
    assert served.file(name).read_text() == INTERLEAVED.removesuffix("\n")
    checks = page.get_by_role("tabpanel", name="Checks")
    expect(checks).to_contain_text("Sine and cosine take turns inside each half")
    expect(checks).to_contain_text("expected")

    status, said = served.kata("check", str(served.file(name)))
    assert status == 1
    assert "Sine and cosine take turns" in said

    picture = tab(page, "Picture").locator("#compared")
    for each in ("expected", "got"):
        expect(picture.get_by_role("img", name=re.compile(each, re.I)).first).to_be_visible()
    box = picture.get_by_role("img").first.bounding_box()
    assert box["width"] > 40
    assert box["height"] > 20
    if picture.get_by_role("table").count() == 0 or not picture.get_by_role("table").first.is_visible():
        picture.locator("summary").first.click()
    table = picture.get_by_role("table").first
    expect(table).to_be_visible()
    assert "0.8415" in table.inner_text()

    end_of_line(page, "return found")
    page.keyboard.type("[::2] + found[1::2]")
    run(page)
    told(page, "Passed: ")
    assert "return found[::2] + found[1::2]\n" in served.file(name).read_text()
    following = page.locator("#told").get_by_role("link", name="Next exercise")
    expect(following).to_be_visible()
    assert served.kata("check", str(served.file(name)))[0] == 0
    shown = text_of(page)

    following.click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert f"/exercise/{name}" not in page.url
    page.get_by_role("link", name="all exercises").click()
    link = page.get_by_role("link", name=TITLE)
    row = page.get_by_role("listitem").filter(has=link)
    expect(row.first).to_contain_text("passed")
    expect(row.first).not_to_contain_text("not started")
    page.get_by_role("combobox", name="State").select_option("passed")
    expect(page.get_by_role("status")).to_contain_text("found")
    expect(row.first).to_be_visible()

    open_exercise(page, served, name)
    assert text_of(page) == shown
    page.reload()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert text_of(page) == shown
    expect(page.locator("#told")).to_contain_text("Passed before")


def test_a_syntax_error_is_shown_where_it_is(visitor, served):
    page = visitor.open(served, "patch_index")
    replace_all(page, "def patch_index(row, col, grid_width):\n    return row * grid_width + col +\n")
    run(page)
    told(page, "0 of ")
    checks = page.get_by_role("tabpanel", name="Checks")
    expect(checks).to_contain_text("line 2")
    expect(checks).to_contain_text(re.compile("invalid syntax", re.I))


def test_a_notebook_is_run_and_not_edited(visitor, served):
    name = "gather_patches"
    status, said = served.kata("start", name, "--format", "ipynb", "--into", str(served.workspace))
    assert status == 0, said
    path = served.file(name, ".ipynb")
    page = visitor.open(served, name)
    expect(page.locator("#read-only")).to_contain_text("notebook")
    before = text_of(page)
    assert f"def {name}" in before
    editor(page).focus()
    page.keyboard.type("x = 1")
    assert text_of(page) == before
    kept = path.read_bytes()
    run(page)
    told(page, "0 of ")
    expect(page.get_by_role("tabpanel", name="Checks")).to_contain_text("NotImplementedError")
    assert path.read_bytes() == kept
    json.loads(kept)
