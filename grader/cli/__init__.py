"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from grader import __version__
from grader.cli.authors import verify
from grader.cli.instructors import doctor, grade
from grader.cli.pictures import plot
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


for command in (list_command, show, check, plot, grade, verify, doctor):
    cli.add_command(command)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and exit with its status."""
    try:
        status = cli.main(arguments, prog_name="kata", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        status = fault.exit_code
    except KataError as fault:
        click.echo(for_terminal(f"kata: {fault.told}", multiline=True), err=True)
        status = fault.exit_status
    except (KeyboardInterrupt, click.Abort):
        click.echo("kata: interrupted.", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)
