"""What the page writes, editors wrote meanwhile: nothing of anybody's is lost, and files stay as they are."""

import errno
import os
import random
import stat
import threading
import time

import pytest

from grader.practice.workspace import is_kept
from grader.web import files, swapping
from grader.web.files import Conflict, Desk
from grader.web.swapping import GRACE_S, version_of
from tests.web.support import RIGHT

MINE = "def twice(n):\n    return n + n  # mine\n"
THEIRS = "def twice(n):\n    return 3 * n  # theirs\n"


def copies(folder):
    return sorted(path for path in folder.rglob("*.py") if is_kept(path.name))


# --------------------------------------------------------------------------- beginning


def test_before_anything_is_written_the_page_shows_the_stub_and_makes_no_file(desktop):
    told = desktop.code()
    assert told["code"].startswith("def twice(n):\n")
    assert (told["version"], told["kind"], told["exists"], told["problem"]) == ("new", "py", False, "")
    assert desktop.get("/api/exercise/twice/version").json() == {
        "version": "new",
        "kind": "py",
        "exists": False,
    }
    assert desktop.get("/exercise/twice").status_code == 200
    assert not desktop.folder.exists()
    assert not desktop.progress.events()


def test_the_first_save_lays_the_exercise_out_as_kata_start_does(desktop):
    answer = desktop.put("twice", MINE, "new").json()
    path = desktop.folder / "twice/twice.py"
    assert path.read_text() == MINE
    assert answer["version"] == version_of(path.read_bytes())
    assert answer["path"].endswith("twice.py")
    assert (desktop.folder / "kata.toml").is_file()
    assert (desktop.folder / "twice/README.md").is_file()
    assert [(each.kind, each.exercise) for each in desktop.progress.events()] == [("started", "twice")]
    assert desktop.progress.last_workspace() == desktop.folder
    assert desktop.put("twice", RIGHT.format(name="twice", formula="n"), answer["version"]).status_code == 200
    assert len(desktop.progress.events()) == 1


def test_what_the_terminal_laid_out_is_what_the_page_goes_on_with(desktop):
    path = desktop.begin("twice", MINE, data=THEIRS.encode())
    told = desktop.code()
    assert (told["code"], told["version"]) == (THEIRS, version_of(THEIRS.encode()))
    assert desktop.put("twice", MINE, told["version"]).status_code == 200
    assert path.read_text() == MINE


def test_work_that_appeared_meanwhile_is_a_conflict_for_a_page_that_saw_none(desktop):
    path = desktop.folder / "twice/twice.py"
    path.parent.mkdir(parents=True)
    path.write_text(THEIRS)
    answer = desktop.put("twice", MINE, "new")
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["version"]) == (THEIRS, version_of(THEIRS.encode()))
    assert path.read_text() == THEIRS


def test_an_answer_right_in_the_workspace_is_found_and_written(desktop):
    desktop.folder.mkdir()
    path = desktop.folder / "twice.py"
    path.write_text(THEIRS)
    assert desktop.put("twice", MINE, desktop.code()["version"]).status_code == 200
    assert path.read_text() == MINE
    assert not (desktop.folder / "twice").exists()


# --------------------------------------------------------------------------- changed outside


def test_an_outside_edit_is_never_written_over(desktop):
    path = desktop.begin("twice", MINE)
    version = desktop.code()["version"]
    path.write_text(THEIRS)
    answer = desktop.put("twice", "mine, too\n", version)
    assert answer.status_code == 409
    assert answer.json()["code"] == THEIRS
    assert answer.json()["version"] == desktop.code()["version"] != version
    assert "changed outside" in answer.json()["message"]
    assert path.read_text() == THEIRS
    assert desktop.call("twice", "run", code="mine\n", version=version).status_code == 409
    assert path.read_text() == THEIRS
    assert not desktop.leftovers()


def test_keeping_mine_makes_a_dated_copy_of_the_other(desktop):
    path = desktop.begin("twice", MINE)
    version = desktop.code()["version"]
    path.write_text(THEIRS)
    answer = desktop.put("twice", "mine = 1\n", version, keep_other=True).json()
    assert path.read_text() == "mine = 1\n"
    assert answer["version"] == version_of(b"mine = 1\n")
    (copy,) = copies(desktop.folder)
    assert copy.read_text() == THEIRS
    assert answer["copy"].endswith(copy.name)
    assert desktop.code()["code"] == "mine = 1\n"  # a copy is no answer
    again = desktop.put("twice", "mine = 2\n", answer["version"], keep_other=True).json()
    assert "copy" not in again
    assert len(copies(desktop.folder)) == 1


def test_the_same_text_is_no_conflict(desktop):
    path = desktop.begin("twice", MINE)
    before = path.stat()
    answer = desktop.put("twice", MINE, "sha256:0")
    assert (answer.status_code, answer.json()["version"]) == (200, version_of(MINE.encode()))
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_was_removed_is_a_conflict_and_can_be_written_again(desktop):
    path = desktop.begin("twice", MINE)
    version = desktop.code()["version"]
    path.unlink()
    answer = desktop.put("twice", "mine\n", version)
    assert (answer.status_code, answer.json()["version"]) == (409, "new")
    assert not path.exists()
    assert desktop.put("twice", "mine\n", version, keep_other=True).status_code == 200
    assert path.read_text() == "mine\n"


def test_a_second_page_hears_of_what_the_first_one_saved(desktop):
    desktop.begin("twice", MINE)
    version = desktop.code()["version"]
    first = desktop.put("twice", "first = 1\n", version)
    second = desktop.put("twice", "second = 1\n", version)
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["code"] == "first = 1\n"


@pytest.mark.parametrize(("seed", "in_one_step"), [(1, True), (2, False)])
def test_of_two_programs_that_save_all_the_time_neither_loses_anything(
    desktop, seed, in_one_step, monkeypatch
):
    """An editor that saves in place or by renaming, each time the page has seen its last."""
    if not in_one_step:
        monkeypatch.setattr(swapping, "exchange", lambda *_: False)
    path = desktop.begin("twice", "page 0\n")
    exercise, desk = desktop.pack.exercise("twice"), desktop.desk
    chance, seen, lost, done = random.Random(seed), set(), [], threading.Event()

    def kept():
        return {copy.read_text() for copy in copies(desktop.folder)}

    def saved(number):
        text = f"editor {number}\n"
        if chance.random() < 0.5:
            path.write_text(text)
        else:
            beside = path.with_name("editor.swp")
            beside.write_text(text)
            beside.replace(path)
        return text

    def edit():
        for number in range(60):
            text = saved(number)
            end = time.monotonic() + 20
            while text not in seen and text not in kept():
                if time.monotonic() > end:
                    lost.append(text)
                    break
                time.sleep(chance.random() / 100)
        done.set()

    editor = threading.Thread(target=edit)
    version, number, conflicts = desk.held(exercise).version, 0, 0
    editor.start()
    while not done.is_set():
        number += 1
        try:
            version = desk.save(exercise, f"page {number}\n", version).version
        except Conflict as conflict:
            conflicts += 1
            version = conflict.held.version
            seen.add(conflict.held.code)
        except files.UsageError:  # removed in this moment
            held = desk.held(exercise)
            version = held.version
            seen.add(held.code)
    editor.join()
    assert lost == []
    assert conflicts > 20
    desk.close()
    assert not desktop.leftovers()


def test_what_an_editor_writes_into_a_file_that_it_had_open_is_kept(desktop, monkeypatch):
    path = desktop.begin("twice", "")
    version = desktop.code()["version"]
    with path.open("a") as editor:
        assert desktop.put("twice", MINE, version).status_code == 200
        editor.write(THEIRS)
    assert path.read_text() == MINE
    later = time.monotonic() + GRACE_S + 1
    monkeypatch.setattr(swapping.time, "monotonic", lambda: later)
    desktop.code()
    (copy,) = copies(desktop.folder)
    assert copy.read_text() == THEIRS
    assert not desktop.leftovers()
    assert copy.name in desktop.get("/").text


def test_a_save_between_two_steps_is_kept_and_told(desktop, monkeypatch):
    """The editor saves after the page has looked, and before it takes the name."""
    path = desktop.begin("twice", MINE)
    give_name = swapping.give_name
    monkeypatch.setattr(swapping, "exchange", lambda *_: False)

    def late(file, name):
        if name == path and not path.exists():
            path.write_text(THEIRS)
        return give_name(file, name)

    monkeypatch.setattr(swapping, "give_name", late)
    answer = desktop.put("twice", "mine = 2\n", version_of(MINE.encode()))
    assert (answer.status_code, answer.json()["code"]) == (409, THEIRS)
    assert path.read_text() == THEIRS
    assert [copy.read_text() for copy in copies(desktop.folder)] == [MINE]
    assert not desktop.leftovers()


def test_what_a_killed_server_left_is_found_again_and_told(desktop):
    path = desktop.begin("twice", MINE)
    desktop.desk.close()
    long_ago = time.time_ns() - 10**11
    path.rename(path.with_name(f".twice.py.{long_ago}-0123abcd.old"))
    path.with_name(f".twice.py.{long_ago}-0123abcd.tmp").write_text(THEIRS)
    desk = Desk(desktop.folder, None, desktop.progress)
    assert desk.held(desktop.pack.exercise("twice")).code == THEIRS
    assert not desktop.leftovers()
    (copy,) = copies(desktop.folder)
    assert copy.read_text() == MINE
    assert copy.name in "".join(desk.notes)


@pytest.mark.parametrize("elsewhere", ["", "lectures"])
def test_beside_an_answer_that_is_elsewhere_it_is_found_too(desktop, elsewhere):
    """Right in the workspace, or where a link leads to."""
    path = desktop.begin("twice", MINE)
    folder = desktop.folder / elsewhere
    folder.mkdir(exist_ok=True)
    path.rename(folder / f".twice.py.{time.time_ns()}-0123abcd.old")
    if elsewhere:
        path.symlink_to(folder / "twice.py")
    desk = Desk(desktop.folder, None, desktop.progress)
    assert desk.held(desktop.pack.exercise("twice")).code == MINE
    assert not desktop.leftovers()


# --------------------------------------------------------------------------- the form of a file


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        (b"a = 1\r\nb = 2\r\n", "a = 1\nb = 3\nc = 4\n", b"a = 1\r\nb = 3\r\nc = 4\r\n"),
        (b"a = 1\r\nb = 2\r\nc = 3\n", "a = 1\nb = 2\n", b"a = 1\r\nb = 2\r\n"),
        (b"a = 1\nb = 2\r\nc = 3\n", "a = 2\nb = 2\n", b"a = 2\nb = 2\r\n"),
        (b"a = 1\rb = 2\r", "a = 1\nb = 3\nc = 4\n", b"a = 1\rb = 3\rc = 4\r"),
        (b"a\r\nb\n\rc\r\nd", "a\nb\n\nnew\nc\nd\ne", b"a\r\nb\n\rnew\r\nc\r\nd\r\ne"),
        (b"a\rb\nc\nd\n", "a\n\nb\nc\nd\n", b"a\r\rb\nc\nd\n"),
        (b"\xef\xbb\xbfa = 1\n", "a = '\u00e9'\n", b"\xef\xbb\xbfa = '\xc3\xa9'\n"),
        (b"\xef\xbb\xbfa = 1\r\n", "a = 2\n", b"\xef\xbb\xbfa = 2\r\n"),
        (
            b"# coding: latin-1\na = '\xe9'\n",
            "# coding: latin-1\na = '\u00e9\u00e8'\n",
            b"# coding: latin-1\na = '\xe9\xe8'\n",
        ),
        (
            b"# coding: latin-1\r\na = '\xe9'\r\n",
            "# coding: latin-1\na = '\u00e8'\n",
            b"# coding: latin-1\r\na = '\xe8'\r\n",
        ),
        (
            b"# coding: latin-1\na = '\xe9'\n",
            "# coding: utf-8\na = '\u2192'\n",
            "# coding: utf-8\na = '\u2192'\n".encode(),
        ),
        (b"a = 1\n", "# coding: cp1252\na = '\u20ac'\n", b"# coding: cp1252\na = '\x80'\n"),
        (b"a = 1\n", "# coding: rot13\na = '\u20ac'\n", "# coding: rot13\na = '\u20ac'\n".encode()),
        (b"a = 1\n", "# coding: ut\na = '\u20ac'\n", "# coding: ut\na = '\u20ac'\n".encode()),
        (b"a = 1\n", "a = 1", b"a = 1"),
        (b"a = 1\n", "", b""),
        (b"", "a\r\nb\rc\n", b"a\nb\nc\n"),
        (b"a = 1\n", "\x00\u2028\U0001f40d\n", "\x00\u2028\U0001f40d\n".encode()),
    ],
    ids=range(18),
)
def test_line_ends_marks_and_encodings_stay(desktop, before, typed, after):
    path = desktop.begin("twice", MINE, data=before)
    answer = desktop.put("twice", typed, desktop.code()["version"])
    assert answer.status_code == 200, answer.text
    assert path.read_bytes() == after
    assert answer.json()["version"] == version_of(after)


def test_a_text_that_was_not_changed_is_not_written_whatever_its_line_ends(desktop):
    before = b"a = 1\rb = 2\r\nc = 3\n"
    path = desktop.begin("twice", MINE, data=before)
    told = desktop.code()
    assert told["code"] == "a = 1\nb = 2\nc = 3\n"
    assert desktop.put("twice", told["code"], told["version"]).json()["version"] == told["version"]
    assert path.read_bytes() == before


def test_a_letter_that_the_encoding_does_not_have_is_told_with_its_line(desktop):
    before = b"# coding: latin-1\na = 1\n"
    path = desktop.begin("twice", MINE, data=before)
    answer = desktop.put("twice", "# coding: latin-1\na = '\u2192'\n", desktop.code()["version"])
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(
        "Line 2 holds '\u2192', which the encoding latin-1 cannot write."
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"a = '\xe9'\n", "Line 1 holds bytes that are not UTF-8"),
        (b"%PDF-1.7", "a PDF"),
        ("a = 1\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_cannot_be_read_cannot_be_written_and_is_no_empty_answer(desktop, data, told):
    path = desktop.begin("twice", MINE, data=data)
    shown = desktop.code()
    assert shown["exists"]
    assert told in shown["problem"]
    answer = desktop.put("twice", MINE, shown["version"])
    assert (answer.status_code, answer.json()["message"]) == (422, shown["problem"])
    assert path.read_bytes() == data
    assert desktop.get("/exercise/twice").status_code == 200


def test_the_mode_stays(desktop):
    path = desktop.begin("twice", MINE)
    path.chmod(0o640)
    desktop.put("twice", THEIRS, desktop.code()["version"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.write_text(MINE)
    desktop.put("twice", "mine\n", "sha256:0", keep_other=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_is_written_through(desktop, tmp_path):
    path = desktop.begin("twice", MINE)
    target = tmp_path / "elsewhere.py"
    path.rename(target)
    path.symlink_to(target)
    assert desktop.put("twice", THEIRS, desktop.code()["version"]).status_code == 200
    assert path.is_symlink()
    assert target.read_text() == THEIRS
    desktop.desk.close()
    assert not list(tmp_path.glob(".*"))


def test_a_file_that_may_only_be_read_is_left_alone(desktop):
    path = desktop.begin("twice", MINE)
    path.chmod(0o444)
    answer = desktop.put("twice", THEIRS, desktop.code()["version"])
    assert answer.status_code == 422
    assert answer.json()["message"].endswith(
        "twice.py cannot be saved: it may only be read. The page keeps what you typed."
    )
    assert path.read_text() == MINE
    assert not desktop.leftovers()


@pytest.mark.parametrize("keep_other", [False, True])
@pytest.mark.parametrize("step", ["fsync", "exchange", "give_name"])
def test_a_full_disk_is_told_and_the_file_is_as_it_was(desktop, monkeypatch, step, keep_other):
    path = desktop.begin("twice", MINE)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    give_name, named = swapping.give_name, []

    def full_once(file, name):
        if name == path and not named:
            named.append(name)
            full()
        return give_name(file, name)

    if step == "fsync":
        monkeypatch.setattr(swapping.os, "fsync", full)
    elif step == "exchange":
        monkeypatch.setattr(swapping, "exchange", full)
    else:
        monkeypatch.setattr(swapping, "exchange", lambda *_: False)
        monkeypatch.setattr(swapping, "give_name", full_once)
    version = "sha256:0" if keep_other else version_of(MINE.encode())
    answer = desktop.put("twice", THEIRS, version, keep_other=keep_other)
    assert answer.status_code == 507
    assert "No space left on device" in answer.json()["message"]
    assert path.read_text() == MINE
    assert not desktop.leftovers()
    assert not copies(desktop.folder)


def test_a_workspace_that_cannot_be_made_is_told(desktop):
    desktop.folder.write_text("a file")
    answer = desktop.put("twice", MINE, "new")
    assert answer.status_code == 422
    assert "cannot be laid out" in answer.json()["message"]
    assert desktop.folder.read_text() == "a file"


def test_a_megabyte_is_saved_and_more_than_any_answer_is_refused(desktop):
    large = "x = 1  # " + "y" * (1 << 20) + "\n"
    path = desktop.begin("twice", large)
    assert path.read_text() == large
    assert desktop.code()["code"] == large
    for size in (9 << 20, 21 << 20):
        answer = desktop.put("twice", "y" * size, desktop.code()["version"])
        assert answer.status_code == 413
        assert " MB, and is not " in answer.json()["message"]
    assert path.read_text() == large


# --------------------------------------------------------------------------- notebooks


def test_of_a_notebook_the_code_is_shown_and_nothing_is_written(desktop):
    from grader.practice.laying import lay_out

    laid = lay_out(desktop.pack.exercise("twice"), desktop.folder, layout="ipynb", pack=desktop.pack.folder)
    before = laid.path.read_bytes()
    told = desktop.code()
    assert (told["kind"], told["exists"], told["version"]) == ("ipynb", True, version_of(before))
    assert "def twice(n):" in told["code"]
    assert "get_ipython" not in told["code"]
    assert "notebook" in told["problem"]
    assert desktop.put("twice", MINE, told["version"]).status_code == 422
    assert laid.path.read_bytes() == before


def test_a_notebook_of_marimo_is_edited_as_what_it_is(desktop):
    from grader.practice.laying import lay_out

    laid = lay_out(desktop.pack.exercise("twice"), desktop.folder, layout="marimo", pack=desktop.pack.folder)
    told = desktop.code()
    assert told["kind"] == "marimo"
    changed = told["code"].replace("raise NotImplementedError", "return 2 * n")
    assert desktop.put("twice", changed, told["version"]).status_code == 200
    assert laid.path.read_text() == changed
    assert desktop.run("twice")[-1]["status"] == "passed"


# --------------------------------------------------------------------------- beginning anew


def test_reset_gives_the_stub_and_keeps_a_copy(desktop):
    path = desktop.begin("twice", MINE)
    told = desktop.call("twice", "reset").json()
    assert path.read_text() == told["code"] != MINE
    assert told["version"] == version_of(path.read_bytes())
    (copy,) = copies(desktop.folder)
    assert copy.read_text() == MINE
    assert told["copy"].endswith(copy.name)
    assert desktop.call("twice", "reset").json()["copy"] is None


def test_reset_of_what_was_not_begun_lays_it_out(desktop):
    told = desktop.call("twice", "reset").json()
    assert told["copy"] is None
    assert (desktop.folder / "twice/twice.py").read_text() == told["code"]
