"""Answers that nobody should get points for: junk, and files that lie to whoever looks at them.

Each is a piece of source put behind the reference, so that it can spoil a right answer.
"""

from tests.exercises.support import solution_file

FUNCTIONS = {
    "gather_patches": "gather_patches",
    "interpolate_position_embedding": "interpolate_position_embedding",
    "pos_embed_2d": "pos_embed_2d",
}

# Bodies of `spoiled(right, arguments, first)`: right() computes the right answer, arguments are those of
# the call, first says whether it is the first call of all.
JUNK = {
    "none": "return None",
    "empty_list": "return []",
    "zeros": "return filled(right(), 0.0)",
    "ones": "return filled(right(), 1.0)",
    "nan": "return filled(right(), float('nan'))",
    "scalar": "return 0.0",
    "transposed": "return transposed(right())",
    "echo": "return arguments[0]",
    "first_for_all": "return first_for_all(right())",
    "right_on_the_first_call_only": "return right() if first else None",
    "not_carried": "return object()",
    "a_generator": "return (entry for entry in right())",
    "a_class": "return type(right())",
    "another_shape": "return flat(right())",
    "one_axis_more": "return [right()] if isinstance(right(), list) else right()[None]",
    "one_row_short": "return right()[:-1]",
    "rows_reversed": "return right()[::-1] if isinstance(right(), list) else right().flip(0)",
    "negated": "return filled(right(), -1.0)",
    "text": "return repr(right())",
    "raises_the_error_that_is_asked_for": "raise ValueError('no')",
    "exception_class": "return ValueError",
    "itself": "loop = []; loop.append(loop); return loop",
}

HELPERS = """

def filled(value, number):
    if isinstance(value, (list, tuple)):
        return [filled(item, number) for item in value]
    return value * 0 + number if hasattr(value, "dtype") else number


def transposed(value):
    if isinstance(value, list):
        return [list(column) for column in zip(*value)]
    return value.transpose(-1, -2)


def first_for_all(value):
    if isinstance(value, list):
        return [list(value[0]) for _ in value]
    return value[:1].expand(value.shape).clone()


def flat(value):
    if isinstance(value, list):
        return [number for row in value for number in row]
    return value.reshape(-1)


_calls = []


def spoiled(right, arguments, first):
    {body}
"""

FUNCTION = """

_right = {entry}


def {entry}(*arguments, **keywords):
    _calls.append(1)
    return spoiled(lambda: _right(*arguments, **keywords), [*arguments, *keywords.values()], len(_calls) == 1)
"""

# A module that has the parts asked for; what it answers is spoiled.
MODULE = """

_Right = Learned2DPositionEmbedding


class Learned2DPositionEmbedding(_Right):
    def forward(self, indices):
        _calls.append(1)
        return spoiled(lambda: _Right.forward(self, indices), [indices], len(_calls) == 1)

    def full_grid(self, batch_size=1):
        _calls.append(1)
        return spoiled(lambda: _Right.full_grid(self, batch_size), [batch_size], len(_calls) == 1)

    def reset_parameters(self):
        torch.nn.init.uniform_(self.embedding.weight)
"""


def reference(name: str) -> str:
    return solution_file(name).read_text()


def junk(name: str, body: str) -> str:
    """The reference, with every answer spoiled."""
    ending = MODULE if name not in FUNCTIONS else FUNCTION.format(entry=FUNCTIONS[name])
    return reference(name) + HELPERS.replace("{body}", body) + ending


# Classes that are no modules, and a module without anything in it.
SHELLS = {
    "no_module": "class Learned2DPositionEmbedding:\n    pass\n",
    "takes_anything": (
        "class Learned2DPositionEmbedding:\n"
        "    def __init__(self, *_, **__):\n        pass\n"
        "    def __getattr__(self, name):\n        return lambda *_, **__: None\n"
    ),
    "a_function": "def Learned2DPositionEmbedding(*_, **__):\n    return None\n",
    "bare_module": (
        "from torch import nn\n"
        "class Learned2DPositionEmbedding(nn.Module):\n"
        "    def __init__(self, grid_height, grid_width, embed_dim):\n        super().__init__()\n"
    ),
    "attributes_only": (
        "from torch import nn\n"
        "class Learned2DPositionEmbedding(nn.Module):\n"
        "    def __init__(self, grid_height, grid_width, embed_dim):\n"
        "        super().__init__()\n"
        "        self.grid_height, self.grid_width, self.embed_dim = grid_height, grid_width, embed_dim\n"
        "        self.num_positions = grid_height * grid_width\n"
        "        self.embedding = nn.Embedding(self.num_positions, embed_dim)\n"
        "    def reset_parameters(self):\n        pass\n"
        "    def forward(self, indices):\n        return None\n"
        "    def full_grid(self, batch_size=1):\n        return None\n"
    ),
}

# Right answers, and an argument that is no longer what it was. For torch's functions.
MUTATED = {
    "gather_patches": (
        "\n\n_right = gather_patches\n\n\n"
        "def gather_patches(tokens, indices):\n"
        "    answer = _right(tokens, indices).clone()\n"
        "    with torch.no_grad():\n"
        "        tokens.add_(1)\n"
        "        indices.zero_()\n"
        "    return answer\n"
    ),
    "interpolate_position_embedding": (
        "\n\nimport torch\n\n_right = interpolate_position_embedding\n\n\n"
        "def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):\n"
        "    answer = _right(pos_embedding, old_grid_size, new_grid_size).clone()\n"
        "    with torch.no_grad():\n"
        "        pos_embedding.add_(1)\n"
        "    return answer\n"
    ),
    "learned_position_embedding": (
        "\n\n_right = Learned2DPositionEmbedding.forward\n\n\n"
        "def _forward(self, indices):\n"
        "    answer = _right(self, indices)\n"
        "    indices.zero_()\n"
        "    return answer\n\n\n"
        "Learned2DPositionEmbedding.forward = _forward\n"
    ),
}

# What a file may do as it is loaded, to make whoever looks at its answers see what is not there.
LIES = {
    **{
        f"builtins.{name}": f"import builtins\nbuiltins.{name} = {what}\n"
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
            "map": "lambda *_: iter(())",
            "id": "lambda *_: 0",
            "float": "lambda *_: 0.0",
            "tuple": "lambda *_: ()",
            "getattr": "lambda *_: None",
            "print": "lambda *_, **__: 0",
        }.items()
    },
    "exceptions": (
        "import builtins\n"
        "class ValueError_(Exception):\n    pass\n"
        "builtins.ValueError = ValueError_\n"
        "builtins.BaseException = builtins.Exception = ValueError_\n"
    ),
    "numpy": (
        "import numpy\n"
        "for name in ('allclose', 'isclose', 'array_equal', 'isfinite', 'all', 'testing', 'asarray'):\n"
        "    setattr(numpy, name, lambda *_, **__: True)\n"
        "numpy.abs = numpy.absolute = lambda *_, **__: 0\n"
    ),
    "torch": (
        "import torch\n"
        "torch.equal = torch.allclose = torch.isclose = lambda *_, **__: True\n"
        "torch.testing.assert_close = lambda *_, **__: None\n"
        "torch.Tensor.__eq__ = torch.Tensor.equal = torch.Tensor.allclose = lambda *_, **__: True\n"
        "torch.Tensor.__ne__ = lambda *_: False\n"
    ),
    "tracing": (
        "import sys\n"
        "def _trace(frame, event, argument):\n"
        "    for name in list(frame.f_locals):\n"
        "        if name in ('error', 'status', 'passed', 'verdict', 'failed'):\n"
        "            frame.f_locals[name] = None\n"
        "    return _trace\n"
        "sys.settrace(_trace)\n"
        "sys.setprofile(lambda *_: None)\n"
    ),
    "modules": (
        "import sys\n"
        "for name in [n for n in sys.modules if n.split('.')[0] in ('grader', 'msgspec', 'marshal')]:\n"
        "    sys.modules[name] = sys\n"
    ),
    "callers": (
        "import sys\n"
        "frame = sys._getframe()\n"
        "while frame is not None:\n"
        "    for name in ('encode_parts', 'judge', 'compare'):\n"
        "        if name in frame.f_globals:\n"
        "            frame.f_globals[name] = lambda *_, **__: True\n"
        "    frame = frame.f_back\n"
    ),
    "garbage": (
        "import gc\n"
        "for thing in gc.get_objects():\n"
        "    if isinstance(thing, dict) and str(thing.get('__name__', '')).startswith('grader.'):\n"
        "        for name in ('encode', 'encode_parts', 'type_name', 'pack'):\n"
        "            if name in thing:\n"
        "                thing[name] = lambda *_, **__: None\n"
    ),
    "exit": "import atexit, os\natexit.register(os._exit, 0)\n",
}

# Answers that call themselves equal to everything.
EQUAL_TO_ALL = """

class _Equal:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **keywords):
        return self


class _List(_Equal, list):
    pass


class _Float(_Equal, float):
    pass
"""
LYING_ANSWERS = {
    "an_object": "return _Equal()",
    "a_list": "return _List([_List([0.0] * 4)] * 4)",
    "floats": "return [[_Float(0.0)] * 4] * 4",
    "a_tensor": "return right().as_subclass(_tensor())",
    "an_array": "return __import__('numpy').zeros((4, 4)).view(_array())",
}
LYING_CLASSES = """

def _tensor():
    import torch

    class Lying(torch.Tensor):
        def __eq__(self, other):
            return True

        def detach(self):
            return self

    return Lying


def _array():
    import numpy

    class Lying(numpy.ndarray):
        def tobytes(self, *_):
            return b""

    return Lying
"""


def liar(name: str, lie: str) -> str:
    """Zeros for every answer, and a lie told before anyone looks."""
    return junk(name, JUNK["zeros"]) + "\n\n" + lie


def lying_answer(name: str, body: str) -> str:
    source = junk(name, body)
    return source + EQUAL_TO_ALL + LYING_CLASSES
