"""The command that writes reports: tables, pages, and files that learning platforms take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.completing import complete_exercises
from grader.errors import UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from grader.gradebook import Details, Gradebook
    from grader.model import Person
    from grader.reports.filling import Filled, Terms

STDOUT = Path("-")


@dataclass(frozen=True)
class Asked:
    """What was asked for: the options of all formats."""

    results: Path
    output: Path | None = None
    reader: Literal["student", "instructor"] = "student"
    bom: bool = False
    gradebook: Path | None = None
    assignment: str | None = None
    worksheet: Path | None = None
    grade_column: str | None = None
    feedback_column: str | None = None
    scale: bool = False
    missing_as_zero: bool = False
    kind: Literal["html", "md"] = "html"
    sources: bool = True

    @property
    def terms(self) -> Terms:
        """How scores are written into a table."""
        from grader.reports.filling import Terms

        return Terms(self.scale, self.missing_as_zero)

    def folder(self, name: str) -> Path:
        """The folder that a report goes to."""
        if self.output == STDOUT:
            raise UsageError(f"the format {name} is a folder: give one with -o, or leave -o out.")
        path = self.output or self.results / name
        if not path.parent.is_dir():
            raise UsageError(
                f"there is no folder {clean(str(path.parent))}: make it first, or give another -o."
            )
        return path


Made = Iterable[bytes] | None
"""The parts of a document, or None if files were written into a folder."""


def _csv(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.tables import gradebook_csv

    return [gradebook_csv(book, bom=asked.bom)]


def _jsonl(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.tables import results_jsonl

    return results_jsonl(book, asked.reader)


def _causes(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.tables import causes_csv

    return [causes_csv(book, bom=asked.bom)]


def _summary(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.summary import summary_lines

    return ["".join(f"{line}\n" for line in summary_lines(book)).encode("utf-8", "backslashreplace")]


def _junit(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.junit import junit_xml

    return [junit_xml(book)]


def _nbgrader(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.nbgrader import nbgrader_csv

    return [nbgrader_csv(book, bom=asked.bom)]


def _canvas(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.canvas import fill_canvas

    if asked.gradebook is None:
        raise UsageError(
            "the format canvas fills in a gradebook that was exported from Canvas: give it with --gradebook."
        )
    data = _read(asked.gradebook)
    return _told(book, fill_canvas(book, data, str(asked.gradebook), asked.assignment, asked.terms))


def _moodle(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.moodle import Columns, fill_worksheet, moodle_csv

    if asked.worksheet is None:
        _only_with("--worksheet", asked, "scale", "missing_as_zero", "grade_column", "feedback_column")
        if "Moodle" in book.layout:
            _say([PARTICIPANTS])
        return [moodle_csv(book, bom=asked.bom)]
    if asked.bom:
        raise UsageError("--bom has no meaning with --worksheet: the file keeps the beginning that it has.")
    columns = Columns(asked.grade_column, asked.feedback_column)
    data = _read(asked.worksheet)
    return _told(book, fill_worksheet(book, data, str(asked.worksheet), columns, asked.terms))


def _moodle_feedback(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.feedback import feedback_html
    from grader.reports.filling import listed_lines
    from grader.reports.moodle import feedback_zip

    if asked.output is None:
        raise UsageError("the format moodle-feedback is a zip: give a file with -o.")

    def page(details: Sequence[Details], person: Person) -> str:
        there = {each.result.exercise for each in details}
        entries = [book.entry(person.id, name) for name in book.exercises if name not in there]
        return feedback_html(
            details,
            person,
            exercises=book.exercises,
            titles=book.titles,
            max_scores=book.max_scores,
            entries=[entry for entry in entries if entry is not None],
        )

    path = asked.worksheet
    packed = feedback_zip(book, page, (_read(path), str(path)) if path is not None else None)
    _say([f"feedback for {packed.count} of {len(book.people)} students.", *listed_lines(packed.listed)])
    return [packed.data]


def _gradescope(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.gradescope import gradescope_files
    from grader.reports.writing import make_folder, write_whole

    folder = asked.folder("gradescope")
    make_folder(folder)
    count = 0
    for name, data in gradescope_files(book):
        path = folder / name
        make_folder(path.parent.parent)
        make_folder(path.parent)
        write_whole(path, data)
        count += 1
    _say([f"wrote {count} files results.json below {folder}"])
    return None


def _html(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.page import write_page

    written = write_page(book, asked.folder("html"), sources=asked.sources)
    _say([f"wrote {written[0]}" if written else "nothing to write"])
    return None


def _feedback(book: Gradebook, asked: Asked) -> Made:
    from grader.reports.feedback import write_feedback

    folder = asked.folder("feedback")
    _say([f"wrote {len(write_feedback(book, folder, kind=asked.kind))} files into {folder}"])
    return None


FORMATS: dict[str, tuple[Callable[[Gradebook, Asked], Made], frozenset[str]]] = {
    "csv": (_csv, frozenset({"bom"})),
    "jsonl": (_jsonl, frozenset({"reader"})),
    "causes": (_causes, frozenset({"bom"})),
    "summary": (_summary, frozenset()),
    "html": (_html, frozenset({"sources"})),
    "feedback": (_feedback, frozenset({"kind"})),
    "canvas": (_canvas, frozenset({"gradebook", "assignment", "scale", "missing_as_zero"})),
    "moodle": (
        _moodle,
        frozenset({"worksheet", "grade_column", "feedback_column", "scale", "missing_as_zero", "bom"}),
    ),
    "moodle-feedback": (_moodle_feedback, frozenset({"worksheet"})),
    "gradescope": (_gradescope, frozenset()),
    "nbgrader": (_nbgrader, frozenset({"bom"})),
    "junit": (_junit, frozenset()),
}
PARTICIPANTS = (
    "Note: these results come from a download of Moodle, so their ids are numbers of participants and not ID "
    "numbers: in the import, find students by their email address."
)
OPTIONS = {"reader": "--for", "sources": "--no-sources"}


@click.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), required=True, metavar="FORMAT", help="See above."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Where it goes. A single document goes to standard output without it, or with -o -; a folder is "
    "RESULTS/FORMAT.",
)
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this one; may be repeated.")
@click.option(
    "--exercise",
    "exercises",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_exercises,
    help="Only this one; may be repeated.",
)
@click.option("--only-failed", is_flag=True, help="Only who did not pass something that was handed in.")
@click.option(
    "--for",
    "reader",
    type=click.Choice(["student", "instructor"]),
    default="student",
    help="jsonl: with `instructor`, what hidden checks saw, the code and the reasons for overrides as well.",
)
@click.option("--bom", is_flag=True, help="Tables: begin with the mark by which Excel knows UTF-8.")
@click.option(
    "--gradebook",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="canvas: the gradebook that was exported from Canvas.",
)
@click.option("--assignment", metavar="TITLE", help='canvas: "Title (id)", the title, or the id.')
@click.option(
    "--worksheet",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="moodle, moodle-feedback: the grading worksheet that was downloaded from Moodle.",
)
@click.option("--grade-column", metavar="NAME", help="moodle: its column for the grade, if not found.")
@click.option("--feedback-column", metavar="NAME", help="moodle: its column for comments, if not found.")
@click.option(
    "--scale", is_flag=True, help="canvas, moodle: scores times the platform's maximum over ours, not as is."
)
@click.option(
    "--missing-as-zero", is_flag=True, help="canvas, moodle: write 0 for who handed in nothing, not nothing."
)
@click.option("--kind", type=click.Choice(["html", "md"]), default="html", help="feedback: HTML or Markdown.")
@click.option("--no-sources", is_flag=True, help="html: leave out what was handed in.")
def report(
    results: Path,
    form: str,
    students: tuple[str, ...],
    exercises: tuple[str, ...],
    only_failed: bool,
    no_sources: bool,
    **options: object,
) -> int:
    """Write a report of RESULTS, the folder that `kata grade` has written.

    \b
    Formats:
      csv              the gradebook: scores and statuses
      jsonl            every result in full, a line each
      causes, summary  why the class fails; the class in words
      html             pages to look through (a folder, or -o FILE.html)
      feedback         what each student is told (a folder)
      canvas           your Canvas gradebook, one assignment filled in
      moodle           your Moodle worksheet, filled in; without --worksheet
                       a table for the import into Moodle's gradebook
      moodle-feedback  a zip for "Upload multiple feedback files in a zip"
      gradescope       a results.json per submission (a folder)
      nbgrader         grades.csv as nbgrader exports it
      junit            XML for build servers

    A score that was set by hand counts in every format. Into a table of Canvas or Moodle goes the sum of the
    exercises, or of those given with --exercise. Only its column of scores (Moodle: and that of comments)
    changes; who handed in nothing, has no score yet or is excused is left as it is. Who is not found, on
    either side, is named on standard error.

    The exit status is 0 when the report was written, also if somebody was not found; 2 if it cannot be
    written like this.

    \b
    Examples:
      kata report results/ --format csv --bom -o grades.csv
      kata report results/ --format canvas --gradebook export.csv \\
          --assignment "Problem set 1 (4757)" -o import.csv
      kata report results/ --format moodle --worksheet grades.csv -o import.csv
      kata report results/ --format junit --only-failed > failed.xml
    """
    from grader.reports.selection import selected
    from grader.store import read_gradebook

    asked = Asked(results, sources=not no_sources, **options)  # type: ignore[arg-type]  # click has checked them
    make, takes = FORMATS[form]
    _only(form, asked, takes)
    if asked.missing_as_zero and (students or only_failed):
        raise UsageError(
            "--missing-as-zero is for the whole class: with --student or --only-failed, who was left out "
            "would look as if nothing was handed in."
        )
    _keep_inputs(asked)
    book = selected(read_gradebook(results), students, exercises, only_failed)
    parts = make(book, asked)
    if parts is not None:
        _put(parts, asked.output)
    return 0


def _only(form: str, asked: Asked, takes: frozenset[str]) -> None:
    """Refuse an option that has no meaning for a format."""
    plain = Asked(asked.results, asked.output)
    for name in vars(asked):
        if name not in takes and getattr(asked, name) != getattr(plain, name):
            option = OPTIONS.get(name, f"--{name.replace('_', '-')}")
            takers = [other for other, (_, options) in FORMATS.items() if name in options]
            raise UsageError(f"{option} has no meaning for {form}: it is for {', '.join(takers)}.")


def _only_with(needed: str, asked: Asked, *names: str) -> None:
    """Refuse options that need another one."""
    for name in names:
        if getattr(asked, name):
            raise UsageError(f"--{name.replace('_', '-')} needs {needed}.")


def _keep_inputs(asked: Asked) -> None:
    """Refuse to write over a file that was given, or over the database of the results."""
    from grader.store import STORE

    output = asked.output
    if output is None or output == STDOUT:
        return
    for given in (asked.gradebook, asked.worksheet, asked.results / STORE):
        if given is not None and _same(output, given):
            raise UsageError(f"{clean(str(output))} would be written over: give another file with -o.")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise UsageError(f"{clean(str(path))} cannot be read: {fault.strerror}.") from None


def _told(book: Gradebook, filled: Filled) -> Made:
    from grader.reports.filling import filled_lines

    if len(book.exercises) > 1:
        _say([f"The scores are the sum of {', '.join(book.exercises)}; --exercise chooses."])
    _say(filled_lines(filled))
    return [filled.sheet.encoded()]


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(for_terminal(line), err=True)


def _put(parts: Iterable[bytes], output: Path | None) -> None:
    """Write a document: whole into a file, or part by part to standard output."""
    from grader.reports.writing import write_whole

    if output is None or output == STDOUT:
        sys.stdout.buffer.writelines(parts)
        sys.stdout.flush()
    else:
        write_whole(output, parts)
        _say([f"wrote {output}"])
