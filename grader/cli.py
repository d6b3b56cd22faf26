"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from grader import __version__
from grader.errors import HarnessError, KataError, UsageError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.grade_class import Graded
    from grader.isolate.local import LocalWorker
    from grader.model import Exercise, Key, Result, Submission

INTERRUPTED = 130
MAX_SEED = 2**31 - 1

pack_option = click.option(
    "--pack",
    "pack_folder",
    type=click.Path(path_type=Path),
    help="Folder of another exercise pack (it holds exercises/ and, to grade, solutions/).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document on standard output."
)
seed_type = click.IntRange(0, MAX_SEED)
limit_option = click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a limit of the exercises (time_per_check_s=20, say); may be given more than once.",
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kata")
@click.pass_context
def cli(context: click.Context) -> None:
    """Numerical exercises in plain Python, numpy and torch, and a grader that can be trusted.

    \b
    Examples:
      kata list                              what there is to practise
      kata show pos_embed_2d                 read an exercise
      kata check pos_embed_2d.py             check your file
      kata grade submissions/ -o results/    grade a class
    """
    if context.invoked_subcommand is None:
        click.echo("kata: numerical exercises, and a grader that says what went wrong and why.\n")
        click.echo("  kata list                     what there is to practise")
        click.echo("  kata show EXERCISE            read one")
        click.echo("  kata check FILE               check your solution")
        click.echo("  kata grade FOLDER -o RESULTS  grade a class")
        click.echo("\n`kata COMMAND --help` says more about each.")


@cli.command("list")
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
    pack = _pack(pack_folder)
    tracks = [one for one in pack.tracks if track in (None, one.name)]
    if not tracks and track is not None:
        known = ", ".join(one.name for one in pack.tracks)
        raise UsageError(f"there is no track called {track!r}. Tracks: {known}.")
    if as_json:
        names = dict.fromkeys(name for one in tracks for name in one.exercises)
        _print_json([_listed(pack.exercises[name]) for name in names])
    else:
        from grader import terminal

        for one in tracks:
            terminal.show_track(one, pack.exercises, terminal.console(), page=track is not None)
    return _tell_broken(pack)


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
    }


@cli.command()
@click.argument("exercise")
@pack_option
def show(exercise: str, pack_folder: Path | None) -> int:
    """Show an exercise's statement, and in words how answers are compared.

    \b
    Example:
      kata show pos_embed_2d
    """
    from grader import terminal
    from grader.catalogue import STATEMENT
    from grader.errors import PackError
    from grader.frozen import comparison, frozen_comparison

    pack = _pack(pack_folder)
    found = pack.exercise(exercise)
    statement = (found.folder / STATEMENT).read_text(encoding="utf-8")
    try:
        words = frozen_comparison(found)
    except PackError:
        if found.solution_folder is None:
            raise
        with _worker(pack) as worker:
            words = comparison(_key(found, 0, worker))
    terminal.show_exercise(found, statement, words, terminal.console())
    return 0


@cli.command()
@click.argument("target", metavar="FILE|EXERCISE")
@click.option("--exercise", "exercise_name", help="Which exercise FILE answers, where its name does not say.")
@click.option(
    "--seed", type=seed_type, default=0, show_default=True, help="Draw the hidden cases from this seed."
)
@click.option("--student", default="", help="The student to name in the result.")
@limit_option
@json_option
@pack_option
def check(
    target: str,
    exercise_name: str | None,
    seed: int,
    student: str,
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
    """
    from grader.allowances import read_changes
    from grader.needs import server_kind

    pack = _pack(pack_folder)
    changes = read_changes(limits)
    path = _target(target, pack)
    exercise = pack.exercise(exercise_name or _exercise_of(path, pack))
    submission = _read(path, exercise.name, student, target)
    with _worker(pack) as worker:
        worker.prepare(server_kind(exercise, submission.units))  # it warms up while this side does
        from grader.grade import grade
        from grader.grade_class import with_limits

        result = grade(submission, with_limits(_key(exercise, seed, worker), changes), worker)
    _show_result(result, as_json, examples_only=exercise.solution_folder is None)
    return {"passed": 0, "harness_error": 3}.get(result.status, 1)


def _show_result(result: Result, as_json: bool, examples_only: bool) -> None:
    import msgspec

    if as_json:
        _print_json(msgspec.to_builtins(result))
        return
    from grader import terminal

    terminal.show_result(result, terminal.console())
    if examples_only:
        click.echo("\nThese are the visible examples. The hidden checks are run by your instructor.")


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
    from grader.intake import exercise_for, load

    names = exercise_for(path, load(path).code, pack.exercises)
    if len(names) == 1:
        return names[0]
    if names:
        raise UsageError(f"{path} answers {' and '.join(names)}: choose one with --exercise.")
    raise UsageError(
        f"{path} does not say which exercise it answers: name it after the exercise, or give --exercise NAME."
    )


def _read(path: Path, exercise: str, student: str, shown: str) -> Submission:
    from grader.intake import read_file

    return read_file(path, exercise, student=student, shown=shown if Path(shown).exists() else str(path))


@cli.command()
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option("-o", "--output", "results", type=click.Path(path_type=Path), required=True, metavar="RESULTS")
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers at once (default: one per processor).")
@click.option(
    "--seed", type=seed_type, help="Seed of the hidden cases (default: drawn once, kept in RESULTS)."
)
@limit_option
@click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Grade also where submissions cannot be isolated (see `kata doctor`); every result then says so.",
)
@json_option
@pack_option
def grade(
    submissions: Path,
    results: Path,
    jobs: int | None,
    seed: int | None,
    limits: tuple[str, ...],
    unsafe: bool,
    as_json: bool,
    pack_folder: Path | None,
) -> int:
    """Grade a folder of submissions: RESULTS gets results.jsonl, gradebook.csv and summary.txt.

    The exit status is 0 if everything passed, 1 if something did not, 3 if something could not be
    graded through no fault of its student, or if this machine cannot isolate submissions.

    \b
    Examples:
      kata grade submissions/ -o results/ --jobs 2
      kata grade submissions/ -o results/ --limit time_per_check_s=20 --limit memory_mb=2048
    """
    import os
    import secrets

    _require_linux()
    from grader import terminal
    from grader.allowances import read_changes
    from grader.grade_class import Terms, grade_class, read_submissions
    from grader.reports import held, kept_seed, open_folder

    pack = _pack(pack_folder)
    changes = read_changes(limits)
    if not submissions.exists():
        raise UsageError(f"there is no {submissions}: give the folder of submissions.")
    found = read_submissions(submissions, pack)
    open_folder(results)
    try:
        with held(results), terminal.progress_bar() as progress:
            run_seed = kept_seed(results, seed, secrets.randbelow(MAX_SEED))
            jobs = jobs or len(os.sched_getaffinity(0))
            terms = Terms(jobs, run_seed, changes, unsafe)
            graded = grade_class(found, submissions, results, pack, terms, progress)
    except OSError as fault:
        raise HarnessError(
            f"the results could not be written to {results}: {fault.strerror or fault}. "
            "What was written until then is still there; free some space and run the same command again."
        ) from None
    return _tell_class(graded, as_json, pack)


def _tell_class(graded: Graded, as_json: bool, pack: Pack) -> int:
    from grader import terminal
    from grader.intake.source import printable

    lines = graded.files[-1].read_text(encoding="utf-8").splitlines()
    statuses = {row.status for row in graded.rows}
    if as_json:
        _print_json(
            {
                "schema": 1,
                "seed": graded.seed,
                "results": len(graded.rows),
                "by_status": {s: sum(r.status == s for r in graded.rows) for s in sorted(statuses)},
                "files": [printable(str(path)) for path in graded.files],
                "ignored": [{"path": path, "reason": reason} for path, reason in graded.found.ignored],
                "interrupted": graded.interrupted,
            }
        )
    else:
        out = terminal.console()
        terminal.show_class(graded, out)
        terminal.show_summary(lines, graded, out)
    _tell_broken(pack)
    for path, reason in graded.found.ignored:
        click.echo(for_terminal(f"ignored {path}: {reason}"), err=True)
    if graded.interrupted:
        left = len(graded.found.submissions) - len(graded.rows)
        kept = f"{len(graded.rows)} results are kept in {graded.files[0]}"
        click.echo(for_terminal(f"kata: interrupted; {kept}, {left} were not graded."), err=True)
        return INTERRUPTED
    if "harness_error" in statuses:
        return 3
    return 0 if statuses == {"passed"} else 1


@cli.command()
@click.argument("exercises", nargs=-1, metavar="[EXERCISE...]")
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers at once.  [default: one per core]")
@click.option(
    "--seeds", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many draws of cases."
)
@click.option("--seed", type=seed_type, default=0, show_default=True, help="The first of them.")
@click.option(
    "--draws",
    type=click.IntRange(1, 10_000),
    default=200,
    show_default=True,
    help="How many more for mutants that are said to be equivalent.",
)
@click.option("--table", is_flag=True, help="Print which check kills which mistake, mutant and junk answer.")
@click.option("--freeze", is_flag=True, help="Write examples.json from the visible cases first.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write what --json prints to this file, too.",
)
@json_option
@pack_option
def verify(
    exercises: tuple[str, ...],
    jobs: int | None,
    seeds: int,
    seed: int,
    draws: int,
    table: bool,
    freeze: bool,
    output: Path | None,
    as_json: bool,
    pack_folder: Path | None,
) -> int:
    """Prove exercises, for authors: right answers pass and wrong ones do not.

    The reference and every accepted variant pass, every known mistake fails and is named by its own
    diagnosis, junk, liars and small changes of the reference fail, each hidden check is of use, the
    samples of the statement are true, and nothing of a solution is shown to students. The exit status
    is 0 if all of it holds, 1 if not.

    \b
    Examples:
      kata verify pos_embed_2d
      kata verify --seeds 3 --output kills.json
    """
    import os

    _require_linux()
    from grader.pool import Pool
    from grader.private import private_folders
    from grader.tracks import track_faults
    from grader.verify import Effort, document, freeze_file, prove

    pack = _pack(pack_folder)
    chosen = [pack.exercise(name) for name in exercises] or list(pack.exercises.values())
    if any(exercise.solution_folder is None for exercise in chosen):
        raise UsageError("this pack has no solutions; there is nothing to verify with.")
    if output is not None and not output.absolute().parent.is_dir():  # not after the work, which takes minutes
        raise UsageError(f"{output} cannot be written: there is no folder {output.parent}.")
    effort = Effort(tuple(range(seed, seed + seeds)), draws)
    if freeze:
        with _worker(pack) as worker:
            for exercise in chosen:
                click.echo(f"wrote {freeze_file(exercise, worker)}", err=as_json)
    reports = []
    with Pool(jobs or os.cpu_count() or 1, private_folders(pack)) as pool:
        for exercise in chosen:
            reports.append(prove(exercise, effort, pool))
            if not as_json:
                from grader import terminal

                terminal.show_report(reports[-1], terminal.console(), table=table)
    misfits = [] if exercises else list(track_faults(pack.tracks, pack.exercises))
    kills = document(reports, misfits)
    if output is not None:
        _write_json(output, kills)
    if as_json:
        _print_json(kills)
    else:
        for misfit in misfits:
            click.echo(for_terminal(misfit))
    good = not misfits and all(report.ok for report in reports)
    return _tell_broken(pack) or (0 if good else 1)


def _pack(folder: Path | None) -> Pack:
    from grader.catalogue import load_pack

    return load_pack(folder)


def _tell_broken(pack: Pack) -> int:
    for fault in pack.broken.values():
        click.echo(for_terminal(f"kata: broken exercise: {fault}"), err=True)
    return 3 if pack.broken else 0


def _worker(pack: Pack) -> LocalWorker:
    """The worker of one command. What this imports is waited for before a server can start."""
    _require_linux()
    from grader.isolate.local import LocalWorker
    from grader.private import private_folders

    return LocalWorker(private_folders(pack))


def _require_linux() -> None:
    """The isolation is made of what Linux has; elsewhere the commands that run code say where to go."""
    if sys.platform != "linux":
        from grader.doctor import ELSEWHERE

        raise HarnessError(ELSEWHERE)


def _key(exercise: Exercise, seed: int, worker: LocalWorker) -> Key:
    from grader.frozen import thaw
    from grader.grade_class import key_for

    return thaw(exercise) if exercise.solution_folder is None else key_for(exercise, seed, worker)


@cli.command()
@json_option
@pack_option
def doctor(as_json: bool, pack_folder: Path | None) -> int:
    """Say how well submissions are isolated on this machine, what was tried, and what to do.

    The exit status is 0 if submissions can be graded safely here, 3 if not.

    \b
    Example:
      kata doctor
    """
    from grader.doctor import examine, facts

    if sys.platform == "linux":
        with _worker(_pack(pack_folder)) as worker:
            examination = examine(worker)
    else:
        examination = examine(None)
    if as_json:
        _print_json(facts(examination))
    else:
        from grader import terminal

        terminal.show_examination(examination, terminal.console())
    return 0 if examination.safe else 3


def _as_json(document: Any) -> str:
    import json

    return json.dumps(document, indent=2, ensure_ascii=False)


def _print_json(document: Any) -> None:
    click.echo(_as_json(document))


def _write_json(path: Path, document: Any) -> None:
    try:
        path.write_text(_as_json(document) + "\n", encoding="utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be written: {fault.strerror}.") from None


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and exit with its status."""
    try:
        status = cli.main(arguments, prog_name="kata", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        status = fault.exit_code
    except KataError as fault:
        click.echo(for_terminal(f"kata: {fault}", multiline=True), err=True)
        status = fault.exit_status
    except (KeyboardInterrupt, click.Abort):
        click.echo("kata: interrupted.", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)
