"""Make the answer key of an exercise for a seed: checks, what the reference gives, what mistakes give.

The reference, its unrounded truths and the known mistakes are run as any submission is, by
workers; each once per exercise version and seed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from grader.catalogue import SOLUTION, STUB, check_files, compile_probes
from grader.diagnose import failed_places
from grader.errors import PackError
from grader.intake.decoding import NotReadable, decode
from grader.judge import judge
from grader.model import (
    Check,
    Companion,
    Exercise,
    Key,
    Load,
    Mapping,
    Mistake,
    Observation,
    Opaque,
    Outcome,
    Planned,
    Rounded,
    Seen,
    Sequence,
    Status,
    Task,
    Unit,
    Value,
)
from grader.needs import require_packages, server_kind
from grader.seam import Worker
from grader.syntax import parse
from grader.worker.protocol import DescribeJob

MAX_SUB_SEEDS = 8


def make_key(exercise: Exercise, seed: int, worker: Worker) -> Key:
    """Make the answer key.

    The hidden cases are drawn from ``seed``. If a known mistake gives the right answer on every
    case of a draw, the next sub-seed is taken; an exercise where eight draws do not show a
    mistake keeps the first.

    Raises
    ------
    PackError
        The exercise is broken, or its reference fails its own checks: it must not be graded with.
    MissingPackage
        It needs a package that is not installed.
    """
    require_packages(exercise)
    if exercise.solution_folder is None:
        raise PackError(f"{exercise.name}: there is no solution folder, so there is nothing to compare with.")
    first: Key | None = None
    for sub_seed in range(MAX_SUB_SEEDS):
        key = draw_key(exercise, seed, sub_seed, worker)
        key = replace(key, mistakes=tuple(_mistakes(key, worker)))
        if all(mistake.failed for mistake in key.mistakes):
            return key
        first = first or key
    assert first is not None
    return first


def draw_key(exercise: Exercise, seed: int, sub_seed: int, worker: Worker) -> Key:
    """The key of one draw of the hidden cases, without the mistakes. Raises as `make_key` does."""
    assert exercise.solution_folder is not None
    files = check_files(exercise)
    probes = compile_probes(files, exercise.name)
    job = DescribeJob(files, exercise.name, seed, sub_seed)
    checks = worker.describe(job, "torch" in exercise.needs, exercise.limits)
    key = Key(exercise, seed, checks, probes, (), stub=(exercise.folder / STUB).read_text(encoding="utf-8"))
    source = (exercise.solution_folder / SOLUTION).read_text(encoding="utf-8")
    reference = list(worker.run(trusted_task(key, SOLUTION, source)))
    expected = _observations(key, reference, "the reference")
    truths = []
    for truth in _truth_names(checks):
        if not re.search(rf"^def {re.escape(truth)}\b", source, re.MULTILINE):
            raise PackError(
                f"{exercise.name}: a check names the truth {truth!r}, which solution.py does not define."
            )
        stand_in = ((exercise.entry_points[0], truth),)
        seen = list(worker.run(replace(trusted_task(key, SOLUTION, source), substitute=stand_in)))
        truths.append((truth, _observations(key, seen, f"the truth {truth!r}")))
    key = replace(key, expected=expected, truths=tuple(truths))
    _refuse_bad_reference(key, reference)
    return key


def trusted_task(key: Key, label: str, source: str) -> Task:
    """The task that runs one of the author's own solutions."""
    return replace(task_for(key, (Unit(label, source),), cells=False), trusted=True)


def module_units(companions: Iterable[Companion]) -> tuple[Unit, ...]:
    """The modules beside a submission as text; one that cannot be read says why when it is imported."""
    return tuple(Unit(c.path, _module_text(c)) for c in companions if c.path.endswith(".py"))


def _module_text(companion: Companion) -> str:
    try:
        return decode(companion.data)
    except NotReadable as fault:
        return f"raise SyntaxError({fault.problem!r}, ({companion.path!a}, None, None, None))\n"


def task_for(
    key: Key, units: tuple[Unit, ...], *, cells: bool, companions: tuple[Companion, ...] = ()
) -> Task:
    """The task that runs these sources on every case of the key: probes, inputs and limits only.

    ``companions`` are the submission's own; modules among them travel as UTF-8.
    """
    modules = module_units(companions)
    data = tuple(companion for companion in companions if not companion.path.endswith(".py"))
    plan = tuple(
        Planned(c.file, c.probe, c.visibility == "hidden", tuple(case.inputs for case in c.cases))
        for c in key.checks
    )
    return Task(
        units=units,
        cells=cells,
        entry_points=key.exercise.entry_points,
        probes=key.probes,
        plan=plan,
        limits=key.exercise.limits,
        kind=server_kind(key.exercise, (*units, *modules)),
        companions=(*(Companion(unit.label, unit.source.encode()) for unit in modules), *data),
    )


def _truth_names(checks: tuple[Check, ...]) -> list[str]:
    names: dict[str, None] = {}
    for check in checks:
        for case in check.cases:
            for _, policies in case.expect:
                names.update({p.truth: None for p in policies if isinstance(p, Rounded)})
    return list(names)


def _observations(key: Key, seen: list[Seen], whose: str) -> tuple[Observation, ...]:
    load = next((item for item in seen if isinstance(item, Load)), None)
    name = key.exercise.name
    if load is None or load.outcome is not Outcome.RETURNED:
        error = load.error if load else None
        why = f"{error.name}: {error.message} (line {error.line})" if error else "it did not load to its end"
        raise PackError(f"{name}: {whose} does not load: {why}")
    observations = tuple(item for item in seen if isinstance(item, Observation))
    for item in observations:
        check = key.checks[item.check]
        where = f"the check {check.name!r} on {check.cases[item.case].label!r}"
        if item.outcome not in (Outcome.RETURNED, Outcome.RAISED):
            how = f"{item.outcome.value} {item.detail}".rstrip()
            raise PackError(f"{name}: {whose} did not finish {where}: {how}")
        strange = _no_data(item.value)
        if strange is not None:
            what = f"a {strange.type_name}: {strange.reason}"
            raise PackError(f"{name}: what {whose} gives to {where} cannot be compared, it holds {what}")
    return observations


def _no_data(value: Value | None) -> Opaque | None:
    """The first thing in a value that is no plain data, which would be equal to any of its type."""
    if isinstance(value, Opaque):
        return value
    items: tuple[Value, ...] = ()
    if isinstance(value, Sequence):
        items = value.items
    elif isinstance(value, Mapping):
        items = tuple(part for pair in value.items for part in pair)
    return next((found for found in map(_no_data, items) if found is not None), None)


def _refuse_bad_reference(key: Key, reference: list[Seen]) -> None:
    verdict = judge(key, reference)
    if verdict.status is Status.PASSED:
        return
    name = key.exercise.name
    if verdict.harness_fault:
        raise PackError(f"{name}: {verdict.harness_fault}")
    if verdict.status is Status.MISSING:
        entry_points = " or ".join(f"`{entry}`" for entry in key.exercise.entry_points)
        raise PackError(f"{name}: the reference is no answer: there is no {entry_points} in {SOLUTION}.")
    for check in verdict.checks:
        case = check.first_failure
        if case is not None:
            told = key.checks[check.index]
            error = f" ({case.error.name}: {case.error.message})" if case.error else ""
            fault = f" on the rung {case.mismatch.rung.name.lower()}" if case.mismatch else ""
            where = f"its own check {told.name!r} on {told.cases[case.case].label!r}"
            raise PackError(f"{name}: the reference fails {where}: {case.status.value}{fault}", error)
    raise PackError(f"{name}: the reference is {verdict.status.value}")


def _mistakes(key: Key, worker: Worker) -> Iterator[Mistake]:
    assert key.exercise.solution_folder is not None
    for path in sorted((key.exercise.solution_folder / "mistakes").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        seen = list(worker.run(trusted_task(key, path.name, source)))
        verdict = judge(key, seen)
        observations = tuple(item for item in seen if isinstance(item, Observation))
        yield Mistake(path.stem, told_text(path, source), observations, failed_places(verdict))


def told_text(path: Path, source: str) -> str:
    """What a student is told of a known mistake: its docstring, as one paragraph."""
    try:
        text = ast.get_docstring(parse(source)) or ""
    except SyntaxError as fault:
        raise PackError(f"{path}, line {fault.lineno}: {fault.msg}") from None
    return " ".join(text.split())
