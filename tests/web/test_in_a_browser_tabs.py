"""Several tabs of one browser: each keeps its own text, and they take turns with the server."""

import pytest
from playwright.sync_api import expect

from tests.command.support import add_exercise
from tests.web.browser_support import (
    AWAY,
    REFUSED,
    Served,
    enter,
    open_exercise,
    replace_all,
    run,
    saved,
    tab,
    text_of,
    told,
)

RIGHT = "def {name}(n):\n    return 2 * n\n"
ENDLESS = "def {name}(n):\n    while True:\n        pass\n"
PLACES = ("one", "two", "three", "four", "five", "six", "seven")
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('kata-draft:')).length"


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pack")
    for name in (*PLACES, "printing", "rivals", "reloaded"):
        add_exercise(folder, name, "2 * n", seconds=60.0, total=600.0)
    with (folder / "exercises/reloaded/README.md").open("a") as out:
        out.write("\n$\\rule{9999em}{9999em}$\n\n$$\\rule{9999em}{9999em}$$\n")
    return folder


@pytest.fixture(scope="module")
def served(pack, tmp_path_factory):
    with Served(tmp_path_factory.mktemp("tabs"), "--pack", pack) as one:
        yield one


@pytest.fixture
def own_server(pack, tmp_path):
    """A server that a test may end."""
    with Served(tmp_path, "--pack", pack) as one:
        yield one


def another_tab(page, served, name):
    other = page.context.new_page()
    open_exercise(other, served, name)
    return other


def type_while_away(page, text):
    replace_all(page, text)
    expect(page.locator("#trouble")).to_contain_text("is kept in this browser")


def left_texts(visitor, served, *texts):
    """A browser whose tabs were closed, with a text in each, while the server was away."""
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(served, "one")
    replace_all(page, RIGHT.format(name="one"))
    saved(page)
    tabs = [page, *(another_tab(page, served, "one") for _ in texts[1:])]
    served.end()
    for each, text in zip(tabs, texts, strict=True):
        type_while_away(each, text)
    stays = page.context.new_page()
    for each in tabs:
        each.close()
    served.begin()
    enter(stays, served)
    open_exercise(stays, served, "one")
    return stays


# --------------------------------------------------------------------------- texts


def test_each_of_two_closed_tabs_left_its_text(visitor, own_server):
    page = left_texts(visitor, own_server, "# of the first\n", "# of the second\n")
    assert text_of(page) == RIGHT.format(name="one")
    left = page.locator("#left")
    expect(left).to_contain_text("1 line, from")
    expect(left).to_contain_text("1 more after this one")
    left.get_by_role("button", name="Show it").click()
    expect(page.locator(".cm-content")).to_contain_text("# of the second")
    saved(page)
    assert own_server.file("one").read_text() == "# of the second\n"
    # What stood there before is kept in its place, and the other text still is.
    expect(left).to_contain_text("2 lines")
    left.get_by_role("button", name="Delete it").click()
    expect(left).to_contain_text("1 line, from")
    left.get_by_role("button", name="Show it").click()
    expect(page.locator(".cm-content")).to_contain_text("# of the first")
    expect(page.get_by_role("alert")).to_contain_text("changed outside")
    page.get_by_role("button", name="Keep mine").click()
    saved(page)
    texts = sorted(path.read_text() for path in own_server.file("one").parent.glob("one*.py"))
    assert texts == ["# of the first\n", "# of the second\n"]


def test_what_the_file_holds_by_now_is_not_offered(visitor, own_server):
    page = left_texts(visitor, own_server, "# of the first\n", RIGHT.format(name="one") + "#")
    own_server.file("one").write_text("# of the first\n")
    page.reload()
    left = page.locator("#left")
    expect(left).to_contain_text("3 lines")
    expect(left).not_to_contain_text("more")
    assert page.evaluate(KEPT) == 1
    left.get_by_role("button", name="Delete it").click()
    expect(left).to_be_hidden()
    assert page.evaluate(KEPT) == 0
    assert text_of(page) == "# of the first\n"


def test_what_an_open_tab_holds_is_its_own_also_if_it_was_duplicated(visitor, own_server):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "one")
    mark = page.evaluate("sessionStorage.getItem('kata-tab')")
    other = page.context.new_page()
    other.goto(own_server.origin)
    other.evaluate("(mark) => sessionStorage.setItem('kata-tab', mark)", mark)
    open_exercise(other, own_server, "one")
    assert other.evaluate("sessionStorage.getItem('kata-tab')") != mark
    own_server.end()
    type_while_away(page, "# mine\n")
    type_while_away(other, "# other\n")
    assert page.evaluate(KEPT) == 2
    expect(other.locator("#left")).to_be_hidden()
    own_server.begin()
    for each in (page, other):
        expect(each.locator("#trouble")).to_contain_text("open the address it printed")


def test_a_tab_that_is_loaded_anew_goes_on_with_its_own(visitor, served):
    page = visitor.open(served, "reloaded")
    mark = page.evaluate("sessionStorage.getItem('kata-tab')")
    page.reload()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert page.evaluate("sessionStorage.getItem('kata-tab')") == mark


# --------------------------------------------------------------------------- runs


def test_tabs_run_one_after_the_other_and_the_rest_of_the_page_is_there(visitor, served):
    first = visitor.open(served, PLACES[0])
    tabs = [first, *(another_tab(first, served, name) for name in PLACES[1:])]
    for page, name in zip(tabs, PLACES, strict=True):
        page.bring_to_front()
        replace_all(page, ENDLESS.format(name=name))
        run(page)
        told(page, "0 of 3" if page is first else "Waiting for the run in another tab")
    catalogue = first.context.new_page()
    catalogue.goto(served.origin)
    expect(catalogue.get_by_role("heading", level=1)).to_have_text("Exercises")
    for page in tabs[2:]:
        page.get_by_role("button", name="Stop").click()
        told(page, "Stopped. Nothing was counted.")
    first.get_by_role("button", name="Stop").click()
    told(first, "Stopped")
    told(tabs[1], "0 of 3")
    # Who closes a tab ends its run.
    replace_all(tabs[2], RIGHT.format(name=PLACES[2]))
    run(tabs[2])
    told(tabs[2], "Waiting")
    tabs[1].close()
    told(tabs[2], "Passed")


def test_a_newer_run_in_another_tab_of_the_exercise_ends_the_older_one(visitor, served):
    page = visitor.open(served, "rivals")
    replace_all(page, ENDLESS.format(name="rivals"))
    run(page)
    told(page, "0 of 3")
    other = another_tab(page, served, "rivals")
    replace_all(other, RIGHT.format(name="rivals"))
    expect(other.locator(".facts")).to_contain_text("in progress")
    run(other)
    told(other, "Passed")
    expect(other.locator(".facts")).not_to_contain_text("in progress")
    told(page, "Stopped")


# --------------------------------------------------------------------------- what is shown


def test_what_passing_examples_print_is_shown(visitor, served):
    page = visitor.open(served, "printing")
    output = tab(page, "Output")
    replace_all(page, "print('at import')\ndef printing(n):\n    print('<b>n is', n)\n    return 2 * n\n")
    run(page)
    told(page, "Passed")
    expect(output).to_contain_text("<b>n is 3")
    expect(output).not_to_contain_text("-4")
    replace_all(page, "print('at import')\ndef printing(n):\n    return 2 * n\n")
    run(page)
    expect(output).to_contain_text("The examples printed nothing.")
    expect(output).to_contain_text("while the file is loaded")


def test_no_formula_covers_the_page(visitor, served):
    page = visitor.open(served, "reloaded")
    rules = page.locator(".katex-html .katex-rule")
    expect(rules).to_have_count(2)
    for rule in rules.all():
        box = rule.bounding_box()
        assert max(box["width"], box["height"]) < 1200
