"""The command that draws: plot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.completing import complete_exercises
from grader.cli.session import open_own_worker, open_pack, pack_option
from grader.errors import HarnessError, UsageError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.model import Exercise, Key
    from grader.pictures.panels import Picture
    from grader.seam import Worker

KINDS = ("png", "svg")


@click.command()
@click.argument("exercise", shell_complete=complete_exercises)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PNG|SVG",
    help="The file to write (default: EXERCISE.png in this folder).",
)
@pack_option
def plot(exercise: str, file: Path | None, output: Path | None, pack_folder: Path | None) -> int:
    """Draw what an exercise is about or, with FILE, what your file gives beside what is expected.

    With FILE the first visible example that fails is drawn: expected, got, and how far they are apart, with
    the wrong entries framed. The exit status is 0 if a picture was written, 1 if FILE gave nothing to draw.

    \b
    Examples:
      kata plot pos_embed_2d
      kata plot pos_embed_2d pos_embed_2d.py -o mine.svg
    """
    from grader.pictures.figure import require_matplotlib

    pack = open_pack(pack_folder)
    found = pack.exercise(exercise)
    target = _target(output or Path(f"{found.name}.png"))
    if file is not None and not file.is_file():
        raise UsageError(f"there is no file {file} to draw.")
    require_matplotlib()
    picture, note = _about(found, pack) if file is None else _of_file(found, file, pack)
    if picture is not None:
        _write(picture, target)
        click.echo(for_terminal(f"wrote {target}"))
    if note:
        click.echo(for_terminal(note, multiline=True), err=picture is None)
    return 0 if picture is not None else 1


def _target(path: Path) -> Path:
    """The file to write, if it can be written: told before the work."""
    import os

    if path.suffix.lower().removeprefix(".") not in KINDS:
        raise UsageError(f"{path} cannot be written: the name of a picture ends in .png or .svg.")
    if path.is_dir():
        raise UsageError(f"{path} is a folder: give the name of a file.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise UsageError(f"{path} cannot be written: there is no permission to.")
    return path


def _write(picture: Picture, target: Path) -> None:
    from grader.pictures.figure import draw

    kind: Literal["png", "svg"] = "svg" if target.suffix.lower() == ".svg" else "png"
    try:
        target.write_bytes(draw(picture, kind))
    except OSError as fault:
        raise UsageError(f"{target} cannot be written: {fault.strerror or fault}.") from None


def _about(exercise: Exercise, pack: Pack) -> tuple[Picture | None, str]:
    """The picture of what an exercise is about, if there is one, and what is to be said if not."""
    from grader.pictures.about import authors_picture, expected_picture, has_picture

    if exercise.solution_folder is None:
        picture = expected_picture(_visible_key(exercise, None))
    else:
        with open_own_worker(pack) as worker:
            if has_picture(exercise):
                picture = authors_picture(exercise, worker)
            else:
                picture = expected_picture(_visible_key(exercise, worker))
    return picture, "" if picture else f"kata: {exercise.name} has no picture: its answers are not numbers."


def _of_file(exercise: Exercise, file: Path, pack: Pack) -> tuple[Picture | None, str]:
    """The picture of what a file gives, if there is one, and what else is to be said."""
    from grader.grade import grade_with_evidence
    from grader.intake.own_files import read_own_file
    from grader.needs import server_kind
    from grader.pictures.compared import choose, compared_picture

    submission = read_own_file(file, exercise.name, shown=str(file))
    with open_own_worker(pack) as worker:
        worker.prepare(server_kind(exercise, submission.units))
        key = _visible_key(exercise, worker)
        result, evidence = grade_with_evidence(submission, key, worker)
    if result.status == "harness_error":
        raise HarnessError(result.message)
    chosen = choose(key, evidence)
    if chosen is None:
        return None, f"kata: there are no numbers to draw.\n{result.message}"
    failed_elsewhere = chosen.mismatch is None and result.status != "passed"
    note = f"What fails gave no numbers to draw.\n{result.message}" if failed_elsewhere else ""
    return compared_picture(chosen, exercise.name), note


def _visible_key(exercise: Exercise, worker: Worker | None) -> Key:
    """The key of the visible checks: of the hidden ones nothing can be drawn."""
    from grader.frozen import thaw, visible_part
    from grader.prepared import key_for

    if worker is None or exercise.solution_folder is None:
        return thaw(exercise)
    return visible_part(key_for(exercise, 0, worker))
