"""Runs, help and hostile text, with small exercises: what a page shows and what it survives."""

import pytest
from playwright.sync_api import expect

from tests.command.support import add_exercise
from tests.web.browser_support import (
    Served,
    replace_all,
    run,
    saved,
    tab,
    text_of,
    told,
    write_anew,
)

SCRIPT = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
RIGHT = "def {name}(n):\n    return 2 * n\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server with an exercise for each test, so that none finds what another one left."""
    folder = tmp_path_factory.mktemp("runs")
    pack = folder / "pack"
    for name in ("helped", "given_up", "printing", "pasted"):
        add_exercise(pack, name, "2 * n", seconds=5.0, total=20.0)
    add_exercise(pack, "endless", "2 * n", seconds=0.5, total=2.0)
    add_exercise(pack, "patient", "2 * n", seconds=60.0, total=600.0)
    add_hostile(pack, "hostile")
    with Served(folder, "--pack", pack) as one:
        yield one


def add_hostile(pack, name):
    """An exercise with markup wherever its author can write."""
    add_exercise(pack, name, "2 * n")
    exercise = pack / "exercises" / name
    toml = (exercise / "exercise.toml").read_text().replace("\nhints", f'\ntags = ["{SCRIPT}"]\nhints')
    for text in ("The hostile of a number", "warm-up", "Read the statement."):
        toml = toml.replace(f'"{text}"', f'"{text} {SCRIPT}"')
    (exercise / "exercise.toml").write_text(toml)
    examples = (exercise / "examples.py").read_text()
    for text in ("a small number", "three"):
        examples = examples.replace(f'"{text}"', f'"{text} {SCRIPT}"')
    (exercise / "examples.py").write_text(examples)
    for file in ("README.md", "approach.md"):
        with (exercise / file).open("a") as out:
            out.write(f"\n{SCRIPT}\n\n`{SCRIPT}`\n\n${SCRIPT}$\n")
    for file in ("solution.py", "mistakes/unchanged.py"):
        path = pack / "solutions" / name / file
        path.write_text(path.read_text().replace("The number", f"{SCRIPT} The number") + f"# {SCRIPT}\n")


def is_untouched(page):
    """Nothing of what others wrote became a part of the page."""
    return page.evaluate(
        "window.pwned === undefined && !document.querySelector('img[src=x], [onerror], script:not([src])')"
    )


# --------------------------------------------------------------------------- hints and solutions


def test_hints_come_one_by_one_and_the_approach_after_them(visitor, served):
    page = visitor.open(served, "helped")
    hints = tab(page, "Hints")
    expect(hints).not_to_contain_text("Try a small number.")
    hints.get_by_role("button", name="Show the first hint").click()
    expect(hints.get_by_role("region", name="Hint 1 of 3")).to_contain_text("Read the statement.")
    expect(hints).not_to_contain_text("Try a small number.")
    hints.get_by_role("button", name="Show hint 2 of 3").click()
    expect(hints.get_by_role("region", name="Hint 2 of 3")).to_be_focused()
    page.reload()
    hints = tab(page, "Hints")
    expect(hints).to_contain_text("Try a small number.")
    hints.get_by_role("button", name="Show hint 3 of 3").press("Enter")
    expect(hints).to_contain_text("It is one line.")
    expect(hints).not_to_contain_text("Look.")
    hints.get_by_role("button", name="Show the approach").press("Space")
    expect(hints.get_by_role("region", name="Approach")).to_contain_text("Look.")
    expect(hints.get_by_role("button")).to_have_count(0)


def test_who_gives_up_is_asked_first(visitor, served):
    page = visitor.open(served, "given_up")
    solution = tab(page, "Solution")
    solution.get_by_role("button", name="Give up").click()
    asking = page.get_by_role("dialog")
    expect(asking).to_contain_text("Give up")
    asking.get_by_role("button", name="Go on trying").press("Enter")
    expect(asking).to_have_count(0)
    expect(solution.get_by_role("button", name="Give up")).to_be_focused()
    solution.get_by_role("button", name="Give up").press("Enter")
    page.keyboard.press("Escape")
    expect(asking).to_have_count(0)
    expect(solution).not_to_contain_text("return 2 * n")
    solution.get_by_role("button", name="Give up").click()
    asking.get_by_role("button", name="Show the solution").click()
    expect(solution).to_contain_text("return 2 * n")
    page.get_by_role("link", name="all exercises").click()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="given_up"))
    expect(row).to_contain_text("solution opened")


# --------------------------------------------------------------------------- runs


def test_checks_are_told_as_they_come_and_a_run_is_stopped(visitor, served):
    page = visitor.open(served, "patient")
    replace_all(page, "def patient(n):\n    while n < 0:\n        pass\n    return 2 * n\n")
    run(page)
    told(page, "2 of 3")
    live = page.get_by_role("list", name="Checks").get_by_role("listitem")
    expect(live.filter(has_text="any number")).to_contain_text("passed")
    expect(live.filter(has_text="a negative number")).to_contain_text("not run yet")
    # The page is there meanwhile, and what is typed goes to the file.
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("# still here")
    saved(page)
    assert served.file("patient").read_text().endswith("# still here")
    page.get_by_role("button", name="Stop").click()
    told(page, "Stopped")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()
    replace_all(page, RIGHT.format(name="patient"))
    run(page)
    told(page, "Passed: 10 of 10 points")


def test_a_newer_run_ends_the_one_before(visitor, served):
    page = visitor.open(served, "patient")
    replace_all(page, "def patient(n):\n    while True:\n        pass\n")
    run(page)
    told(page, "0 of 3")
    replace_all(page, RIGHT.format(name="patient"))
    run(page)
    told(page, "Passed: 10 of 10 points")


def test_a_loop_without_end_meets_the_limit(visitor, served):
    page = visitor.open(served, "endless")
    write_anew(page, "def endless(n):\n    while True:\n        n = n + 1\n")
    run(page)
    told(page, "0 of 10 points")
    expect(page.get_by_role("tabpanel", name="Checks")).to_contain_text("ran over the time limit")
    replace_all(page, RIGHT.format(name="endless"))
    run(page)
    told(page, "Passed")


def test_what_is_judged_is_the_megabyte_that_was_pasted(visitor, served):
    page = visitor.open(served, "pasted")
    replace_all(page, "def pasted(n):\n    return n\n")
    run(page)
    told(page, "Failed")
    large = RIGHT.format(name="pasted") + "# as long as a line of a program is, or longer\n" * 22_000
    assert len(large) > 1_000_000
    replace_all(page, large)
    run(page)
    told(page, "Passed")
    assert served.file("pasted").read_text() == large
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.type("# mine\n")
    saved(page)
    page.reload()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert served.file("pasted").read_text() == "# mine\n" + large
    assert text_of(page).startswith("# mine\ndef pasted(n):")


# --------------------------------------------------------------------------- text is text


def test_markup_in_code_and_in_what_it_prints_is_text(visitor, served):
    page = visitor.open(served, "printing")
    code = f'def printing(n):\n    print("{SCRIPT}")\n    raise ValueError("{SCRIPT}")\n# {SCRIPT}\n'
    write_anew(page, code)
    run(page)
    told(page, "0 of 10")
    checks = page.get_by_role("tabpanel", name="Checks")
    expect(checks).to_contain_text(f"line 3: {SCRIPT}")
    expect(tab(page, "Output")).to_contain_text(SCRIPT)
    assert is_untouched(page)
    assert text_of(page) == code.removesuffix("\n")
    page.reload()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert text_of(page) == code.removesuffix("\n")
    assert is_untouched(page)


def test_markup_in_titles_names_and_statements_is_text(visitor, served):
    page = visitor.enter(served)
    expect(page.get_by_role("heading", name=f"warm-up {SCRIPT}")).to_be_visible()
    link = page.get_by_role("link", name=f"The hostile of a number {SCRIPT}")
    expect(link).to_be_visible()
    assert is_untouched(page)
    link.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(SCRIPT)
    expect(page.get_by_role("region", name="Statement")).to_contain_text(SCRIPT)
    assert is_untouched(page)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    replace_all(page, "def hostile(n):\n    return n\n")
    run(page)
    told(page, "Failed")
    expect(page.get_by_role("tabpanel", name="Checks")).to_contain_text(f"a small number {SCRIPT}")
    expect(page.get_by_role("tabpanel", name="Checks")).to_contain_text(f"{SCRIPT} The number came back")
    hints = tab(page, "Hints")
    hints.get_by_role("button", name="Show the first hint").click()
    expect(hints).to_contain_text(SCRIPT)
    replace_all(page, RIGHT.format(name="hostile"))
    run(page)
    told(page, "Passed")
    solution = tab(page, "Solution")
    solution.get_by_role("button", name="Show the solution").click()
    expect(solution).to_contain_text(f"# {SCRIPT}")
    for name in ("Examples", "Checks", "Output", "Picture"):
        tab(page, name)
    assert is_untouched(page)


def test_the_address_leads_to_no_other_site(visitor, served):
    """What stands behind `to` in the address is a page of this server, or nothing."""
    page = visitor.context(served).new_page()
    for elsewhere in (
        "//127.0.0.2:9/",
        "/\\\\127.0.0.2:9",
        "http://127.0.0.2:9/",
        "javascript:window.pwned=1",
    ):
        page.goto(f"{served.address}&to={elsewhere}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Exercises")
        assert page.url == f"{served.origin}/"
        assert is_untouched(page)
