"""Do the one job that a worker is given, once all is arranged around it."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable

from grader.codec import decoder
from grader.worker import describe, runner
from grader.worker.protocol import DescribeJob, Job, Locked, RunJob

_read_job = decoder(Job)
_STAND_IN = '''
class Nothing:
    """What a check says here, whatever it is asked."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments, **keywords):
        return self

    def __iter__(self):
        return iter(())

    def __format__(self, form):
        return ""

    def _itself(self, *others):
        return self

    def _true(self, *others):
        return True

    def _zero(self, *others):
        return 0

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = __abs__ = _itself
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = _itself
    __getitem__ = __enter__ = __round__ = _itself
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _true
    __int__ = __index__ = __len__ = __hash__ = _zero

    def __float__(self):
        return 0.0

    def __bool__(self):
        return True

    def __exit__(self, *others):
        return None


check = picture = Nothing()
del Nothing
'''


def own_modules() -> tuple[str, ...]:
    """The names of this package's modules that are loaded."""
    return tuple(name for name in list(sys.modules) if name.split(".")[0] == "grader")


def do_job(receive: Callable[[], bytes], send: runner.Send, own: Iterable[str]) -> bool:
    """Read a job and do it; returns whether it was the author's own code that ran.

    Parameters
    ----------
    receive, send
        What reads the next message and what writes a frame.
    own
        The names of this package's modules, which a student's code does not find.
    """
    sys.argv[:], sys.orig_argv[:] = [""], []  # where the pack lies is nobody's business
    job = _read_job(receive())
    send(Locked())
    if isinstance(job, DescribeJob):
        describe.run(job, send)
        return True
    assert isinstance(job, RunJob)
    if not job.trusted:
        _put_away(own)
    runner.run(job, receive, send)
    return job.trusted


def _put_away(own: Iterable[str]) -> None:
    """Leave a stand-in under the package's name: the cells of a notebook that check do nothing here."""
    for name in own:
        sys.modules.pop(name, None)
    stand_in = types.ModuleType("grader")
    exec(_STAND_IN, stand_in.__dict__)  # noqa: S102 - so its functions lead to nothing but itself
    sys.modules["grader"] = stand_in
