"""How long the command takes to start, against Python itself.

    python benchmarks/start_up.py            medians of several runs of each
    python benchmarks/start_up.py --quick    one run of each, to see that it runs

`kata --help` is set against `python -c pass`, and `kata check` on a right answer against the import of
what it needs: cold, with an empty cache of answer keys, when the reference and all known mistakes are run
first; and warm. The commands of a comparison are run in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

KATA = str(Path(sysconfig.get_path("scripts")) / "kata")
EXERCISES = {"pos_embed_2d": "numpy", "interpolate_position_embedding": "torch"}


def seconds(command: list[str], folder: Path) -> float:
    """How long a command takes; it must end well."""
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    ended = time.perf_counter()
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return ended - began


def medians(
    commands: dict[str, list[str]], runs: int, folder: Path, before: Callable[[str], None]
) -> dict[str, float]:
    """The median seconds of each command, run in turn; ``before`` prepares each run."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            before(name)
            taken[name].append(seconds(command, folder))
    return {name: statistics.median(times) for name, times in taken.items()}


def help_against_python(runs: int, folder: Path) -> dict[str, float]:
    commands = {"base": [sys.executable, "-c", "pass"], "kata": [KATA, "--help"]}
    return medians(commands, runs, folder, lambda _: None)


def check_against_import(name: str, runs: int, folder: Path) -> dict[str, float]:
    from grader.catalogue import load_pack

    solution = load_pack().exercise(name).solution_folder
    assert solution is not None
    shutil.copyfile(solution / "solution.py", folder / f"{name}.py")
    check = [KATA, "check", f"{name}.py"]
    commands = {"base": [sys.executable, "-c", f"import {EXERCISES[name]}"], "cold": check, "warm": check}
    cache = Path(os.environ["KATA_CACHE_DIR"])
    return medians(
        commands,
        runs,
        folder,
        lambda which: shutil.rmtree(cache, ignore_errors=True) if which == "cold" else None,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one run of each")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as place:
        folder = Path(place)
        os.environ["KATA_CACHE_DIR"] = str(folder / "cache")
        found = help_against_python(1 if options.quick else 21, folder)
        rows.append(("kata --help", "python -c pass", found["kata"], found["base"]))
        for name, package in EXERCISES.items():
            found = check_against_import(name, 1 if options.quick else 5, folder)
            for which in ("warm", "cold"):
                rows.append((f"kata check {name}, {which}", f"import {package}", found[which], found["base"]))
    if options.json:
        print(json.dumps([dict(zip(("what", "against", "s", "base_s"), row, strict=True)) for row in rows]))
        return
    print(f"{'command':<52}{'ms':>8}  {'against':<16}{'ms':>8}{'ratio':>8}")
    for what, against, taken, base in rows:
        print(f"{what:<52}{1000 * taken:>8.0f}  {against:<16}{1000 * base:>8.0f}{taken / base:>8.1f}")


if __name__ == "__main__":
    main()
