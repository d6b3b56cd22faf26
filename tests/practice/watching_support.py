"""`kata watch` on a pseudo-terminal, as a person meets it."""

import contextlib
import os
import re
import time
from pathlib import Path

import pexpect
import pytest

from tests.command.support import KATA, add_exercise, write

PATIENCE_S = 60
TRACKS = """
schema = 1

[[track]]
name = "warm-up"
title = "T"
about = "A"
exercises = ["twice", "thrice", "slow"]
"""
RIGHT = "def twice(n):\n    return 2 * n\n"
WRONG = "def twice(n):\n    return n\n"
ENDLESS = "def twice(n):\n    while True:\n        pass\n"
STUB = "def twice(n):\n    raise NotImplementedError\n"
PASSED = "passed, 10 of 10 points"
FAILED = "failed, 0 of 10 points"
NEEDS_PROC = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="looks at processes in /proc, which is mounted on Linux"
)


def make_pack(folder):
    """Three exercises: `thrice` builds on `twice`, and `slow` may take half an hour."""
    add_exercise(folder, "twice", "2 * n", seconds=0.3)
    add_exercise(folder, "thrice", "3 * n")
    add_exercise(folder, "slow", "4 * n", seconds=600.0, total=1800.0)
    toml = folder / "exercises" / "thrice" / "exercise.toml"
    toml.write_text(toml.read_text().replace("entry_points", 'prerequisites = ["twice"]\nentry_points'))
    write(folder / "exercises" / "tracks.toml", TRACKS)
    return folder


def plain(text):
    """What was said, less the control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r\n", "\n")


class Desk:
    """A folder with an answer, and `kata watch` on a terminal beside it."""

    def __init__(self, folder, pack, columns=100, **variables):
        self.folder = folder
        self.pack = pack
        self.columns = columns
        self.heard = ""
        left_out = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        environment = {name: value for name, value in os.environ.items() if name not in left_out}
        self.environment = {**environment, "TERM": "xterm-256color", **variables}
        self.child = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child is not None and not self.child.closed:
            self.child.close(force=True)

    def spawn(self, command, arguments):
        self.child = pexpect.spawn(
            str(command),
            [str(argument) for argument in arguments],
            cwd=str(self.folder),
            env=self.environment,
            encoding="utf-8",
            dimensions=(40, self.columns),
            timeout=PATIENCE_S,
        )
        self.child.delaybeforesend = None
        return self

    def watch(self, *arguments):
        return self.spawn(KATA, ["watch", *arguments, "--pack", self.pack])

    def expect(self, text):
        """Wait until something is said; gives all that was said until then, since the last time."""
        self.child.expect(
            re.escape(text).replace(r"\ ", r"(?:\x1b\[[0-9;]*m|\s)+").replace(",", r"(?:\x1b\[0m)?,")
        )
        told = plain(self.child.before + self.child.after)
        self.heard += self.child.before + self.child.after
        return told

    def press(self, keys):
        self.child.send(keys)

    def path(self, name="twice"):
        return self.folder / f"{name}.py"

    def save(self, text, path=None):
        (path or self.path()).write_text(text, encoding="utf-8")

    def end(self):
        """Wait for the end; gives the exit status and what was said before it."""
        self.child.expect(pexpect.EOF)
        told = plain(self.child.before)
        self.heard += self.child.before
        self.child.close()
        return self.child.exitstatus, told


def descendants(pid):
    """All processes below a process."""
    found = [pid]
    for parent in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found[1:]


def alive(pid):
    """Whether a process still runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_end(pids):
    """Whether processes end before patience does."""
    until = time.monotonic() + PATIENCE_S
    while any(map(alive, pids)):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
