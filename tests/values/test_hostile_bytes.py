"""Bytes from a worker: whatever was done to them, they are plain data or a `MalformedFrame`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.codec import Caught, check_error, check_value, decoder, encode, pack
from grader.compare import compare
from grader.errors import HarnessError, MalformedFrame
from grader.model import (
    Array,
    Close,
    Distinct,
    Equal,
    Error,
    Mismatch,
    Number,
    Opaque,
    Packed,
    Raises,
    Rounded,
    Sequence,
    Text,
    Unchanged,
    Within,
)
from grader.policies import apply
from grader.worker.protocol import Frame, Loaded, LoadedUnit, Seen
from tests.values.support import message

ROOT = Path(__file__).resolve().parents[2]
ERROR = Error("ValueError", ("ValueError", "Exception", "BaseException"), "no", "student", "", "f.py", 3)
ANSWERS = [
    None,
    1.0,
    10**30,
    True,
    1 + 2j,
    np.float32(1.5),
    "text",
    b"bytes",
    [1.0, 2, True, np.int8(3)],
    [[1.0, 2.0], [3.0, 4.0]],
    [(1.0,), [2.0]],
    [1.0, [2.0, None]],
    {"a": [1.0], "b": {"c": 2}},
    {1, 2},
    np.arange(6.0).reshape(2, 3),
    np.array([True, False]),
    Caught(ERROR),
]
VALUES = [encode(answer) for answer in ANSWERS] + [
    Array("torch", "bfloat16", (2,), b"\x80\x3f\x00\x00"),
    Array("torch", "float32", (2, 3), None),
    Opaque("generator", "it is not plain data"),
]
VALID = [
    *(message(value) for value in VALUES),
    pack(Seen(1, 2, None, ERROR)),
    pack(LoadedUnit(0, ERROR, False)),
    pack(Loaded((("f", "callable"), ("g", "int")))),
]
POLICIES = [
    Equal(),
    Equal(any_sequence=True, signed_zero=True),
    Close(1e-6, 1e-6, dtypes=("float64", "float32")),
    Rounded(4, "exact"),
    Raises("ValueError"),
    Within("std", 0.0, 1.0),
    Distinct(),
    Unchanged(),
]


# The items of every message are counted as if it were large; none of those above holds as many.
MANY = 60
count_and_read_frame = decoder(Frame, max_items=MANY)


def read(data):
    """Decode and check as the parent does, the message's items counted whatever its size."""
    try:
        frame = count_and_read_frame(data)
        if getattr(frame, "value", None) is not None:
            check_value(frame.value)
        if getattr(frame, "error", None) is not None:
            check_error(frame.error)
    except MalformedFrame:
        return None
    return frame


def mutated(data, rng):
    """One valid message with one to four things done to it."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data)) if data else 0
        match rng.randrange(7):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                data[at:at] = rng.randbytes(rng.randint(1, 9))
            case 2:
                del data[at : at + rng.randint(1, 9)]
            case 3:
                del data[at:]
            case 4:
                piece = rng.choice(VALID)
                start = rng.randrange(len(piece))
                data[at:at] = piece[start : start + rng.randint(1, 40)]
            case 5 if data:
                data[at] ^= 1 << rng.randrange(8)
            case 6:  # lengths, nils, and tags that promise more than there is
                data[at:at] = rng.choice(
                    [
                        b"\xc0",
                        b"\x90",
                        b"\xdd\xff\xff\xff\xff",
                        b"\xc6\xff\xff\xff\xff",
                        b"\xcb",
                        b"\x91" * 99,
                    ]
                )
    return bytes(data)


def judge_under_every_policy(value):
    """An accepted value may be right or wrong; it must not trip the judge."""
    for expected in VALUES:
        for policy in POLICIES:
            try:
                found = apply(policy, expected, value, truth=expected, before=expected)
            except HarnessError:
                continue  # the expected value does not fit the policy; not the submission's doing
            assert found is None or isinstance(found, Mismatch)


def storm(seeds, *, judged_every):
    accepted = 0
    for seed in seeds:
        rng = random.Random(seed)
        frame = read(mutated(rng.choice(VALID), rng))
        accepted += frame is not None
        if frame is not None and seed % judged_every == 0 and getattr(frame, "value", None) is not None:
            judge_under_every_policy(frame.value)
    return accepted


def test_valid_messages_are_accepted():
    assert all(read(data) is not None for data in VALID)
    assert any(len(data) > MANY for data in VALID), "or the items of none are counted"


def test_twenty_thousand_mutations_of_messages_are_data_or_malformed():
    accepted = storm(range(15_000), judged_every=3)
    assert 100 < accepted < 15_000, "mutations that are all refused, or all accepted, try nothing"


@settings(max_examples=5_000, database=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(VALID), st.randoms(use_true_random=False), st.binary(max_size=12), st.integers(0, 400))
@example(VALID[0], random.Random(0), b"", 0)
def test_mutations_that_hypothesis_finds_are_data_or_malformed(data, rng, inserted, at):
    at = min(at, len(data))
    read(data[:at] + inserted + mutated(data, rng)[at:])


@pytest.mark.soak
def test_a_million_mutations_of_messages_are_data_or_malformed():
    assert storm(range(1 << 20, (1 << 20) + 1_000_000), judged_every=20) > 1000


FUZZ = "from tests.values import fuzz_with_atheris as fuzzer\n"
# Whatever is accepted and was not there before is taken for a fault.
PLANTED = """
def read(data, whole=fuzzer.read):
    frame = whole(data)
    assert frame is None or data in fuzzer.VALID, "planted"
    return frame
fuzzer.read = read
"""


def fuzzed(code, runs, folder):
    return subprocess.run(
        [sys.executable, "-c", f"{code}fuzzer.main()", f"-runs={runs}", "-seed=1"],
        cwd=folder,  # where the bytes that show a fault are left
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        errors="replace",
    )


@pytest.mark.soak
@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed: pip install atheris")
def test_a_million_inputs_of_a_fuzzer_that_sees_what_it_reaches_are_data_or_malformed(tmp_path):
    found = fuzzed(FUZZ + PLANTED, 1_000_000, tmp_path)
    assert found.returncode != 0
    assert "planted" in found.stdout + found.stderr
    done = fuzzed(FUZZ, 1_000_000, tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    assert "Done 1000000 runs" in done.stderr


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_bytes_that_were_never_a_message_are_malformed(data):
    assert read(data) is None


# --------------------------------------------------------------------------- forged, but well spelt

ONE = np.array([1.0]).tobytes()
NAN = np.array([np.nan]).tobytes()
ROW = ((("list", 1),),)


@pytest.mark.parametrize(
    "value",
    [
        Packed((1,), ROW, (("int", 1),), NAN),
        Packed((1,), ROW, (("int", 1),), np.array([0.5]).tobytes()),
        Packed((1,), ROW, (("int", 1),), np.array([2.0**60]).tobytes()),
        Packed((1,), ROW, (("numpy.int8", 1),), np.array([300.0]).tobytes()),
        Packed((1,), ROW, (("numpy.uint8", 1),), np.array([-1.0]).tobytes()),
        Packed((1,), ROW, (("bool", 1),), np.array([2.0]).tobytes()),
        Packed((1,), ROW, (("complex", 1),), ONE),
        Packed((1,), ROW, (("float", 2),), ONE),
        Packed((1,), ROW, (("float", 1), ("float", 0)), ONE),
        Packed((2,), ROW, (("float", 1),), ONE),
        Packed((1,), (), (("float", 1),), ONE),
        Packed((), (), (("float", 1),), ONE),
        Packed((1,), ((("set", 1),),), (("float", 1),), ONE),
        Packed((1,), ((("list", 2),),), (("float", 1),), ONE),
        Packed((-1,), ROW, (), b""),
        Packed((1 << 40, 0), (*ROW, (("list", 1 << 40),)), (), b""),
        Packed((1,) * 40, ((("list", 1),),) * 40, (("float", 1),), ONE),
        Array("pandas", "float64", (1,), ONE),
        Array("numpy", "object", (1,), ONE),
        Array("numpy", "float64", (2,), ONE),
        Array("numpy", "float64", (1,), None),
        Array("numpy", "bool", (1,), b"\x02"),
        Array("numpy", "float64", (-1, -1), ONE),
        Array("torch", "float64", (1 << 39, 1 << 39), None),
        Array("torch", "float32", (1,) * 65, b"\x00" * 4),
        Number("float", b"\x00"),
        Number("int", b""),
        Number("int", b"\x00" * ((1 << 17) + 1)),
        Number("bool", b"\x02"),
        Number("numpy.bfloat16", b"\x00\x00"),
        Number("numpy.object", b"\x00"),
        Number("decimal", b"\x00"),
        Sequence("deque", ()),
        Sequence("list", (Number("float", b""),)),
        Opaque("x" * 5000, ""),
    ],
    ids=lambda value: str(value)[:70].replace("::", ":"),
)
def test_parts_that_do_not_fit_each_other_are_refused(value):
    with pytest.raises(MalformedFrame):
        check_value(value)


@pytest.mark.parametrize(
    "error",
    [
        Error("E", (), "", origin="grader"),
        Error("E" * 5000, (), ""),
        Error("E", ("x",) * 65, ""),
        Error("E", (), "m" * 5000),
        Error("E", (), "", line=-1),
    ],
    ids=["origin", "name", "bases", "message", "line"],
)
def test_an_error_record_that_no_worker_writes_is_refused(error):
    with pytest.raises(MalformedFrame):
        check_error(error)


def test_a_nest_deeper_than_the_stack_is_malformed():
    deep = b"\x93\xa8Sequence\xa4list\x91" * 100_000
    assert read(b"\x95\xa4Seen\x00\x00" + deep) is None


def test_a_nest_deeper_than_the_encoder_writes_is_malformed():
    value = Text("x")
    for _ in range(60):
        value = Sequence("list", (value,))
    with pytest.raises(MalformedFrame):
        check_value(value)


def test_there_is_no_message_that_says_passed():
    from grader.worker import protocol

    words = " ".join(
        f"{kind.__name__} {' '.join(kind.__struct_fields__)}".lower() for kind in get_args(protocol.Frame)
    )
    assert "seen check case value error" in words
    for verdict in ("pass", "fail", "status", "score", "verdict", "result", "right", "wrong", "correct"):
        assert verdict not in words


def test_a_field_too_many_or_of_another_type_is_malformed():
    good = msgspec.msgpack.decode(message(encode(1.0)))
    assert read(msgspec.msgpack.encode(good)) is not None
    assert read(msgspec.msgpack.encode(["Pass", 0, 0])) is None
    assert read(msgspec.msgpack.encode(["Seen", "0", 0, None, None])) is None
    assert read(msgspec.msgpack.encode(["Seen", 0, 0, ["Number", "float", 1.0], None])) is None
    assert read(message(encode(1.0)) + b"\x00") is None


def test_a_well_formed_forgery_is_compared_like_any_answer():
    """Run-length codes that are cut in pieces say the same thing; at worst the forger fails."""
    honest = encode([1.0, 2.0])
    forged = msgspec.structs.replace(honest, kinds=(("float", 1), ("float", 1)))
    check_value(forged)
    from grader.policies import rule

    assert compare(honest, forged, rule(Equal())) is None
