"""The command as on another system, imitated by tests/plain/imitation.py."""

import json
import os
import subprocess
import sys
from pathlib import Path

IMITATION = Path(__file__).with_name("imitation.py")
SYSTEMS = ("darwin", "win32")


def elsewhere(system, commands, folder):
    """Start commands of kata in a folder, as on a system; the process, with pipes."""
    python = folder / f"python_of_{system}"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{IMITATION}" {system} as-python "$@"\n')
    python.chmod(0o755)
    told = json.dumps([[str(argument) for argument in command] for command in commands])
    return subprocess.Popen(
        [sys.executable, IMITATION, system, python, told],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "FORCE_COLOR"} | {"COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ran_elsewhere(system, commands, folder):
    """What came of each command: status, output, errors."""
    process = elsewhere(system, commands, folder)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return [tuple(told) for told in json.loads(out)]
