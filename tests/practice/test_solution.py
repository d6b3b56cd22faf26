"""`kata solution`: closed until it is earned or given up, and what there is to read after a pass."""

import shutil
import subprocess
import sys

import pytest

from grader.catalogue import default_pack, load_pack
from grader.practice.events import event
from grader.practice.helping import open_solution
from grader.practice.progress import Progress
from tests.command.support import KATA, add_exercise, in_this_process, write
from tests.practice.watching_support import plain

REFERENCE = "def twice(n):\n    return 2 * n  # \u00fc\n"
STYLE = '"""By adding. It is slower."""\n\n\ndef twice(n):\n    return n + n\n'
SENTENCE = "By moving the bits of the number one place to the left, which is the same as to double it."
SHIFTED = f'"""{SENTENCE}"""\n\n\ndef twice(n):\n    return n << 1\n'


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "pack"
    add_exercise(folder, "twice", "2 * n", solution=REFERENCE)
    write(folder / "solutions/twice/accepted/added.py", STYLE)
    write(folder / "solutions/twice/accepted/shifted.py", SHIFTED)
    write(folder / "solutions/twice/frequent.toml", 'schema = 1\nmistakes = ["unchanged"]\n')
    return folder


@pytest.fixture
def progress(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return Progress()


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path, pack, progress):
    run = in_this_process(capfd, monkeypatch, tmp_path)
    return lambda *arguments: run(*arguments, "--pack", pack)


def attempt(score=10.0, status="passed", complete=True):
    return event("attempt", "twice", status=status, score=score, max_score=10.0, complete=complete)


def kinds(progress):
    return [one.kind for one in progress.events()]


def test_before_a_pass_it_stays_closed_and_says_how_far_one_is(kata, progress):
    progress.record(attempt(3.0, "failed"), event("hint", "twice", number=1))
    ran = kata("solution", "twice")
    assert (ran.status, ran.out) == (2, "")
    assert "best 3 of 10 points, 1 of 3 hints open" in ran.err
    assert "`kata hint twice`" in ran.err
    assert "--give-up" in ran.err
    assert "gave_up" not in kinds(progress)


def test_giving_up_shows_it_and_is_kept_once(kata, progress):
    for _ in "ab":
        ran = kata("solution", "twice", "--give-up")
        assert (ran.status, ran.out) == (0, REFERENCE)
    assert "kept in your progress" in ran.err
    assert kata("solution", "twice").out == REFERENCE
    assert kinds(progress) == ["gave_up"]
    assert progress.standings().of("twice").state == "gave_up"


def test_after_a_pass_giving_up_means_nothing(kata, progress):
    progress.record(attempt())
    ran = kata("solution", "twice", "--give-up")
    assert (ran.status, ran.out, ran.err) == (0, REFERENCE, "")
    assert kinds(progress) == ["attempt"]


def test_a_pass_on_the_examples_alone_does_not_open_it(kata, progress):
    progress.record(attempt(complete=False))
    ran = kata("solution", "twice")
    assert (ran.status, ran.out) == (2, "")
    assert "you have passed the visible examples" in ran.err
    assert "`kata check twice`" in ran.err


def test_after_a_pass_there_are_other_styles_and_frequent_mistakes(kata, pack, progress):
    progress.record(attempt())
    opened = open_solution(load_pack(pack).exercise("twice"), progress)
    assert opened.styles == (("added", "By adding.", STYLE), ("shifted", SENTENCE, SHIFTED))
    assert opened.mistakes == ("The number came back as it was. What does the name of the function ask for?",)
    assert kata("solution", "twice", "--style", "added").out == STYLE
    ran = kata("solution", "twice", "--style", "aded")
    assert (ran.status, ran.out) == (2, "")
    assert "there is no style aded of twice (there are: added, shifted). Did you mean added?" in ran.err


def test_who_gave_up_sees_neither(kata, pack, progress):
    progress.record(event("gave_up", "twice"))
    opened = open_solution(load_pack(pack).exercise("twice"), progress)
    assert (opened.styles, opened.mistakes) == ((), ())
    ran = kata("solution", "twice", "--style", "added")
    assert ran.status == 2
    assert "after you have passed it" in ran.err


def test_a_pack_without_solutions_says_so(pack, progress, tmp_path, capfd, monkeypatch):
    shutil.rmtree(pack / "solutions")
    ran = in_this_process(capfd, monkeypatch, tmp_path)("solution", "twice", "--give-up", "--pack", pack)
    assert (ran.status, ran.out) == (2, "")
    assert "holds no solutions" in ran.err
    assert kinds(progress) == []


def test_what_is_piped_into_a_file_is_the_program_byte_for_byte(pack, progress, tmp_path):
    progress.record(attempt())
    command = [KATA, "solution", "twice", "--pack", pack]
    ran = subprocess.run(command, capture_output=True, check=True, timeout=60, cwd=tmp_path)
    assert ran.stdout == REFERENCE.encode()


@pytest.mark.parametrize("colours", [False, True], ids=["without colours", "with colours"])
def test_on_a_terminal_the_page_reads_with_and_without_colours(pack, progress, tmp_path, colours):
    pexpect = pytest.importorskip("pexpect", reason="needs pexpect: pip install pexpect")
    progress.record(attempt())
    environment = {"KATA_DATA_DIR": str(progress.folder), "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"}
    environment |= {} if colours else {"NO_COLOR": "1"}
    child = pexpect.spawn(
        str(KATA),
        ["solution", "twice", "--pack", str(pack)],
        env=environment,
        dimensions=(60, 64),
        encoding="utf-8",
        timeout=60,
        cwd=str(tmp_path),
    )
    child.expect(pexpect.EOF)
    told = child.before
    for part in ("twice: the reference", "What people get wrong most", "Other right answers", "--style NAME"):
        assert part in told
    lines = [line.rstrip() for line in plain(told).splitlines()]
    # What is longer than a line goes on below its beginning, beside the number or the name.
    at = lines.index("  1. The number came back as it was. What does the name of the")
    assert lines[at + 1] == "     function ask for?"
    assert "  added    By adding." in lines
    at = lines.index("  shifted  By moving the bits of the number one place to the")
    assert lines[at + 1] == "           left, which is the same as to double it."
    assert ("return 2 * n" in told) != colours  # colours stand between the words
    assert ("\x1b[3" in told or "\x1b[9" in told) == colours


def test_every_exercise_of_the_catalogue_has_something_to_read_after_a_pass(progress):
    pack = load_pack(default_pack())
    for exercise in pack.exercises.values():
        told = {"status": "passed", "score": 10.0, "max_score": 10.0}
        progress.record(event("attempt", exercise.name, **told))
        opened = open_solution(exercise, progress)
        assert opened.styles
        assert all(style and sentence for style, sentence, _ in opened.styles), exercise.name
        assert 3 <= len(opened.mistakes) <= 5
        assert len(set(opened.mistakes)) == len(opened.mistakes)
        compile(opened.code, exercise.name, "exec")


def test_a_module_of_the_reference_is_not_needed_to_show_it(progress):
    """Showing a solution runs nothing: torch stays out of this process."""
    code = (
        "import sys; from grader.catalogue import load_pack;"
        "from grader.practice.helping import open_solution;"
        "from grader.practice.progress import Progress;"
        "open_solution(load_pack().exercise('gather_patches'), Progress(), give_up=True);"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
