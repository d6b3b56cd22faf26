"""What comes back is carried by exact type: an answer cannot say of itself what it is."""

import pytest

from grader.model import Opaque, Sequence
from tests.isolation.support import ROOMY, graded, quick, see, source, statuses

LIAR = """
class Liar(list):
    __class__ = property(lambda self: list)
    def __len__(self): return 3
    def __iter__(self): return iter([1, 2, 1])
    def __eq__(self, other): return True
    __hash__ = None
"""
NO_DATA = {
    "nothing": "return None",
    "an object": "return object()",
    "a function": "return f",
    "a class": "return list",
    "a generator": "return (x for x in [1, 2, 1])",
    "a range": "return range(3)",
    "a deque": "from collections import deque; return deque([1, 2, 1])",
    "an array.array": "from array import array; return array('d', [1, 2, 1])",
    "a memoryview": "return memoryview(b'abc')",
    "an object array": "import numpy; return numpy.array([1, None, 1], dtype=object)",
    "a masked array": "import numpy; return numpy.ma.array([1, 2, 1])",
    "a list that says it is another": "return Liar([5])",
    "a right list of a subclass": "return Liar([1, 2, 1])",
    "a dict of a subclass": "class D(dict): pass\nreturn D()",
    "a list of liars": "return [Liar(), Liar(), Liar()]",
    "a list that holds itself": "a = [1, 2]\na.append(a)\nreturn a",
    "two lists that hold each other": "a = [1, 2]\nb = [1, 2, a]\na.append(b)\nreturn a",
    "a dict that holds itself": "a = {}\na['a'] = a\nreturn a",
    "a tuple that holds itself": "a = []\nb = (1, 2, a)\na.append(b)\nreturn b",
    "too large": "return [0.0] * 200_000",
    "too many numbers": "return [[0.0] * 1001] * 1000",
    "too deep": "a = []\nfor _ in range(100): a = [a]\nreturn a",
    "too deep for Python": "a = []\nfor _ in range(100_000): a = [a]\nreturn a",
    "text": "return '[1, 2, 1]'",
}


@pytest.mark.parametrize("body", NO_DATA.values(), ids=NO_DATA)
def test_an_answer_that_is_no_list_of_numbers_fails_and_no_more(worker, body):
    result = graded(worker, source(body, LIAR), limits=ROOMY)
    assert statuses(result) == ["passed", "failed", "passed", "passed"]
    message = result.checks[1].message
    assert any(words in message for words in ("should be a", "should hold", "cannot be read"))


LYING_NUMBERS = {
    "a float that equals everything": "class N(float):\n    def __eq__(s, o): return True",
    "an int that equals everything": "class N(int):\n    def __eq__(s, o): return True",
    "a float that says it is a float": "class N(float):\n    __class__ = property(lambda s: float)",
    "a str that says it is an int": "class N(str):\n    __class__ = property(lambda s: int)",
    "an object with __float__ and __index__": (
        "class N:\n    def __init__(s, v): s.v = int(v)\n    def __float__(s): return float(s.v)\n"
        "    def __index__(s): return s.v\n    def __int__(s): return s.v"
    ),
    "a numpy scalar of a subclass": "import numpy\nclass N(numpy.float64): pass",
    "a metaclass that lies": (
        "class M(type):\n    def __eq__(s, o): return True\n    def __hash__(s): return hash(int)\n"
        "    __mro__ = property(lambda s: (int, object))\nclass N(int, metaclass=M): pass"
    ),
}


@pytest.mark.parametrize("numbers", [(1, 2, 1), (7, 8, 9)], ids=["right", "wrong"])
@pytest.mark.parametrize("before", LYING_NUMBERS.values(), ids=LYING_NUMBERS)
def test_numbers_of_a_class_of_their_own_are_no_numbers(worker, before, numbers):
    body = f"return [N(x) for x in {numbers}]"
    assert statuses(graded(worker, source(body, before))) == ["passed", "failed", "passed", "passed"]


def test_a_cycle_is_carried_as_what_it_is(worker):
    seen = see(worker, "def f(n):\n    a = [n, n]\n    a.append(a)\n    return a", calls=((1,),))
    value = seen.places[0, 0].value
    assert isinstance(value, Sequence)
    assert value.items[2] == Opaque("list", "it contains itself")


def test_one_part_of_an_observation_cannot_spoil_another(worker):
    probes = "def call(student, n):\n    return {'first': student.f(n), 'second': n}\n"
    seen = see(worker, "def f(n):\n    return object()", probes=probes, calls=((1,),))
    parts = {name.value: value for name, value in seen.places[0, 0].value.items}
    assert isinstance(parts["first"], Opaque)
    assert parts["second"].kind == "int"


def test_an_argument_changed_after_the_call_is_seen_as_it_was_when_it_came_back(worker):
    before = "held = []"
    body = "answer = [1, 2, 1]\nheld.append(answer)\nreturn answer"
    text = source(body, before).replace("def f(n):", "def f(n):\n    [a.clear() for a in held]")
    assert graded(worker, text).status == "passed"


PATCHES = {
    "len": "builtins.len = lambda x: 3",
    "isinstance": "builtins.isinstance = lambda *a: True",
    "issubclass": "builtins.issubclass = lambda *a: True",
    "round": "builtins.round = lambda *a: 0",
    "type": "builtins.type = lambda x: list",
    "abs": "builtins.abs = lambda x: 0",
    "all and any": "builtins.all = builtins.any = lambda x: True",
    "id": "builtins.id = lambda x: 0",
    "list": "builtins.list = lambda *a: [1, 2, 1]",
    "list by a lying class": "builtins.list = Liar",
    "tuple": "builtins.tuple = lambda *a: (1, 2, 1)",
    "getattr": "builtins.getattr = lambda *a: None",
    "zip": "builtins.zip = lambda *a, **k: []",
    "BaseException": "builtins.BaseException = builtins.Exception = ValueError",
    "struct.pack": "import struct; struct.pack = lambda *a: b''",
    "os.write": "import os; os.write = lambda *a: len(a[1])",
    "numpy.array_equal": "import numpy; numpy.array_equal = numpy.allclose = lambda *a, **k: True",
    "numpy.ndarray": "import numpy; numpy.ndarray = Liar",
    "everything": "for name in list(vars(builtins)):\n    setattr(builtins, name, lambda *a, **k: True)",
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
@pytest.mark.parametrize("answer", ["[0]", "None", "Liar([1, 2, 1])", "[n, n, n]"])
def test_patched_builtins_earn_nothing(worker, patch, answer):
    result = graded(worker, f"import builtins\n{LIAR}\n{patch}\ndef f(n):\n    return {answer}")
    assert result.status in ("failed", "import_failed")
    assert result.score == 0.0
    assert "passed" not in statuses(result)


def patched(name):
    return f"import builtins\n{PATCHES[name]}\ndef f(n):\n    return [n, n + 1, n * n]"


@pytest.mark.parametrize("name", ["round", "abs", "zip", "os.write", "numpy.array_equal"])
def test_patched_builtins_that_the_answer_does_not_need_do_no_harm(worker, name):
    assert graded(worker, patched(name)).status == "passed"


@pytest.mark.parametrize("name", ["len", "type", "list", "BaseException"])
def test_whoever_breaks_the_builtins_hurts_nobody_else(worker, name):
    graded(worker, patched(name))
    assert graded(worker, "def f(n):\n    return [n, n + 1, n * n]").status == "passed"


def test_the_largest_answer_that_is_allowed_comes_through(worker):
    seen = see(
        worker,
        "def f(n):\n    return [[0.5] * 1000 for _ in range(1000)]",
        calls=((1,),),
        limits=quick(answer_mb=32, memory_mb=512, time_per_check_s=3.0),
    )
    assert seen.places[0, 0].value.shape == (1000, 1000)
