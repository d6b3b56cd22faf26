"""Where the project stands, and how its command is run outside of it."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FOUR = {"pos_embed_2d", "gather_patches", "learned_position_embedding", "interpolate_position_embedding"}


def clean_environment(**extra):
    """The environment less what could lead Python back to the source tree."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"}
    return {name: value for name, value in os.environ.items() if name not in hidden} | extra


@dataclass(frozen=True)
class Command:
    """The command `kata` of one installation, run in a folder of its own."""

    program: Path
    folder: Path

    def __call__(self, *arguments, timeout=300):
        return subprocess.run(
            [self.program, *map(str, arguments)],
            cwd=self.folder,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def json(self, *arguments):
        """What the command printed, and its exit status; nothing but one document may stand there."""
        done = self(*arguments)
        assert done.stdout, done.stderr
        return json.loads(done.stdout), done.returncode
