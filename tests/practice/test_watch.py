"""`kata watch` on a terminal: each save is checked, in whatever way it comes."""

import os
import shutil

import pytest

from grader.practice.progress import Progress
from tests.practice.watching_support import (
    ENDLESS,
    FAILED,
    NEEDS_PROC,
    PASSED,
    RIGHT,
    WRONG,
    Desk,
    all_end,
    descendants,
    plain,
)

pytestmark = NEEDS_PROC


@pytest.fixture(scope="module")
def shared(tmp_path_factory, watched_pack):
    """One watch for all ways to save; each test leaves a failing answer behind."""
    folder = tmp_path_factory.mktemp("desk")
    with Desk(folder, watched_pack, KATA_DATA_DIR=str(tmp_path_factory.mktemp("data"))) as one:
        one.save(WRONG)
        one.watch().expect("? all keys")
        yield one


def attempts(exercise="twice"):
    return [one.status for one in Progress().events() if one.exercise == exercise and one.kind == "attempt"]


# --------------------------------------------------------------------------- what it looks like


@pytest.mark.parametrize(
    ("columns", "variables", "colours", "escapes"),
    [
        (80, {}, True, True),
        (200, {"NO_COLOR": "1"}, False, True),
        (80, {"TERM": "dumb"}, False, False),
    ],
    ids=["80 columns", "200 columns without colour", "dumb"],
)
def test_plain_lines_that_scroll_back(desk, columns, variables, colours, escapes):
    desk.columns = columns
    desk.environment.update(variables)
    begun = desk.watch().expect("not started yet: edit twice.py")
    assert f"Watching {desk.folder}" in " ".join(begun.replace("\n", "").split())
    assert "You have passed 0 of 3 exercises." in begun
    assert "h hint, n next" in begun
    desk.save(WRONG)
    told = desk.expect("? all keys")
    for line in (
        "x   0/2  a small number",
        "hidden checks",
        "First to mend",
        "expected  6",
        "got       3",
    ):
        assert line in told
    desk.save(RIGHT)
    told = desk.expect("q quit")
    assert "ok  2/2  a small number" in told
    assert "That is your first pass of twice." in told
    assert "n next exercise (thrice), s solution, l list, q quit" in told
    desk.press("q")
    assert desk.end()[0] == 0
    assert ("\x1b[3" in desk.heard) is colours
    assert ("\x1b" in desk.heard) is escapes
    assert not any(control in desk.heard for control in ("\x1b[?", "\x1b[2J", "\x1b[H", "\x1b[A", "\x1b[K"))
    lines = plain(desk.heard).replace(str(desk.folder), "").splitlines()
    assert max(map(len, lines)) <= columns
    assert attempts() == ["failed", "passed"]


# --------------------------------------------------------------------------- ways to save


def by_writing(path, text):
    path.write_text(text)


def by_rename(path, text):
    path.with_name(".new").write_text(text)
    path.with_name(".new").replace(path)


def as_vim(path, text):
    """Try whether it may write, keep a copy, write a new file, take the copy away; with a swap file open."""
    path.with_name(f".{path.name}.swp").write_bytes(b"b0VIM")
    path.with_name("4913").write_text("")
    path.with_name("4913").unlink()
    path.rename(path.with_name(f"{path.name}~"))
    path.write_text(text)
    path.with_name(f"{path.name}~").unlink()
    path.with_name(f".{path.name}.swp").unlink()


def as_emacs(path, text):
    path.with_name(f".#{path.name}").symlink_to("someone@somewhere.1:1")
    shutil.copy(path, path.with_name(f"{path.name}~"))
    path.write_text(text)
    path.with_name(f".#{path.name}").unlink()
    path.with_name(f"{path.name}~").unlink()


def by_removing_first(path, text):
    path.unlink()
    path.write_text(text)


def twice(path, text):
    path.write_text(text)
    path.write_text(text)


def in_two_parts(path, text):
    with path.open("w") as file:
        file.flush()
        os.fsync(file.fileno())
        file.write(text)


WAYS = (by_writing, by_rename, as_vim, as_emacs, by_removing_first, twice, in_two_parts)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_way_to_save_gives_one_verdict(shared, way):
    way(shared.path(), f"{RIGHT}# {way.__name__}\n")
    first = shared.expect("q quit")
    way(shared.path(), f"{WRONG}# {way.__name__}\n")
    second = shared.expect("? all keys")
    assert (first.count(" points"), second.count(" points")) == (1, 1)
    assert PASSED in first
    assert FAILED in second


def test_what_lies_beside_it_gives_none(shared):
    for name in (".twice.py.swp", "twice.py~", "4913", "#twice.py#", "notes.txt", "twice.2026-11-30.py"):
        shared.save(RIGHT, shared.folder / name)
    shared.save("def twice(n):\n    return -n\n")
    assert shared.expect("? all keys").count(" points") == 1


def test_a_file_with_a_fault_in_mid_edit_is_a_line(shared):
    shared.save("def twice(n):\n    return (2 *\n")
    told = shared.expect("twice.py: line 2 is not Python yet: '(' was never closed")
    assert " points" not in told
    shared.save(WRONG)
    assert " points" in shared.expect("? all keys")


def test_what_a_file_holds_cannot_steer_the_terminal(shared):
    shared.save("# Größe 数\ndef twice(n):\n    raise ValueError('\\x1b]0;owned\\x07 数')\n")
    told = shared.expect("? all keys")
    assert "owned" in told
    assert "数" in told
    assert "\x1b]" not in shared.heard
    assert "\x07" not in shared.heard


def test_a_file_that_is_removed_is_a_line_and_its_return_a_save(shared):
    shared.path().unlink()
    told = shared.expect("twice.py: it was removed")
    assert " points" not in told
    shared.save(RIGHT)
    assert PASSED in shared.expect("q quit")


def test_a_loop_is_cut_off_and_watching_goes_on(shared):
    shared.save(ENDLESS)
    told = shared.expect("? all keys")
    assert "still at it; after 4 s of processor time it is stopped." in told
    assert "timeout" in told
    shared.save(RIGHT)
    assert PASSED in shared.expect("q quit")


# --------------------------------------------------------------------------- saves and keys during a check


def test_a_save_during_a_check_is_what_counts(desk):
    slow = desk.path("slow")
    desk.watch().expect("not started yet")
    desk.save(ENDLESS.replace("twice", "slow"), slow)
    desk.expect("still at it; after 1800 s of processor time")
    desk.press("l")
    desk.save("def slow(n):\n    return 4 * n\n", slow)
    told = desk.expect("Track warm-up")
    assert told.index(PASSED) < told.index("Track warm-up")
    assert "crashed" not in told
    assert attempts("slow") == ["passed"]


@pytest.mark.parametrize(
    ("key", "status"), [("q", 0), ("\x04", 0), ("\x03", 130)], ids=["q", "Ctrl-D", "Ctrl-C"]
)
def test_a_check_that_runs_does_not_keep_from_quitting(desk, key, status):
    desk.watch("--exercise", "twice").expect("not started yet")
    desk.save(ENDLESS.replace("twice", "slow"), desk.path("slow"))
    desk.expect("still at it")
    servers = descendants(desk.child.pid)
    assert servers
    desk.press(key)
    assert desk.end()[0] == status
    assert all_end(servers)
    assert attempts("slow") == []


# --------------------------------------------------------------------------- keys


def test_keys(desk):
    desk.watch().expect("not started yet")
    desk.press("\r \n")
    desk.press("h")
    told = desk.expect("hint 1 of 3")
    assert not told.split(".py", 1)[-1].split("twice: hint")[0].strip()
    desk.expect("Read the statement.")
    desk.press("h")
    desk.expect("Try a small number.")
    desk.press("s")
    assert "return 2 * n" not in desk.expect("--give-up")
    desk.press("x\x1b[Bz")
    desk.press("?")
    desk.press("l")
    told = desk.expect("locked: after twice")
    assert told.count("keys: h hint") == 2  # once for all that are none, and once as asked
    desk.save(WRONG)
    desk.expect("? all keys")
    desk.press("r")
    assert FAILED in desk.expect("? all keys")
    desk.press("p")
    desk.expect("# wrong")
    desk.save(RIGHT)
    desk.expect("q quit")
    desk.press("S")
    desk.expect("return 2 * n")
    desk.press("q")
    assert desk.end()[0] == 0
    assert [one.number for one in Progress().events() if one.kind == "hint"] == [1, 2]


def test_n_goes_on_to_the_next_exercise_and_watches_it(desk):
    desk.save(RIGHT)
    desk.watch().expect("n next exercise (thrice)")
    desk.press("n")
    desk.expect("thrice/thrice.py")
    answer = desk.folder / "thrice" / "thrice.py"
    assert "NotImplementedError" in answer.read_text()
    desk.save("def thrice(n):\n    return 3 * n\n", answer)
    assert PASSED in desk.expect("n next exercise (slow)")
    assert [one.exercise for one in Progress().events() if one.kind == "started"] == ["thrice"]


def test_a_helper_in_a_plain_folder_and_a_package_are_watched(desk):
    (desk.folder / "tools").mkdir()
    inner = desk.folder / "tools" / "__init__.py"
    desk.save("FACTOR = 2\n", inner)
    desk.save("from tools import FACTOR\n", desk.folder / "mine.py")
    desk.save("from mine import FACTOR\n\ndef twice(n):\n    return FACTOR * n\n")
    desk.watch().expect(PASSED)
    desk.expect("q quit")
    desk.save("FACTOR = 1\n", inner)
    assert FAILED in desk.expect("? all keys")
    desk.save("FACTOR = 2\n", desk.folder / "mine.py")
    assert PASSED in desk.expect("q quit")


def test_an_exercise_that_is_begun_elsewhere_is_watched_from_its_first_save(desk):
    desk.watch().expect("not started yet")
    (desk.folder / "thrice").mkdir()
    desk.save("def thrice(n):\n    return 3 * n\n", desk.folder / "thrice" / "thrice.py")
    assert "thrice/thrice.py" in desk.expect(PASSED)
    desk.save("def thrice(n):\n    return n\n", desk.folder / "thrice" / "thrice.py")
    desk.expect(FAILED)
