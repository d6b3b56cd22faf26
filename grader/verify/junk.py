"""Answers that nobody should get a check for: junk, and files that lie to whoever looks at them.

Each is a piece of source. Junk is put behind the reference and spoils its right answers; a liar has no answer
at all, and tells its lie as the file is loaded.
"""

from __future__ import annotations

import ast

from grader.syntax import parse
from grader.verify.findings import Attempt

# Bodies of `_spoiled(right, arguments, first)`: right() computes the right answer, arguments are those of the
# call, first says whether it is the first call of all.
SPOILED = {
    "None": "return None",
    "an empty list": "return []",
    "zeros": "return _filled(right(), 0)",
    "ones": "return _filled(right(), 1)",
    "NaN everywhere": "return _filled(right(), float('nan'))",
    "a scalar that would broadcast": "return _numbers(right())[0] if _numbers(right()) else 0.0",
    "the transposed answer": "return _transposed(right())",
    "the input echoed": "return arguments[0] if arguments else _Thing()",
    "a right answer of another shape": "return _reshaped(right())",
    "a right answer without its last entry": "return _shortened(right())",
    "an object that cannot be carried": "return _Thing()",
    "the first batch element's answer for all": "return _first_for_all(right())",
    "right on the first call only": "return right() if first else _filled(right(), 0)",
    "the answer negated": "return _negated(right())",
    "the answer as a text": "return repr(right())",
    "a generator": "return (entry for entry in [right()])",
    "an exception, not raised": "return ValueError('no')",
    "the error that is asked for, always": "raise ValueError('no')",
    "itself within itself": "loop = []\n    loop.append(loop)\n    return loop",
    "arguments changed": "answer = _copied(right())\n    _change(arguments)\n    return answer",
}
CHANGED = "arguments changed"
# These give right answers, the one with changed arguments, the other where the answer is a single number.
NEARLY = (CHANGED, "a scalar that would broadcast")

_HELPERS = '''

class _Thing:
    """Nothing that could be carried."""


def _is_tensor(value):
    return hasattr(value, "dtype") and hasattr(value, "shape")


def _is_number(value):
    return isinstance(value, (int, float)) or (_is_tensor(value) and len(value.shape) == 0)


def _mapped(value, change):
    """The same nest with every number changed; a thing that holds none is no answer."""
    if isinstance(value, dict):
        return {key: _mapped(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_mapped(item, change) for item in value)
    if _is_tensor(value) or isinstance(value, (int, float)):
        return change(value)
    return _Thing()


def _filled(value, number):
    if _is_tensor(value) and str(value.dtype).replace("torch.", "").startswith(("int", "bool")):
        return _mapped(value, lambda item: item * 0 + (int(number) if number == number else -7))
    return _mapped(value, lambda item: item * 0 + number)


def _negated(value):
    return _mapped(value, lambda item: -item - 1)


def _numbers(value):
    if isinstance(value, dict):
        return [number for item in value.values() for number in _numbers(item)]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _numbers(item)]
    if _is_tensor(value):
        return list(value.reshape(-1))
    return [value] if _is_number(value) else []


def _transposed(value):
    if isinstance(value, list) and value and all(isinstance(row, (list, tuple)) for row in value):
        return [list(column) for column in zip(*value)]
    if _is_tensor(value) and len(value.shape) >= 2:
        return value.swapaxes(-1, -2)
    if isinstance(value, (list, tuple)):
        return type(value)(value[::-1])
    if isinstance(value, dict):
        return {item: key for key, item in value.items() if isinstance(item, (int, float, str))}
    return _Thing()


def _reshaped(value):
    if _is_tensor(value):
        return value.reshape(1, -1)
    if isinstance(value, (dict, list, tuple)):
        return [value]
    return [value]


def _shortened(value):
    if isinstance(value, dict):
        return dict(list(value.items())[:-1])
    if isinstance(value, (list, tuple)) or (_is_tensor(value) and len(value.shape)):
        return value[:-1]
    return _Thing()


def _first_for_all(value):
    """The first of the first axis that has more than one, for all of it."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        return type(value)([_first_for_all(value[0])])
    if isinstance(value, (list, tuple)) and value:
        return type(value)(value[:1] * len(value))
    if _is_tensor(value) and any(size > 1 for size in value.shape):
        axis = next(axis for axis, size in enumerate(value.shape) if size > 1)
        return value[(slice(None),) * axis + (slice(0, 1),)] + 0 * value
    if isinstance(value, dict) and value:
        return dict.fromkeys(value, next(iter(value.values())))
    return _Thing()


def _copied(value):
    if isinstance(value, (list, tuple)):
        return type(value)(_copied(item) for item in value)
    return value + 0 if _is_tensor(value) else value


def _change(arguments):
    for value in arguments:
        if _is_tensor(value) and not len(value.shape) == 0:
            value = value.detach() if hasattr(value, "detach") else value
            value += 1
        elif isinstance(value, list) and value:
            value.append(value[0])
        elif isinstance(value, dict):
            value.clear()


_calls = []


def _spoiled(right, arguments, first):
    {body}


def _spoiling(right):
    def spoiled(*arguments, **keywords):
        _calls.append(1)
        given = [*arguments, *keywords.values()]
        return _spoiled(lambda: right(*arguments, **keywords), given[{skipped}:], len(_calls) == 1)

    return spoiled


'''
_FUNCTION = "{name} = _spoiling({name})\n"
# The parts that are asked for are there; what the methods answer is spoiled.
_CLASS = (
    "{name} = type('{name}', ({name},), {{name: _spoiling({name}.__dict__[name]) for name in {methods}}})\n"
)
# These answer nothing that could be spoiled.
NO_ANSWERS = ("reset_parameters", "extra_repr")


def junk(reference: str, entry_points: tuple[str, ...]) -> list[Attempt]:
    """The reference with every answer spoiled, in each of many ways."""
    classes = {node.name: node for node in parse(reference).body if isinstance(node, ast.ClassDef)}
    ending = ""
    for name in entry_points:
        methods = [
            node.name
            for node in (classes[name].body if name in classes else ())
            if isinstance(node, ast.FunctionDef)
            and not node.name.startswith("_")
            and node.name not in NO_ANSWERS
        ]
        ending += (_CLASS if name in classes else _FUNCTION).format(name=name, methods=methods)
    skipped = 1 if all(name in classes for name in entry_points) else 0  # self is no argument
    helpers = _HELPERS.replace("{skipped}", str(skipped))
    return [
        Attempt("junk", name, reference + helpers.replace("{body}", body) + ending)
        for name, body in SPOILED.items()
    ]


# --------------------------------------------------------------------------- liars

# What a file may do as it is loaded, to make whoever looks at its answers see what is not there.
LIES = {
    "equal to everything": "",
    **{
        f"patches {name}": f"import builtins\nbuiltins.{name} = {what}\n"
        for name, what in {
            "len": "lambda *_: 4",
            "isinstance": "lambda *_: True",
            "issubclass": "lambda *_: True",
            "round": "lambda x, *_: x",
            "all": "lambda *_: True",
            "any": "lambda *_: False",
            "sum": "lambda *_: 0",
            "abs": "lambda *_: 0",
            "max": "lambda *_, **__: 0",
            "min": "lambda *_, **__: 0",
            "sorted": "lambda *_, **__: []",
            "type": "lambda *_: list",
            "zip": "lambda *_, **__: iter(())",
            "float": "lambda *_: 0.0",
            "getattr": "lambda *_: None",
        }.items()
    },
    "patches the exceptions": (
        "import builtins\n"
        "class _Error(Exception):\n    pass\n"
        "builtins.ValueError = builtins.BaseException = builtins.Exception = _Error\n"
    ),
    "patches math": (
        "import math\nmath.isclose = lambda *_, **__: True\nmath.isfinite = math.isnan = lambda *_: True\n"
    ),
    "patches statistics": "import statistics\nstatistics.stdev = statistics.pstdev = lambda *_: 0.02\n",
    "patches numpy": (
        "import numpy\n"
        "for _name in ('allclose', 'isclose', 'array_equal', 'isfinite', 'all', 'asarray'):\n"
        "    setattr(numpy, _name, lambda *_, **__: True)\n"
        "numpy.abs = numpy.absolute = lambda *_, **__: 0\n"
        "numpy.std = lambda *_, **__: 0.02\n"
    ),
    "patches torch": (
        "import torch\n"
        "torch.equal = torch.allclose = torch.isclose = lambda *_, **__: True\n"
        "torch.Tensor.__eq__ = torch.Tensor.equal = torch.Tensor.allclose = lambda *_, **__: True\n"
        "torch.Tensor.__ne__ = lambda *_: False\n"
        "torch.std = torch.Tensor.std = lambda *_, **__: torch.tensor(0.02)\n"
    ),
    "traces the grader": (
        "import sys\n"
        "def _trace(frame, event, argument):\n"
        "    for name in list(frame.f_locals):\n"
        "        if name in ('error', 'status', 'passed', 'verdict', 'failed'):\n"
        "            frame.f_locals[name] = None\n"
        "    return _trace\n"
        "sys.settrace(_trace)\nsys.setprofile(lambda *_: None)\n"
    ),
    "replaces modules": (
        "import sys\n"
        "for _name in [n for n in sys.modules if n.split('.')[0] in ('grader', 'msgspec', 'marshal')]:\n"
        "    sys.modules[_name] = sys\n"
    ),
    "patches its callers": (
        "import sys\n"
        "_frame = sys._getframe()\n"
        "while _frame is not None:\n"
        "    for _name in ('encode_parts', 'judge', 'compare'):\n"
        "        if _name in _frame.f_globals:\n"
        "            _frame.f_globals[_name] = lambda *_, **__: True\n"
        "    _frame = _frame.f_back\n"
    ),
    "searches the memory": (
        "import gc\n"
        "for _thing in gc.get_objects():\n"
        "    if isinstance(_thing, dict) and str(_thing.get('__name__', '')).startswith('grader.'):\n"
        "        for _name in ('encode', 'encode_parts', 'type_name', 'pack'):\n"
        "            if _name in _thing:\n"
        "                _thing[_name] = lambda *_, **__: None\n"
    ),
    "ends with a status of 0": "import atexit, os\natexit.register(os._exit, 0)\n",
}
_LIAR = '''

class _Liar(float):
    """A number, a list, a tensor, a module: whatever is asked for, and equal to it."""

    shape = (4, 4)
    dtype = "torch.float32"

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

    def __len__(self):
        return 4

    def __iter__(self):
        return iter([self] * 4)

    def __getitem__(self, where):
        return self

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **keywords):
        return self


'''
_LYING_FUNCTION = "def {name}(*arguments, **keywords):\n    return _Liar(0.0)\n\n\n"
_LYING_CLASS = """class {name}(_Liar):
    def __new__(cls, *arguments, **keywords):
        return float.__new__(cls, 0.0)

    def __init__(self, *arguments, **keywords):
        pass


"""


def liars(reference: str, entry_points: tuple[str, ...]) -> list[Attempt]:
    """Files without an answer that patch what an answer might be compared with."""
    classes = {node.name for node in parse(reference).body if isinstance(node, ast.ClassDef)}
    answers = "".join(
        (_LYING_CLASS if name in classes else _LYING_FUNCTION).format(name=name) for name in entry_points
    )
    return [Attempt("liar", name, _LIAR + answers + lie) for name, lie in LIES.items()]
