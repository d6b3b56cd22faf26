"""Answer keys in memory, and observations as a worker would tell them. No process is started."""

from __future__ import annotations

from pathlib import Path

from grader.codec import Caught, encode, encode_parts
from grader.judge import judge
from grader.model import (
    Case,
    Check,
    Equal,
    Error,
    Exercise,
    Failure,
    Key,
    Limits,
    Load,
    Mistake,
    Observation,
    Outcome,
)

EXERCISE = Exercise(
    "demo", "demo", Path(), Path(), (), "easy", (), ("f", "g"), (), (), (), (), Limits(), "sha256:demo"
)
LOADED = Load(Outcome.RETURNED, entry_points=(("f", "callable"),))
BASES = {
    "ValueError": ("ValueError", "Exception", "BaseException"),
    "TypeError": ("TypeError", "Exception", "BaseException"),
    "AttributeError": ("AttributeError", "Exception", "BaseException"),
    "IndexError": ("IndexError", "LookupError", "Exception", "BaseException"),
    "MemoryError": ("MemoryError", "Exception", "BaseException"),
    "PermissionError": ("PermissionError", "OSError", "Exception", "BaseException"),
    "RuntimeError": ("RuntimeError", "Exception", "BaseException"),
    "NotImplementedError": ("NotImplementedError", "RuntimeError", "Exception", "BaseException"),
    "SystemExit": ("SystemExit", "BaseException"),
    "KeyboardInterrupt": ("KeyboardInterrupt", "BaseException"),
}


def error(name, message="", **more):
    """An exception as the worker tells it."""
    return Error(name, BASES.get(name, ("Exception", "BaseException")), message, **more)


def failure(name, message="", **more):
    """An exception that the probe caught, as a value."""
    return Failure(error(name, message, **more))


def caught(name, message=""):
    """The same among the live parts of an answer."""
    return Caught(error(name, message))


def policies(policy):
    """What a case expects, of one policy for the whole or of a dict by parts."""
    parts = policy if isinstance(policy, dict) else {"": policy}
    return tuple((part, p if isinstance(p, tuple) else (p,)) for part, p in parts.items())


def case(policy, label="a case", **inputs):
    return Case(label, tuple((name, encode(value)) for name, value in inputs.items()), policies(policy))


def check(name, *cases, points=5.0, visibility="hidden"):
    return Check(name, points, visibility, 0, "probe", cases)


def returned(check_index, case_index, answer):
    """The observation of a probe that returned."""
    value = encode_parts(answer, 32 << 20)
    return Observation(check_index, case_index, Outcome.RETURNED, value)


def raised(check_index, case_index, what):
    return Observation(check_index, case_index, Outcome.RAISED, error=what)


def observe(answers):
    """Observations of answers by (check, case): a live value, an `Error`, an `Outcome`."""
    seen = []
    for (check_index, case_index), answer in answers.items():
        if isinstance(answer, Error):
            seen.append(raised(check_index, case_index, answer))
        elif isinstance(answer, Outcome):
            seen.append(Observation(check_index, case_index, answer, detail="signal 9"))
        else:
            seen.append(returned(check_index, case_index, answer))
    return tuple(seen)


def key(checks, expected, **more):
    return Key(EXERCISE, 0, tuple(checks), b"", observe(expected), **more)


def mistake(the_key, slug, answers, text="This is the known mistake."):
    """A known mistake, judged against the key as the maker of keys does."""
    from grader.diagnose import failed_places

    seen = observe(answers)
    return Mistake(slug, text, seen, failed_places(judge(the_key, [LOADED, *seen])))


def one_check(policy, expected, answer, *, truth=None, truth_name="exact", **inputs):
    """The verdict on one answer, in a key of one check of one case."""
    truths = () if truth is None else ((truth_name, observe({(0, 0): truth})),)
    the_key = key([check("the check", case(policy, **inputs))], {(0, 0): expected}, truths=truths)
    return judge(the_key, [LOADED, *observe({(0, 0): answer})])


def mismatch(policy, expected, answer, **more):
    """The first broken rung of one answer; None if it is right."""
    (told,) = one_check(policy, expected, answer, **more).checks[0].cases
    return told.mismatch


def status(policy, expected, answer, **more):
    """The status of the check."""
    return one_check(policy, expected, answer, **more).checks[0].status.value


EXACT = Equal()
