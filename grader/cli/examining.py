"""The command that looks at this machine: doctor."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.session import json_option, open_own_worker, open_pack, open_worker, pack_option, print_json
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.doctor.isolation import Examination
    from grader.doctor.report import Surroundings


@click.command()
@click.option(
    "-v", "--verbose", is_flag=True, help="Show all that was looked at, and every act that was tried."
)
@json_option
@pack_option
def doctor(verbose: bool, as_json: bool, pack_folder: Path | None) -> int:
    """Look at Python, packages, threads, isolation, what kata keeps and the pack; say what to do.

    How well submissions are isolated is found by trying what they must not do. The exit status is 0 if
    submissions can be graded safely here, 3 if not, or if the pack is broken. Elsewhere than on Linux
    practice works all the same: your own files are run in a plain child process with a time limit, as
    they are on Linux where KATA_PLAIN=1 is set.

    \b
    Examples:
      kata doctor
      kata doctor --verbose
      kata doctor --json
    """
    from grader.doctor.report import facts, report

    surroundings = _surroundings(pack_folder)
    found = report(surroundings, _examined(surroundings.pack))
    if as_json:
        print_json(facts(found))
    else:
        from grader.terminal.examination import show_report
        from grader.terminal.screen import console

        show_report(found, console(), verbose=verbose)
    return 0 if found.passed else 3


def _surroundings(pack_folder: Path | None) -> Surroundings:
    """The pack and the workspace; what is wrong with them is a finding, but for a pack that was named."""
    from grader.doctor.report import Surroundings
    from grader.practice.workspace import find_workspace

    if pack_folder is not None and not pack_folder.is_dir():
        raise UsageError(f"there is no folder {pack_folder}.")
    workspace, fault = None, None
    try:
        workspace = find_workspace(Path())
    except UsageError as told:
        fault = str(told)
    except OSError as told:  # it was removed, or may not be looked into
        fault = f"this folder cannot be looked into, so no workspace was found: {told.strerror}"
    wanted = pack_folder or (workspace.pack if workspace is not None else None)
    for folder in dict.fromkeys((wanted, None)):
        try:
            return Surroundings(open_pack(folder), fault, workspace)
        except (UsageError, OSError) as told:
            if pack_folder is not None and isinstance(told, UsageError):
                raise
            fault = fault or str(told)
    return Surroundings(None, fault, workspace)


def _examined(pack: Pack | None) -> Examination:
    """How files are run here: those of others, and one's own where they are run in another way."""
    from grader.catalogue import Pack, default_pack
    from grader.doctor.isolation import examine
    from grader.practice.own_worker import runs_plain

    pack = pack or Pack(default_pack(), {}, {})
    with ExitStack() as opened:
        grading = opened.enter_context(open_worker(pack)) if sys.platform == "linux" else None
        own = opened.enter_context(open_own_worker(pack)) if runs_plain() else None
        return examine(grading, own)
