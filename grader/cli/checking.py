"""The command that checks a file: check."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.completing import complete_answers, complete_exercises
from grader.cli.session import (
    Place,
    json_option,
    limit_option,
    open_own_worker,
    open_place,
    open_progress,
    pack_option,
    print_json,
    seed_type,
)
from grader.errors import HarnessError, UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.model import Evidence, Exercise, Key, Result
    from grader.practice.checking import Checked
    from grader.practice.progress import Progress


@click.command()
@click.argument("target", metavar="[FILE|EXERCISE]", required=False, shell_complete=complete_answers)
@click.option(
    "--exercise",
    "exercise_name",
    shell_complete=complete_exercises,
    help="Which exercise FILE answers, where its name does not say.",
)
@click.option(
    "--seed", type=seed_type, default=0, show_default=True, help="Draw the hidden cases from this seed."
)
@click.option("--student", default="", help="The student to name in the result.")
@click.option("--picture", is_flag=True, help="Draw a map of the wrong entries of a visible example.")
@click.option("--printed", is_flag=True, help="Show all that was kept of what failing examples printed.")
@click.option(
    "--reveal",
    is_flag=True,
    help="Show hidden cases as visible ones are shown: for your own practice, where the pack has solutions.",
)
@click.option("--keep-case", is_flag=True, help="Write the first failing case beside FILE, as a file to run.")
@limit_option
@json_option
@pack_option
def check(
    target: str | None,
    exercise_name: str | None,
    seed: int,
    student: str,
    picture: bool,
    printed: bool,
    reveal: bool,
    keep_case: bool,
    limits: tuple[str, ...],
    as_json: bool,
    pack_folder: Path | None,
) -> int:
    """Check one file: visible examples first, then hidden checks.

    FILE may also be the name of an exercise: then EXERCISE.py or EXERCISE.ipynb of this folder is
    checked, or that of your workspace. Without FILE it is the answer that you changed last. The exit
    status is 0 if all checks passed, 1 if not.

    It is an attempt in your progress if it is work of your own: FILE lies in a workspace, in this folder
    or in a folder EXERCISE of it, and neither --seed nor --student is given.

    \b
    Examples:
      kata check
      kata check pos_embed_2d.py
      kata check homework.ipynb --exercise gather_patches
      kata check pos_embed_2d --reveal --keep-case
    """
    from grader.allowances import read_changes
    from grader.practice.checking import Practice

    changes = read_changes(limits)
    chosen = _chosen(target, exercise_name, pack_folder)
    exercise, path = chosen.exercise, chosen.path
    if reveal and exercise.solution_folder is None:
        raise UsageError(
            f"there is nothing to reveal: this pack holds no solutions, so {exercise.name} has no hidden "
            "checks here. Leave out --reveal."
        )
    if chosen.elsewhere:
        click.echo(for_terminal(f"kata: checking {path}, which you changed last."), err=True)
    # With a seed or a student it is somebody's result that is looked at again, and no practice.
    kept = open_progress() if seed == 0 and not student and _is_own(chosen) else None
    with open_own_worker(chosen.place.pack) as worker:
        checked = Practice(worker, kept, seed).check(
            exercise, path, shown=chosen.shown, student=student, changes=changes, reveal=reveal
        )
    _show_result(checked.result, as_json, printed, examples_only=checked.examples_only)
    if reveal and not as_json:
        _show_hidden(checked.result)
    if picture and not as_json:
        _show_map(checked.key, checked.evidence)
    if keep_case:
        _keep_case(checked, path, reveal, as_json)
    _practised(checked, chosen, kept, as_json)
    return {"passed": 0, "harness_error": 3}.get(checked.result.status, 1)


# --------------------------------------------------------------------------- what is checked


@dataclass(frozen=True)
class _Chosen:
    """What is checked: an exercise, the answer to it, and where it lies.

    ``shown`` is what the file is called; ``elsewhere`` says that nobody named it and it is not here.
    """

    place: Place
    exercise: Exercise
    path: Path
    shown: str
    elsewhere: bool = False


def _chosen(target: str | None, exercise_name: str | None, pack_folder: Path | None) -> _Chosen:
    from grader.practice.workspace import find_workspace

    here = open_place(pack_folder)
    named = target if target is not None else exercise_name
    if named is None:
        return _changed_last(here, pack_folder)
    path = _target(named, here)
    same = find_workspace(path.parent) == here.workspace
    place = here if same else open_place(pack_folder, path.parent)
    exercise = place.pack.exercise(exercise_name or _exercise_of(path, place.pack))
    return _Chosen(place, exercise, path, named if Path(named) == path else str(path))


def _changed_last(here: Place, pack_folder: Path | None) -> _Chosen:
    """The answer that was changed last: here, or else in the workspace that was used last."""
    from grader.practice.showing import near
    from grader.practice.workspace import answers_in

    answers = answers_in(here.folder, here.pack.exercises)
    if answers:
        found = answers[0]
        return _Chosen(here, here.pack.exercise(found.exercise), found.path, str(near(found.path)))
    last = open_progress().last_workspace() if here.workspace is None else None
    if last is not None:
        place = open_place(pack_folder, last)
        answers = answers_in(place.folder, place.pack.exercises)
        if answers:
            exercise = place.pack.exercise(answers[0].exercise)
            return _Chosen(place, exercise, answers[0].path, str(answers[0].path), elsewhere=True)
    raise UsageError(
        "there is nothing to check yet. `kata start EXERCISE` lays an exercise out to work on, `kata next` "
        "chooses one for you; or name a file: `kata check FILE`."
    )


def _is_own(chosen: _Chosen) -> bool:
    """Whether a file is the user's own work: it lies in a workspace, in this folder, or as in a workspace."""
    if chosen.place.workspace is not None:
        return True
    folder = chosen.path.parent
    if folder.name.casefold() == chosen.exercise.name.casefold() and _is_here(folder.parent):
        return True
    return _is_here(folder)


def _is_here(folder: Path) -> bool:
    try:
        return folder.samefile(Path())
    except OSError:  # this folder is gone
        return False


# --------------------------------------------------------------------------- what came of it


def _keep_case(checked: Checked, path: Path, reveal: bool, as_json: bool) -> None:
    from grader.practice.keeping import keep_case

    kept = keep_case(checked, path, reveal=reveal)
    if kept.refused:
        click.echo(for_terminal(f"kata: {kept.told}"), err=True)
    else:
        click.echo(for_terminal(kept.told if as_json else f"\n{kept.told}", multiline=True), err=as_json)


def _practised(checked: Checked, chosen: _Chosen, kept: Progress | None, as_json: bool) -> None:
    """What a check means for one's practice: what comes next, and what could not be kept."""
    if checked.not_kept is not None:
        click.echo(for_terminal(f"kata: {checked.not_kept}"), err=True)
    workspace = chosen.place.workspace
    if kept is None or workspace is None:
        return
    with contextlib.suppress(HarnessError):  # it only saves naming the folder the next time
        kept.remember(workspace.folder.absolute())
    if not as_json and checked.result.status != "harness_error":
        from grader.terminal.practising import show_next_step
        from grader.terminal.screen import console

        show_next_step(checked, chosen.path, console())


def _show_result(result: Result, as_json: bool, printed: bool, examples_only: bool) -> None:
    import msgspec

    if as_json:
        print_json(msgspec.to_builtins(result))
        return
    from grader.terminal.results import show_result
    from grader.terminal.screen import console
    from grader.text.results import EXAMPLES_ONLY

    show_result(result, console(), all_printed=printed)
    if examples_only:
        click.echo(f"\n{EXAMPLES_ONLY}")


def _show_hidden(result: Result) -> None:
    """The hidden checks that failed, each in full; the result tells the first check to mend alone."""
    from grader.terminal.results import show_checks
    from grader.terminal.screen import console

    failed = [c for c in result.checks if c.visibility == "hidden" and c.status not in ("passed", "not_run")]
    show_checks([check for check in failed if check.message not in result.message], console())


def _show_map(key: Key, evidence: Evidence) -> None:
    from grader.pictures.compared import mapped
    from grader.terminal.results import show_map
    from grader.terminal.screen import console

    told, panel = mapped(key, evidence)
    show_map(told, panel, console())


def _target(target: str, here: Place) -> Path:
    """The file that is named, or the answer to the exercise that is."""
    import difflib

    path = Path(target)
    if path.is_file() or (path.exists() and not path.is_dir()):
        return path
    if path.name in here.pack.exercises:
        return _answer(path, here)
    if path.is_dir():
        raise UsageError(
            f"{target} is a folder: give one file to `kata check`, or the folder to `kata grade`."
        )
    near = difflib.get_close_matches(path.name, here.pack.exercises, 1)
    hint = f"did you mean {near[0]}?" if near else "`kata list` shows all."
    raise UsageError(f"there is no file {target}, and no exercise of that name: {hint}")


def _answer(named: Path, here: Place) -> Path:
    """The answer to an exercise, changed last: here, in this workspace, or else in the one used last."""
    from grader.practice.workspace import answers_to

    name = named.name
    answers = answers_to(named.parent, name)
    if not answers:
        folder = here.folder if here.workspace is not None else open_progress().last_workspace()
        answers = answers_to(folder, name) if folder is not None else []
    if answers:
        return answers[0].path
    where = "this folder" if here.workspace is None else clean(str(here.folder))
    raise UsageError(
        f"there is no {name}.py or {name}.ipynb in {where} to check. `kata start {name}` lays it out."
    )


def _exercise_of(path: Path, pack: Pack) -> str:
    from grader.intake.names import exercise_for
    from grader.intake.source import load

    names = exercise_for(path, load(path).code, pack.exercises)
    if len(names) == 1:
        return names[0]
    if names:
        raise UsageError(f"{path} answers {' and '.join(names)}: choose one with --exercise.")
    raise UsageError(
        f"{path} does not say which exercise it answers: name it after the exercise, or give --exercise NAME."
    )
