"""A case that failed, kept as a small file to run: the input, the calls, and what was expected."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from grader.catalogue import check_files, probe_text
from grader.errors import UsageError
from grader.escape import for_terminal
from grader.intake.own_files import read_own_file
from grader.model import CaseVerdict, Check, Exercise, Mismatch
from grader.practice.checking import Checked
from grader.practice.literals import Literals, keyword_lines
from grader.practice.showing import near
from grader.worker.runner import SEED

# Files of such names are no one's answers (see `grader.intake.junk`).
NAME = "case_{}.kept"
MAX_LABEL = 48
MAX_FILES = 1000
# What comes back is printed whole up to here; a terminal is no place for more.
MAX_PRINTED = 4_000

ATTEMPT = '''

def attempt(function, /, *arguments, **keywords):
    """Call a function; an exception counts as what came back."""
    try:
        return function(*arguments, **keywords)
    except Exception as raised:
        return raised
'''
WHOLE = """    print(text_to_print(came_back))
"""
PARTS = """    for part, value in came_back.items():
        print(f"{part}:")
        print(text_to_print(value))
"""
WORST = """    with suppress(LookupError, TypeError):  # what comes back by now may have no such entry
        entry = {entry}
        print({told}, text_to_print(entry))
"""
FILE = '''"""{told}
"""

from __future__ import annotations

{probe}
{attempt}

def inputs_of_this_case():
{imports}    return {{
{inputs}    }}


def your_file():
    """What stands in your file, which lies beside this one."""
    import importlib.util
    import sys
    from pathlib import Path

    path = Path(__file__).resolve().parent / {answer}
    spec = importlib.util.spec_from_file_location("submission", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def text_to_print(value):
    """What a value looks like: of a long one the beginning, and how long it is."""
    import shlex
    import sys
    from pprint import pformat

    text = pformat(value)
    if len(text) <= {most}:
        return text
    again = f"python -i {{shlex.quote(sys.argv[0])}}"
    end = f"... ({{len(text)}} characters; `{{again}}` leaves all of it in came_back)"
    return f"{{text[:{most}]}}\\n{{end}}"


def run_this_case():
    """Make the calls of the check, print what comes back, and give it."""
{before}    came_back = {name}(student, **inputs_of_this_case())
{shown}    return came_back


if __name__ == "__main__":
    came_back = run_this_case()
'''


@dataclass(frozen=True)
class Kept:
    """What came of keeping a case: the file, or None, and a sentence.

    ``refused`` says that there is a case, which such an answer could not be run with.
    """

    path: Path | None
    told: str
    refused: bool = False


def is_keepable(path: Path, exercise: str) -> bool:
    """Whether a kept case could load an answer: a module of Python, and no notebook."""
    return path.suffix.lower() == ".py" and not read_own_file(path, exercise).cells


def keep_case(checked: Checked, path: Path, *, reveal: bool = False) -> Kept:
    """Write the first failing case beside the answer, as a file that makes the same calls on it.

    Parameters
    ----------
    checked
        What came of checking the answer. Of a hidden case its messages hold what is to be told of it.
    path
        The answer.
    reveal
        Whether hidden cases may be kept; `checked` is to be of a check that revealed them.

    Raises
    ------
    UsageError
        The file cannot be written.
    """
    failing = [
        verdict
        for verdict in checked.evidence.verdict.checks
        if verdict.first_failure is not None and checked.result.checks[verdict.index].status != "not_run"
    ]
    exercise = checked.key.exercise
    if checked.result.status == "passed":
        return Kept(None, "All checks passed, so there is no case to keep.")
    if not failing:
        return Kept(None, "No case was run, so there is none to keep.")
    if not is_keepable(path, exercise.name):
        return Kept(None, _no_notebook(path, exercise.name, reveal), refused=True)
    check = checked.key.checks[failing[0].index]
    if check.visibility == "hidden" and not reveal:
        return Kept(
            None,
            f"The case that failed is hidden: `kata check {exercise.name} --reveal --keep-case` keeps it.",
        )
    first = failing[0].first_failure
    assert first is not None
    message = checked.result.checks[failing[0].index].message
    written = _write(path, check, first, message, exercise)
    return Kept(written, f"kept the case that failed: run it with `python {shlex.quote(str(near(written)))}`")


def _no_notebook(path: Path, exercise: str, reveal: bool) -> str:
    """Why no case is kept of a notebook, and what to do; the copy is to be no second answer beside it."""
    copy = f"my_{exercise}.py"
    command = f"kata check {copy} --exercise {exercise}{' --reveal' if reveal else ''} --keep-case"
    return (
        f"--keep-case works with a plain Python file, and {path} is a notebook. Copy your functions into a "
        f"file of another name, such as {copy}, and check that: `{command}`."
    )


def _write(answer: Path, check: Check, failing: CaseVerdict, message: str, exercise: Exercise) -> Path:
    """Write the file, and the large arrays beside it, under a name that is free."""
    label = (
        re.sub(r"[^a-z0-9]+", "_", check.cases[failing.case].label.lower()).strip("_")[:MAX_LABEL].rstrip("_")
    )
    for number in range(1, MAX_FILES):
        stem = NAME.format(label + (f"_{number}" if number > 1 else ""))
        path = answer.with_name(f"{stem}.py")
        literals = Literals()
        text = _text(answer, check, failing, message, exercise, literals, path.name)
        try:
            if path.exists() and path.read_bytes() == text.encode():
                return path  # this very case was kept before
            if path.exists() or path.with_suffix(".npz").exists():
                continue
            if literals.arrays:
                _save(path.with_suffix(".npz"), literals)
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:  # another program took the name in between
            continue
        except OSError as fault:
            raise UsageError(f"{path} cannot be written: {fault.strerror or fault}.") from None
        return path
    raise UsageError(f"there are {MAX_FILES} kept cases of this name in {answer.parent}; remove some.")


def _save(path: Path, literals: Literals) -> None:
    import numpy

    with path.open("xb") as file:
        numpy.savez(file, **literals.arrays)  # type: ignore[arg-type]  # no array is called allow_pickle


def _text(
    answer: Path,
    check: Check,
    failing: CaseVerdict,
    message: str,
    exercise: Exercise,
    literals: Literals,
    own_name: str,
) -> str:
    """The whole file."""
    _, _, source = check_files(exercise)[check.file]
    probe = probe_text(source, check.probe)
    case = check.cases[failing.case]
    inputs = keyword_lines(case.inputs, literals, " " * 8)
    told = (
        f'{exercise.name}, the check "{check.name}".\n\n{message}\n\n'
        f"`python {own_name}` makes the calls of the check on your {answer.name} and prints what comes back."
    )
    whole = tuple(part for part, _ in case.expect) == ("",)
    worst = _worst(failing.mismatch) if failing.mismatch is not None else ""
    return FILE.format(
        told=_in_docstring(told),
        probe=probe if probe.startswith(("import ", "from ")) else f"\n{probe}",
        attempt=ATTEMPT if re.search(r"\battempt\(", probe) else "",
        imports=_imports(literals, probe),
        inputs=inputs,
        answer=_quoted(answer.name),
        most=MAX_PRINTED,
        before=_before(literals.modules | set(exercise.needs), probe, worst),
        name=check.probe,
        shown=(WHOLE if whole else PARTS) + worst,
    )


def _worst(mismatch: Mismatch) -> str:
    """The lines that print the worst entry by its name; none where its place is not known."""
    if not mismatch.where:
        return ""
    steps = ([mismatch.part] if mismatch.part else []) + list(mismatch.where)
    entry = "came_back" + "".join(f"[{_quoted(step) if isinstance(step, str) else step}]" for step in steps)
    told = f"\nThe worst entry when this case was kept, {entry}:"
    return WORST.format(told=_quoted(told), entry=entry)


def _in_docstring(text: str) -> str:
    harmless = for_terminal(text, multiline=True)
    return harmless.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _quoted(name: str) -> str:
    """A name as Python writes it, in the quotes that are usual."""
    written = ascii(name)
    return f'"{name}"' if written == f"'{name}'" and '"' not in name else written


def _imports(literals: Literals, probe: str) -> str:
    """What the function that makes the inputs imports: there, so that no name of the probe is in the way."""
    lines = [f"import {name}" for name in sorted(literals.modules) if not _has(name, probe)]
    if literals.arrays:
        lines += ["from pathlib import Path", "", 'arrays = numpy.load(Path(__file__).with_suffix(".npz"))']
    elif lines:
        lines.append("")
    return _indented(lines)


def _before(used: set[str], probe: str, worst: str) -> str:
    """The lines that load the answer and let random draws begin where they begin in a check."""
    lines = ["from contextlib import suppress", ""] if worst else []
    missing = [f"import {name}" for name in sorted(used) if not _has(name, probe)]
    lines += [*missing, ""] if missing else []
    lines.append("student = your_file()")
    lines += [f"numpy.random.seed({SEED})"] if "numpy" in used else []
    lines += [f"torch.manual_seed({SEED})"] if "torch" in used else []
    return _indented(lines)


def _has(module: str, probe: str) -> bool:
    """Whether what stands before the probe imports a module under its own name."""
    return re.search(rf"^import {module}$", probe, re.MULTILINE) is not None


def _indented(lines: list[str]) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in lines)
