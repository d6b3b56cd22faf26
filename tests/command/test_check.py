"""`kata check`: one file, one result, and an exit status that says which."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from grader.catalogue import default_pack
from grader.isolate import processes
from tests.command.support import hand_in, in_session, right, start
from tests.isolation.support import descendants

ENDS = {
    "right": (right(), 0, "passed"),
    "wrong": (right(formula="n"), 1, "failed"),
    "raises": (right(formula="n / 0"), 1, "failed"),
    "no function": ("x = 1", 1, "missing"),
    "a syntax error": ("def twice(n:", 1, "syntax_error"),
    "exits as it loads": ("raise SystemExit(0)", 1, "import_failed"),
    "kills itself": ("import os\ndef twice(n):\n    os._exit(0)", 1, "failed"),
    "no text": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), 1, "unreadable"),
    "empty": ("", 1, "missing"),
}


@pytest.mark.parametrize(("text", "status", "told"), ENDS.values(), ids=ENDS)
def test_the_exit_status_and_the_document(kata, pack, tmp_path, text, status, told):
    hand_in(tmp_path, {"twice.py": text})
    ran = kata("check", "twice.py", "--json", "--pack", pack)
    document = json.loads(ran.out)
    assert (ran.status, document["status"], ran.err) == (status, told, "")
    assert document["exercise"] == "twice"
    assert document["submission"] == "twice.py"


@pytest.mark.parametrize(("text", "status", "told"), ENDS.values(), ids=ENDS)
def test_the_same_in_words(kata, pack, tmp_path, text, status, told):
    hand_in(tmp_path, {"twice.py": text})
    ran = kata("check", "twice.py", "--pack", pack)
    assert (ran.status, ran.err) == (status, "")
    assert told in ran.out
    assert ("10 of 10 points" in ran.out) == (told == "passed")
    assert "Traceback" not in ran.out


def test_what_is_printed_by_a_submission_is_not_printed_by_the_command(kata, pack, tmp_path):
    hand_in(tmp_path, {"twice.py": "print('SPAM')\n" + right(formula="[print('EGGS'), 2 * n][1]")})
    ran = kata("check", "twice.py", "--json", "--pack", pack)
    assert json.loads(ran.out)["status"] == "passed"
    assert "SPAM" not in ran.out + ran.err
    assert "EGGS" not in ran.out + ran.err


USAGE = {
    "no such file": (["check", "nowhere.py"], "no file nowhere.py"),
    "a folder": (["check", "folder"], "is a folder"),
    "an exercise without a file": (["check", "square"], "no square.py or square.ipynb"),
    "no such exercise": (["check", "twice.py", "--exercise", "twise"], "did you mean twice?"),
    "an exercise that cannot be told": (["check", "homework.py"], "give --exercise NAME"),
    "two exercises": (["check", "both.py"], "choose one with --exercise"),
    "a seed that is no number": (["check", "twice.py", "--seed", "x"], "Invalid value for '--seed'"),
    "a seed below zero": (["check", "twice.py", "--seed", "-1"], "Invalid value for '--seed'"),
    "no such option": (["check", "twice.py", "--colour"], "No such option"),
    "no such command": (["chekc", "twice.py"], "No such command"),
}


@pytest.mark.parametrize(("arguments", "sentence"), USAGE.values(), ids=USAGE)
def test_what_cannot_be_used_is_said_in_a_sentence_and_is_2(kata, pack, tmp_path, arguments, sentence):
    both = right() + right("square", "n * n")
    hand_in(tmp_path, {"twice.py": right(), "homework.py": "x = 1", "both.py": both, "folder/a.txt": ""})
    options = ["--pack", pack] if arguments[0] == "check" else []
    ran = kata(*arguments, *options)
    assert ran.status == 2
    assert ran.out == ""
    assert sentence in " ".join(ran.err.split())
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("option", [[], ["--json"]])
def test_a_folder_that_is_no_pack(kata, tmp_path, option):
    hand_in(tmp_path, {"twice.py": right()})
    ran = kata("check", "twice.py", "--pack", tmp_path, *option)
    assert (ran.status, ran.out) == (2, "")
    assert "is not an exercise pack" in ran.err


def test_a_server_that_cannot_start_is_3(kata, pack, tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "no-keys"))
    monkeypatch.setattr(processes, "_START", "raise SystemExit('numpy is broken here')")
    hand_in(tmp_path, {"twice.py": right()})
    ran = kata("check", "twice.py", "--json", "--pack", pack)
    assert ran.status == 3
    assert "numpy is broken here" in ran.out + ran.err


def test_the_name_of_an_exercise_stands_for_its_file(kata, pack, tmp_path):
    hand_in(tmp_path, {"twice.py": right()})
    assert kata("check", "twice", "--pack", pack).status == 0


def test_an_exercise_is_told_by_what_the_file_defines(kata, pack, tmp_path):
    hand_in(tmp_path, {"homework.py": right("square", "n * n")})
    ran = kata("check", "homework.py", "--json", "--pack", pack)
    assert (ran.status, json.loads(ran.out)["exercise"]) == (0, "square")


def test_a_result_is_reproduced_by_its_seed_and_student(kata, pack, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    ran = [
        kata("check", "twice.py", "--json", "--seed", 11, "--student", "ada", "--pack", pack) for _ in "ab"
    ]
    one, other = (json.loads(each.out) for each in ran)
    one.pop("duration_s"), other.pop("duration_s")
    assert one == other
    assert (one["seed"], one["student"], one["diagnosis"]) == (11, "ada", "unchanged")


def test_a_file_that_may_not_be_read_is_a_result(kata, pack, tmp_path):
    (tmp_path / "twice.py").symlink_to(tmp_path / "twice.py")
    ran = kata("check", "twice.py", "--pack", pack)
    assert ran.status in (1, 2)
    assert "Traceback" not in ran.out + ran.err


def test_without_solutions_the_examples_are_checked(kata, tmp_path):
    pack = tmp_path / "student-pack"
    shutil.copytree(default_pack() / "exercises", pack / "exercises")
    shutil.copy(default_pack() / "solutions/pos_embed_2d/solution.py", tmp_path / "pos_embed_2d.py")
    ran = kata("check", "pos_embed_2d.py", "--pack", pack)
    assert ran.status == 0, ran.out + ran.err
    assert "visible examples" in ran.out
    document = json.loads(kata("check", "pos_embed_2d.py", "--pack", pack, "--json").out)
    assert {check["visibility"] for check in document["checks"]} == {"visible"}
    assert document["score"] == document["max_score"]


def test_without_solutions_a_mistake_is_still_named(kata, tmp_path):
    pack = tmp_path / "student-pack"
    shutil.copytree(default_pack() / "exercises", pack / "exercises")
    shutil.copy(
        default_pack() / "solutions/pos_embed_2d/mistakes/interleaved.py", tmp_path / "pos_embed_2d.py"
    )
    ran = kata("check", "pos_embed_2d.py", "--pack", pack, "--json")
    assert (ran.status, json.loads(ran.out)["diagnosis"]) == (1, "interleaved")


def test_examples_without_their_frozen_answers_cannot_be_checked(kata, pack, tmp_path):
    shutil.copytree(pack / "exercises", tmp_path / "student-pack" / "exercises")
    hand_in(tmp_path, {"twice.py": right()})
    ran = kata("check", "twice.py", "--pack", tmp_path / "student-pack")
    assert ran.status == 3
    assert "examples.json is missing" in ran.err


def test_ctrl_c(pack, tmp_path):
    """The whole process group is interrupted as soon as the file is seen to be run."""
    loop = "def twice(n):\n    pass\nwhile True:\n    pass\n"
    hand_in(tmp_path, {"twice.py": loop})
    toml = pack / "exercises" / "twice" / "exercise.toml"
    slow = tmp_path / "slow"
    shutil.copytree(pack, slow)
    text = toml.read_text().replace("time_per_check_s = 0.5", "time_per_check_s = 500")
    text = text.replace("time_per_submission_s = 4.0", "time_per_submission_s = 3000")
    (slow / "exercises" / "twice" / "exercise.toml").write_text(text)
    running = start("check", "twice.py", "--pack", slow, folder=tmp_path)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not _busy(running.pid):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in out + err
    assert in_session(running.pid) == []


def _busy(pid):
    """Whether a worker below the command uses the processor."""
    for below in descendants(pid):
        try:
            fields = Path(f"/proc/{below}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) != pid and int(fields[11]) > 20:
            return True
    return False
