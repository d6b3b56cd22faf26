"""The tour as it is read: `marimo run`, in a browser, by keyboard, on a telephone."""

import importlib.util

import pytest

from tests.tour.support import laid_out, shown
from tests.tour.tour_data import PROGRAMS

# marimo scrolls within the page, and leaves out what is far from the part that is seen.
TALL = 16_000

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("marimo") is None, reason="marimo is not installed: pip install marimo"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tour")
    with shown(laid_out(folder / "positions_tour"), folder / "log") as address:
        yield address


@pytest.fixture(scope="module")
def asked():
    """What was asked of others than this machine."""
    return []


@pytest.fixture(scope="module")
def page(chromium, address, asked):
    context = chromium.new_context(viewport={"width": 1200, "height": TALL})
    context.set_default_timeout(30_000)
    page = context.new_page()
    here = address.partition("?")[0]
    own = (here, here.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda request: request.url.startswith(own) or asked.append(request.url))
    page.goto(address)
    page.get_by_role("heading", name="Where to go on").wait_for()
    page.get_by_role("img", name="Dimension 34 resized").wait_for()
    yield page
    context.close()


def pictures(page):
    return page.get_by_role("img").and_(page.locator("img"))


def test_every_page_is_there_and_nothing_went_wrong(page):
    heads = page.get_by_role("heading", level=2).all_inner_texts()
    assert [head[:2] for head in heads] == [*(f"{number}." for number in range(1, 9)), "Wh"]
    assert page.locator("h3:not(:has(button))").count() == len(PROGRAMS)
    assert page.locator(".marimo-error, [data-testid=marimo-error]").count() == 0
    text = page.locator("body").inner_text()
    assert "Traceback" not in text
    assert "An internal error" not in text


def test_every_picture_has_words_that_say_what_is_seen(page):
    words = [picture.get_attribute("alt") for picture in pictures(page).all()]
    assert len(words) >= 18
    assert all(len(each or "") > 20 for each in words)
    assert page.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth > 300)")


def test_a_slider_is_moved_by_keyboard_and_the_picture_follows(page):
    slider = page.get_by_role("slider").first
    before = page.get_by_role("img", name="Dimension 2 of the fixed table")
    seen = before.get_attribute("src")
    assert "row to row" in before.get_attribute("alt")
    slider.focus()
    page.keyboard.press("End")
    after = page.get_by_role("img", name="Dimension 63 of the fixed table")
    after.wait_for()
    assert after.get_attribute("src") != seen
    assert "column to column" in after.get_attribute("alt")
    assert page.get_by_role("img", name="Dimension 2 of the fixed table").count() == 0
    page.keyboard.press("ArrowLeft")
    page.get_by_role("img", name="Dimension 62 of the fixed table").wait_for()


def test_another_place_is_chosen_and_its_map_is_drawn(page):
    page.get_by_role("slider").nth(2).focus()
    page.keyboard.press("Home")
    page.get_by_role("img", name="Cosine of the place in row 0, column 7 with every place").first.wait_for()


def test_another_patch_looks(page):
    page.get_by_role("combobox").select_option("the sun")
    page.get_by_role(
        "img", name="How strongly the sun looks at each patch, with positions, list shuffled"
    ).wait_for()
    assert page.get_by_text("brought back, they differ by 0%").is_visible()


def test_an_answer_is_folded_until_it_is_asked_for(page):
    answer = page.get_by_role("region", name="One answer")
    assert answer.count() == 0
    page.get_by_role("button", name="One answer").first.press("Enter")
    answer.get_by_text("The other two are far away").wait_for()


def test_a_program_is_shown_failing_when_that_is_asked_for(page):
    pytest.importorskip("torch")
    page.get_by_role("button", name="What the grader says").first.press("Enter")
    page.get_by_text("of 10 points").first.wait_for()


def test_a_telephone_scrolls_down_only(page):
    page.set_viewport_size({"width": 390, "height": TALL})
    wide = "[...document.querySelectorAll('img')].map((image) => image.getBoundingClientRect().right)"
    assert max(page.evaluate(wide)) <= 390
    assert page.evaluate("document.getElementById('App').scrollWidth") <= 390


def test_nothing_is_asked_of_any_other_machine(page, asked):
    assert asked == []
