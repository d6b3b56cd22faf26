"""The commands of those who grade: grade, doctor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.session import (
    INTERRUPTED,
    MAX_SEED,
    json_option,
    limit_option,
    open_pack,
    open_worker,
    pack_option,
    print_json,
    require_linux,
    seed_type,
    tell_broken,
)
from grader.errors import HarnessError, UsageError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.grade_class import Graded


@click.command()
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
    """Grade a folder of submissions: RESULTS gets results.jsonl, gradebook.csv, causes.csv and summary.txt.

    The exit status is 0 if everything passed, 1 if something did not, 3 if something could not be
    graded through no fault of its student, or if this machine cannot isolate submissions.

    \b
    Examples:
      kata grade submissions/ -o results/ --jobs 2
      kata grade submissions/ -o results/ --limit time_per_check_s=20 --limit memory_mb=2048
    """
    import os
    import secrets

    require_linux()
    from grader import terminal
    from grader.allowances import read_changes
    from grader.grade_class import Terms, grade_class, read_submissions
    from grader.reports import held, kept_seed, open_folder

    pack = open_pack(pack_folder)
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
    from grader.causes import Kind
    from grader.intake.source import printable

    lines = graded.files[-1].read_text(encoding="utf-8").splitlines()
    statuses = {row.status for row in graded.rows}
    if as_json:
        print_json(
            {
                "schema": 1,
                "seed": graded.seed,
                "results": len(graded.rows),
                "by_status": {s: sum(r.status == s for r in graded.rows) for s in sorted(statuses)},
                "causes": [
                    {
                        "exercise": group.exercise,
                        "cause": group.name,
                        "students": group.size,
                        "checks": list(group.checks),
                    }
                    for group in graded.groups
                    if group.kind is Kind.CAUSE
                ],
                "unexplained": [
                    {
                        "exercise": group.exercise,
                        "students": group.size,
                        "example": group.members[0].submission,
                    }
                    for group in graded.groups
                    if group.kind is Kind.ALIKE
                ],
                "files": [printable(str(path)) for path in graded.files],
                "ignored": [{"path": path, "reason": reason} for path, reason in graded.found.ignored],
                "interrupted": graded.interrupted,
            }
        )
    else:
        out = terminal.console()
        terminal.show_class(graded, out)
        terminal.show_summary(lines, graded, out)
    tell_broken(pack)
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


@click.command()
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
        with open_worker(open_pack(pack_folder)) as worker:
            examination = examine(worker)
    else:
        examination = examine(None)
    if as_json:
        print_json(facts(examination))
    else:
        from grader import terminal

        terminal.show_examination(examination, terminal.console())
    return 0 if examination.safe else 3
