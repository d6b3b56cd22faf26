"""Objects that lie about themselves: no method of theirs decides what is carried."""

from __future__ import annotations

import collections
import dataclasses
import decimal
import fractions
import types

import pytest

from grader.codec import Caught, check_value, encode, encode_parts, encoding, type_name
from grader.model import Error, Failure, Mapping, Opaque, Packed


class LyingList(list):
    def __iter__(self):
        return iter([1.0, 2.0])

    def __len__(self):
        return 2

    def __eq__(self, other):
        return True

    __hash__ = None


class LyingFloat(float):
    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class LyingInt(int):
    def bit_length(self):
        return 0


class LyingText(str):
    __slots__ = ()

    def encode(self, *_):
        return b"right"


class EqualToEverything(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return hash(float)

    def __instancecheck__(cls, instance):
        return True


class Disguised(metaclass=EqualToEverything):
    """Its type is "equal" to float, list and ndarray."""

    __class__ = float  # what isinstance is told

    def __float__(self):
        return 1.0


class LyingTuple(tuple):
    """Tells other items than it holds."""

    __slots__ = ()

    def __iter__(self):
        return iter((9.0, 9.0))

    def __len__(self):
        return 0

    def __getitem__(self, index):
        return 9.0


class LyingDict(dict):
    def items(self):
        return [("a", 1.0)]


class Raising:
    def __getattribute__(self, name):
        raise SystemExit(name)

    def __repr__(self):
        raise SystemExit


NOT_DATA = {
    "a list that iterates otherwise": LyingList,
    "a float equal to all": LyingFloat,
    "an int without bits": LyingInt,
    "a text that encodes otherwise": lambda: LyingText("wrong"),
    "a type equal to all": Disguised,
    "a dict with other items": LyingDict,
    "an object that ends the process": Raising,
    "object": object,
    "generator": lambda: (x for x in ()),
    "iterator": lambda: iter([1.0]),
    "range": lambda: range(3),
    "keys": lambda: {}.keys(),
    "deque": lambda: collections.deque([1.0]),
    "namespace": lambda: types.SimpleNamespace(a=1),
    "Fraction": lambda: fractions.Fraction(1, 2),
    "Decimal": lambda: decimal.Decimal("0.5"),
    "memoryview": lambda: memoryview(b"x"),
    "bytearray": lambda: bytearray(b"x"),
    "ellipsis": lambda: Ellipsis,
    "function": lambda: len,
    "class": lambda: float,
    "exception": lambda: ValueError("x"),
}


@pytest.mark.parametrize("make", NOT_DATA.values(), ids=NOT_DATA)
def test_what_is_not_plain_data_is_opaque_and_never_an_exception(make):
    value = encode(make())
    assert isinstance(value, Opaque)
    check_value(value)


def test_a_lying_tuple_is_carried_with_the_items_it_holds():
    assert encode(LyingTuple((1.0, 2.0))) == encode((1.0, 2.0))


def test_within_a_container_only_the_liar_is_opaque():
    value = encode([1.0, LyingFloat(1.0)])
    assert [type(item) for item in value.items] == [type(encode(1.0)), Opaque]


def test_a_dataclass_is_named_by_its_class():
    @dataclasses.dataclass
    class Answer:
        x: float

    Answer.__qualname__, Answer.__module__ = "Answer", "submission"
    assert encode(Answer(1.0)) == Opaque("Answer", "it is not plain data")


# --------------------------------------------------------------------------- cycles and bombs


def cycles():
    within_itself: list = []
    within_itself.append(within_itself)
    through_a_tuple: list = []
    through_a_tuple.append((through_a_tuple,))
    through_a_dict: dict = {}
    through_a_dict["self"] = [through_a_dict]
    beside_numbers: list = [[1.0], [2.0]]
    beside_numbers.append(beside_numbers)
    return [within_itself, through_a_tuple, through_a_dict, beside_numbers]


@pytest.mark.parametrize("cycle", cycles(), ids=["list", "tuple", "dict", "numbers"])
def test_a_cycle_is_told_where_it_closes(cycle):
    value = encode(cycle)
    check_value(value)
    assert "it contains itself" in str(value)


def test_one_list_in_two_places_is_no_cycle():
    row = [1.0, 2.0]
    assert encode([row, row]) == encode([[1.0, 2.0], [1.0, 2.0]])


def test_a_nest_that_doubles_at_every_level_is_refused_before_it_is_spread_out(monkeypatch):
    monkeypatch.setattr(encoding, "MAX_NODES", 10_000)
    nest: list = []
    for _ in range(30):
        nest = [nest, nest, None]
    value = encode(nest)
    assert value == Opaque("list", "it holds more than 10,000 things")


def test_a_parts_dict_with_a_name_that_is_no_text_is_a_plain_dict():
    assert encode_parts({1: 2.0}, 1 << 20) == encode({1: 2.0})
    odd = type("Odd", (str,), {})("answer")
    assert isinstance(encode_parts({odd: 1.0}, 1 << 20), Mapping)


# --------------------------------------------------------------------------- names


def test_a_type_is_named_as_a_reader_knows_it():
    assert type_name(1.0) == "float"
    assert type_name(None) == "NoneType"
    assert type_name(collections.deque()) == "collections.deque"
    assert type_name(type("Mine", (), {"__module__": "submission"})()) == "Mine"


@pytest.mark.parametrize(
    "cls",
    [
        type("A" * 10_000, (), {}),
        type("red\x1b[31m\u202egnp", (), {}),
        type("line\nbreak", (), {"__module__": "\x00"}),
        type("Prop", (), {"__module__": property(lambda self: 1 / 0)}),
        type("Meta", (type,), {"__qualname__": "Quiet"})("Hidden", (), {"__module__": 5}),
    ],
    ids=["long", "escapes", "newline", "property", "number"],
)
def test_a_hostile_type_name_is_short_and_printable(cls):
    name = type_name(cls())
    assert len(name) <= 80
    assert name.isprintable()
    check_value(encode(cls()))


def test_a_metaclass_that_raises_on_everything_is_an_object_like_any_other():
    class Meta(type):
        def __getattribute__(cls, name):
            raise RuntimeError

    hostile = Meta("Hostile", (), {"__module__": "submission"})
    value = encode(hostile())
    assert value == Opaque("Hostile", "it is not plain data")


def test_an_exception_that_a_probe_caught_is_a_value():
    error = Error("ValueError", ("ValueError", "Exception", "BaseException"), "no")
    assert encode(Caught(error)) == Failure(error)
    assert encode_parts({"refused": Caught(error)}, 100).items[0][1] == Failure(error)


def test_a_subclass_of_what_a_probe_catches_with_is_not_a_failure():
    class Forged(Caught):
        pass

    assert isinstance(encode(Forged(Error("ValueError", ("ValueError",), ""))), Opaque)


def test_a_student_who_replaces_numpy_is_told_of_an_opaque_value(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "numpy", types.SimpleNamespace(ndarray=float, dtype=1 / 1))
    assert isinstance(encode([1.0]), Packed)
    assert encode(1.0) == encode(1.0)
