"""The commands of those who practise: list, show, check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.session import (
    json_option,
    limit_option,
    open_pack,
    open_worker,
    pack_option,
    print_json,
    seed_type,
    tell_broken,
)
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.isolate.local import LocalWorker
    from grader.model import Evidence, Exercise, Key, Result, Submission


@click.command("list")
@click.option("--track", help="Show one track only.")
@json_option
@pack_option
def list_command(track: str | None, as_json: bool, pack_folder: Path | None) -> int:
    """List the exercises, track by track, in the order in which to do them.

    With --track the page about the track is shown, too.

    \b
    Example:
      kata list --track positions
    """
    pack = open_pack(pack_folder)
    tracks = [one for one in pack.tracks if track in (None, one.name)]
    if not tracks and track is not None:
        known = ", ".join(one.name for one in pack.tracks)
        raise UsageError(f"there is no track called {track!r}. Tracks: {known}.")
    if as_json:
        names = dict.fromkeys(name for one in tracks for name in one.exercises)
        print_json([_listed(pack.exercises[name]) for name in names])
    else:
        from grader.terminal.exercises import show_track
        from grader.terminal.screen import console

        for one in tracks:
            show_track(one, pack.exercises, console(), page=track is not None)
    return tell_broken(pack)


def _listed(exercise: Exercise) -> dict[str, Any]:
    from grader.needs import missing_packages

    return {
        "name": exercise.name,
        "title": exercise.title,
        "tracks": list(exercise.tracks),
        "difficulty": exercise.difficulty,
        "tags": list(exercise.tags),
        "entry_points": list(exercise.entry_points),
        "needs": list(exercise.needs),
        "missing_packages": missing_packages(exercise),
        "prerequisites": list(exercise.prerequisites),
        "read_next": list(exercise.read_next),
    }


@click.command()
@click.argument("exercise")
@pack_option
def show(exercise: str, pack_folder: Path | None) -> int:
    """Show an exercise's statement, and in words how answers are compared.

    \b
    Example:
      kata show pos_embed_2d
    """
    from grader.catalogue import STATEMENT
    from grader.errors import PackError
    from grader.frozen import comparison, frozen_comparison
    from grader.terminal.exercises import show_exercise
    from grader.terminal.screen import console

    pack = open_pack(pack_folder)
    found = pack.exercise(exercise)
    statement = (found.folder / STATEMENT).read_text(encoding="utf-8")
    try:
        words = frozen_comparison(found)
    except PackError:
        if found.solution_folder is None:
            raise
        with open_worker(pack) as worker:
            words = comparison(_key(found, 0, worker))
    show_exercise(found, statement, words, console())
    return 0


@click.command()
@click.argument("target", metavar="FILE|EXERCISE")
@click.option("--exercise", "exercise_name", help="Which exercise FILE answers, where its name does not say.")
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
@limit_option
@json_option
@pack_option
def check(
    target: str,
    exercise_name: str | None,
    seed: int,
    student: str,
    picture: bool,
    printed: bool,
    reveal: bool,
    limits: tuple[str, ...],
    as_json: bool,
    pack_folder: Path | None,
) -> int:
    """Check one file: visible examples first, then hidden checks.

    FILE may also be the name of an exercise: then EXERCISE.py or EXERCISE.ipynb of this folder is
    checked. The exit status is 0 if all checks passed, 1 if not.

    \b
    Examples:
      kata check pos_embed_2d.py
      kata check homework.ipynb --exercise gather_patches
      kata check pos_embed_2d.py --printed
    """
    from grader.allowances import read_changes
    from grader.needs import server_kind

    pack = open_pack(pack_folder)
    changes = read_changes(limits)
    path = _target(target, pack)
    exercise = pack.exercise(exercise_name or _exercise_of(path, pack))
    if reveal and exercise.solution_folder is None:
        raise UsageError(
            f"there is nothing to reveal: this pack holds no solutions, so {exercise.name} has no hidden "
            "checks here. Leave out --reveal."
        )
    submission = _read(path, exercise.name, student, target)
    with open_worker(pack) as worker:
        worker.prepare(server_kind(exercise, submission.units))  # it warms up while this side does
        from grader.grade import grade_with_evidence
        from grader.prepared import with_limits

        key = with_limits(_key(exercise, seed, worker), changes)
        result, evidence = grade_with_evidence(submission, key, worker, reveal=reveal)
    _show_result(result, as_json, printed, examples_only=exercise.solution_folder is None)
    if reveal and not as_json:
        _show_hidden(result)
    if picture and not as_json:
        _show_map(key, evidence)
    return {"passed": 0, "harness_error": 3}.get(result.status, 1)


def _show_result(result: Result, as_json: bool, printed: bool, examples_only: bool) -> None:
    import msgspec

    if as_json:
        print_json(msgspec.to_builtins(result))
        return
    from grader.terminal.results import show_result
    from grader.terminal.screen import console

    show_result(result, console(), all_printed=printed)
    if examples_only:
        click.echo("\nThese are the visible examples. The hidden checks are run by your instructor.")


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


def _target(target: str, pack: Pack) -> Path:
    path = Path(target)
    if path.is_file() or (path.exists() and not path.is_dir()):
        return path
    if target in pack.exercises:
        for candidate in (
            f"{target}.py",
            f"{target}.ipynb",
            f"{target}/{target}.py",
            f"{target}/{target}.ipynb",
        ):
            if Path(candidate).is_file():
                return Path(candidate)
        raise UsageError(f"there is no {target}.py or {target}.ipynb in this folder to check.")
    if path.is_dir():
        raise UsageError(
            f"{target} is a folder: give one file to `kata check`, or the folder to `kata grade`."
        )
    raise UsageError(f"there is no file {target}, and no exercise of that name (`kata list` shows all).")


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


def _read(path: Path, exercise: str, student: str, shown: str) -> Submission:
    from grader.intake.own_files import read_own_file

    return read_own_file(path, exercise, student=student, shown=shown if Path(shown).exists() else str(path))


def _key(exercise: Exercise, seed: int, worker: LocalWorker) -> Key:
    from grader.frozen import thaw
    from grader.prepared import key_for

    return thaw(exercise) if exercise.solution_folder is None else key_for(exercise, seed, worker)
