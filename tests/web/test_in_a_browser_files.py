"""What is typed and the file that it belongs to: other editors, other tabs, a server that comes and goes."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.command.support import add_exercise
from tests.web.browser_support import (
    AWAY,
    REFUSED,
    Served,
    Squatter,
    enter,
    open_exercise,
    replace_all,
    run,
    saved,
    text_of,
    to_the_editor,
    told,
)

NAMES = ("clean", "taken", "kept", "reloaded", "deleted", "tabs", "rivals", "windows", "moved")
OUTSIDE = "# from another editor\ndef {name}(n):\n    return n\n"
RIGHT = "def {name}(n):\n    return 2 * n\n"


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pack")
    for name in NAMES:
        add_exercise(folder, name, "2 * n", seconds=5.0, total=20.0)
    return folder


@pytest.fixture(scope="module")
def served(pack, tmp_path_factory):
    """A server with an exercise for each test."""
    with Served(tmp_path_factory.mktemp("files"), "--pack", pack) as one:
        yield one


@pytest.fixture
def own_server(pack, tmp_path):
    """A server that a test may end."""
    with Served(tmp_path, "--pack", pack) as one:
        yield one


def write_in_between(page, path, text):
    """Have another program write the file just when the page is about to."""
    texts = [text]

    def late(route):
        if texts and route.request.method == "PUT":
            path.write_text(texts.pop())
        route.continue_()

    page.route("**/api/exercise/*/code", late)


def in_conflict(visitor, served, name):
    """A page whose text and whose file are both changed; the page and its text."""
    visitor.foresee(REFUSED)
    page = visitor.open(served, name)
    mine = RIGHT.format(name=name)
    replace_all(page, mine)
    saved(page)
    write_in_between(page, served.file(name), OUTSIDE.format(name=name))
    page.keyboard.type("# mine")
    expect(page.get_by_role("alert")).to_contain_text("changed outside")
    assert text_of(page) == mine + "# mine"
    assert served.file(name).read_text() == OUTSIDE.format(name=name)
    return page, mine + "# mine"


# --------------------------------------------------------------------------- another editor


def test_what_another_editor_saved_is_shown(visitor, served):
    page = visitor.open(served, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    saved(page)
    served.file("clean").write_text(OUTSIDE.format(name="clean"))
    expect(page.locator("#note")).to_contain_text("changed outside")
    assert text_of(page) == OUTSIDE.format(name="clean")
    run(page)
    told(page, "Failed")
    assert served.file("clean").read_text() == OUTSIDE.format(name="clean")


def test_of_two_texts_that_of_the_file_is_taken(visitor, served):
    page, _ = in_conflict(visitor, served, "taken")
    run(page)
    told(page, "Nothing was run")
    page.get_by_role("button", name="Take the file").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    saved(page)
    assert text_of(page) == OUTSIDE.format(name="taken")
    assert served.file("taken").read_text() == OUTSIDE.format(name="taken")


def test_of_two_texts_the_own_one_is_kept_and_the_other_beside_it(visitor, served):
    page, mine = in_conflict(visitor, served, "kept")
    page.get_by_role("button", name="Keep mine").click()
    saved(page)
    note = page.locator("#note")
    expect(note).to_contain_text("kept as")
    assert served.file("kept").read_text() == mine
    copies = [path for path in served.file("kept").parent.glob("kept*.py") if path != served.file("kept")]
    assert [path.read_text() for path in copies] == [OUTSIDE.format(name="kept")]
    expect(note).to_contain_text(copies[0].name)
    run(page)
    told(page, "Passed")


def test_a_conflict_is_there_when_one_comes_back(visitor, served):
    page, mine = in_conflict(visitor, served, "reloaded")
    page.keyboard.type(" and more")
    page.goto(served.origin)
    open_exercise(page, served, "reloaded")
    expect(page.get_by_role("alert")).to_contain_text("changed outside")
    assert text_of(page) == f"{mine} and more"
    assert served.file("reloaded").read_text() == OUTSIDE.format(name="reloaded")


def test_a_file_that_is_gone_is_written_again(visitor, served):
    page = visitor.open(served, "deleted")
    replace_all(page, RIGHT.format(name="deleted"))
    saved(page)
    served.file("deleted").unlink()
    expect(page.get_by_role("alert")).to_contain_text("gone")
    assert text_of(page) == RIGHT.format(name="deleted")
    page.get_by_role("button", name="Write mine again").click()
    saved(page)
    assert served.file("deleted").read_text() == RIGHT.format(name="deleted")


def test_line_ends_of_another_system_stay(visitor, served):
    path = served.file("windows")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"def windows(n):\r\n    return n\r\n")
    page = visitor.open(served, "windows")
    to_the_editor(page)
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("# mine")
    page.keyboard.press("Enter")
    saved(page)
    assert path.read_bytes() == b"def windows(n):\r\n    return n\r\n# mine\r\n"


# --------------------------------------------------------------------------- two tabs


def test_a_second_tab_follows_the_first(visitor, served):
    first = visitor.open(served, "tabs")
    second = first.context.new_page()
    open_exercise(second, served, "tabs")
    replace_all(first, OUTSIDE.format(name="tabs"))
    saved(first)
    expect(second.locator(".cm-content")).to_contain_text("from another editor")
    replace_all(second, RIGHT.format(name="tabs"))
    run(second)
    told(second, "Passed")
    expect(first.locator(".cm-content")).not_to_contain_text("from another editor")
    run(first)
    told(first, "Passed")
    assert text_of(first) == text_of(second) == served.file("tabs").read_text()


def test_two_tabs_that_write_at_once_lose_nothing(visitor, served):
    visitor.foresee(REFUSED)
    first = visitor.open(served, "rivals")
    replace_all(first, RIGHT.format(name="rivals"))
    saved(first)
    second = first.context.new_page()
    open_exercise(second, served, "rivals")
    # The second has typed and does not get through until the first has.
    second.route("**/api/exercise/rivals/**", lambda route: None)
    to_the_editor(second)
    second.keyboard.press("ControlOrMeta+End")
    second.keyboard.type("# second")
    first.keyboard.press("ControlOrMeta+End")
    first.keyboard.type("# first")
    saved(first)
    second.goto("about:blank")
    second.unroute_all()
    open_exercise(second, served, "rivals")
    expect(second.get_by_role("alert")).to_contain_text("changed outside")
    second.get_by_role("button", name="Keep mine").click()
    saved(second)
    expect(first.locator(".cm-content")).to_contain_text("# second")
    texts = sorted(path.read_text() for path in served.file("rivals").parent.glob("rivals*.py"))
    assert texts == [RIGHT.format(name="rivals") + "# first", RIGHT.format(name="rivals") + "# second"]


# --------------------------------------------------------------------------- a server that comes and goes


def test_a_server_that_is_started_anew_loses_nothing(visitor, own_server):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    saved(page)
    own_server.end()
    page.keyboard.type("# typed while nobody was there")
    expect(page.locator("#trouble")).to_contain_text("the server is away")
    run(page)
    told(page, "the server is away")
    page.keyboard.type(", and more")
    mine = RIGHT.format(name="clean") + "# typed while nobody was there, and more"
    own_server.begin()
    expect(page.locator("#trouble")).to_contain_text("open the address it printed")
    run(page)
    told(page, "Open the address that it printed")
    assert text_of(page) == mine
    other = page.context.new_page()
    enter(other, own_server)
    run(page)
    told(page, "Passed")
    expect(page.locator("#trouble")).to_be_hidden()
    assert own_server.file("clean").read_text() == mine


def test_what_was_typed_is_there_after_page_and_server_were_left(visitor, own_server):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    saved(page)
    own_server.end()
    page.keyboard.type("# the last words")
    page.goto("about:blank")
    own_server.begin()
    assert own_server.file("clean").read_text() == RIGHT.format(name="clean")
    page = page.context.new_page()
    enter(page, own_server)
    open_exercise(page, own_server, "clean")
    assert text_of(page) == RIGHT.format(name="clean") + "# the last words"
    saved(page)
    assert own_server.file("clean").read_text() == RIGHT.format(name="clean") + "# the last words"


def test_a_server_that_ends_in_the_middle_of_a_run(visitor, own_server):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "clean")
    replace_all(page, "def clean(n):\n    while True:\n        pass\n")
    run(page)
    told(page, "0 of 3")
    own_server.end()
    expect(page.locator("#told")).to_contain_text(re.compile("Stopped|Nothing was checked"))
    assert own_server.file("clean").read_text() == "def clean(n):\n    while True:\n        pass\n"
    own_server.begin()
    enter(page, own_server)
    open_exercise(page, own_server, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    run(page)
    told(page, "Passed")


KIND = '{"version": "sha256:0", "kind": "another", "exists": true, "code": "x", "path": "x", "problem": ""}'


@pytest.mark.parametrize(
    "answers",
    [
        {"/version": KIND, "/code": KIND},
        {"/hello": json.dumps({"proof": "0" * 64}), "/version": KIND, "/code": KIND},
    ],
    ids=["page", "proof"],
)
def test_whoever_has_the_address_afterwards_is_sent_nothing_and_shown_nowhere(visitor, own_server, answers):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    saved(page)
    address, token = page.url, page.evaluate("localStorage['kata-token']")
    own_server.end()
    with Squatter(own_server.port, answers) as squatter:
        page.keyboard.type("# a secret of mine")
        expect(page.locator("#trouble")).to_contain_text(
            "something else answers at this address", ignore_case=True
        )
        run(page)
        told(page, "pen the address that it printed")
        for _ in range(2):
            with page.expect_response("**/api/hello"):
                pass
        heard = str(squatter.asked)
        assert token not in heard
        assert "secret" not in heard
        assert {path for _, path, *_ in squatter.asked} == {"/api/hello"}
    assert page.url == address
    assert text_of(page) == RIGHT.format(name="clean") + "# a secret of mine"
    own_server.begin()
    enter(page.context.new_page(), own_server)
    saved(page)
    assert own_server.file("clean").read_text() == RIGHT.format(name="clean") + "# a secret of mine"


def test_a_page_of_another_workspace_keeps_its_text_and_touches_no_file(visitor, own_server):
    visitor.foresee(REFUSED, AWAY)
    page = visitor.open(own_server, "clean")
    replace_all(page, RIGHT.format(name="clean"))
    saved(page)
    own_server.end()
    first, own_server.workspace = own_server.workspace, own_server.workspace.with_name("other")
    own_server.file("clean").parent.mkdir(parents=True)
    own_server.file("clean").write_text(OUTSIDE.format(name="clean"))
    own_server.begin()
    enter(page.context.new_page(), own_server)
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("This page belongs to ws (pack")
    expect(trouble).to_contain_text("kata serve shows other (pack")
    page.keyboard.type("# of the first")
    run(page)
    told(page, "This page belongs to ws (pack")
    mine = RIGHT.format(name="clean") + "# of the first"
    assert text_of(page) == mine
    assert own_server.file("clean").read_text() == OUTSIDE.format(name="clean")
    own_server.end()
    own_server.workspace = first
    own_server.begin()
    enter(page.context.new_page(), own_server)
    saved(page)
    assert own_server.file("clean").read_text() == mine


def test_an_answer_that_is_another_file_by_now_is_shown_without_a_reload(visitor, served):
    page = visitor.open(served, "moved")
    replace_all(page, RIGHT.format(name="moved"))
    saved(page)
    page.evaluate("window.stays = true")
    cell = {"cell_type": "code", "source": OUTSIDE.format(name="moved"), "outputs": [], "metadata": {}}
    notebook = {
        "cells": [{**cell, "execution_count": None}],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    served.file("moved").unlink()
    served.file("moved", ".ipynb").write_text(json.dumps(notebook))
    expect(page.locator("#note")).to_contain_text("moved.ipynb now")
    expect(page.locator(".cm-content")).to_contain_text("from another editor")
    assert page.evaluate("window.stays")


def test_a_server_that_is_ended_while_it_draws_says_nothing(visitor, tmp_path):
    visitor.foresee(AWAY)
    with Served(tmp_path) as one:
        page = visitor.enter(one)
        with page.expect_request("**/about"):
            page.goto(f"{one.origin}/exercise/pos_embed_2d")
        one.end()
