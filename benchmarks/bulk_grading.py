"""Seconds per submission of grading a class, against the floor of a bare fork.

    python benchmarks/bulk_grading.py            200 submissions of each of two exercises
    python benchmarks/bulk_grading.py --quick    a few of each, to see that it runs

The class is made of the exercises' accepted variants, each with a comment of its own, so that no two
files are equal. It is graded by the road that ``kata grade --jobs 1`` takes: read, grade, write. The
floor is a warm server of the same kind (the same imports, the same warm-up) that forks a process for
each of the same files; the process loads the file, makes the same calls on the same inputs, and exits.
It has no limits, no pipes and no checks, and its inputs lie ready in memory. The two are timed in turn,
a part of the class at a time, and the medians over the parts are compared.

What is done once per class is printed, not counted: making the key, and starting the warm server.
Memory is the largest sum, over the command and all its descendants, of their proportional set sizes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

import msgspec

EXERCISES = {"pos_embed_2d": False, "interpolate_position_embedding": True}


# --------------------------------------------------------------------------- the floor


def serve_floor(torch: bool, tasks: Path) -> None:
    """For each name of a task's file on standard input: fork, do it, print the seconds that took."""
    import gc

    from grader.isolate import warm
    from grader.model import Task

    warm.common(torch)
    gc.collect()
    gc.freeze()
    read_task = msgspec.msgpack.Decoder(Task).decode
    print("ready", flush=True)
    for line in sys.stdin:
        task = read_task((tasks / line.strip()).read_bytes())
        live = [(planned, [live_inputs(case) for case in planned.cases]) for planned in task.plan]
        began = time.perf_counter()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                bare_run(task, live)
                status = 0
            finally:
                os._exit(status)
        _, ended = os.waitpid(pid, 0)
        seconds = time.perf_counter() - began
        print(seconds if ended == 0 else "failed", flush=True)


def live_inputs(inputs):
    """A case's inputs as objects."""
    from grader.codec import revive

    return {name: revive(value) for name, value in inputs}


def bare_run(task, live) -> None:
    """Load the file and make the calls of all its checks, looking at nothing."""
    import marshal

    module = types.ModuleType("submission")
    sys.modules["submission"] = module
    for unit in task.units:
        exec(compile(unit.source, unit.label, "exec", dont_inherit=True), module.__dict__)
    files = []
    for code in marshal.loads(task.probes):
        namespace = {"__name__": "<check>", "attempt": attempt}
        exec(code, namespace)
        files.append(namespace)
    for planned, cases in live:
        probe = files[planned.file][planned.probe]
        for inputs in cases:
            probe(module, **inputs)


def attempt(function, /, *arguments, **keywords):
    """Call, and swallow the exception that is asked for."""
    try:
        return function(*arguments, **keywords)
    except Exception as raised:  # noqa: BLE001 - what the probe asks for
        return raised


class Floor:
    """A bare warm server, started as the real one is."""

    def __init__(self, torch: bool, tasks: Path) -> None:
        from grader.isolate.processes import ROOT, server_environment

        self.process = subprocess.Popen(
            [sys.executable, "-I", __file__, "--floor", "torch" if torch else "numpy", str(tasks), str(ROOT)],
            env=server_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
        )
        assert self.process.stdout.readline() == "ready\n"

    def run(self, names: list[str]) -> float:
        """Seconds per submission over some tasks."""
        seconds = []
        for name in names:
            self.process.stdin.write(f"{name}\n")
            self.process.stdin.flush()
            seconds.append(float(self.process.stdout.readline()))
        return statistics.fmean(seconds)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)


# --------------------------------------------------------------------------- the class


def write_class(folder: Path, exercise, count: int) -> list[Path]:
    """One folder per student, with an accepted variant made unique by a comment."""
    variants = [path.read_text() for path in sorted((exercise.solution_folder / "accepted").glob("*.py"))]
    if "torch" not in exercise.needs:
        variants = [text for text in variants if "torch" not in text]  # they go to the other server
    paths = []
    for number in range(count):
        path = folder / f"student{number:04}" / f"{exercise.name}.py"
        path.parent.mkdir(parents=True)
        path.write_text(f"{variants[number % len(variants)]}\n# handed in as number {number}\n")
        paths.append(path)
    return paths


def write_tasks(folder: Path, paths: list[Path], key) -> list[str]:
    """What the workers are told for each of these files. Returns the names of the tasks' files."""
    from grader.answer_key import task_for
    from grader.intake.source import read_file

    folder.mkdir()
    for path in paths:
        submission = read_file(path, key.exercise.name, student="", shown=path.name)
        task = task_for(key, submission.units, cells=False)
        (folder / path.parent.name).write_bytes(msgspec.msgpack.encode(task))
    return [f"../{folder.name}/{path.parent.name}" for path in paths]


def time_grading(submissions: Path, results: Path, pack, seed: int) -> tuple[float, float]:
    """Grade one folder. Returns seconds per submission, and the seconds that a class costs once.

    Those are the start of the warm server, the first submission beyond what the others take (it counts as
    much as the mean of the others), and the end, when the server is stopped and the tables are written.
    """
    from grader.grade_class import grade_class
    from grader.grading import Terms
    from grader.submissions import open_submissions

    marks: dict[tuple[str, int], float] = {}
    results.mkdir()
    began = time.perf_counter()
    with open_submissions(submissions, pack) as found:
        run = grade_class(
            found,
            submissions,
            results,
            pack,
            Terms(jobs=1, seed=seed),
            seed,
            progress=lambda phase, done, _: marks.setdefault((phase, done), time.perf_counter()),
        )
    ended = time.perf_counter()
    entries = run.book.entries.values()
    wrong = next((entry for entry in entries if entry.status != "passed"), None)
    assert wrong is None, wrong
    count = len(entries)
    reading = marks["starting", 0] - began
    after_the_first = marks["grading", count] - marks["grading", 1]
    once = marks["preparing", 0] - marks["starting", 0]
    once += marks["grading", 1] - marks["grading", 0] + ended - marks["grading", count]
    return reading / count + after_the_first / (count - 1), once


def peak_memory(submissions: Path, results: Path, seed: int) -> tuple[float, float]:
    """MiB of the command at its peak (the sum of proportional set sizes), alone and with its servers."""
    command = [sys.executable, "-m", "grader.cli", "grade", str(submissions), "-o", str(results)]
    command[1:3] = ["-c", "from grader.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "--jobs", "1", "--seed", str(seed)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    peak = parent = 0
    while process.poll() is None:
        sizes = [proportional_kb(pid) for pid in tree(process.pid)]
        peak, parent = max(peak, sum(sizes)), max(parent, sizes[0])
        time.sleep(0.003)
    assert process.returncode == 0, process.returncode
    return parent / 1024, peak / 1024


def tree(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for parent in found:
        try:
            tasks = list(Path(f"/proc/{parent}/task").iterdir())
            found += [int(child) for task in tasks for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def proportional_kb(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")), 0)


# --------------------------------------------------------------------------- the comparison


def compare(name: str, count: int, parts: int, seed: int, folder: Path) -> dict[str, float]:
    """Time one exercise: parts of the class are graded, and run bare, in turn."""
    from grader.catalogue import load_pack
    from grader.isolate.local import LocalWorker
    from grader.prepared import key_for

    pack = load_pack()
    exercise = pack.exercise(name)
    began = time.perf_counter()
    with LocalWorker() as worker:
        key = key_for(exercise, seed, worker)
    key_s = time.perf_counter() - began
    names = []
    for part in range(parts):
        size = count // parts + (part < count % parts)
        paths = write_class(folder / f"class{part}", exercise, size)
        names.append(write_tasks(folder / f"tasks{part}", paths, key))
    graded, bare, once = [], [], []
    floor = Floor(EXERCISES[name], folder / "tasks0")
    floor.run(names[0][:2])
    for part in range(parts):
        seconds, rest = time_grading(folder / f"class{part}", folder / f"results{part}", pack, seed)
        graded.append(seconds)
        once.append(rest)
        bare.append(floor.run(names[part]))
    floor.close()
    parent_mb, tree_mb = peak_memory(folder / "class0", folder / "results-memory", seed)
    return {
        "submissions": count,
        "floor_ms": 1000 * statistics.median(bare),
        "kata_ms": 1000 * statistics.median(graded),
        "ratio": statistics.median(graded) / statistics.median(bare),
        "ratio_low": min(g / b for g, b in zip(graded, bare, strict=True)),
        "ratio_high": max(g / b for g, b in zip(graded, bare, strict=True)),
        "key_s": key_s,
        "once_s": statistics.median(once),
        "parent_mb": parent_mb,
        "tree_mb": tree_mb,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few submissions")
    parser.add_argument("--submissions", type=int, help="how many of each exercise (default: 200)")
    parser.add_argument("--only", choices=EXERCISES, help="one exercise only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--floor", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.floor:
        sys.path.insert(0, options.floor[2])
        serve_floor(options.floor[0] == "torch", Path(options.floor[1]))
        return
    count = options.submissions or (6 if options.quick else 200)
    parts = min(10, max(1, count // 3))
    rows = {}
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        os.environ["KATA_CACHE_DIR"] = f"{folder}/cache"
        for name in [options.only] if options.only else EXERCISES:
            place = Path(folder) / name
            place.mkdir()
            rows[name] = compare(name, count, parts, options.seed, place)
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    print(f"Per submission, medians over {parts} parts of a class of {count}, --jobs 1:\n")
    print(f"{'exercise':<32}{'floor':>10}{'kata':>10}{'ratio':>8}{'(lowest to highest)':>22}")
    for name, r in rows.items():
        spread = f"{r['ratio_low']:.2f} to {r['ratio_high']:.2f}"
        print(f"{name:<32}{r['floor_ms']:>7.1f} ms{r['kata_ms']:>7.1f} ms{r['ratio']:>8.2f}{spread:>22}")
    print("\nOnce per class, and memory (proportional set sizes, peak):\n")
    print(f"{'exercise':<32}{'key':>10}{'server':>10}{'command':>12}{'with servers':>16}")
    for name, r in rows.items():
        print(
            f"{name:<32}{r['key_s']:>8.1f} s{r['once_s']:>8.1f} s"
            f"{r['parent_mb']:>8.0f} MiB{r['tree_mb']:>12.0f} MiB"
        )
    print(
        "\n(key: reference, truths and mistakes, run and packed;"
        " server: its start, the first result, its end)"
    )


if __name__ == "__main__":
    main()
