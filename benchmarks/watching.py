"""Milliseconds from the save of an answer to its verdict, against a fresh pytest and against a bare fork.

    python benchmarks/watching.py            25 saves of each of two exercises
    python benchmarks/watching.py --quick    a few of each, to see that it runs

``kata watch`` runs on a pseudo-terminal, warm, with its keys on. The answer is the reference with a new
comment in each round. In turn, round by round, are timed:

* watch: from before the file is written until "passed, 10 of 10 points" has been read from the terminal;
* pytest: from the start of ``python -m pytest`` to its end, on a file of tests that imports the answer, makes
  the same calls on the same inputs, visible and hidden ones, and compares with what the reference gave
  (numpy.testing.assert_allclose); its inputs and expected values lie ready in a file;
* fork: a warm server of the same kind that forks a process, which loads the same file, makes the same calls
  and exits. It has no limits, no pipes and no checks, its inputs lie ready in memory, and nobody has to
  notice that a file was saved, nor to print anything. It is that of bulk_grading.py.

Plugins of pytest that happen to be installed are left out: a fresh pytest is as fast as it can be.

What is done once is not counted: starting the server, and making the answer key.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import types
from pathlib import Path

import pexpect
from bulk_grading import EXERCISES, Floor, attempt, live_inputs, write_tasks

KATA = Path(sysconfig.get_path("scripts")) / "kata"
AIM_MS = 100.0
PASSED = "10 of 10 points"
# A person looks at a verdict for a while; without a pause the end of one check would run into the next.
PAUSE_S = 0.3

TESTS = """
import marshal
import pickle

import numpy as np
import pytest
import {name} as answer


def attempt(function, /, *arguments, **keywords):
    try:
        return function(*arguments, **keywords)
    except Exception as raised:
        return raised


with open("cases.pickle", "rb") as file:
    CODES, CASES = pickle.load(file)
FILES = []
for code in map(marshal.loads, CODES):
    FILES.append({{"__name__": "checks", "attempt": attempt}})
    exec(code, FILES[-1])


def same(got, expected):
    if isinstance(expected, Exception):
        assert isinstance(got, type(expected))
    elif isinstance(expected, dict):
        assert list(got) == list(expected)
        for name, value in expected.items():
            same(got[name], value)
    elif isinstance(expected, (list, tuple)) and any(not isinstance(one, (int, float)) for one in expected):
        assert len(got) == len(expected)
        for one, other in zip(got, expected):
            same(one, other)
    elif isinstance(expected, (str, type(None))):
        assert got == expected
    else:
        np.testing.assert_allclose(as_numpy(got), as_numpy(expected), rtol=1e-5, atol=1e-6)


def as_numpy(value):
    return value.detach().numpy() if hasattr(value, "detach") else np.asarray(value)


@pytest.mark.parametrize("file, probe, inputs, expected", CASES)
def test_case(file, probe, inputs, expected):
    same(FILES[file][probe](answer, **inputs), expected)
"""


def write_tests(folder: Path, key, source: str) -> int:
    """Write the tests that make the calls of all checks. Returns how many cases there are."""
    import marshal

    codes = marshal.loads(key.probes)
    files = []
    for code in codes:
        files.append({"__name__": "checks", "attempt": attempt})
        exec(code, files[-1])
    reference = types.ModuleType("reference")
    exec(compile(source, "reference", "exec"), reference.__dict__)
    cases = []
    for check in key.checks:
        for case in check.cases:
            expected = files[check.file][check.probe](reference, **live_inputs(case.inputs))
            cases.append((check.file, check.probe, live_inputs(case.inputs), expected))
    (folder / "cases.pickle").write_bytes(pickle.dumps(([marshal.dumps(code) for code in codes], cases)))
    (folder / "test_answer.py").write_text(TESTS.format(name=key.exercise.name))
    return len(cases)


class Watch:
    """`kata watch` on a pseudo-terminal, beside the answer to one exercise."""

    def __init__(self, folder: Path, answer: Path, stub: str) -> None:
        self.answer = answer
        answer.write_text(stub)
        environment = {**os.environ, "TERM": "xterm-256color"}
        self.child = pexpect.spawn(
            str(KATA), ["watch"], cwd=str(folder), env=environment, dimensions=(40, 80), timeout=120
        )
        self.child.expect("not started yet")

    def save(self, text: str) -> float:
        """Seconds from the save to the verdict."""
        time.sleep(PAUSE_S)
        began = time.perf_counter()
        self.answer.write_text(text)
        self.child.expect(PASSED)
        took_s = time.perf_counter() - began
        self.child.expect("q quit")
        return took_s

    def close(self) -> None:
        self.child.send("q")
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus == 0, self.child.exitstatus


def pytest_once(folder: Path, cases: int) -> float:
    """Seconds of a fresh run of the tests."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_answer.py"]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    took_s = time.perf_counter() - began
    assert f"{cases} passed" in done.stdout, done.stdout + done.stderr
    return took_s


def compare(name: str, rounds: int, folder: Path) -> dict[str, float]:
    """Time one exercise: watch, pytest and fork in turn."""
    from grader.catalogue import load_pack
    from grader.isolate.local import LocalWorker
    from grader.prepared import key_for

    exercise = load_pack().exercise(name)
    source = (exercise.solution_folder / "solution.py").read_text()
    with LocalWorker() as worker:
        key = key_for(exercise, 0, worker)
    desk = folder / "desk"
    desk.mkdir()
    answer = desk / f"{name}.py"
    answer.write_text(source)
    cases = write_tests(desk, key, source)
    (floor_task,) = write_tasks(folder / "tasks", [answer], key)
    floor = Floor(EXERCISES[name], folder / "tasks")
    watch = Watch(desk, answer, key.stub)
    watch.save(source)
    floor.run([floor_task])
    ms: dict[str, list[float]] = {"watch": [], "pytest": [], "fork": []}
    for number in range(rounds):
        ms["watch"].append(1000 * watch.save(f"{source}\n# save {number}\n"))
        ms["pytest"].append(1000 * pytest_once(desk, cases))
        ms["fork"].append(1000 * floor.run([floor_task]))
    watch.close()
    floor.close()
    middle = {what: statistics.median(all_ms) for what, all_ms in ms.items()}
    return {
        "saves": rounds,
        "cases": cases,
        **{f"{what}_ms": value for what, value in middle.items()},
        "watch_low_ms": min(ms["watch"]),
        "watch_high_ms": max(ms["watch"]),
        "to_fork": middle["watch"] / middle["fork"],
        "to_pytest": middle["watch"] / middle["pytest"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few saves")
    parser.add_argument("--saves", type=int, help="how many of each exercise (default: 25)")
    parser.add_argument("--only", choices=EXERCISES, help="one exercise only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args()
    rounds = options.saves or (3 if options.quick else 25)
    rows = {}
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        os.environ.setdefault("KATA_CACHE_DIR", f"{folder}/cache")
        os.environ["KATA_DATA_DIR"] = f"{folder}/data"
        for name in [options.only] if options.only else EXERCISES:
            place = Path(folder) / name
            place.mkdir()
            rows[name] = compare(name, rounds, place)
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"From the save to the verdict, medians of {rounds} saves in milliseconds:\n")
    print(f"{'exercise':<32}{'fork':>8}{'watch':>8}{'(lowest to highest)':>22}{'pytest':>9}", end="")
    print(f"{'watch/fork':>12}{'watch/pytest':>14}")
    for name, r in rows.items():
        spread = f"{r['watch_low_ms']:.0f} to {r['watch_high_ms']:.0f}"
        print(
            f"{name:<32}{r['fork_ms']:>8.1f}{r['watch_ms']:>8.1f}{spread:>22}{r['pytest_ms']:>9.0f}", end=""
        )
        print(f"{r['to_fork']:>12.2f}{r['to_pytest']:>14.3f}")
    print()
    for name, r in rows.items():
        print(f"{name}: within {AIM_MS:.0f} ms, {'met' if r['watch_ms'] <= AIM_MS else 'MISSED'}")


if __name__ == "__main__":
    main()
