"""The benchmarks run and print their tables. How fast anything is is not asked here."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.isolate import namespaces

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.py"))
NAMESPACES = namespaces.available()


def run(script, *options):
    """A benchmark with few submissions, from another folder."""
    done = subprocess.run(
        [sys.executable, script, "--quick", *options], capture_output=True, text=True, timeout=300, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_all_are_there():
    assert [script.name for script in BENCHMARKS] == [
        "bulk_grading.py",
        "class_of_300.py",
        "local_page.py",
        "lock_cost.py",
        "naming_causes.py",
        "start_up.py",
        "watching.py",
    ]


def test_bulk_grading_prints_floor_kata_and_ratio_for_both_kinds_of_server():
    printed = run(ROOT / "benchmarks/bulk_grading.py")
    for exercise in ("pos_embed_2d", "interpolate_position_embedding"):
        row = rf"^{exercise} +([\d.]+) ms +([\d.]+) ms +([\d.]+) +[\d.]+ to [\d.]+$"
        ((floor, kata, ratio),) = re.findall(row, printed, re.MULTILINE)
        assert float(ratio) == pytest.approx(float(kata) / float(floor), rel=0.05)
        ((key, server, command, tree),) = re.findall(
            rf"^{exercise} +([\d.]+) s +([\d.]+) s +(\d+) MiB +(\d+) MiB$", printed, re.MULTILINE
        )
        assert float(key) > 0
        assert float(server) >= 0
        assert 10 < int(command) < int(tree)


def test_a_class_is_graded_from_the_download_to_the_page_and_measured():
    printed = run(ROOT / "benchmarks/class_of_300.py")
    number = r"[\d.]+ s, \d+ MiB"
    for what in (
        "graded: 6 submissions",
        "graded again, nothing changed",
        "graded again, one exercise changed",
    ):
        assert re.search(rf"^{re.escape(what)} +{number} +{number}$", printed, re.MULTILINE), printed
    assert re.search(r"^size of the class page +[\d.]+ MiB +[\d.]+ MiB$", printed, re.MULTILINE)
    assert re.search(r"^memory of the command for ten times the class: [\d.]+ times$", printed, re.MULTILINE)


def test_the_numbers_of_start_up_can_be_had_as_json():
    rows = json.loads(run(ROOT / "benchmarks/start_up.py", "--json"))
    assert [row["what"] for row in rows] == [
        "kata --help",
        "kata check pos_embed_2d, warm",
        "kata check pos_embed_2d, cold",
        "kata check interpolate_position_embedding, warm",
        "kata check interpolate_position_embedding, cold",
    ]
    assert all(row["s"] > 0 < row["base_s"] for row in rows)


def test_watching_prints_the_times_from_the_save_to_the_verdict_and_their_ratios():
    printed = run(ROOT / "benchmarks/watching.py")
    for exercise in ("pos_embed_2d", "interpolate_position_embedding"):
        row = rf"^{exercise} +([\d.]+) +([\d.]+) +\d+ to \d+ +(\d+) +([\d.]+) +([\d.]+)$"
        ((fork, watch, fresh, to_fork, to_fresh),) = re.findall(row, printed, re.MULTILINE)
        assert float(to_fork) == pytest.approx(float(watch) / float(fork), rel=0.05)
        assert float(to_fresh) == pytest.approx(float(watch) / float(fresh), rel=0.1)
        assert re.search(rf"^{exercise}: within 100 ms, (met|MISSED)$", printed, re.MULTILINE)


def test_the_local_page_prints_first_page_and_verdicts_beside_the_commands():
    printed = run(ROOT / "benchmarks/local_page.py")
    ((listed, page, ratio),) = re.findall(
        r"^ +[\d.]+ +([\d.]+) +([\d.]+) +\d+ to \d+ +([\d.]+)$", printed, re.MULTILINE
    )
    assert float(ratio) == pytest.approx(float(page) / float(listed), rel=0.05)
    for exercise in ("pos_embed_2d", "interpolate_position_embedding"):
        row = rf"^{exercise} +([\d.]+) +\d+ to \d+ +(\d+) +([\d.]+)$"
        ((page, check, ratio),) = re.findall(row, printed, re.MULTILINE)
        assert float(ratio) == pytest.approx(float(page) / float(check), rel=0.1)
        assert re.search(rf"^{exercise}: within 300 ms, (met|MISSED)$", printed, re.MULTILINE)
    assert re.search(r"^first page: within 500 ms, (met|MISSED)$", printed, re.MULTILINE)


def test_lock_cost_prints_bare_and_locked_forks_for_both_kinds_of_server():
    printed = run(ROOT / "benchmarks/lock_cost.py")
    places = ["without namespaces", "in namespaces"][: 1 + NAMESPACES]
    number = r" +([\d.]+) ms"
    row = rf"^({'|'.join(places)}){number}{number} +([\d.]+){number}{number} +([\d.]+)$"
    found = re.findall(row, printed, re.MULTILINE)
    assert [place for place, *_ in found] == places * 2
    for _, *numbers in found:
        for bare, locked, ratio in (numbers[:3], numbers[3:]):
            assert float(ratio) == pytest.approx(float(locked) / float(bare), rel=0.05)
    for aim in ["by the lock .* 1.5", "by the namespaces .* 0.5"][: 1 + NAMESPACES]:
        assert len(re.findall(rf"^{aim} ms, (?:met|MISSED)$", printed, re.MULTILINE)) == 2
    for layer in ("session", "limits", "no_new_privs", "capabilities", "seccomp: load it"):
        assert len(re.findall(rf"^{layer}(?:{number})+$", printed, re.MULTILINE)) == 2
    assert re.search(rf"^trial\.find{number}{number}$", printed, re.MULTILINE)


def test_lock_cost_says_which_layers_are_missing_and_goes_on():
    without = ("--only", "numpy", "--without", "namespaces", "--without", "landlock")
    printed = run(ROOT / "benchmarks/lock_cost.py", *without)
    assert "\nNo namespaces here: " in printed
    assert "\nNo Landlock here: " in printed
    assert "\nby the lock " in printed
    assert "\nby the namespaces " not in printed
    assert "\nLandlock " not in printed


def test_the_numbers_of_lock_cost_can_be_had_as_json():
    found = json.loads(run(ROOT / "benchmarks/lock_cost.py", "--only", "numpy", "--json"))
    kind = found["kinds"]["numpy"]
    ms, added = kind["ms"], kind["added"]
    for which in ("p10", "median"):
        lock = {place: names["locked"][which] - names["bare"][which] for place, names in ms.items()}
        assert added["lock"][which]["ms"] == pytest.approx(lock["without"])
        if "within" in lock:
            assert added["namespaces"][which]["ms"] == pytest.approx(lock["within"] - lock["without"])
    assert set(kind["met"]) == {"lock", "namespaces"} & set(added)
    assert found["start"]["trial.find"]["median"] > 0


def test_a_benchmark_whose_class_does_not_pass_says_so(tmp_path):
    """A wrong answer is graded faster than a right one: a benchmark of it would show nothing."""
    script = (ROOT / "benchmarks/bulk_grading.py").read_text()
    spoiled = tmp_path / "bulk_grading.py"
    spoiled.write_text(
        script.replace("# handed in as", "pos_embed_2d = lambda grid, dim: []  # handed in as")
    )
    assert spoiled.read_text() != script
    done = subprocess.run(
        [sys.executable, spoiled, "--quick", "--only", "pos_embed_2d"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode != 0
    assert "status='failed'" in done.stderr


def test_naming_causes_counts_what_is_named_and_finds_no_wrong_cause():
    printed = run(ROOT / "benchmarks/naming_causes.py")
    assert "wrong:" not in printed
    for kind in ("held out", "repairs", "composed"):
        ((tried, named, share, wrong),) = re.findall(
            rf"^{kind} +(\d+) +(\d+) +(\d+) % +(\d+) +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$", printed, re.MULTILINE
        )
        assert 0 < int(named) <= int(tried)
        assert int(share) == pytest.approx(100 * int(named) / int(tried), abs=1)
        assert wrong == "0"


def test_the_causes_that_were_confirmed_are_of_mistakes_that_exist():
    confirmed = json.loads((ROOT / "benchmarks/confirmed_causes.json").read_text(encoding="utf-8"))
    for name in confirmed:
        exercise, mistake = name.split("/")
        assert (ROOT / "solutions" / exercise / "mistakes" / f"{mistake}.py").is_file(), name


def test_readme_and_docs_show_the_same_table_of_causes():
    table = r"^24 exercises; .*\n(?:.+\n){4}"
    (shown,) = re.findall(table, (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert shown in (ROOT / "docs/causes.md").read_text(encoding="utf-8")
    exercises = len(list((ROOT / "exercises").glob("*/exercise.toml")))
    assert shown.startswith(f"{exercises} exercises")
