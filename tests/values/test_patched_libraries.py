"""A submission that replaces what reads arrays and tensors: its answer is read as it is all the same."""

from __future__ import annotations

import builtins
import contextlib
import math
import struct
import sys
import types
from collections import OrderedDict

import numpy as np
import pytest

from grader.codec import Encoder, check_value, revive
from grader.model import Array, Mapping, Opaque, Packed

pytestmark = pytest.mark.filterwarnings(
    "ignore::UserWarning"
)  # of torch, about kinds of tensors that are old
torch = pytest.importorskip("torch", reason="tensors need the extra `torch`")

MODULES = {
    "numpy": (np, ("asarray", "array", "ascontiguousarray", "ndarray", "dtype", "conjugate", "negative")),
    "torch": (
        torch,
        ("Tensor", "strided", "float32", "bfloat16", "int16", "clone", "detach", "resolve_conj"),
    ),
    "struct": (struct, ("pack",)),
    "math": (math, ("prod",)),
    "builtins": (builtins, ("len", "list", "tuple", "type", "id", "map", "min", "max", "issubclass")),
}
METHODS_OF_TENSORS = (
    *("cpu", "detach", "contiguous", "numpy", "resolve_conj", "resolve_neg", "clone", "view", "tolist"),
    *("dtype", "shape", "layout", "device", "requires_grad", "is_quantized", "is_meta", "is_cpu", "data"),
    *("stride", "storage_offset", "untyped_storage", "data_ptr", "is_conj", "is_neg", "size", "numel"),
    *("__array__", "__torch_function__", "__getattribute__", "__reduce_ex__", "__dlpack__"),
)


class Lies:
    """Whatever is asked of it, the answer is what the arguments were at first."""

    def __init__(self, original):
        self.original = original

    def __call__(self, *arguments, **keywords):
        return self.original

    def __get__(self, instance, owner=None):
        return self

    def __getattr__(self, name):
        return self.original


@pytest.fixture
def encoder():
    return Encoder()


@contextlib.contextmanager
def patched(original):
    """Everything within a student's reach replaced; put back by what was kept before."""
    put, take, kept = setattr, delattr, []
    places = [(holder, name) for holder, names in MODULES.values() for name in names]
    places += [
        (cls, name)
        for cls in (torch.Tensor, torch.nn.Parameter, torch.UntypedStorage)
        for name in (*METHODS_OF_TENSORS, "nbytes", "__new__")
    ]
    lies = Lies(original)
    missing = object()
    for holder, name in places:
        kept.append((holder, name, vars(holder).get(name, missing)))
    try:
        for holder, name, _ in kept:
            put(holder, name, lies)
        yield
    finally:
        for holder, name, before in kept:
            take(holder, name) if before is missing else put(holder, name, before)


TRUE = [
    torch.arange(6.0).reshape(2, 3),
    torch.arange(6.0).reshape(2, 3).T,
    torch.arange(12, dtype=torch.int64)[3::2],
    torch.tensor(2.5),
    torch.tensor(2.5, dtype=torch.bfloat16),
    torch.arange(6, dtype=torch.bfloat16).reshape(2, 3).T,
    torch.tensor([1 + 2j, -0.0 - 3j]).conj(),
    torch.tensor([1 + 2j, 4 - 3j]).conj().imag,
    torch._neg_view(torch.arange(3, dtype=torch.bfloat16)),
    torch._neg_view(torch.arange(3)),
    torch.arange(3.0, requires_grad=True) * 2,
    torch.nn.Parameter(torch.arange(4.0)),
    torch.nn.Parameter(torch.arange(4.0))[1:].expand(2, 3),
    torch.tensor([True, False]),
    torch.arange(2, dtype=torch.uint8).mul(7).view(torch.bool),
    torch.zeros(0, 3),
    torch._efficientzerotensor((2, 2)),
    torch.empty(2, 3, device="meta"),
]
EXPECTED = [t if t.is_meta else t.detach().clone().resolve_conj().resolve_neg().contiguous() for t in TRUE]


@pytest.mark.parametrize(
    ("tensor", "plain"), list(zip(TRUE, EXPECTED, strict=True)), ids=[str(t)[:40] for t in TRUE]
)
def test_a_tensor_is_read_as_it_is_whatever_was_replaced(encoder, tensor, plain):
    original = torch.full(tensor.shape, 9.0)
    with patched(original):
        value = encoder.encode(tensor)
    check_value(value)
    assert isinstance(value, Array)
    back = revive(value)
    assert (back.dtype, back.shape) == (plain.dtype, plain.shape)
    if not plain.is_meta:
        assert torch.equal(back, plain)
        assert torch.equal(
            torch.signbit(torch.view_as_real(back) if back.is_complex() else back),
            torch.signbit(torch.view_as_real(plain) if plain.is_complex() else plain),
        )


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3).T,
        np.arange(6.0)[::-2],
        np.arange(6).astype(">i4"),
        np.array(2.5),
        np.array(2.5, dtype=">f2"),
        np.array([1 + 2j]).astype(">c16"),
        np.broadcast_to(np.float32(3), (2, 2)),
        np.array([0, 1, 2], dtype=np.uint8).view(bool),
        np.zeros((0, 3), dtype=np.longlong),
    ],
    ids=str,
)
def test_an_array_is_read_as_it_is_whatever_was_replaced(encoder, array):
    with patched(np.full(array.shape, 9.0)):
        value = encoder.encode(array)
    check_value(value)
    assert isinstance(value, Array)
    back = revive(value)
    assert back.shape == array.shape
    assert back.dtype == array.dtype.newbyteorder("<")
    assert (back == array).all()


def test_plain_numbers_are_read_as_they_are_whatever_was_replaced(encoder):
    answers = [
        1.5,
        3,
        True,
        2j,
        "text",
        b"bytes",
        [[1.0, 2.0], [3.0, 4.0]],
        [1, 2.5, np.float32(1.5)],
        {"a": (1,)},
    ]
    before = [encoder.encode(answer) for answer in answers]
    after = []
    with patched([9.0]):
        for answer in answers:
            after += [encoder.encode(answer)]
    assert after == before


def test_an_argument_that_was_changed_is_seen_changed(encoder):
    """What `Unchanged` looks at: the argument itself, not what a patched library says of it."""
    argument = torch.arange(4.0)
    original = argument.clone()
    argument.mul_(0)
    with patched(original):
        seen = encoder.encode_parts({"answer": 1.0, "table": argument}, 1 << 20)
    assert isinstance(seen, Mapping)
    assert seen.items[1][1] == Array("torch", "float32", (4,), bytes(16))


def test_modes_and_kernels_of_the_submissions_own_have_no_say(encoder):
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode

    class Function(TorchFunctionMode):
        def __torch_function__(self, function, kinds, arguments=(), keywords=None):
            raise AssertionError(function)

    class Dispatch(TorchDispatchMode):
        def __torch_dispatch__(self, function, kinds, arguments=(), keywords=None):
            raise AssertionError(function)

    tensors = [torch.arange(4.0), torch.nn.Parameter(torch.ones(2)), torch.tensor([1 + 2j]).conj()]
    before = [encoder.encode(tensor) for tensor in tensors]
    with Function(), Dispatch():
        after = [encoder.encode(tensor) for tensor in tensors]
    assert after == before
    assert all(isinstance(value, Array) for value in after)


class Mine(torch.Tensor):
    @property
    def __class__(self):
        return torch.Tensor

    @classmethod
    def __torch_function__(cls, function, kinds, arguments=(), keywords=None):
        return super().__torch_function__(function, kinds, arguments, keywords or {})


def test_a_tensor_that_says_it_is_another_class_is_opaque(encoder):
    assert isinstance(encoder.encode(torch.ones(2).as_subclass(Mine)), Opaque)
    renamed = torch.ones(2)
    renamed.__class__ = Mine
    assert isinstance(encoder.encode(renamed), Opaque)
    assert isinstance(encoder.encode(torch.nn.Parameter(torch.ones(2)).as_subclass(Mine)), Opaque)


def test_a_parameter_of_another_class_within_is_read_by_the_base_class(encoder):
    class Hooked(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, kinds, arguments=(), keywords=None):
            raise AssertionError

    assert isinstance(encoder.encode(torch.ones(2).as_subclass(Hooked)), Opaque)
    parameter = torch.nn.Parameter(torch.ones(2).as_subclass(torch.Tensor))
    assert isinstance(encoder.encode(parameter), Array)


def gone():
    tensor = torch.ones(4)
    tensor.untyped_storage().resize_(0)
    return tensor


def beyond_its_end():
    tensor = torch.ones(4)
    tensor.untyped_storage().resize_(8)
    return tensor


def leaked_from_a_map():
    leaked = []
    torch.func.vmap(lambda x: leaked.append(x) or x)(torch.ones(2, 2))
    return leaked[0]


@pytest.mark.parametrize(
    "make",
    [
        gone,
        beyond_its_end,
        leaked_from_a_map,
        lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
        lambda: torch._to_functional_tensor(torch.ones(2)),
        lambda: torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8),
        lambda: torch.ones(2).to_mkldnn() if torch.backends.mkldnn.is_available() else object(),
        lambda: torch.eye(2).to_sparse(),
        lambda: torch.empty(1 << 50, device="meta"),
        lambda: torch.empty(1 << 14, 1 << 14, device="meta"),
        lambda: torch.ones(*(1,) * 64, 2).unsqueeze(0),
        lambda: torch.empty(0, 1 << 50),
        lambda: np.zeros((0, 1 << 50)),
        lambda: np.zeros((0, 1 << 41)),
        lambda: np.broadcast_to(np.zeros(1), (1 << 40, 0)),
    ],
    ids=[
        *("gone", "beyond", "leaked", "nested", "functional", "quantised", "mkldnn", "sparse", "meta"),
        *("large meta", "axes", "empty tensor", "empty array", "empty array of 2**41", "empty view"),
    ],
)
def test_a_tensor_without_numbers_of_its_own_does_no_harm(encoder, make):
    value = encoder.encode(make())
    check_value(value)
    if isinstance(value, Array):
        assert value.shape == (1 << 40, 0)


def test_a_shape_beyond_the_limits_is_told(encoder):
    for answer in (torch.empty(1 << 50, device="meta"), np.zeros((0, 1 << 50))):
        assert encoder.encode(answer).reason == "it is larger than an answer may be"


def test_a_library_that_comes_later_is_looked_up_then(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch")
    late = Encoder()
    assert isinstance(late.encode(torch.ones(2)), Opaque)
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert isinstance(late.encode(torch.ones(2)), Array)


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_what_only_calls_itself_a_library_does_no_harm(monkeypatch, name):
    class Module(types.ModuleType):
        def __getattr__(self, name):
            raise SystemExit

    monkeypatch.delitem(sys.modules, name)
    late = Encoder()
    monkeypatch.setitem(sys.modules, name, Module(name))
    assert isinstance(late.encode([1.0]), Packed)
    assert isinstance(late.encode(object()), Opaque)


# --------------------------------------------------------------------------- other base classes


class LyingTuple(tuple):
    __slots__ = ()

    def __iter__(self):
        return iter((9.0,))

    def __len__(self):
        return 1

    def __getitem__(self, index):
        return 9.0

    def __getattribute__(self, name):
        raise SystemExit

    @property
    def __class__(self):
        return list


def test_a_tuple_subclass_is_read_as_the_tuple_it_is(encoder):
    assert encoder.encode(LyingTuple((1.0, 2.0))) == encoder.encode((1.0, 2.0))
    assert encoder.encode([LyingTuple("ab")]) == encoder.encode([("a", "b")])
    assert encoder.encode(torch.Size([2, 3])) == encoder.encode((2, 3))
    assert encoder.encode(torch.ones(3).max(0)) == encoder.encode((torch.tensor(1.0), torch.tensor(0)))


def test_an_ordered_dict_is_read_in_its_own_order_and_a_subclass_is_not_read(encoder):
    moved = OrderedDict(a=1, b=2)
    moved.move_to_end("a")
    assert encoder.encode(moved) == encoder.encode({"b": 2, "a": 1})

    class Ordered(OrderedDict):
        def items(self):
            return [("a", 9)]

    assert isinstance(encoder.encode(Ordered(a=1)), Opaque)
