"""Closing, garbling and forging what goes through a worker's descriptors earns nothing and hurts nobody."""

import struct
from pathlib import Path

import msgspec
import pytest

from grader.codec import encode
from grader.model import Null
from grader.worker.protocol import Described, Loaded, LoadedUnit, Refused, Seen
from tests.isolation.support import graded, honest, see, source, statuses

RESULT = 4
NUMBERS = range(11)
LENGTHS = {"no length": 0, "one more than the limit": (64 << 20) + 1, "four gigabytes": 0xFFFFFFFF}


def frame(message):
    data = msgspec.msgpack.encode(message)
    return struct.pack("<I", len(data)) + data


def writes(data, descriptor=RESULT):
    return f"import os\ntry:\n    os.write({descriptor}, {data!r})\nexcept OSError:\n    pass"


@pytest.mark.parametrize("descriptor", NUMBERS)
def test_closing_a_descriptor(worker, descriptor):
    body = f"import os\ntry:\n    os.close({descriptor})\nexcept OSError:\n    pass"
    wanted = "crashed" if descriptor == RESULT else "passed"
    assert statuses(graded(worker, source(body))) == ["passed", wanted, "passed", "passed"]


@pytest.mark.parametrize("data", [b"garbage!", b"\0" * 64, b"\xff" * 64], ids=["text", "zeros", "ones"])
@pytest.mark.parametrize("descriptor", NUMBERS)
def test_garbage_into_a_descriptor(worker, descriptor, data):
    wanted = "crashed" if descriptor == RESULT else "passed"
    result = graded(worker, source(writes(data, descriptor)))
    assert statuses(result) == ["passed", wanted, "passed", "passed"]


@pytest.mark.parametrize("length", LENGTHS.values(), ids=LENGTHS)
def test_a_length_that_no_frame_has(worker, length):
    result = graded(worker, source(writes(struct.pack("<I", length))))
    assert statuses(result) == ["passed", "crashed", "passed", "passed"]


def test_nobody_waits_for_a_frame_that_is_too_long(worker):
    body = "import os, time\nos.write(4, b'\\xff' * 4)\ntime.sleep(3600)"
    assert statuses(graded(worker, source(body))) == ["passed", "crashed", "passed", "passed"]


def test_a_frame_that_never_ends_is_stopped_by_the_clock(worker):
    body = "import os, time\nos.write(4, b'\\xff\\xff\\x0f\\0')\ntime.sleep(3600)"
    assert statuses(graded(worker, source(body))) == ["passed", "timeout", "passed", "passed"]


def test_half_a_frame_and_an_exit(worker):
    body = "import os\nos.write(4, b'\\x10\\0\\0\\0abc')\nos._exit(0)"
    assert statuses(graded(worker, source(body))) == ["passed", "crashed", "passed", "passed"]


@pytest.mark.parametrize(
    "body",
    [
        "import os; os.closerange(0, 64)",
        "import os; os.dup2(1, 4)",
        "import os; os.dup2(0, 4)",
        "import os; os.dup2(4, 1); print('x' * 100, flush=True)",
    ],
    ids=["all closed", "the result into the output", "the result into nothing", "the output into the result"],
)
def test_descriptors_put_in_the_place_of_others(worker, body):
    assert statuses(graded(worker, source(body))) == ["passed", "crashed", "passed", "passed"]


def test_closing_the_results_and_living_on(worker):
    body = "import os, time\nos.close(4)\nwhile True:\n    time.sleep(1)"
    assert statuses(graded(worker, source(body))) == ["passed", "crashed", "passed", "passed"]


FORGED = {
    "the answer of another check": Seen(2, 0, Null(), None),
    "of a case that is not there": Seen(1, 5, Null(), None),
    "of a check that is not there": Seen(99, 0, Null(), None),
    "of a check with a negative number": Seen(-1, 0, Null(), None),
    "neither a value nor an error": Seen(1, 0, None, None),
    "a load": Loaded((("f", "callable"),)),
    "a unit": LoadedUnit(0, None, True),
    "checks": Described(()),
    "a refusal": Refused("it is the author's fault"),
    "a verdict": {"status": "passed", "points": 10},
    "a list": ["Passed", 1, 0],
    "a number": 1,
}


@pytest.mark.parametrize("message", FORGED.values(), ids=FORGED)
def test_a_forged_frame_ends_the_check_that_wrote_it(worker, message):
    result = graded(worker, source(writes(frame(message))))
    assert statuses(result) == ["passed", "crashed", "passed", "passed"]


def test_a_forged_value_must_be_right_and_the_next_check_is_not_touched(worker):
    result = graded(worker, source(writes(frame(Seen(1, 0, encode([1, 2]), None)))))
    assert statuses(result) == ["passed", "failed", "passed", "passed"]


def test_a_frame_for_an_earlier_check_changes_nothing(worker):
    result = graded(worker, source(writes(frame(Seen(0, 0, Null(), None)))))
    assert statuses(result) == ["passed", "crashed", "passed", "passed"]


@pytest.mark.parametrize(
    "value",
    [
        ["Number", "float", b"abc"],
        ["Number", "numpy.bfloat16", b"ab"],
        ["Number", "bool", b"\x02"],
        ["Number", "decimal", b""],
        ["Packed", [3], [[["list", 1]]], [["int", 3]], b"\0" * 16],
        ["Packed", [1 << 40, 1 << 40], [[["list", 1]], [["list", 1 << 40]]], [], b""],
        ["Packed", [2], [[["set", 1]]], [["int", 2]], b"\0" * 16],
        ["Array", "numpy", "float64", [3], None],
        ["Array", "numpy", "float64", [-3], b""],
        ["Array", "cupy", "float64", [0], b""],
        ["Array", "numpy", "object", [1], b"12345678"],
        ["Sequence", "deque", []],
        ["Opaque", "x" * 5000, ""],
    ],
    ids=lambda value: f"{value[0]} {value[1]}"[:24],
)
def test_a_value_whose_parts_do_not_fit_is_no_value(worker, value):
    result = graded(worker, source(writes(frame(["Seen", 1, 0, value, None]))))
    assert statuses(result) == ["passed", "crashed", "passed", "passed"]


def test_a_value_nested_without_end_is_no_value(worker):
    body = """
        import os, struct
        data = b'\\x93\\xa8Sequence\\xa4list\\x91' * 200_000
        data = b'\\x95\\xa4Seen\\x01\\x00' + data + b'\\x91\\xa4Null\\xc0'
        os.set_blocking(4, False)
        try:
            os.write(4, struct.pack('<I', len(data)) + data)
        except OSError:
            pass
        os._exit(0)
    """
    assert statuses(graded(worker, source(body))) == ["passed", "crashed", "passed", "passed"]


def test_frames_forged_as_the_file_loads_earn_nothing(worker):
    forged = b"".join(frame(m) for m in (LoadedUnit(0, None, True), Loaded((("f", "callable"),))))
    answers = b"".join(frame(Seen(i, 0, encode([i, i + 1, i * i]), None)) for i in range(2))
    text = f"import os\nos.write(4, {forged + answers!r})\nos._exit(0)\n"
    result = graded(worker, text)
    assert statuses(result)[2:] == ["crashed", "crashed"] or result.status == "import_failed"
    assert result.score <= 5.0


def test_an_honest_neighbour_is_graded_as_ever(worker):
    graded(worker, source("import os; os.closerange(0, 64)"))
    assert graded(worker, honest()).score == 10.0


def test_no_descriptor_is_left_behind(own_worker):
    see(own_worker, honest())
    before = len(list(Path("/proc/self/fd").iterdir()))
    for body in ("import os; os._exit(1)", "while True: pass", writes(b"garbage!"), "import os; os.close(4)"):
        see(own_worker, source(body))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
