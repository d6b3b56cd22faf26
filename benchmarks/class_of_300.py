"""A class of 300 students and 20 exercises, as it comes from Canvas, from the download to the page.

    python benchmarks/class_of_300.py            6,000 submissions: some minutes
    python benchmarks/class_of_300.py --quick    six, to see that it runs

The submissions are the accepted variants and the known mistakes of the catalogue, three right ones to two
wrong ones, with a few that are the stub, damaged or late; no two are equal. They are graded once, then once
more unchanged, then with one exercise changed by a comment in its checks; at last the page is made. The
same is done with a tenth of the class, to see what grows with it.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from grader.catalogue import default_pack, load_pack

KATA = str(Path(sysconfig.get_path("scripts")) / "kata")
SEED = 7
NO_CACHES = shutil.ignore_patterns("__pycache__")
STUDENTS, EXERCISES = 300, 20
# One in so many is the stub, a damaged file, late.
STUB_EVERY, DAMAGED_EVERY, LATE_EVERY = 40, 150, 25


def answers(exercises: list[str], pack: Path) -> dict[str, tuple[list[str], list[str], str]]:
    """Of each exercise the right answers, the wrong ones and the stub."""
    found = {}
    for name in exercises:
        solutions = pack / "solutions" / name
        right = [solutions / "solution.py", *sorted(solutions.glob("accepted/*.py"))]
        wrong = sorted(solutions.glob("mistakes/*.py"))
        stub = (pack / "exercises" / name / "stub.py").read_text(encoding="utf-8")
        found[name] = (
            [path.read_text(encoding="utf-8") for path in right],
            [path.read_text(encoding="utf-8") for path in wrong],
            stub,
        )
    return found


def write_download(path: Path, students: int, exercises: list[str], pack: Path) -> int:
    """Write what Canvas would give for such a class; returns how many files it holds."""
    chance = random.Random(SEED)
    known = answers(exercises, pack)
    count = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in range(students):
            for exercise in exercises:
                count += 1
                right, wrong, stub = known[exercise]
                text = chance.choice(right if chance.random() < 0.6 else wrong)
                text = stub if count % STUB_EVERY == 0 else text
                data = f"{text}\n# handed in by student {student}\n".encode()
                data = b"\x00\x01" * 40 if count % DAMAGED_EVERY == 0 else data
                late = "LATE_" if count % LATE_EVERY == 0 else ""
                archive.writestr(
                    f"student{student:03}_{late}{4000 + student}_{90000 + count}_{exercise}.py", data
                )
    return count


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds that a command takes, and the peak of its own memory in MiB, its workers not counted."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    peak_kb = 0
    while process.poll() is None:
        peak_kb = max(peak_kb, high_water_kb(process.pid))
        time.sleep(0.02)
    ended = time.perf_counter()
    assert process.stderr is not None
    assert process.returncode in (0, 1), process.stderr.read()
    return ended - began, peak_kb / 1024


def high_water_kb(pid: int) -> int:
    """The most memory that a process had until now."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def change_checks(pack: Path, exercise: str) -> None:
    """Make another version of an exercise that asks the same."""
    with (pack / "solutions" / exercise / "checks.py").open("a", encoding="utf-8") as file:
        file.write("# another version\n")


def one_class(students: int, exercises: list[str], folder: Path) -> Iterator[tuple[str, float, float]]:
    """Grade a class in all ways; yields what was done, seconds, and MiB."""
    folder.mkdir()
    pack = folder / "pack"
    for part in ("exercises", "solutions"):
        shutil.copytree(default_pack() / part, pack / part, ignore=NO_CACHES)
    download, results = folder / "submissions.zip", folder / "results"
    count = write_download(download, students, exercises, pack)
    grade = [KATA, "grade", str(download), "-o", str(results), "--pack", str(pack), "--seed", str(SEED)]
    # The keys of an exercise are made once for all classes and seeds: they are not what is measured here.
    warm = folder / "one.zip"
    write_download(warm, 1, exercises, pack)
    subprocess.run([KATA, "grade", str(warm), "-o", str(folder / "warm"), *grade[5:]], capture_output=True)
    yield f"graded: {count} submissions", *measured(grade)
    yield "graded again, nothing changed", *measured(grade)
    change_checks(pack, exercises[0])
    yield "graded again, one exercise changed", *measured(grade)
    yield "page and pages of details", *measured([KATA, "report", str(results), "--format", "html"])
    sizes = {"database": results / "results.sqlite", "class page": results / "html" / "index.html"}
    for name, path in sizes.items():
        yield f"size of the {name}", 0.0, path.stat().st_size / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="six submissions, to see that it runs")
    options = parser.parse_args()
    students, exercises = (3, 2) if options.quick else (STUDENTS, EXERCISES)
    names = sorted(load_pack().exercises)[:exercises]
    with tempfile.TemporaryDirectory() as folder:
        small = list(one_class(max(students // 10, 2), names, Path(folder) / "small"))
        large = list(one_class(students, names, Path(folder) / "large"))
    print(
        f"{students} students x {len(names)} exercises, and a tenth of the class; MiB of the command itself"
    )
    print(f"{'':40}{'whole class':>24}{'a tenth':>22}")
    for (what, seconds, size), (_, few_seconds, few_size) in zip(large, small, strict=True):
        print(f"{what:40}{shown(seconds, size):>24}{shown(few_seconds, few_size):>22}")
    growth = large[0][2] / small[0][2]
    print(f"memory of the command for ten times the class: {growth:.2f} times")


def shown(seconds: float, size: float) -> str:
    return f"{size:.2f} MiB" if seconds == 0.0 else f"{seconds:.1f} s, {size:.0f} MiB"


if __name__ == "__main__":
    main()
