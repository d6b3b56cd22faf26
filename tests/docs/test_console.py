"""What the documents show of the terminal is what the terminal shows."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def sessions(document):
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            yield pytest.param(command, output, id=f"{document.name}: {command}")


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def matches(shown, printed):
    """Whether the lines are the same; a line of three dots stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


@pytest.mark.parametrize(("command", "output"), [s for document in DOCUMENTS for s in sessions(document)])
def test_a_command_prints_what_the_document_shows(command, output, tmp_path):
    for name in ("examples", "exercises"):
        shutil.copytree(ROOT / name, tmp_path / name)
    kata, *arguments = shlex.split(command)
    assert kata == "kata"
    environment = os.environ | {"COLUMNS": "80", "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1)
    assert matches(lines(output), lines(done.stdout)), done.stdout


def test_a_document_that_shows_another_output_is_caught():
    assert not matches(["a", "..."], ["b"])
    assert not matches(["a", "...", "c"], ["a", "b"])
    assert matches(["a", "...", "c"], ["a", "b", "b", "c"])
