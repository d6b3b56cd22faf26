"""Numbers, texts and containers of plain Python: carried bit for bit, and revived as they were."""

from __future__ import annotations

import math
import struct
from collections import Counter, OrderedDict, defaultdict, namedtuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.codec import MAX_DEPTH, MAX_VALUES, check_value, encode, encode_parts, revive
from grader.model import Failure, Mapping, Null, Number, Opaque, Packed, Sequence, Text
from tests.values.support import alike, round_trip

NAN_WITH_A_PAYLOAD = struct.unpack("<d", b"\x01\x00\x00\x00\x00\x00\xf8\x7f")[0]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -1,
        127,
        128,
        -128,
        -129,
        2**53 + 1,
        -(2**53) - 1,
        10**5000,
        0.0,
        -0.0,
        5e-324,
        math.inf,
        -math.inf,
        math.nan,
        NAN_WITH_A_PAYLOAD,
        0.1 + 0.2,
        1 + 2j,
        complex(-0.0, math.nan),
        "",
        "naïve 🦆 \x00",
        b"",
        b"\x00\xff",
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_single_value_comes_back_bit_for_bit(value):
    back = round_trip(value)
    assert alike(back, value)


@pytest.mark.parametrize(
    "value",
    [
        [],
        (),
        [[]],
        [[], []],
        [(), []],
        ([],),
        [1, 2.5, True],
        [-0.0, 0.0, math.nan, math.inf],
        [[1.0, 2.0], [3.0, 4.0]],
        [(1.0, 2.0), [3.0, 4.0]],
        ((1, 2), (3, 4)),
        [[[1], [2]], [[3], [4]]],
        [1.0, [2.0]],
        [[1.0, 2.0], [3.0]],
        [1.0, None],
        [1.0, "two", b"three", 4j],
        [2**53, -(2**53)],
        [2**53 + 1, 1.0],
        {},
        {"b": 1, "a": [2.0]},
        {1: {2: {}}},
        {(0, 1): 1.0, (1, 0): 2.0},
        set(),
        {1, 2, 3},
        frozenset({"a"}),
        [{"a": (1, 2)}, {"a": [1, 2]}],
    ],
    ids=repr,
)
def test_a_container_comes_back_with_its_kinds_and_its_order(value):
    assert alike(round_trip(value), value)


NUMBERS = st.one_of(
    st.booleans(),
    st.integers(),
    st.floats(width=64),
    st.complex_numbers(),
    st.sampled_from(["float16", "float32", "float64", "int8", "uint8", "int64", "uint64", "bool"]).map(
        lambda name: np.dtype(name).type(1)
    ),
)
PLAIN = st.recursive(
    st.one_of(NUMBERS, st.none(), st.text(max_size=5), st.binary(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_any_plain_data_comes_back_as_it_was(value):
    assert alike(round_trip(value), value)


@given(PLAIN)
def test_what_was_revived_is_carried_in_the_same_bytes_again(value):
    once = encode(value)
    assert encode(revive(once)) == once, "Unchanged compares an input with itself after a trip"


@given(PLAIN)
def test_what_the_encoder_writes_is_never_refused(value):
    check_value(encode(value))


def test_the_largest_answer_of_the_catalogue_travels_as_one_piece():
    grid, dim = 356, 4
    table = [[float(i), -0.0, 0.5, 1.0] for i in range(grid * grid)]
    value = encode(table)
    assert isinstance(value, Packed)
    assert value.shape == (grid * grid, dim)
    assert len(value.data) == 8 * 506_944
    assert value.levels == ((("list", 1),), (("list", grid * grid),))
    assert value.kinds == (("float", 506_944),)
    back = round_trip(table)
    assert back == table
    assert math.copysign(1.0, back[-1][1]) == -1.0


def test_numpy_scalars_within_lists_keep_their_kinds():
    value = encode([np.float32(0.1), 1.0, np.int64(3), np.bool_(True)])
    assert isinstance(value, Packed)
    assert value.kinds == (("numpy.float32", 1), ("float", 1), ("numpy.int64", 1), ("numpy.bool", 1))
    assert [type(x) for x in revive(value)] == [np.float32, float, np.int64, np.bool_]


@pytest.mark.parametrize("name", ["bool", "int8", "uint64", "float16", "float32", "float64", "complex64"])
def test_a_numpy_scalar_keeps_its_dtype_and_its_bytes(name):
    scalar = np.dtype(name).type(1)
    value = encode(scalar)
    assert value == Number(f"numpy.{name}", scalar.tobytes())
    assert type(revive(value)) is type(scalar)


def test_a_tuple_subclass_is_a_tuple():
    point = namedtuple("point", "x y")
    assert encode(point(1.0, 2.0)) == encode((1.0, 2.0))


def test_an_ordered_dict_is_a_dict_in_its_own_order():
    assert encode(OrderedDict(b=1, a=2)) == encode({"b": 1, "a": 2})
    assert encode(defaultdict(int, b=1, a=2)) == encode({"b": 1, "a": 2})
    assert encode(Counter(b=1, a=2)) == encode({"b": 1, "a": 2})
    assert encode({"b": 1, "a": 2}) != encode({"a": 2, "b": 1})


def test_a_text_with_half_a_surrogate_is_carried_without_it():
    assert encode("a\ud800b") == Text("a?b")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([0.0] * (MAX_VALUES + 1), "more than 1,000,000 numbers"),
        ([[0.0] * 1001] * 1000, "more than 1,000,000 numbers"),
        ([None] * 400_001, "more than 400,000 things"),
        ("x" * ((1 << 20) + 1), "text is too long"),
        (1 << (8 << 17), "integer is too long"),
        (b"x" * (33 << 20), "larger than an answer may be"),
        (np.zeros(5 << 20), "larger than an answer may be"),
        (np.broadcast_to(0.0, (1 << 20, 1 << 20)), "larger than an answer may be"),
    ],
    ids=["numbers", "rows", "things", "text", "integer", "bytes", "array", "array without memory"],
)
def test_what_is_too_large_is_told_and_not_carried(value, reason):
    carried = encode(value)
    assert isinstance(carried, Opaque)
    assert reason in carried.reason


def test_a_million_numbers_are_still_carried():
    assert isinstance(encode([0.0] * MAX_VALUES), Packed)


def test_rows_that_are_one_list_a_million_times_over_take_no_memory_to_refuse():
    """A terabyte if it were spread out first; the limit is looked at before."""
    row = [0.0] * MAX_VALUES
    carried = encode([row] * MAX_VALUES)
    assert isinstance(carried, Opaque)
    assert "more than 1,000,000 numbers" in carried.reason


def test_a_nest_as_deep_as_allowed_is_carried_and_a_deeper_one_is_told():
    nest: object = 1.0
    for _ in range(MAX_DEPTH):
        nest = [nest]
    check_value(encode(nest))
    assert alike(round_trip(nest), nest)
    too_deep = nest
    for _ in range(3):
        too_deep = [too_deep]
    told = encode(too_deep)
    assert isinstance(told, Opaque)
    assert "nested more than 32 deep" in told.reason


def test_a_budget_is_for_each_part_so_that_one_cannot_spoil_another():
    seen = encode_parts({"answer": [1.0], "again": b"x" * 100}, max_bytes=64)
    assert isinstance(seen, Mapping)
    (answer, first), (again, second) = seen.items
    assert (answer, first) == (Text("answer"), encode([1.0]))
    assert again == Text("again")
    assert isinstance(second, Opaque)


def test_nothing_opaque_and_no_failure_can_be_an_input():
    from grader.errors import MalformedFrame
    from grader.model import Error

    for value in (Opaque("generator", "it is not plain data"), Failure(Error("E", (), ""))):
        with pytest.raises(MalformedFrame):
            revive(value)


def test_none_and_an_empty_list_and_an_empty_sequence_are_three_things():
    assert encode(None) == Null()
    assert encode([]) == Packed((0,), ((("list", 1),),), (), b"")
    assert encode(set()) == Sequence("set", ())
