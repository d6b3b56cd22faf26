"""Inputs of hidden cases are not in the process while a text that a student reads can still be made."""

import dataclasses

from tests.isolation.support import ROOMY, sorted_out, task

SECRET = 48271
assert SECRET.to_bytes(3, "little") == bytes((143, 188, 0))

# Says whether the bytes of SECRET, as a worker is sent them, can be read of descriptor 3 without
# waiting or are in the locals of any frame of the process.
LOOK_AROUND = """
import os, sys

def look():
    found = []
    os.set_blocking(3, False)
    try:
        found.append(os.read(3, 1 << 20))
    except OSError:
        pass
    os.set_blocking(3, True)
    frame = sys._getframe()
    while frame is not None:
        found.extend(frame.f_locals.values())
        frame = frame.f_back
    needle = repr(bytes((143, 188, 0)))[2:-1]
    return "found" if any(needle in repr(value) for value in found) else "nothing"
"""


def asked(text, hidden):
    """One visible check of f(7), then one of f(SECRET)."""
    both = task(text, calls=((7,), (SECRET,)), limits=ROOMY)
    plan = tuple(dataclasses.replace(item, hidden=flag) for item, flag in zip(both.plan, hidden, strict=True))
    return dataclasses.replace(both, plan=plan)


def told(worker, text, hidden=(False, True)):
    wanted = asked(text, hidden)
    return sorted_out(wanted, list(worker.run(wanted)))


def test_no_input_can_be_read_while_the_file_loads(worker):
    seen = told(worker, LOOK_AROUND + "raise ValueError(look())\ndef f(n): return n")
    assert seen.load.error.message == "nothing"


def test_no_hidden_input_can_be_read_while_the_visible_checks_run(worker):
    seen = told(worker, LOOK_AROUND + "def f(n):\n    return look() if n == 7 else n")
    assert (seen.value(0), seen.value(1)) == ("nothing", SECRET)


def test_the_search_would_have_found_it(worker):
    text = LOOK_AROUND + "def f(n):\n    return look() if n == 7 else n"
    assert told(worker, text, hidden=(False, False)).value(0) == "found"
