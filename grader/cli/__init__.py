"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import os
import sys
from typing import NoReturn, TextIO

import click

from grader import __version__
from grader.cli.authors import verify
from grader.cli.gradebook import diff, override
from grader.cli.instructors import doctor, grade
from grader.cli.pictures import plot
from grader.cli.reports import report
from grader.cli.session import INTERRUPTED
from grader.cli.students import check, list_command, show
from grader.errors import KataError
from grader.escape import for_terminal


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


for command in (list_command, show, check, plot, grade, report, diff, override, verify, doctor):
    cli.add_command(command)


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
