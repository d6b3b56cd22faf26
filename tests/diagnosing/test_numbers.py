"""The numbers of an answer are read and put back without a loss, whatever holds them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from grader.codec import encode, revive
from grader.diagnose.numbers import EXACT, held_by, numbers, parts_of, stacked, with_numbers
from grader.model import Array, Mapping, Null, Number, Packed, Sequence, Text
from tests.diagnosing.support import tensor
from tests.values.support import alike

FLOATS = st.floats(allow_nan=True, allow_infinity=True)
NUMBERS = st.one_of(FLOATS, st.integers(1 - 2**53, 2**53 - 1), st.booleans())


@st.composite
def nests(draw, number=NUMBERS):
    """Rectangular nests of lists and tuples of numbers."""
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))

    def nest(shape):
        if not shape:
            return draw(number)
        return draw(st.sampled_from((list, tuple)))(nest(shape[1:]) for _ in range(shape[0]))

    return nest(shape)


def same_numbers(one, other):
    return one.shape == other.shape and one.tobytes() == other.tobytes()


@given(st.one_of(nests(), NUMBERS))
def test_the_numbers_of_plain_values_are_those_that_numpy_sees(plain):
    found = numbers(encode(plain))
    assert found is not None
    assert found.dtype == np.float64
    assert found.shape == np.shape(plain)
    assert np.array_equal(found, np.array(plain, dtype="float64"), equal_nan=True)


@given(nests(FLOATS))
def test_a_nest_of_floats_is_put_together_again_as_it_was(plain):
    there = encode(plain)
    back = with_numbers(there, numbers(there))
    assert back == there
    assert alike(revive(back), plain)


@given(nests())
def test_a_nest_holds_the_same_numbers_in_the_same_containers_after_a_trip(plain):
    there = encode(plain)
    back = with_numbers(there, numbers(there))
    assert back.shape == there.shape
    assert back.levels == there.levels
    assert same_numbers(numbers(back), numbers(there))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint8", "int64", "bool"])
@given(data=st.data())
def test_an_array_is_put_together_again_bit_for_bit(dtype, data):
    small = {"int64": st.integers(-(2**52), 2**52)}.get(dtype)
    array = data.draw(
        arrays(dtype, st.sampled_from([(), (0,), (3,), (2, 0), (2, 3), (2, 1, 2)]), elements=small)
    )
    there = encode(array)
    if dtype.startswith("float"):
        assert numbers(there).shape == array.shape
        array = np.where(
            np.isnan(array), np.dtype(dtype).type(np.nan), array
        )  # one nan is as good as another
        there = encode(array)
    assert with_numbers(there, numbers(there)) == there


@given(NUMBERS)
def test_a_single_number_keeps_its_kind_if_it_can(number):
    there = encode(number)
    back = with_numbers(there, numbers(there))
    if isinstance(number, bool):
        assert back is None
    else:
        assert alike(revive(back), number) or number != number


@pytest.mark.parametrize("kind", ["numpy.float32", "numpy.float64", "numpy.int64", "numpy.uint8"])
def test_a_number_of_numpys_keeps_its_kind(kind):
    there = encode(np.dtype(kind.removeprefix("numpy.")).type(7))
    assert with_numbers(there, numbers(there)) == there


@given(nests(st.floats(-1e6, 1e6)), st.integers(0, 5))
def test_numbers_of_another_shape_are_nested_as_deep_as_their_shape(plain, extra):
    there = encode(plain)
    new = np.arange(float(extra + 1)).reshape(1, extra + 1)
    back = with_numbers(there, new)
    assert back.shape == new.shape
    assert np.array_equal(numbers(back), new)
    assert np.array_equal(np.array(revive(back), dtype="float64"), new)


def test_whole_numbers_stay_whole_as_long_as_all_are():
    there = encode([1, 2, 3])
    assert alike(revive(with_numbers(there, np.array([3.0, 2.0, 1.0]))), [3, 2, 1])
    assert alike(revive(with_numbers(there, np.array([0.5, 2.0, 1.0]))), [0.5, 2.0, 1.0])
    assert alike(revive(with_numbers(encode([True, False]), np.array([0.0, 1.0]))), [False, True])
    array = encode(np.array([1, 2]))
    assert with_numbers(array, np.array([1.5, 2.0])) is None
    assert with_numbers(array, np.array([np.nan, 2.0])) is None
    assert with_numbers(encode(np.array([True])), np.array([2.0])) is None
    assert alike(revive(with_numbers(encode(3), np.array(0.5))), 0.5)
    assert with_numbers(encode(3.0), np.zeros(2)) is None


@pytest.mark.parametrize(
    "thing",
    [
        Null(),
        Text("1.0"),
        encode(1 + 2j),
        encode(np.array([1j])),
        encode(2**60 + 1),
        encode(10**400),
        encode(np.array([2**60])),
        encode({"a": 1.0}),
        encode([1.0, [2.0]]),
        encode([1.0, None]),
        Array("torch", "float32", (2,), None),
        Packed((1,) * 9, ((("list", 1),),) * 9, (("float", 1),), b"\0" * 8),
    ],
    ids=lambda it: type(it).__name__,
)
def test_what_is_no_array_of_numbers_has_none(thing):
    assert numbers(thing) is None
    assert with_numbers(thing, np.zeros(3)) is None or isinstance(thing, Array | Packed | Number)


def test_whole_numbers_are_floats_below_the_largest_one_that_is():
    assert numbers(encode(int(EXACT) - 1)) == EXACT - 1
    assert numbers(encode(int(EXACT))) is None
    assert numbers(encode(float(EXACT * 4))) == EXACT * 4


def test_a_list_of_equal_arrays_stands_for_one_array():
    some = [np.ones((2, 3)), np.zeros((2, 3))]
    assert np.array_equal(stacked(encode(some)), np.stack(some))
    assert np.array_equal(stacked(encode([some, some])), np.stack([some, some]))
    assert stacked(encode([np.ones(2), np.ones(3)])) is None
    assert stacked(encode([np.ones(2), "a"])) is None
    assert stacked(encode({1.0, 2.0})) is None


@given(st.integers(1, 50))
def test_counting_what_an_answer_is_made_of_stops_at_a_limit(most):
    deep = encode([None] * 20)
    assert parts_of(deep, most) == min(21, most)
    assert parts_of(Mapping(((Text("a"), deep), (Text("b"), deep))), most) == min(43, most)
    assert parts_of(encode(np.zeros((3, 4))), most) == min(13, most)
    assert parts_of(Sequence("list", (Null(),)), most) == min(2, most)


@given(st.floats(2.0**-100, 2.0**100), st.booleans())
def test_bfloat16_holds_the_nearest_number_of_eight_bits(x, minus):
    x = -x if minus else x
    (held,) = held_by("bfloat16", np.array([x])).tolist()
    single = float(np.float32(x))
    spacing = 2.0 ** (int(np.floor(np.log2(abs(single)))) - 7)
    assert (held / spacing).is_integer()
    assert abs(held - single) <= spacing / 2
    assert numbers(tensor([x], "bfloat16")).shape == (1,)
    assert numbers(tensor([x], "bfloat16"))[0] == held


@given(arrays("float64", (3,), elements=st.floats(-6e4, 6e4)))
def test_narrow_types_hold_what_numpy_makes_of_numbers(given_numbers):
    for dtype in ("float16", "float32"):
        assert np.array_equal(held_by(dtype, given_numbers), given_numbers.astype(dtype).astype("float64"))
