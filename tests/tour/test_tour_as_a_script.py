"""The tour without a page: `python positions_tour.py`, and marimo's own check of the notebook."""

import re
import subprocess
import sys

import pytest

from grader.errors import KataError
from tests.tour.support import environment, laid_out
from tests.tour.tour_data import PROGRAMS, TOUR

pytest.importorskip("marimo")


def run(*arguments, folder):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_runs_from_any_folder_and_shows_all_five_programs_failing(tmp_path):
    pytest.importorskip("torch")
    done = run(laid_out(tmp_path / "tour"), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "without positions changes the outputs by 0%" in done.stdout
    (changed,) = re.findall(r"with positions changes the outputs by (\d+)%", done.stdout)
    assert int(changed) > 5
    for name in PROGRAMS:
        told = done.stdout.split(f"\n{name}: failed, 0 of 10 points\n")[1].split(": failed, 0 of 10")[0]
        assert "Not started" not in told, "what it does wrong is shown"
        assert "\nFirst to mend: " in told.replace("passed. First", "passed.\nFirst")
        assert ("expected  " in told and "got  " in told) or "It raised RuntimeError" in told
        assert "Likely cause: " in told


def test_it_says_what_to_do_where_the_data_was_left_behind(tmp_path):
    notebook_file = laid_out(tmp_path / "tour")
    notebook_file.with_suffix(".json").unlink()
    done = run(notebook_file, folder=tmp_path)
    assert done.returncode != 0
    assert "positions_tour.json is missing. `kata tour positions` lays out both files." in done.stderr


def test_marimo_finds_nothing_to_mend(tmp_path):
    done = run("-m", "marimo", "check", "--strict", TOUR, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_goes_on_where_nothing_can_be_checked(monkeypatch, capsys, tmp_path):
    """Without torch, say."""
    import importlib.util

    import grader

    def refusing(exercise, *, source):
        assert source.startswith('"""')
        raise KataError(f"{exercise} needs torch, which is not installed: pip install 'kata-grader[torch]'")

    monkeypatch.setattr(grader, "check", refusing)
    spec = importlib.util.spec_from_file_location("positions_tour", laid_out(tmp_path / "tour"))
    tour = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tour)
    tour.app.run()
    told = capsys.readouterr().out
    for name in PROGRAMS:
        assert f"{name} needs torch, which is not installed: pip install 'kata-grader[torch]'" in told
