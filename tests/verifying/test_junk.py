"""Junk is made of right answers of any kind; liars call themselves right, and patch what could tell."""

import pytest
import torch

from grader.verify.junk import CHANGED, LIES, SPOILED, junk, liars

REFERENCE = "def f(a):\n    return a\n"
CLASS = """
class F:
    def __init__(self, n):
        self.n = n

    def forward(self, a):
        return a

    def reset_parameters(self):
        return "as it was"
"""


def spoiled(kind, *arguments, source=REFERENCE):
    (one,) = [one for one in junk(source, ("f",)) if one.name == kind]
    names = {}
    exec(one.source, names)
    return names["f"](*arguments)


def listed(value):
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize(
    ("kind", "right", "expected"),
    [
        ("None", [1.0, 2.0], None),
        ("an empty list", [1.0, 2.0], []),
        ("zeros", [[1.5, 2.5], [3.5, 4.5]], [[0.0, 0.0], [0.0, 0.0]]),
        ("zeros", (1, 2), (0, 0)),
        ("zeros", {"a": 1.5}, {"a": 0.0}),
        ("ones", torch.tensor([2.0, 3.0]), [1.0, 1.0]),
        ("ones", torch.tensor([2, 3]), [1, 1]),
        ("the answer negated", [0.0, 2.0], [-1.0, -3.0]),
        ("a scalar that would broadcast", torch.tensor([[2.0, 3.0]]), 2.0),
        ("a scalar that would broadcast", {"a": 1.5, "b": 2.0}, 1.5),
        ("the transposed answer", [[1, 2], [3, 4]], [[1, 3], [2, 4]]),
        ("the transposed answer", torch.tensor([[1.0, 2.0]]), [[1.0], [2.0]]),
        ("the transposed answer", [1, 2, 3], [3, 2, 1]),
        ("a right answer of another shape", torch.tensor([[1.0], [2.0]]), [[1.0, 2.0]]),
        ("a right answer of another shape", [1, 2], [[1, 2]]),
        ("the first batch element's answer for all", torch.tensor([[1.0], [2.0]]), [[1.0], [1.0]]),
        ("the first batch element's answer for all", torch.tensor([[[1.0], [2.0]]]), [[[1.0], [1.0]]]),
        ("the first batch element's answer for all", [3, 2], [3, 3]),
        ("the first batch element's answer for all", [[3, 2]], [[3, 3]]),
        ("the first batch element's answer for all", {"a": 1, "b": 2}, {"a": 1, "b": 1}),
        ("a right answer without its last entry", [1, 2], [1]),
        ("a right answer without its last entry", {"a": 1, "b": 2}, {"a": 1}),
        ("a right answer without its last entry", torch.tensor([1.0, 2.0]), [1.0]),
    ],
)
def test_right_answers_are_spoilt(kind, right, expected):
    assert listed(spoiled(kind, right)) == expected


def test_nan_fills_floats_and_whole_numbers_are_wrong_all_the_same():
    assert torch.isnan(spoiled("NaN everywhere", torch.tensor([1.0]))).all()
    assert spoiled("NaN everywhere", torch.tensor([1])).tolist() == [-7]


def test_the_input_is_echoed():
    assert spoiled("the input echoed", [7]) == [7]


def test_an_answer_may_be_right_once():
    (one,) = [one for one in junk(REFERENCE, ("f",)) if one.name == "right on the first call only"]
    names = {}
    exec(one.source, names)
    assert [names["f"]([3]) for _ in range(3)] == [[3], [0], [0]]


def test_an_argument_is_changed_and_the_answer_right():
    for argument in ([1, 2], torch.tensor([1.0, 2.0]), {"a": 1}):
        before = argument.clone() if hasattr(argument, "clone") else type(argument)(argument)
        answer = spoiled(CHANGED, argument)
        assert listed(answer) == listed(before) or answer is argument
        assert listed(argument) != listed(before)


def test_the_methods_of_a_class_are_spoilt_and_what_answers_nothing_is_not():
    (one,) = [one for one in junk(CLASS, ("F",)) if one.name == "zeros"]
    names = {}
    exec(one.source, names)
    made = names["F"](3)
    assert (made.n, made.forward([2.0]), made.reset_parameters()) == (3, [0.0], "as it was")


@pytest.mark.parametrize("kind", SPOILED)
def test_every_kind_can_spoil_every_kind_of_answer(kind):
    """Nothing of the wrapper itself fails: an exception of its own would look like a right refusal."""
    for right in ([], [1.0], (0.5, 0.25), {"a": 1.0}, 3, 0.5, torch.zeros(2, 0, 3), torch.eye(2), object()):
        if kind == "the error that is asked for, always":
            with pytest.raises(ValueError, match="no"):
                spoiled(kind, right)
        else:
            spoiled(kind, right)


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_compiles_and_gives_something_for_every_entry_point(lie):
    sources = {one.name: one.source for one in liars(REFERENCE + CLASS, ("f", "F"))}
    compile(sources[lie], "<liar>", "exec")
    assert "def f(" in sources[lie]
    assert "class F(" in sources[lie]


def test_a_liar_is_equal_to_everything():
    names = {}
    exec({one.name: one.source for one in liars(REFERENCE, ("f",))}["equal to everything"], names)
    answer = names["f"]()
    assert all(answer == other for other in (1.0, "x", None, [1]))
    assert answer.anything(1)[2].shape == (4, 4)
