"""The command of those who write exercises: verify."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.completing import complete_exercises
from grader.cli.session import (
    json_option,
    open_pack,
    open_worker,
    pack_option,
    print_json,
    require_linux,
    seed_type,
    tell_broken,
    write_json,
)
from grader.errors import UsageError
from grader.escape import for_terminal


@click.command()
@click.argument("exercises", nargs=-1, metavar="[EXERCISE...]", shell_complete=complete_exercises)
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers at once (default: one per processor).")
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

    require_linux()
    from grader.pool import Pool
    from grader.private import private_folders
    from grader.terminal.screen import console
    from grader.terminal.verifying import show_report, show_reports
    from grader.tracks import track_faults
    from grader.verify import Effort, document, freeze_file, prove

    pack = open_pack(pack_folder)
    chosen = [pack.exercise(name) for name in exercises] or list(pack.exercises.values())
    if any(exercise.solution_folder is None for exercise in chosen):
        raise UsageError("this pack has no solutions; there is nothing to verify with.")
    if output is not None and not output.absolute().parent.is_dir():  # told before the work
        raise UsageError(f"{output} cannot be written: there is no folder {output.parent}.")
    effort = Effort(tuple(range(seed, seed + seeds)), draws)
    if freeze:
        with open_worker(pack) as worker:
            for exercise in chosen:
                click.echo(f"wrote {freeze_file(exercise, worker)}", err=as_json)
    reports = []
    with Pool(jobs or len(os.sched_getaffinity(0)), private_folders(pack)) as pool:
        for exercise in chosen:
            reports.append(prove(exercise, effort, pool))
            if not as_json:
                show_report(reports[-1], console(), table=table)
    misfits = [] if exercises else list(track_faults(pack.tracks, pack.exercises))
    kills = document(reports, misfits)
    if output is not None:
        write_json(output, kills)
    if as_json:
        print_json(kills)
    else:
        if len(reports) > 1:
            show_reports(reports, console())
        for misfit in misfits:
            click.echo(for_terminal(misfit))
    good = not misfits and all(report.ok for report in reports)
    return tell_broken(pack) or (0 if good else 1)
