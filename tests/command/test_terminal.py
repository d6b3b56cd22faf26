"""What a reader meets: lists, statements, and progress on a terminal only."""

import json
import os
import re
import subprocess
import sys

import pexpect
import pytest

from grader.catalogue import load_pack
from tests.command.support import KATA, hand_in, right


def test_neither_grading_nor_checking_loads_torch_into_the_trusted_process(pack, tmp_path):
    hand_in(tmp_path, {"twice.py": right()})
    code = (
        "import sys\nfrom grader.cli import main\n"
        f"try: main(['check', 'twice.py', '--pack', {str(pack)!r}])\n"
        "except SystemExit as ended: status = ended.code\n"
        "print(status, 'torch' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 False"


def test_a_server_warms_up_while_the_command_that_needs_it_still_loads(pack, tmp_path):
    hand_in(tmp_path, {"twice.py": right()})
    code = (
        "import sys\nfrom grader.isolate import processes\n"
        "start = processes.start_server\n"
        "def told(*arguments):\n"
        "    print('numpy' in sys.modules, file=sys.stderr)\n"
        "    return start(*arguments)\n"
        "processes.start_server = told\n"
        "from grader.cli import main\n"
        f"main(['check', 'twice.py', '--pack', {str(pack)!r}])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines() == ["False"]


# --------------------------------------------------------------------------- lists and statements

ALL = tuple(load_pack().exercises)


def test_the_list(kata):
    ran = kata("list")
    assert (ran.status, ran.err) == (0, "")
    assert len(ALL) == 24
    assert all(f" {name} " in ran.out for name in ALL)
    assert "Track positions\n" in ran.out
    assert "Track vlm-1\n" in ran.out


def test_the_list_as_json(kata):
    document = json.loads(kata("list", "--json").out)
    assert set(ALL) == {each["name"] for each in document}
    for each in document:
        assert each["difficulty"] in ("easy", "medium", "hard")
        assert each["title"]
        assert each["tracks"]
        assert each["entry_points"]


def test_the_list_of_a_track(kata, pack):
    assert "twice" in kata("list", "--track", "warm-up", "--pack", pack).out
    page = kata("list", "--track", "positions").out
    assert page.startswith("Track positions: positional embeddings for image patches\n")
    assert "Five exercises are programs with a fault" in page
    numbered = [line.split() for line in page.splitlines() if line.lstrip()[:1].isdigit()]
    assert [int(words[0]) for words in numbered] == list(range(1, 20))
    assert [numbered[i][1] for i in (0, 2, 18)] == ["patch_index", "pos_embed_2d", "debug_resolution_change"]
    document = json.loads(kata("list", "--track", "positions", "--json").out)
    assert [each["name"] for each in document] == [words[1] for words in numbered]
    ran = kata("list", "--track", "cool-down", "--pack", pack)
    assert (ran.status, ran.out) == (2, "")
    assert "Tracks: warm-up" in ran.err


@pytest.mark.parametrize("name", ALL)
def test_a_statement_with_what_is_checked_and_how_it_is_compared(kata, name):
    ran = kata("show", name)
    assert (ran.status, ran.err) == (0, "")
    for heading in ("What is checked", "How answers are compared", "Difficulty", "Tracks", "Read next"):
        assert heading in ran.out
    assert "points" in ran.out
    assert "NaN" in ran.out
    assert "(hidden)" in ran.out


def test_a_statement_says_tolerance_rounding_and_the_sign_of_zero_in_words(kata):
    out = " ".join(kata("show", "pos_embed_2d").out.split())
    assert "4 decimals" in out
    assert "-0.0 is rejected" in out
    assert "half a unit" in out


def test_a_statement_tells_no_hidden_input(kata):
    assert "968" not in kata("show", "pos_embed_2d").out


def test_an_exercise_that_is_not_there(kata):
    ran = kata("show", "pos_embed_3d")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean pos_embed_2d?" in ran.err


def test_a_pipe_that_closes_is_no_error(tmp_path):
    done = subprocess.run(
        f"'{KATA}' show pos_embed_2d | head -n 1", shell=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
    assert done.stdout


def test_the_results_of_a_check_in_words(kata, pack, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    out = kata("check", "twice.py", "--pack", pack).out
    assert "a small number" in out
    assert "hidden" in out
    assert "0 of 10 points" in out
    assert "with n = 3" in out
    assert "expected  6" in out
    assert "got       3" in out
    assert "Likely cause: The number came back as it was." in out


# --------------------------------------------------------------------------- on a terminal


def spoken(text):
    """What was said, less the control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def on_a_terminal(*arguments, folder, **variables):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")
    }
    child = pexpect.spawn(
        str(KATA),
        [str(argument) for argument in arguments],
        cwd=str(folder),
        env={**environment, "TERM": "xterm-256color", **variables},
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


@pytest.fixture
def students(tmp_path):
    return hand_in(tmp_path / "class", {f"s{i}/twice.py": right(by=str(i)) for i in range(6)})


def test_on_a_terminal_there_is_progress_with_the_time_left(pack, students, tmp_path):
    status, said = on_a_terminal("grade", "class", "-o", "out", "--pack", pack, folder=tmp_path)
    assert status == 0, said
    assert "grading" in said
    assert "6/6" in spoken(said)
    assert "time left" in spoken(said)


def test_progress_goes_to_standard_error(pack, students, tmp_path):
    status, said = on_a_terminal(
        "grade", "class", "-o", "out", "--pack", pack, "--json", folder=tmp_path, COLUMNS="100"
    )
    assert status == 0, said
    done = subprocess.run(
        [KATA, "grade", "class", "-o", "out", "--pack", pack, "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["results"] == 6
    assert done.stderr == ""


def test_colour_on_a_terminal_that_wants_it_and_nowhere_else(pack, students, tmp_path):
    hand_in(tmp_path, {"twice.py": right()})
    assert "\x1b[" in on_a_terminal("check", "twice.py", "--pack", pack, folder=tmp_path)[1]
    plain = on_a_terminal("check", "twice.py", "--pack", pack, folder=tmp_path, NO_COLOR="1")[1]
    assert "\x1b[3" not in plain
    assert "passed" in plain


def test_a_hostile_name_cannot_speak_to_the_terminal(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"a\x1b[31mb/twice.py": "raise ValueError('\\x1b]0;owned\\x07')"})
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    written = [path.read_text() for path in (tmp_path / "out").iterdir() if path.suffix != ".sqlite"]
    assert len(written) == 4
    for text in (ran.out, ran.err, *written):
        assert "\x1b" not in text
        assert "\x07" not in text
