"""The commands on a gradebook: diff, override."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.session import json_option, print_json, require_known
from grader.errors import UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from grader.gradebook import Gradebook, Override

results_argument = click.argument("results", type=click.Path(path_type=Path))


@click.command()
@results_argument
@click.option(
    "--since",
    type=click.IntRange(1),
    metavar="RUN",
    help="Since this run (default: the last that changed anything).",
)
@json_option
def diff(results: Path, since: int | None, as_json: bool) -> int:
    """Show who gained and lost what, and why: since the last run or override that changed anything.

    \b
    Examples:
      kata diff results/
      kata diff results/ --since 1
    """
    from grader.store import read_changes

    changes = read_changes(results, since)
    if as_json:
        told = [
            {
                "student": change.student,
                "exercise": change.exercise,
                "before": _standing(change.before),
                "after": _standing(change.after),
                "why": change.why,
            }
            for change in changes.changes
        ]
        document = {"schema": 1, "since": changes.since, "began": changes.began, "first": changes.first}
        print_json({**document, "changes": told})
        return 0
    from grader.terminal.classes import show_changes
    from grader.terminal.screen import console

    out = console()
    if changes.first:
        out.print(
            f"There is no run before run {changes.since} to compare with."
            if changes.since
            else "Nothing is graded yet."
        )
        return 0
    out.print(f"Since run {changes.since} ({changes.began}):")
    show_changes(changes, out)
    return 0


def _standing(standing: tuple[str, float | None] | None) -> dict[str, object] | None:
    return None if standing is None else {"status": standing[0], "score": standing[1]}


@click.command()
@results_argument
@click.argument("student", required=False)
@click.argument("exercise", required=False)
@click.option("--score", type=float, help="The score that counts from now on.")
@click.option("--comment", help="What the student is told.")
@click.option("--reason", help="Why, for those who grade; no student reads it. Always needed.")
@click.option("--by", help="Who sets it (default: your user name).")
@click.option("--withdraw", is_flag=True, help="Take back what was set; the computed score counts again.")
@click.option("--list", "listing", is_flag=True, help="Show all that was ever set by hand.")
@json_option
def override(
    results: Path,
    student: str | None,
    exercise: str | None,
    score: float | None,
    comment: str | None,
    reason: str | None,
    by: str | None,
    withdraw: bool,
    listing: bool,
    as_json: bool,
) -> int:
    """Set a score or a comment by hand for one student and exercise, with a reason, or take it back.

    It is kept apart from the computed score, which stays, survives regrading, and shows in every
    report. Nothing of it is ever lost: --list shows the whole history.

    \b
    Examples:
      kata override results/ ada pos_embed_2d --score 8 \\
          --reason "rounded as the lecture did"
      kata override results/ ada pos_embed_2d --withdraw \\
          --reason "entered for the wrong student"
      kata override results/ --list
    """
    if listing:
        return _list(results, as_json)
    if student is None or exercise is None:
        raise click.UsageError("Give a STUDENT and an EXERCISE, or --list.")
    if not reason or not reason.strip():
        raise click.UsageError("Give a reason with --reason: someone will ask.")
    if withdraw and (score is not None or comment is not None):
        raise click.UsageError("--withdraw takes back what was set: leave out --score and --comment.")
    if comment is not None and not comment.strip():
        raise click.UsageError("The comment is empty: leave out --comment, or say something.")
    if not withdraw and score is None and comment is None:
        raise click.UsageError("Give a --score, a --comment, or --withdraw.")
    return _set(results, student, exercise, score, comment, reason.strip(), by, withdraw, as_json)


def _set(
    results: Path,
    student: str,
    exercise: str,
    score: float | None,
    comment: str | None,
    reason: str,
    by: str | None,
    withdraw: bool,
    as_json: bool,
) -> int:
    from grader.reports.folder import held, write_reports
    from grader.store import read_gradebook, set_by_hand, withdraw_by_hand

    book = read_gradebook(results)
    _require(book, student, exercise, score)
    with held(results):
        if withdraw:
            found = withdraw_by_hand(results, student, exercise, reason)
            if not found:
                raise UsageError(f"nothing is set by hand for {student} and {exercise}.")
        else:
            kept = None if score is None else score + 0.0  # never -0
            set_by_hand(results, student, exercise, kept, comment, reason, by or _user())
        book = read_gradebook(results)
        write_reports(book, results)
    entry = book.entry(student, exercise)
    computed = entry.computed if entry is not None else None
    counts = entry.score if entry is not None else None
    if as_json:
        print_json(
            {"schema": 1, "student": student, "exercise": exercise, "computed": computed, "score": counts}
        )
        return 0
    told = "nothing" if counts is None else f"{counts:g}"
    was = "nothing" if computed is None else f"{computed:g}"
    click.echo(for_terminal(f"{student}, {exercise}: {told} counts, {was} was computed."))
    return 0


def _require(book: Gradebook, student: str, exercise: str, score: float | None) -> None:
    """Refuse who or what is not in the class, and a score that cannot be."""
    import math

    require_known("student", [student], [person.id for person in book.people], "in these results")
    require_known("exercise", [exercise], list(book.exercises), "in these results")
    if score is None:
        return
    maximum = book.max_scores.get(exercise)
    if not math.isfinite(score) or score < 0:
        raise UsageError(f"a score is a number from 0 on, not {score:g}.")
    if maximum is not None and score > maximum:
        click.echo(f"kata: {score:g} is more than the {maximum:g} that {exercise} gives.", err=True)


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


def _list(results: Path, as_json: bool) -> int:
    from grader.store import read_overrides

    overrides = read_overrides(results)
    if as_json:
        import msgspec

        print_json({"schema": 1, "overrides": [msgspec.to_builtins(each) for each in overrides]})
        return 0
    if not overrides:
        click.echo("Nothing was ever set by hand.")
    for each in overrides:
        click.echo(for_terminal(_line(each)))
    return 0


def _line(override: Override) -> str:
    parts = [f"score {override.score:g}"] if override.score is not None else []
    parts += [f'comment "{clean(override.comment, 200)}"'] if override.comment is not None else []
    told = f"{override.at} {override.by}: {override.student}, {override.exercise}: {', '.join(parts)}"
    told += f" ({clean(override.reason, 200)})"
    if override.withdrawn_at is not None:
        told += f"; withdrawn {override.withdrawn_at} ({clean(override.withdrawn_reason or '', 200)})"
    return told
