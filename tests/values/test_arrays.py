"""Arrays and tensors: dtype, shape and bytes, whatever their layout in memory."""

from __future__ import annotations

import numpy as np
import pytest

from grader.codec import ITEM_SIZES, NUMPY_SCALARS, check_value, encode, revive
from grader.model import Array, Opaque
from tests.values.support import round_trip

torch = pytest.importorskip("torch", reason="tensors need the extra `torch`")


def same_array(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", NUMPY_SCALARS)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3)], ids=str)
def test_every_dtype_and_shape_of_numpy_comes_back(name, shape):
    array = np.ones(shape, dtype=name)
    back = round_trip(array)
    assert type(back) is np.ndarray
    assert same_array(back, array)


def test_an_array_keeps_the_sign_of_zero_nan_and_infinity():
    array = np.array([-0.0, 0.0, np.nan, np.inf, -np.inf])
    assert same_array(round_trip(array), array)


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a.T,
        lambda a: a[:, ::-1],
        lambda a: a[::2, 1:],
        np.asfortranarray,
        lambda a: np.broadcast_to(a[0], (5, 4)),
        lambda a: a.astype(">f8"),
        lambda a: a.astype(">i2"),
    ],
    ids=["transposed", "backwards", "sliced", "Fortran", "broadcast", "big-endian", "big-endian integers"],
)
def test_the_layout_in_memory_makes_no_difference(view):
    array = view(np.arange(12.0).reshape(3, 4))
    plain = np.array(array, dtype=array.dtype.newbyteorder("<"), order="C")
    assert encode(array) == encode(plain)
    assert same_array(round_trip(array), plain)


def test_what_is_revived_is_fresh_and_can_be_written_to():
    value = encode(np.zeros(3))
    first = revive(value)
    first[0] = 1.0
    assert revive(value)[0] == 0.0


@pytest.mark.parametrize(
    "array",
    [
        np.array([object(), 1], dtype=object),
        np.array(["a", "b"]),
        np.array(["2024-01-01"], dtype="datetime64[D]"),
        np.zeros(2, dtype=[("x", "f8"), ("y", "i4")]),
        np.zeros(2, dtype=np.longdouble),
        np.ma.masked_array([1.0, 2.0], mask=[False, True]),
        np.zeros(2).view(np.recarray),
        type("Mine", (np.ndarray,), {})((2,)),
    ],
    ids=["objects", "texts", "dates", "records", "long doubles", "masked", "recarray", "subclass"],
)
def test_an_array_that_is_not_of_plain_numbers_is_not_carried(array):
    assert isinstance(encode(array), Opaque)


def test_the_reason_names_the_dtype():
    assert encode(np.array([None])).reason == "its dtype is object"


# --------------------------------------------------------------------------- tensors

TORCH_DTYPES = [name for name in ITEM_SIZES if hasattr(torch, name)]


@pytest.mark.parametrize("name", TORCH_DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3)], ids=str)
def test_every_dtype_and_shape_of_torch_comes_back(name, shape):
    tensor = torch.ones(shape, dtype=getattr(torch, name))
    back = round_trip(tensor)
    assert type(back) is torch.Tensor
    assert (back.dtype, back.shape) == (tensor.dtype, tensor.shape)
    assert torch.equal(back, tensor)


def test_bfloat16_keeps_its_name_and_its_raw_bits():
    bits = torch.tensor([0x0000, -0x8000, 0x3F81, 0x7FC1, -0x80], dtype=torch.int16)
    tensor = bits.view(torch.bfloat16)  # 0, -0, 1.0078125, a NaN with a payload, -inf
    value = encode(tensor)
    assert value == Array("torch", "bfloat16", (5,), bits.numpy().tobytes())
    assert torch.equal(round_trip(tensor).view(torch.int16), bits)


def test_a_meta_tensor_travels_as_dtype_and_shape():
    value = encode(torch.empty(1 << 13, 1 << 13, dtype=torch.float16, device="meta"))
    assert value == Array("torch", "float16", (1 << 13, 1 << 13), None)
    check_value(value)
    check_value(encode(torch.empty(3, device="meta")))
    back = round_trip(torch.empty(2, 3, dtype=torch.bfloat16, device="meta"))
    assert (back.device.type, back.dtype, tuple(back.shape)) == ("meta", torch.bfloat16, (2, 3))


@pytest.mark.parametrize(
    "tensor",
    [
        torch.arange(12.0).reshape(3, 4).T,
        torch.arange(12.0)[::3],
        torch.arange(3.0).expand(4, 3),
        torch.arange(4.0, requires_grad=True) * 2,
        torch.nn.Parameter(torch.arange(4.0)),
        torch.tensor([1 + 2j]).conj(),
        torch.tensor([1 + 2j]).conj().imag,
        torch.arange(6, dtype=torch.bfloat16).reshape(2, 3).T,
    ],
    ids=["transposed", "strided", "expanded", "gradient", "Parameter", "conjugate", "negated", "bfloat16"],
)
def test_a_tensor_is_carried_as_the_numbers_it_shows(tensor):
    back = round_trip(tensor)
    assert type(back) is torch.Tensor
    assert back.dtype == tensor.dtype
    assert torch.equal(back, tensor.detach())


@pytest.mark.parametrize(
    "tensor",
    [
        torch.eye(3).to_sparse(),
        torch.zeros(2).as_subclass(type("Mine", (torch.Tensor,), {})),
        torch.zeros(1).expand(1 << 20, 1 << 20),
    ],
    ids=["sparse", "subclass", "huge without memory"],
)
def test_a_tensor_that_is_not_plain_is_not_carried(tensor):
    assert isinstance(encode(tensor), Opaque)


def test_a_tensor_and_an_array_of_the_same_numbers_are_two_things():
    assert encode(torch.zeros(2)) != encode(np.zeros(2, dtype="float32"))
