"""Frames of countless tiny items: counted before they are decoded, and never written by the encoder."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.codec import MAX_FRAME, MAX_ITEMS, Caught, check_value, decoder, encode, encode_parts, encoding
from grader.codec.counting import items_in, require_few_items
from grader.errors import MalformedFrame
from grader.model import Error, Mapping, Opaque, Packed, Sequence
from grader.worker.protocol import Frame, Seen
from tests.values.support import message, read_frame
from tests.watchdog import ends


def count(data):
    """How many items some msgpack holds, by the shortest limit that they keep."""
    low, high = 0, len(data)
    while low < high:
        middle = (low + high) // 2
        try:
            require_few_items(data, middle)
            high = middle
        except MalformedFrame:
            low = middle + 1
    return low


TREES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(1 << 63), (1 << 64) - 1),
        st.floats(),
        st.text(max_size=40),
        st.sampled_from([255, 256, 65_535, 65_536]).map(lambda length: "x" * length),
        st.binary(max_size=300),
        st.sampled_from([255, 256, 65_535, 65_536]).map(bytes),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=20), st.dictionaries(st.text(max_size=40), inner, max_size=20)
    ),
)


def items_of(tree):
    if isinstance(tree, list):
        return 1 + sum(map(items_of, tree))
    if isinstance(tree, dict):
        return 1 + sum(items_of(key) + items_of(item) for key, item in tree.items())
    return 1


@given(TREES)
def test_every_item_of_a_message_is_counted(tree):
    data = msgspec.msgpack.encode(tree)
    items = items_of(tree)
    require_few_items(data, items)
    if items < len(data):
        assert count(data) == items


def test_arrays_and_maps_with_long_heads_are_counted():
    for tree in (
        [None] * 70_000,
        [[]] * 300,
        {str(i): i for i in range(300)},
        {str(i): 0 for i in range(70_000)},
    ):
        assert count(msgspec.msgpack.encode(tree)) in (items_of(tree), len(msgspec.msgpack.encode(tree)))


@pytest.mark.parametrize(
    "item",
    [
        b"\xc1",
        b"\xc7\x00\x01",
        b"\xd4\x01\x00",
        b"\xdb\x00\x00\x00\x01x",
        b"\xda\x00\xffx",
        b"\xc6\x00\x00\xff\xff",
    ],
    ids=["unused", "extension", "fixed extension", "text", "short text", "bytes"],
)
def test_a_spelling_that_no_message_has_is_refused(item):
    with pytest.raises(MalformedFrame):
        require_few_items(b"\x92" + item + bytes(99), 20)


# --------------------------------------------------------------------------- hostile frames


def large(head):
    """The head of an array of so many items, or of a text or bytes of that length."""
    return lambda length: head + length.to_bytes(4, "big")


ARRAY, TEXT, BYTES = large(b"\xdd"), large(b"\xdb"), large(b"\xc6")
PACKED = b"\x95\xa6Packed\x91\x01"
SWELLING = {
    "runs": (PACKED + b"\x90", b"\x92\xa1a\x01", b"\xc4\x00"),
    "runs of large integers": (PACKED + b"\x90", b"\x92\xa1a\xcf" + b"\x7f" * 8, b"\xc4\x00"),
    "runs of large texts": (PACKED + b"\x90", b"\x92\xd9\xfc" + "🦆".encode() * 63 + b"\x01", b"\xc4\x00"),
    "levels": (PACKED, b"\x90", b"\x90\xc4\x00"),
    "runs of levels": (PACKED, b"\x91\x92\xa0\x01", b"\x90\xc4\x00"),
    "shape": (b"\x95\xa6Packed", b"\x01", b"\x90\x90\xc4\x00"),
    "nulls": (b"\x93\xa8Sequence\xa4list", b"\x91\xa4Null", b""),
    "texts": (b"\x93\xa8Sequence\xa4list", b"\x92\xa4Text\xa0", b""),
    "texts of four bytes": (b"\x93\xa8Sequence\xa4list", b"\x92\xa4Text\xa4" + "🦆".encode(), b""),
    "long texts": (b"\x93\xa8Sequence\xa4list", b"\x92\xa4Text\xd9\xfc" + "🦆".encode() * 63, b""),
    "numbers": (b"\x93\xa8Sequence\xa4list", b"\x93\xa6Number\xa3int\xc4\x01\x00", b""),
    "opaque": (b"\x93\xa8Sequence\xa4list", b"\x93\xa6Opaque\xa1a\xa1b", b""),
    "sets": (b"\x93\xa8Sequence\xa4list", b"\x93\xa8Sequence\xa3set\x90", b""),
    "lists": (b"\x93\xa8Sequence\xa4list", PACKED[:-1] + b"\x00\x91\x91\x92\xa4list\x01\x90\xc4\x00", b""),
    "pairs": (b"\x92\xa7Mapping", b"\x92\x91\xa4Null\x91\xa4Null", b""),
    "mappings": (b"\x93\xa8Sequence\xa4list", b"\x92\xa7Mapping\x91\x92\x91\xa4Null\x91\xa4Null", b""),
}


def hostile(shape, size):
    """A frame of about so many bytes that holds as many of one thing as it can."""
    before, item, after = SWELLING[shape]
    number = size // len(item)
    return b"\x95\xa4Seen\x00\x00" + before + ARRAY(number) + item * number + after + b"\xc0"


def read(data):
    try:
        check_value(read_frame(data).value)
    except MalformedFrame:
        return False
    return True


@pytest.mark.parametrize("shape", SWELLING)
def test_a_large_frame_of_tiny_items_is_refused_before_it_swells(shape):
    data = hostile(shape, 32 << 20)
    with ends():  # it took tens of seconds when nothing was counted
        accepted = read(data)
    assert not accepted or shape == "long texts"


@pytest.mark.parametrize("shape", SWELLING)
def test_a_frame_just_below_the_threshold_is_read_in_no_time(shape):
    with ends():
        read(hostile(shape, MAX_ITEMS - 100))


@pytest.mark.parametrize("shape", ["levels", "runs of levels", "shape"])
def test_a_list_that_is_always_short_is_refused_before_it_is_built(shape):
    with pytest.raises(MalformedFrame, match=r"`array` of length <= 64"):
        read_frame(hostile(shape, MAX_ITEMS - 100))


def test_fields_that_no_value_has_are_refused_and_not_skipped():
    fields = b"\x95\xa4Seen\x00\x00" + ARRAY(1001) + b"\xa4Null" + b"\xc0" * 1000 + b"\xc0"
    with pytest.raises(MalformedFrame, match="at most length"):
        read_frame(fields)


# --------------------------------------------------------------------------- what the encoder writes

ERROR = Error("ValueError", ("ValueError", "Exception", "BaseException"), "no", "student", "", "f.py", 3)
ALTERNATING = [1.0, 2]


def travels(value):
    """Whether a value gets over the wall, and takes the items that were foreseen."""
    data = message(value)
    assert len(data) <= MAX_FRAME
    check_value(read_frame(data).value)
    return True


@pytest.mark.parametrize(
    "answer",
    [
        None,
        1.5,
        "text",
        b"bytes",
        [],
        [[], []],
        [1.0, 2, True, np.float32(1)],
        [(1.0, 2.0), [1.0, 2]],
        [[], [1.0], None, {}, {1: 2}, {"a": [{}]}, {3}],
        np.zeros((2, 3, 0)),
        [object(), "x" * 300, b"y" * 300],
        Caught(ERROR),
        [[[[1.0]]]],
    ],
    ids=[
        "nothing",
        "a number",
        "a text",
        "bytes",
        "an empty list",
        "empty lists",
        "numbers of four kinds",
        "a tuple in a list",
        "containers of all kinds",
        "an array without entries",
        "an object, a text and bytes",
        "an exception",
        "a nest",
    ],
)
def test_the_items_of_a_value_are_foreseen(answer):
    value = encode(answer)
    assert items_in(value) == items_of(msgspec.msgpack.decode(msgspec.msgpack.encode(value)))
    assert items_in(value) == count(msgspec.msgpack.encode(value))


@pytest.mark.parametrize(
    "answer",
    [
        [0.5] * 1_000_000,
        ALTERNATING * 249_000,
        [[1.0, 2.0]] * 500_000,
        [[1, 2]] * 40_000,
        [[1, 2.0]] * 40_000,
        [[]] * 1_000_000,
        [[0.5] * (i % 7) for i in range(40_000)],
        ["text"] * 100_000,
    ],
    ids=[
        *("a million numbers", "a mixed row", "rows", "rows of integers", "mixed rows"),
        *("empty rows", "ragged rows", "texts"),
    ],
)
def test_a_large_answer_is_still_carried(answer):
    value = encode(answer)
    assert not isinstance(value, Opaque), value
    assert travels(value)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ALTERNATING * 5_000, "too many things"),
        ([[1, 2.0] * 40] * 100, "too many things"),
        ([[], [0.5]] * 1_500, "too many things"),
        ([[]] * 1_000_001, "more than 4,000 things"),
        ({i: float(i) for i in range(1_990)}, "too many things"),
        ([object()] * 3_000, "larger than an answer may be"),
        (["x" * 100_000] * 40, "larger than an answer may be"),
        (["🦆" * 100_000] * 10, "larger than an answer may be"),
        ([1 << 1_000_000] * 30, "larger than an answer may be"),
        ([np.array([None])] * 3_000, "larger than an answer may be"),
    ],
    ids=[
        *("alternating", "alternating rows", "ragged", "empty rows", "a table"),
        *("objects", "texts", "wide texts", "integers", "arrays of objects"),
    ],
)
def test_an_answer_of_too_many_things_is_told_and_not_sent(monkeypatch, answer, reason):
    monkeypatch.setattr(encoding, "MAX_ITEMS", 15_000)
    monkeypatch.setattr(encoding, "MAX_NODES", 4_000)
    value = encode(answer, 1 << 20)
    assert isinstance(value, Opaque)
    assert reason in value.reason


def test_a_row_that_alternates_a_million_times_is_told_and_not_sent():
    assert encode(ALTERNATING * 500_000) == Opaque("list", "it holds too many things")


def test_empty_lists_in_empty_lists_are_told_before_there_are_too_many():
    assert "things" in encode([[[]] * 400_000] * 10).reason


def test_parts_share_a_frame_and_the_first_keep_their_place():
    parts = {name: np.zeros(3 << 20) for name in "abcd"}
    seen = encode_parts(parts, 32 << 20)
    assert [type(item).__name__ for _, item in seen.items] == ["Array", "Array", "Opaque", "Opaque"]
    assert travels(seen)
    seen = encode_parts(dict.fromkeys("abc", ALTERNATING * 150_000), 32 << 20)
    assert [type(item) for _, item in seen.items] == [Packed, Opaque, Opaque]
    assert travels(seen)


@pytest.mark.parametrize(
    "parts",
    [
        {f"part {i}": b"x" * (1 << 20) for i in range(64)},
        {str(i): [0.0] * 100 for i in range(200_000)},
        {"x" * (1 << 20) + str(i): 1.0 for i in range(90)},
        {"half \ud800 a surrogate": 1.0},
        {"\U0001f986" * 256 + str(i): object() for i in range(64)},
    ],
    ids=["large", "many", "long names", "surrogate", "names of four bytes"],
)
def test_a_dict_of_hostile_parts_travels_or_is_told(parts):
    assert travels(encode_parts(parts, 32 << 20))


def test_a_grid_at_the_bottom_of_a_nest_is_not_deeper_than_a_nest_may_be():
    nest = [[1.0]]
    for _ in range(40):
        assert travels(encode(nest))
        nest = [nest]


LIVE = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([2**53, -(2**53) - 1, 2**63]),
        st.builds(lambda: 1 << (8 << 17)),
        st.floats(),
        st.complex_numbers(),
        st.text(st.characters(), max_size=4),
        st.sampled_from(["\ud800", "x" * ((1 << 20) + 1)]),
        st.binary(max_size=4),
        st.builds(object),
        st.just(Caught(ERROR)),
        st.sampled_from([np.float16, np.int8, np.uint64, np.bool_, np.longdouble, np.complex64]).map(
            lambda t: t(1)
        ),
        st.sampled_from([2**64 - 1, 2**53 + 1]).map(np.uint64),
        st.sampled_from(
            [
                np.zeros((0, 1 << 50)),
                np.broadcast_to(1.0, (1 << 31, 1 << 20)),
                np.array([7], dtype=np.uint8).view(bool),
                np.array(1.0, dtype=">f4"),
                np.array([None]),
                np.zeros((1,) * 40),
            ]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.lists(st.lists(st.floats(), max_size=2), max_size=3),
        st.tuples(inner, st.integers(0, 500)).map(lambda drawn: [drawn[0]] * drawn[1]),
        st.tuples(inner, st.integers(20, 40)).map(lambda drawn: deep(*drawn)),
        st.dictionaries(st.one_of(st.text(max_size=3), st.integers()), inner, max_size=3),
        st.lists(inner, max_size=2).map(type("Point", (tuple,), {"__len__": lambda self: 9})),
    ),
    max_leaves=8,
)


def deep(inner, levels):
    for _ in range(levels):
        inner = [inner]
    return inner


@given(LIVE, st.sampled_from([0, 10, 1000, 32 << 20]))
def test_nothing_that_the_encoder_writes_is_refused(answer, most_bytes):
    assert travels(encode(answer, most_bytes))
    assert travels(encode_parts(answer, most_bytes))
    assert travels(encode_parts({"answer": answer, "again": answer}, most_bytes))


# --------------------------------------------------------------------------- mutations


PADDING = bytes(MAX_ITEMS)
LARGE = [
    message(encode_parts({"before": answer, "padding": PADDING, "after": answer}, 32 << 20))
    for answer in ([1.0, 2, "x" * 300], [[1.0], [2.0, None]], {"a": np.zeros(3)}, b"y" * 300, Caught(ERROR))
]


def mutated_around_the_padding(data, rng):
    """One large message with one to four bytes changed, put in or left out, outside its padding mostly."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.choice((rng.randrange(200), len(data) - 1 - rng.randrange(200)))
        change = rng.choice((1, 0, 2))
        data[at : at + min(change, 1)] = rng.randbytes(max(change, 1)) if rng.random() < 0.7 else b""
    return bytes(data)


def storm_of_large_ones(seeds):
    accepted = 0
    for seed in seeds:
        rng = random.Random(seed)
        accepted += read_any(mutated_around_the_padding(rng.choice(LARGE), rng))
    return accepted


def read_any(data):
    """Read bytes as the parent does; False if they are malformed."""
    try:
        frame = read_frame(data)
        if isinstance(frame, Seen) and frame.value is not None:
            check_value(frame.value)
    except MalformedFrame:
        return False
    return True


def test_large_messages_are_accepted_as_they_are():
    assert all(map(read_any, LARGE))


def test_mutations_of_messages_above_the_threshold_are_data_or_malformed():
    assert 20 < storm_of_large_ones(range(600)) < 600


@pytest.mark.soak
def test_many_mutations_of_messages_above_the_threshold_are_data_or_malformed():
    assert storm_of_large_ones(range(1 << 20, (1 << 20) + 100_000)) > 1000


def test_a_forged_mixture_below_the_limit_is_read_like_any_frame():
    frame = decoder(Frame, max_items=40)
    assert frame(message(Sequence("list", (encode(None),) * 10))).value.items
    with pytest.raises(MalformedFrame, match="more than 40 items"):
        frame(message(Mapping(((encode(None), encode(None)),) * 20)))
