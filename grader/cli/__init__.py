"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import os
import sys
from typing import NoReturn, TextIO

import click

from grader import __version__
from grader.cli.authors import verify
from grader.cli.beginning import next_command, start
from grader.cli.checking import check
from grader.cli.completion import completion
from grader.cli.examining import doctor
from grader.cli.exercises import list_command, show
from grader.cli.gradebook import diff, override
from grader.cli.helping import hint, solution
from grader.cli.home import home
from grader.cli.instructors import grade
from grader.cli.pictures import plot
from grader.cli.progress import progress
from grader.cli.reports import report
from grader.cli.sections import Sections
from grader.cli.serving import serve
from grader.cli.session import INTERRUPTED
from grader.cli.touring import tour
from grader.cli.watching import watch
from grader.errors import KataError
from grader.escape import for_terminal

EPILOG = """
\b
Examples:
  kata list                            see what there is to practise
  kata start pos_embed_2d              lay out an exercise, then edit the file
  kata watch                           check it each time you save it
  kata check pos_embed_2d.py           check a file once
  kata grade class.zip -o results/     grade a class

\b
Exit status:
  0 all is well   1 something did not pass   2 a command to mend
  3 a fault of the grader or of this machine   130 interrupted

`kata COMMAND --help` says more about each command, with examples.
"""


@click.group(
    cls=Sections,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)
@click.version_option(__version__, prog_name="kata")
@click.pass_context
def cli(context: click.Context) -> int:
    """Numerical exercises in plain Python, numpy and torch, and a grader that can be trusted.

    `kata` alone says where you are and what to do next.
    """
    if context.invoked_subcommand is None:
        return home(context)
    return 0


assert isinstance(cli, Sections)
cli.add_section(
    "Practise",
    {
        list_command: "List the exercises, and where you stand.",
        show: "Read an exercise, and how answers are compared.",
        start: "Lay out an exercise to work on.",
        watch: "Check an exercise each time you save it.",
        serve: "Practise on a page in your browser.",
        check: "Check a file: visible examples, then hidden checks.",
        hint: "Open the next hint.",
        solution: "Read the solution, after a pass or when you give up.",
        next_command: "Go on to the next exercise.",
        plot: "Draw what an exercise asks for, or what your file gives.",
        tour: "Read about a track, with pictures to play with.",
        progress: "See, save or take in what you have done.",
    },
)
cli.add_section(
    "Grade a class",
    {
        grade: "Grade a folder or an archive of submissions.",
        report: "Write pages and tables, for people and for platforms.",
        diff: "See who gained and lost what since the last run.",
        override: "Set a score by hand, with a reason.",
    },
)
cli.add_section("Write exercises", {verify: "Prove that right answers pass and wrong ones fail."})
cli.add_section(
    "This machine",
    {
        doctor: "See what works here, and what to do about the rest.",
        completion: "Complete commands and exercises with the Tab key.",
    },
)


def _say(sentence: str) -> None:
    """Say it on standard error, if that can still be written."""
    try:
        click.echo(sentence, err=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO | None) -> None:
    """What waits in a stream that cannot be written is not tried again when Python ends."""
    if stream is not None:
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - os.devnull is no path to look at
            os.dup2(nowhere.fileno(), stream.fileno())


def _output_lost(fault: OSError) -> int:
    """The end where what is printed cannot be written; if its reader went away, click has ended it before."""
    if fault.filename is not None:  # a file of ours, of which its command should have told
        raise fault
    _silence(sys.stdout)
    _say(f"kata: what there was to print cannot be written: {fault.strerror or fault}.")
    return 3


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and exit with its status."""
    try:
        status = _run(arguments)
    except OSError as fault:
        status = _output_lost(fault)
    sys.exit(status)


def _run(arguments: list[str] | None) -> int:
    try:
        status = cli.main(arguments, prog_name="kata", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        status = fault.exit_code
    except KataError as fault:
        _say(for_terminal(f"kata: {fault.told}", multiline=True))
        status = fault.exit_status
    except (KeyboardInterrupt, click.Abort):
        _say("kata: interrupted.")
        status = INTERRUPTED
    return status if isinstance(status, int) else 0
