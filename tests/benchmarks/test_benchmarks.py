"""The benchmarks run and print their tables. How fast anything is is not asked here."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.py"))


def run(script, *options):
    """A benchmark with few submissions, from another folder."""
    done = subprocess.run(
        [sys.executable, script, "--quick", *options], capture_output=True, text=True, timeout=300, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_both_are_there():
    assert [script.name for script in BENCHMARKS] == ["bulk_grading.py", "start_up.py"]


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
