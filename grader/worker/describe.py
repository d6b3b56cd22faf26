"""Run an author's files of checks and tell the checks as data. Runs in trusted workers only."""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Callable, Iterable
from typing import Any, get_args

import msgspec

from grader.author import DeclaredCheck, DrawnCase
from grader.codec import encode
from grader.model import Case, Check, Expect, Opaque, Policy, Rounded, Unchanged
from grader.worker.protocol import Described, DescribeJob, Frame, Refused

POLICIES = get_args(Policy)


class _AuthorFault(Exception):
    """What an author must mend, in a sentence."""


def run(job: DescribeJob, send: Callable[[Frame], None]) -> None:
    """Tell the checks of all files of the job, their cases drawn from the job's seed."""
    checks: list[Check] = []
    for file, (visibility, name, text) in enumerate(job.files):
        try:
            module = types.ModuleType(name)
            exec(compile(text, name, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - the author's own
            declared = [probe for probe in module.__dict__.values() if hasattr(probe, "__kata_check__")]
            if not declared:
                raise _AuthorFault("there is no @check in it")
            names = _names(module)
            told = (_check(job, file, visibility, probe) for probe in declared)
            checks += [msgspec.structs.replace(check, names=names) for check in told]
        except _AuthorFault as fault:
            send(Refused(f"{name}: {fault}"))
            return
        except Exception as fault:  # noqa: BLE001 - whatever the author's file does, it is told
            send(Refused(f"{name}: {type(fault).__name__}: {fault}"))
            return
    send(Described(tuple(checks)))


def _names(module: types.ModuleType) -> tuple[str, ...]:
    """The names that the functions of a file use, attributes among them."""
    functions = (value for value in module.__dict__.values() if isinstance(value, types.FunctionType))
    return tuple(sorted({name for function in functions for name in function.__code__.co_names}))


def _check(job: DescribeJob, file: int, visibility: str, probe: Callable[..., Any]) -> Check:
    declared: DeclaredCheck = probe.__kata_check__  # type: ignore[attr-defined]
    where = f"check {declared.name!r}"
    points: object = declared.points
    if not isinstance(points, int | float) or points < 0:
        raise _AuthorFault(f"{where}: points must be a number of at least 0, not {points!r}")
    parameters = list(inspect.signature(probe).parameters)[1:]
    cases = []
    if visibility == "visible":  # the examples are the same in every run
        job = msgspec.structs.replace(job, seed=0, sub_seed=0)
    for drawn in _draw(job, declared, where):
        if set(drawn.inputs) != set(parameters):
            raise _AuthorFault(
                f"{where}: the case {drawn.label!r} has inputs {sorted(drawn.inputs)}, "
                f"but the probe takes {parameters}"
            )
        expectation = drawn.expect if drawn.expect is not None else declared.expect
        cases.append(Case(drawn.label, _inputs(drawn, where), _expect(expectation, drawn, where)))
    if not cases:
        raise _AuthorFault(f"{where}: it has no case")
    return Check(declared.name, float(points), visibility, file, probe.__name__, tuple(cases))  # type: ignore[arg-type]


def generator(job: DescribeJob, check: str, case: int) -> Any:
    """The numpy Generator of one case, from SHA-256 of run seed, sub-seed, exercise, check and case."""
    import numpy

    text = "\0".join((str(job.seed), str(job.sub_seed), job.exercise, check, str(case)))
    return numpy.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def _draw(job: DescribeJob, declared: DeclaredCheck, where: str) -> Iterable[DrawnCase]:
    listed = declared.cases
    entries = [listed] if callable(listed) else list(listed)
    for index, entry in enumerate(entries):
        drawn = entry(generator(job, declared.name, index)) if callable(entry) else entry
        for item in drawn if isinstance(drawn, Iterable) else [drawn]:
            if not isinstance(item, DrawnCase):
                raise _AuthorFault(f"{where}: a case must be made by case(...), not {type(item).__name__}")
            yield item


def _inputs(drawn: DrawnCase, where: str) -> tuple[tuple[str, Any], ...]:
    inputs = tuple((name, encode(value)) for name, value in drawn.inputs.items())
    for name, value in inputs:
        if isinstance(value, Opaque):
            raise _AuthorFault(
                f"{where}: the input {name!r} cannot be carried: {value.type_name}, {value.reason}"
            )
    return inputs


def _expect(expectation: Any, drawn: DrawnCase, where: str) -> Expect:
    if expectation is None:
        raise _AuthorFault(f"{where}: no policy: give expect= to the check or to the case {drawn.label!r}")
    parts = expectation if isinstance(expectation, dict) else {"": expectation}
    result = []
    for part, listed in parts.items():
        policies = tuple(listed) if isinstance(listed, tuple | list) else (listed,)
        for policy in policies:
            if not isinstance(policy, POLICIES):
                raise _AuthorFault(f"{where}: {policy!r} is not a policy")
            if isinstance(policy, Unchanged) and part not in drawn.inputs:
                raise _AuthorFault(
                    f"{where}: the part {part!r} is Unchanged() but is not the name of an input"
                )
            if isinstance(policy, Rounded) and not 0 <= policy.decimals <= 12:
                raise _AuthorFault(f"{where}: Rounded takes 0 to 12 decimals, not {policy.decimals}")
        result.append((part, policies))
    return tuple(result)
