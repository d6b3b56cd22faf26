"""What a student reads agrees with what is graded: statement, hints, approach, stub; and samples are true."""

from __future__ import annotations

import ast
import marshal
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from grader.answer_key import trusted_task
from grader.catalogue import APPROACH, EXAMPLES, SOLUTION, STATEMENT
from grader.codec import encode, revive
from grader.model import Key, Load, Observation, Outcome, Planned, Raises
from grader.seam import Worker
from grader.syntax import parse

SECTIONS = (
    "Problem",
    "Background",
    "Task",
    "Input format",
    "Output format",
    "Sample",
    "Worked example",
    "Constraints",
)
APPROACH_SECTIONS = ("Background knowledge", "Approach", "Step by step")
MIN_WORDS = 15
MIN_HINT_WORDS = 10
PROGRAM_TAG = "debugging"
"""The tag of an exercise whose stub is a whole program with a fault."""


def statement_faults(key: Key, worker: Worker) -> Iterator[str]:
    """What is wrong with the texts of an exercise, a sentence for each fault."""
    exercise = key.exercise
    text = (exercise.folder / STATEMENT).read_text(encoding="utf-8")
    found = sections(text)
    if not text.startswith(f"# {exercise.title}\n"):
        yield f"{STATEMENT} does not begin with the title, `# {exercise.title}`"
    if tuple(found) != SECTIONS:
        yield f"{STATEMENT} has the sections {', '.join(found)}; it should have {', '.join(SECTIONS)}"
        return
    for name, body in found.items():
        if len(body.split()) < MIN_WORDS:
            yield f"{STATEMENT}: the section {name!r} has less than {MIN_WORDS} words"
    yield from _hints(key)
    yield from _approach(key)
    yield from _signatures(key, found["Task"])
    yield from _errors(key, text)
    yield from _samples(key, found, worker)


def sections(text: str) -> dict[str, str]:
    """The level-two sections of a text: heading to body. Lines of code that begin with # are no headings."""
    fenced, lines = False, []
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        lines.append(f" {line}" if fenced and line.startswith("#") else line)
    parts = re.split(r"^## +(.+?) *$", "\n".join(lines), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _hints(key: Key) -> Iterator[str]:
    exercise = key.exercise
    if len(set(exercise.hints)) != len(exercise.hints):
        yield "two hints are the same"
    for i, hint in enumerate(exercise.hints, start=1):
        if len(hint.split()) < MIN_HINT_WORDS:
            yield f"hint {i} has less than {MIN_HINT_WORDS} words"
        if "```" in hint:
            yield f"hint {i} holds code"
    if not exercise.read_next:
        yield "exercise.toml says nothing under read_next: what to read or do afterwards"


def _approach(key: Key) -> Iterator[str]:
    path = key.exercise.folder / APPROACH
    if not path.is_file():
        yield f"{APPROACH} is missing"
        return
    text = path.read_text(encoding="utf-8")
    if tuple(sections(text)) != APPROACH_SECTIONS:
        yield f"{APPROACH} should have the sections {', '.join(APPROACH_SECTIONS)}"
    if "```" in text:
        yield f"{APPROACH} holds code"


def _signatures(key: Key, task: str) -> Iterator[str]:
    """Stub, reference, statement and visible checks name the same functions with the same arguments."""
    assert key.exercise.solution_folder is not None
    stub = signatures(key.stub)
    reference = signatures((key.exercise.solution_folder / SOLUTION).read_text(encoding="utf-8"))
    for entry in key.exercise.entry_points:
        ours = {name: told for name, told in stub.items() if name.split(".")[0] == entry}
        if not ours:
            yield f"stub.py has no {entry}"
        if not any(entry in check.names for check in key.checks if check.visibility == "visible"):
            yield f"{EXAMPLES} shows nothing of {entry}"
        for name, told in ours.items():
            if reference.get(name) != told:
                yield f"stub.py and {SOLUTION} have other arguments or defaults in {name}"
        arguments = ours.get(f"{entry}.__init__", ours.get(entry, ((), ())))[0]
        words = re.findall(r"\w+", task)
        unnamed = [name for name in (entry, *arguments) if name not in words]
        if unnamed:
            yield f"{STATEMENT}: the section 'Task' does not name {', '.join(unnamed)}"


def signatures(source: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Functions and methods of a source: their arguments and their defaults, ``self`` left out."""
    found = {}
    for node in parse(source).body:
        inside = node.body if isinstance(node, ast.ClassDef) else []
        for prefix, function in [("", node), *((f"{node.name}.", item) for item in inside)]:  # type: ignore[attr-defined]
            if isinstance(function, ast.FunctionDef):
                names = tuple(
                    a.arg for a in (*function.args.args, *function.args.kwonlyargs) if a.arg != "self"
                )
                found[prefix + function.name] = (names, tuple(map(ast.unparse, function.args.defaults)))
    return found


def _errors(key: Key, text: str) -> Iterator[str]:
    """Every exception that is asked for is named in the statement."""
    asked = {
        policy.error
        for check in key.checks
        for case in check.cases
        for _, policies in case.expect
        for policy in policies
        if isinstance(policy, Raises)
    }
    for error in sorted(asked):
        if not re.search(rf"\b{error}\b", text):
            yield f"{STATEMENT} does not say that {error} is asked for"


# --------------------------------------------------------------------------- samples

# Runs pieces of code one after the other, and gives for each its last value, or what it printed.
SHOWN = """
def probe(student, pieces, entries, imports):
    import contextlib, io
    names = {entry: getattr(student, entry) for entry in entries}
    exec(imports, names)
    seen = []
    for *before, last in pieces:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for statement in before:
                exec(statement, names)
            try:
                value = eval(last, names)
            except SyntaxError:
                exec(last, names)
                value = None
        seen.append(repr(value) if value is not None else printed.getvalue())
    return seen
"""


def _samples(key: Key, found: dict[str, str], worker: Worker) -> Iterator[str]:
    """The sample and the worked example are what the reference gives."""
    for name in ("Sample", "Worked example"):
        pairs = told_pairs(found[name])
        if not pairs:
            yield f"{STATEMENT}: the section {name!r} has no ```python block with its ```text block"
            return
    sample, worked = told_pairs(found["Sample"]), told_pairs(found["Worked example"])
    if len(sample) != 1:
        yield f"{STATEMENT}: the section 'Sample' should show one piece of code with its output"
        return
    told = [("Sample", *sample[0]), *(("Worked example", *pair) for pair in worked)]
    try:
        pieces = [[ast.unparse(node) for node in parse(code).body] for _, code, _ in told]
    except SyntaxError as fault:
        yield f"{STATEMENT}: code of a sample does not parse: {fault.msg}"
        return
    seen = _run_pieces(key, pieces, worker)
    if isinstance(seen, str):
        yield f"{STATEMENT}: the code of its samples fails with the reference: {seen}"
        return
    for (section, code, output), got in zip(told, seen, strict=True):
        wanted = literals(output)
        if not wanted or [*map(repr, wanted)] != [*map(repr, literals(got))]:
            first = code.strip().splitlines()[-1]
            yield f"{STATEMENT}: {section}, `{first}` gives {got.strip()[:200]}, not {output.strip()[:200]}"


def told_pairs(text: str) -> list[tuple[str, str]]:
    """The pieces of code of a section, each with the output that stands directly after it."""
    blocks = list(re.finditer(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    pairs = []
    for block, after in pairwise(blocks):
        if block[1] == "python" and after[1] == "text":
            pairs.append((block[2], after[2]))
    return pairs


def literals(text: str) -> list[object]:
    """The Python literals of a text, one after the other; lines that are none at its end, as one text."""
    found: list[object] = []
    lines: list[str] = []
    for line in text.strip().splitlines():
        lines.append(line)
        try:
            found.append(ast.literal_eval("\n".join(lines).strip()))
        except (SyntaxError, ValueError):
            continue
        lines = []
    return [*found, "\n".join(lines)] if lines else found


def _run_pieces(key: Key, pieces: list[list[str]], worker: Worker) -> list[str] | str:
    """What the pieces of code give behind the reference; or why they fail, as one text."""
    exercise = key.exercise
    assert exercise.solution_folder is not None
    imports = "import torch\nfrom torch import nn\n" if "torch" in exercise.needs else ""
    imports += "import numpy as np\n" if "numpy" in exercise.needs else ""
    given = {"pieces": pieces, "entries": list(exercise.entry_points), "imports": imports}
    inputs = tuple((name, encode(value)) for name, value in given.items())
    source = (exercise.solution_folder / SOLUTION).read_text(encoding="utf-8")
    probes = marshal.dumps((compile(SHOWN, "<check>", "exec"),))
    plan = (Planned(0, "probe", False, (inputs,)),)
    task = replace(trusted_task(key, SOLUTION, source), probes=probes, plan=plan)
    load, *observations = worker.run(task)
    assert isinstance(load, Load)
    seen = next((item for item in observations if isinstance(item, Observation)), None)
    if seen is None or seen.outcome is not Outcome.RETURNED or seen.value is None:
        error = seen.error if seen is not None else load.error
        return f"{error.name}: {error.message}" if error is not None else "it did not run to its end"
    told = revive(seen.value)
    return [str(item) for item in told]
