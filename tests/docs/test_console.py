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
    """The commands of each block, with what they print; a block is one stay in one folder."""
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        commands = []
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            commands.append((command, output))
        yield pytest.param(commands, id=f"{document.name}: {commands[0][0]}")


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def matches(shown, printed):
    """Whether the lines are the same; a line of three dots stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


@pytest.mark.parametrize("commands", [s for document in DOCUMENTS for s in sessions(document)])
def test_commands_print_what_the_document_shows(commands, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    # Each block is the first stay of somebody new.
    environment = os.environ | {"COLUMNS": "80", "TERM": "dumb", "KATA_DATA_DIR": str(tmp_path / "data")}
    for command, output in commands:
        kata, *arguments = shlex.split(command)
        assert kata == "kata"
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
