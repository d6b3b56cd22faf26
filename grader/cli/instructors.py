"""The commands of those who grade: grade, doctor; see `grader.cli.reports` and `grader.cli.gradebook`."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.completing import complete_exercises
from grader.cli.session import (
    INTERRUPTED,
    MAX_SEED,
    json_option,
    limit_option,
    open_pack,
    pack_option,
    print_json,
    require_known,
    require_linux,
    seed_type,
    tell_broken,
)
from grader.errors import HarnessError, UsageError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.grade_class import Run
    from grader.grading import Terms
    from grader.intake.hand_ins import ClassSubmissions
    from grader.model import Person

NOT_SUBMITTED, NOT_GRADED = "not_submitted", "not_graded"


@click.command()
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option("-o", "--output", "results", type=click.Path(path_type=Path), metavar="RESULTS")
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers at once (default: one per processor).")
@click.option(
    "--seed", type=seed_type, help="Seed of the hidden cases (default: drawn once, kept in RESULTS)."
)
@click.option("--dry-run", is_flag=True, help="Show who handed in what, and grade nothing.")
@click.option(
    "--layout", metavar="NAME", help="Read the submissions as this layout, whatever they look like."
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Who is in the class (id, name, email, section): fills in names, lists who handed in nothing.",
)
@click.option("--student", "students", multiple=True, metavar="ID", help="Grade this student only.")
@click.option(
    "--exercise",
    "exercises",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_exercises,
    help="Grade this exercise only.",
)
@click.option("--only-failed", is_flag=True, help="Grade anew all that has not passed.")
@click.option("--regrade", is_flag=True, help="Grade anew what an earlier run has graded.")
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
    results: Path | None,
    jobs: int | None,
    seed: int | None,
    dry_run: bool,
    layout: str | None,
    roster: Path | None,
    students: tuple[str, ...],
    exercises: tuple[str, ...],
    only_failed: bool,
    regrade: bool,
    limits: tuple[str, ...],
    unsafe: bool,
    as_json: bool,
    pack_folder: Path | None,
) -> int:
    """Grade SUBMISSIONS, a folder or an archive as it came from Canvas, Moodle, Gradescope and others.

    RESULTS gets results.sqlite, in which everything is kept, and results.jsonl, gradebook.csv, causes.csv
    and summary.txt. What an earlier run has graded is not graded again: after an interruption, or when a
    few have handed in anew, the same command does the rest.

    The exit status is 0 if everything passed, 1 if something did not, 3 if something could not be
    graded through no fault of its student, or if this machine cannot isolate submissions.

    \b
    Examples:
      kata grade submissions.zip --dry-run
      kata grade submissions.zip -o results/ --roster roster.csv
      kata grade submissions/ -o results/ --limit time_per_check_s=20
    """
    from grader.allowances import read_changes
    from grader.submissions import open_submissions

    if results is None and not dry_run:
        raise click.UsageError("Missing option '-o' / '--output': the folder for the results.")
    if not dry_run:
        require_linux()
    pack = open_pack(pack_folder)
    changes = read_changes(limits)
    people = _people(roster, results)
    if not submissions.exists() and not submissions.is_symlink():
        raise UsageError(f"there is no {submissions}: give the folder of submissions.")
    if results is not None:
        _require_apart(submissions, results)
    with open_submissions(submissions, pack, layout=layout, roster=people) as found:
        require_known("student", students, sorted(person.id for person in found.people), "here")
        require_known("exercise", exercises, sorted({*pack.exercises, *pack.broken}), "here")
        if dry_run:
            return _tell_dry_run(found, as_json)
        assert results is not None
        from grader.grading import Terms

        jobs = jobs or _processors()
        terms = Terms(jobs, seed, changes, unsafe, regrade, students, exercises, only_failed, people)
        return _tell_run(_graded(found, submissions, results, pack, terms), found, as_json, pack)


def _people(roster: Path | None, results: Path | None) -> tuple[Person, ...]:
    """Who is in the class, by the roster given, or else by the one of an earlier run."""
    if roster is not None:
        from grader.intake.roster import read_roster

        return read_roster(roster)
    if results is None:
        return ()
    from grader.store.book import read_roster as kept_roster

    people = kept_roster(results)
    if people:
        told = f"kata: the roster of an earlier run is used ({len(people)} people); --roster gives another."
        click.echo(told, err=True)
    return people


def _require_apart(submissions: Path, results: Path) -> None:
    """Refuse results among the submissions: the next run would take them for somebody's work."""
    if submissions.is_dir() and results.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(
            f"{results} lies inside {submissions}, where the next run would look for submissions: give a "
            "folder outside of it with -o."
        )


def _processors() -> int:
    import os

    return len(os.sched_getaffinity(0))


def _graded(found: ClassSubmissions, submissions: Path, results: Path, pack: Pack, terms: Terms) -> Run:
    import secrets

    from grader.grade_class import grade_class
    from grader.reports.folder import held, open_folder
    from grader.terminal.screen import progress_bar

    open_folder(results)
    try:
        with held(results), progress_bar() as progress:
            return grade_class(
                found, submissions, results, pack, terms, secrets.randbelow(MAX_SEED), progress
            )
    except OSError as fault:
        raise HarnessError(
            f"the class could not be graded: {fault}. What was graded until then is kept; mend that and run "
            "the same command again."
        ) from None


def _tell_dry_run(found: ClassSubmissions, as_json: bool) -> int:
    from grader.intake.dry_run import dry_run_table

    rows = dry_run_table(found)
    if as_json:
        import msgspec

        print_json(
            {
                "schema": 1,
                "layout": found.layout,
                "layouts": list(found.layouts),
                "files": [msgspec.to_builtins(row) for row in rows],
            }
        )
        return 0
    from grader.terminal.classes import show_dry_run
    from grader.terminal.screen import console

    out = console()
    out.print(f"Layout: {for_terminal(found.layout)}", markup=False)
    out.print()
    show_dry_run(rows, out)
    return 0


def _tell_run(run: Run, found: ClassSubmissions, as_json: bool, pack: Pack) -> int:
    from grader.interruption import Interruption

    # Who presses Ctrl-C again and again is told all the same what was kept.
    with Interruption() if run.interrupted else contextlib.nullcontext():
        return _told_run(run, found, as_json, pack)


def _told_run(run: Run, found: ClassSubmissions, as_json: bool, pack: Pack) -> int:
    from grader.intake.source import printable
    from grader.terminal.classes import show_run
    from grader.terminal.screen import console

    if as_json:
        print_json(_document(run))
    elif run.files:
        show_run(run, console())
    tell_broken(pack)
    for line in dict.fromkeys(f"ignored {passed.path}: {passed.reason}" for passed in found.ignored):
        click.echo(for_terminal(line), err=True)
    if run.another_source is not None:
        told = f"kata: until now these were the results of {printable(run.another_source)}; those are kept in"
        click.echo(for_terminal(f"{told} results.sqlite, and the tables show this class alone."), err=True)
    if run.interrupted:
        told = f"kata: interrupted; {_interrupted(run)} The same command does the rest."
        click.echo(for_terminal(told), err=True)
        return INTERRUPTED
    statuses = {entry.status for entry in run.book.entries.values()} - {NOT_SUBMITTED}
    if "harness_error" in statuses:
        return 3
    return 0 if statuses == {"passed"} else 1


def _interrupted(run: Run) -> str:
    if not run.graded and not run.left:
        return "nothing was graded yet."
    return f"{run.graded} were graded and are kept, {run.left} are left."


def _document(run: Run) -> dict[str, object]:
    """What `kata grade --json` prints."""
    from collections import Counter

    from grader.causes import Kind
    from grader.intake.source import printable

    book = run.book
    counts = Counter(e.status for e in book.entries.values() if e.status not in (NOT_GRADED, NOT_SUBMITTED))
    return {
        "schema": 1,
        "seed": book.seed,
        "layout": book.layout,
        "results": counts.total(),
        "graded": run.graded,
        "reused": run.reused,
        "left": run.left,
        "by_status": dict(sorted(counts.items())),
        "causes": [
            {
                "exercise": group.exercise,
                "cause": group.name,
                "students": group.size,
                "checks": list(group.checks),
            }
            for group in book.groups
            if group.kind is Kind.CAUSE
        ],
        "unexplained": [
            {"exercise": group.exercise, "students": group.size, "example": group.members[0].submission}
            for group in book.groups
            if group.kind is Kind.ALIKE
        ],
        "needs_eye": [
            *(e.submission for e in book.entries.values() if e.needs_eye),
            *(each.path for each in book.unrecognised_files()),
        ],
        "files": [printable(str(path)) for path in run.files],
        "superseded": [{"path": each.path, "reason": each.reason} for each in book.superseded],
        "ignored": [{"path": each.path, "reason": each.reason} for each in book.ignored],
        "interrupted": run.interrupted,
    }
