"""`kata start` lays out an exercise, never over work, and all of it or nothing."""

import errno
import os
import sys
from pathlib import Path

import pytest

from grader.catalogue import load_pack
from grader.errors import UsageError
from grader.intake.source import load
from grader.practice import laying, writing
from grader.practice.laying import lay_out
from grader.practice.progress import Progress
from grader.practice.workspace import answers_to, find_workspace
from grader.started import same_code
from tests.command.support import add_exercise, in_this_process, write

LAYOUTS = ("py", "ipynb", "marimo")
STUB = "def twice(n):\n    raise NotImplementedError\n"
MINE = "def twice(n):\n    return n + n  # mine\n"


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pack")
    add_exercise(folder, "twice", "2 * n")
    add_exercise(folder, "square", "n * n")
    return folder


@pytest.fixture
def twice(pack):
    return load_pack(pack).exercise("twice")


@pytest.fixture
def progress(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return Progress()


@pytest.fixture
def work(tmp_path):
    """An empty folder to begin in."""
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def kata(capfd, monkeypatch, work, progress):
    return in_this_process(capfd, monkeypatch, work)


def tree(folder):
    """All files below a folder, and what they hold."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def copies(folder):
    return sorted(path for path in folder.rglob("*") if path.name.count(".") == 2 and path.suffix != ".tmp")


# ------------------------------------------------------------------------------- graded


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_was_laid_out_is_graded_as_not_started_and_passes_once_it_is_right(layout, kata, pack, work):
    assert kata("start", "twice", "--format", layout, "--pack", pack).status == 0
    path = answers_to(work, "twice")[0].path
    ran = kata("check", path)
    assert ran.status == 1
    assert "Not started" in ran.out
    assert Progress().standings().of("twice").attempts == 0
    text = path.read_text(encoding="utf-8").replace("raise NotImplementedError", "return 2 * n")
    path.write_text(text, encoding="utf-8")
    assert kata("check", path).status == 0
    assert Progress().standings().of("twice").state == "passed"


# ------------------------------------------------------------------------------- work is never lost


@pytest.mark.parametrize(
    "place", ["twice/twice.py", "twice/twice.ipynb", "twice.py", "twice.ipynb", "Twice.py"]
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_work_that_is_there_is_kept_whatever_it_is_called_and_in_whatever_format(twice, work, place, layout):
    write(work / place, MINE)
    before = tree(work)
    laid = lay_out(twice, work, layout=layout)
    assert laid.kept
    assert laid.path == work / place
    assert tree(work) == before


def test_it_is_said_that_work_is_there_and_how_to_begin_anew(kata, pack, work, progress):
    kata("start", "twice", "--pack", pack)
    (work / "twice" / "twice.py").write_text(MINE)
    ran = kata("start", "twice")
    assert ran.status == 0
    assert "twice is already begun in twice/twice.py; nothing was changed." in ran.out
    assert "--reset" in ran.out
    assert (work / "twice" / "twice.py").read_text() == MINE


def test_what_is_started_again_is_at_hand_again(kata, pack, work, progress):
    kata("start", "twice", "--pack", pack)
    kata("start", "square")
    assert progress.standings().current == "square"
    kata("start", "twice")
    assert progress.standings().current == "twice"


@pytest.mark.parametrize("place", ["twice/twice.py", "twice/twice.ipynb", "twice.py"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_beginning_anew_keeps_a_dated_copy_that_is_no_answer(twice, work, place, layout):
    write(work / place, MINE)
    os.utime(work / place, (1000, 1000))
    laid = lay_out(twice, work, layout=layout, reset=True)
    assert not laid.kept
    assert laid.copy.read_text() == MINE
    assert laid.copy.parent == work / "twice"
    assert laid.copy.stat().st_mtime == 1000
    assert [answer.path for answer in answers_to(work, "twice")] == [laid.path]
    assert same_code(STUB, load(laid.path).code)


def test_beginning_anew_twice_in_a_second_keeps_both_copies(twice, work, monkeypatch):
    monkeypatch.setattr("time.strftime", lambda form: "2026-11-30T20-42-32")
    for text in ("one = 1\n", "two = 2\n"):
        write(work / "twice" / "twice.py", text)
        lay_out(twice, work, reset=True)
    kept = {path.name: path.read_text() for path in (work / "twice").glob("twice.2026*")}
    assert kept == {
        "twice.2026-11-30T20-42-32.py": "one = 1\n",
        "twice.2026-11-30T20-42-32-2.py": "two = 2\n",
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_of_an_untouched_stub_no_copy_is_kept(twice, work, layout):
    lay_out(twice, work, layout=layout)
    laid = lay_out(twice, work, layout="py", reset=True)
    assert laid.copy is None
    assert copies(work) == []
    assert [answer.path for answer in answers_to(work, "twice")] == [laid.path]


def test_a_comment_in_the_stub_is_work(twice, work):
    path = lay_out(twice, work).path
    path.write_text(f"# an idea\n{STUB}")
    assert lay_out(twice, work, reset=True).copy.read_text() == f"# an idea\n{STUB}"


def test_notes_in_the_statement_are_kept(twice, work):
    laid = lay_out(twice, work)
    page = laid.statement.read_text()
    laid.statement.write_text(f"{page}\nMy notes.\n")
    laid.path.unlink()
    lay_out(twice, work)
    assert laid.statement.read_text().endswith("My notes.\n")
    lay_out(twice, work, reset=True)
    assert laid.statement.read_text() == page
    (copy,) = (work / "twice").glob("README.*.md")
    assert copy.read_text().endswith("My notes.\n")


def test_an_answer_that_is_a_link_is_begun_anew_without_touching_what_it_leads_to(twice, work, tmp_path):
    write(tmp_path / "elsewhere.py", MINE)
    (work / "twice").mkdir()
    (work / "twice" / "twice.py").symlink_to(tmp_path / "elsewhere.py")
    assert lay_out(twice, work).kept
    laid = lay_out(twice, work, reset=True)
    assert (tmp_path / "elsewhere.py").read_text() == laid.copy.read_text() == MINE
    assert laid.path.read_text() == STUB
    assert not laid.path.is_symlink()


# ------------------------------------------------------------------------------- all or nothing


def refuse(sentence, exercise, folder, **more):
    with pytest.raises(UsageError, match=sentence):
        lay_out(exercise, folder, **more)


STEPS = [*(("open", which) for which in range(4)), *(("hardlink_to", which) for which in range(3))]


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS], ids=["full", "closed"])
@pytest.mark.parametrize(("step", "which"), [*STEPS, ("replace", 0), ("mkdir", 0)])
def test_a_full_or_closed_disk_leaves_nothing_half_written(twice, work, monkeypatch, fault, step, which):
    write(work / "twice.py", MINE)
    calls = []

    def failing(name):
        real = getattr(Path, name)

        def called(self, *arguments, **more):
            if str(self).startswith(str(work)) and (name != "open" or "x" in str(arguments)):
                calls.append(name)
                # Where a second name is refused a copy is tried, for which there is no room either.
                no_copy = step == "hardlink_to" and calls[-2:] == ["hardlink_to", "open"]
                if no_copy or (name == step and calls.count(step) == which + 1):
                    raise OSError(fault, os.strerror(fault))
            return real(self, *arguments, **more)

        return called

    before = tree(work)
    for name in {step, "open", "hardlink_to"}:
        monkeypatch.setattr(Path, name, failing(name))
    told = os.strerror(fault)
    refuse(rf"(?s)cannot be laid out in .*{told}.*Nothing was changed.*--into", twice, work, reset=True)
    assert calls.count(step) > which
    assert tree(work) == before


class Interrupting:
    """Ctrl-C before one line of the modules that lay out, counted from the first that is run."""

    def __init__(self, line):
        self.line = line
        self.count = 0

    def __call__(self, frame, event, argument):
        if frame.f_code.co_filename not in (laying.__file__, writing.__file__):
            return None
        if event == "line":
            self.count += 1
            if self.count == self.line:
                raise KeyboardInterrupt
        return self

    def lay_out(self, *arguments, **more):
        """Whether it came to its end."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            lay_out(*arguments, **more)
        except KeyboardInterrupt:
            return False
        finally:
            sys.settrace(before)
        return True


@pytest.mark.parametrize("statement", ["laid out", "with notes", "removed"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_interruption_at_any_line_loses_no_work(twice, tmp_path, layout, statement):
    for line in range(1, 1000):
        work = tmp_path / str(line)
        laid = lay_out(twice, work)
        laid.path.write_text(MINE)
        if statement == "with notes":
            laid.statement.write_text("My notes.\n")
        elif statement == "removed":
            laid.statement.unlink()
        done = Interrupting(line).lay_out(twice, work, layout=layout, reset=True)
        held = [path.read_text() for path in work.rglob("*") if path.is_file()]
        assert held.count(MINE) == 1, line
        assert statement != "with notes" or "My notes.\n" in held, line
        assert answers_to(work, "twice"), line
        if done:
            return
    raise AssertionError


def test_an_interruption_leaves_nothing_half_written(twice, tmp_path, monkeypatch):
    def interrupted(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "hardlink_to", interrupted)
    with pytest.raises(KeyboardInterrupt):
        lay_out(twice, tmp_path / "new" / "work")
    assert not (tmp_path / "new").exists()


# ------------------------------------------------------------------------------- someone saves meanwhile


@pytest.fixture(params=["with second names", "without"])
def disk(request, monkeypatch):
    """A disk that knows hard links, and one that does not."""
    if request.param == "without":

        def refused(self, target):
            if os.path.lexists(self):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(Path, "hardlink_to", refused)


def meanwhile(monkeypatch, step, do, which=0):
    """Have something done just before a step of the laying out."""
    real, calls = getattr(Path, step), []

    def late(self, *arguments):
        calls.append(self)
        if len(calls) == which + 1:
            do()
        return real(self, *arguments)

    monkeypatch.setattr(Path, step, late)


@pytest.mark.parametrize("which", range(3))
def test_what_was_saved_while_an_exercise_is_laid_out_is_kept(twice, work, monkeypatch, disk, which):
    answer = work / "twice" / "twice.py"
    meanwhile(monkeypatch, "hardlink_to", lambda: answer.write_text(MINE), which)
    laid = lay_out(twice, work)
    assert laid.kept
    assert laid.path.read_text() == MINE
    assert not list(work.rglob(".*.tmp"))


def test_a_start_of_another_command_meanwhile_is_taken_for_what_it_is(twice, work, monkeypatch, disk):
    meanwhile(monkeypatch, "hardlink_to", lambda: lay_out(twice, work))
    assert lay_out(twice, work).kept
    assert sorted(tree(work)) == ["kata.toml", "twice", "twice/README.md", "twice/twice.py"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_save_just_before_work_is_set_aside_is_in_the_copy(twice, work, monkeypatch, disk, layout):
    answer = lay_out(twice, work).path
    answer.write_text("older = 1\n")
    meanwhile(monkeypatch, "replace", lambda: answer.write_text(MINE))
    laid = lay_out(twice, work, layout=layout, reset=True)
    assert laid.copy.read_text() == MINE
    assert answers_to(work, "twice")[0].path == laid.path


def test_a_stub_that_is_filled_in_just_before_it_is_set_aside_is_kept(twice, work, monkeypatch, disk):
    answer = lay_out(twice, work).path
    meanwhile(monkeypatch, "replace", lambda: answer.write_text(MINE))
    assert lay_out(twice, work, reset=True).copy.read_text() == MINE


def test_a_save_after_work_was_set_aside_is_left_and_the_older_work_is_named(twice, work, monkeypatch, disk):
    answer = lay_out(twice, work).path
    answer.write_text("older = 1\n")
    meanwhile(monkeypatch, "hardlink_to", lambda: answer.write_text(MINE))
    refuse(r"was saved in this moment.*is in .*twice\.2.*Run the command again", twice, work, reset=True)
    assert answer.read_text() == MINE
    assert [copy.read_text() for copy in copies(work)] == ["older = 1\n"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_on_a_disk_without_second_names_all_is_laid_out_too(twice, work, disk, layout):
    answer = lay_out(twice, work, layout=layout).path
    answer.write_text(MINE)
    assert lay_out(twice, work, layout=layout, reset=True).copy.read_text() == MINE
    assert not list(work.rglob(".*.tmp"))


@pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="a folder that nobody can write to is needed: Linux"
)
def test_a_place_where_nothing_can_be_written_is_refused(kata):
    ran = kata("start", "patch_index", "--into", "/proc/kata")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("kata: patch_index cannot be laid out in /proc/kata: ")


def test_nothing_is_written_through_a_link_out_of_the_workspace(twice, work, tmp_path):
    (tmp_path / "outside").mkdir()
    (work / "twice").symlink_to(tmp_path / "outside")
    refuse("link out of the workspace", twice, work)
    assert list((tmp_path / "outside").iterdir()) == []


def test_what_stands_in_the_way_is_named_and_left_alone(twice, work):
    write(work / "twice", "notes")
    refuse("twice is in the way, as it is no folder", twice, work)
    (work / "twice").unlink()
    (work / "twice" / "twice.py").mkdir(parents=True)
    refuse(r"twice\.py is in the way, as it is no file", twice, work)
    (work / "twice" / "twice.py").rmdir()
    (work / "twice" / "twice.py").symlink_to("gone")
    refuse(r"twice\.py is in the way", twice, work)


@pytest.mark.parametrize(
    "make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("gone")], ids=["pipe", "folder", "link"]
)
def test_what_stands_in_the_way_of_the_marker_is_left_alone(twice, work, make):
    make(work / "kata.toml")
    refuse(r"kata\.toml is in the way, as it is no file", twice, work)
    assert [path.name for path in work.iterdir()] == ["kata.toml"]


def test_of_several_exercises_all_are_looked_at_before_one_is_written(kata, pack, work):
    write(work / "square", "notes")
    before = tree(work)
    for other, said in (("squre", "did you mean square"), ("square", "square is in the way")):
        ran = kata("start", "twice", other, "--pack", pack, "--into", ".")
        assert ran.status == 2
        assert said in ran.err
        assert tree(work) == before


# ------------------------------------------------------------------------------- the command


def test_what_was_laid_out_is_said_with_the_next_commands(kata, work, progress):
    ran = kata("start", "pos_embed_2d")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "workspace: this folder (new)\n\n"
        "pos_embed_2d  medium  A 2D sine and cosine position embedding\n"
        "  write in   pos_embed_2d/pos_embed_2d.py\n"
        "  statement  pos_embed_2d/README.md\n\n"
        "Next:\n"
        "  kata watch                checks it each time you save\n"
        "  kata check pos_embed_2d   checks it once\n"
    )
    assert find_workspace(work).pack is None
    assert progress.standings().of("pos_embed_2d").state == "started"
    assert progress.last_workspace() == work


def test_a_workspace_elsewhere_is_gone_to_first(kata, tmp_path):
    ran = kata("start", "patch_index", "--into", "my practice")
    assert "workspace: my practice (new)\n" in ran.out
    assert "\n  cd 'my practice'\n  kata watch" in ran.out


def test_the_workspace_used_last_is_used_from_elsewhere_and_said(kata, work, tmp_path, monkeypatch):
    kata("start", "patch_index")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    ran = kata("start", "pope_metrics")
    assert ran.out.startswith("workspace: ../work (the one used last; --into . begins one here)\n")
    assert (work / "pope_metrics" / "pope_metrics.py").is_file()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_among_other_files_the_new_folder_is_told(kata, work):
    write(work / "essay.txt", "")
    ran = kata("start", "patch_index")
    assert ran.out.startswith("workspace: kata (new)\n")
    assert "write in   kata/patch_index/patch_index.py" in ran.out


def test_a_pack_that_was_named_is_remembered(kata, pack, work, monkeypatch):
    assert kata("start", "twice", "--pack", os.path.relpath(pack, work)).status == 0
    assert find_workspace(work).pack == pack
    (work / "deeper").mkdir()
    monkeypatch.chdir(work / "deeper")
    assert kata("start", "square").status == 0
    assert (work / "square" / "square.py").is_file()


def test_a_pack_inside_the_workspace_moves_with_it(twice, work, tmp_path):
    lay_out(twice, work, pack=work / "packs" / "mine")
    work.rename(tmp_path / "moved")
    assert find_workspace(tmp_path / "moved").pack == tmp_path / "moved" / "packs" / "mine"


def test_a_path_with_quotes_and_letters_of_any_script_is_remembered(twice, work, tmp_path):
    odd = tmp_path / 'q"uo\\te ü 数 😀'
    lay_out(twice, work, pack=odd)
    assert find_workspace(work).pack == odd


def test_a_student_pack_is_worked_in_as_it_is(kata, pack, work):
    for file in (pack / "exercises").rglob("*"):
        if file.is_file():
            write(work / file.relative_to(pack), file.read_text())
    assert kata("start", "twice").status == 0
    assert (work / "twice" / "twice.py").read_text() == STUB
    assert not (work / "kata.toml").exists()


def test_another_pack_than_that_of_the_workspace_is_remarked(kata, pack, work):
    kata("start", "patch_index")
    ran = kata("start", "twice", "--pack", pack)
    assert "This workspace is of another pack: give --pack to the other commands, too." in ran.out


def test_a_missing_package_is_told_with_its_command_and_the_exercise_laid_out(kata, work, monkeypatch):
    monkeypatch.setattr("grader.needs.find_spec", lambda name: None if name == "torch" else object())
    ran = kata("start", "gather_patches")
    assert ran.status == 0
    assert "needs torch, which is not installed: pip install 'kata-grader[torch]'" in ran.out
    assert (work / "gather_patches" / "gather_patches.py").is_file()


def test_what_an_exercise_builds_on_is_told_until_it_is_done(kata, work):
    ran = kata("start", "qlora_memory")
    assert "It builds on merge_lora, which you have not done yet." in ran.out
    assert (work / "qlora_memory" / "qlora_memory.py").is_file()


def test_progress_that_cannot_be_kept_is_told_once_and_the_exercise_laid_out(
    kata, work, tmp_path, monkeypatch
):
    write(tmp_path / "file", "")
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "file" / "data"))
    ran = kata("start", "patch_index", "pope_metrics")
    assert ran.status == 0
    assert ran.err.count("progress cannot be kept") == 1
    assert (work / "pope_metrics" / "pope_metrics.py").is_file()


def test_an_unknown_name_is_told_with_what_was_meant(kata, work):
    ran = kata("start", "pos_embd_2d")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean pos_embed_2d?" in ran.err
    assert list(work.iterdir()) == []
