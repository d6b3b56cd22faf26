"""How arrays and tensors are read: through what was bound before any of a student's code ran.

A submission may replace `numpy.asarray` or `torch.Tensor.cpu`; it cannot change the methods of
types that are written in C. So types are told by identity, and read through the C methods that were
taken from them at first. Nothing of a tensor is computed by torch, where modes and replaced kernels
have a say: its numbers are read where they lie.
"""

from __future__ import annotations

import builtins
import ctypes
import math
from collections.abc import Callable
from typing import Any

from grader.codec.formats import ITEM_SIZES, NUMPY_SCALARS, OPAQUE_BYTES, shape_fits
from grader.model import Array, Opaque

# The functions below look names up here, where no submission has replaced any.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]
_product = math.prod
# (address, length, PyBUF_READ) -> a memoryview.
_memory_at = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)(
    ("PyMemoryView_FromMemory", ctypes.pythonapi)
)
_TO_READ = 0x100

Spend = Callable[[int], None]
TOO_LARGE = "it is larger than an answer may be"
_UNREADABLE = "it could not be read"


class NotData(Exception):
    """The object cannot be carried; the reason is its text."""


class ArrayReader:
    """Reads arrays of numpy, and knows the types of its scalars.

    Attributes
    ----------
    array_type
        The type of the arrays that are read; no subclass of it is.
    scalars
        The identity of each type of scalars -> its kind.
    """

    def __init__(self, numpy: Any) -> None:
        self.array_type = numpy.ndarray
        self.scalars = {id(numpy.dtype(name).type): f"numpy.{name}" for name in NUMPY_SCALARS}
        # The names of the dtypes that are numpy's own, by number: `dtype.name` is computed by Python code.
        self.names = {numpy.dtype(code).num: numpy.dtype(code).name for code in "?bBhHiIlLqQefdgFDGOSUVMm"}

    def read(self, array: Any, spend: Spend) -> Array | Opaque:
        """Carry an array whose type is ``array_type``."""
        dtype = array.dtype
        name = self.names.get(dtype.num, "not numpy's own")
        if name not in ITEM_SIZES:
            spend(OPAQUE_BYTES)
            return Opaque("numpy.ndarray", f"its dtype is {name}")
        shape = array.shape
        _require_fit(shape)
        spend(array.nbytes)
        data = array.astype(dtype.newbyteorder("<"), copy=False).tobytes()
        return _carried("numpy", name, shape, data)


class TensorReader:
    """Reads tensors of torch. Its attributes are torch's types and the methods of their C base classes."""

    def __init__(self, torch: Any, numpy: Any) -> None:
        base, storage = torch._C.TensorBase, torch._C.StorageBase
        self.types = frozenset((id(torch.Tensor), id(torch.nn.Parameter)))
        # Without it, `__torch_function__` of a parameter and of modes is asked first.
        self.as_it_is = torch._C.DisableTorchFunction
        self.dtypes = {
            id(getattr(torch, name)): (name, numpy.dtype("int16" if name == "bfloat16" else name))
            for name in ITEM_SIZES
            if hasattr(torch, name)
        }
        self.strided = torch.strided
        self.dtype, self.layout = base.dtype.__get__, base.layout.__get__
        self.shape, self.strides, self.offset = base.shape.__get__, base.stride, base.storage_offset
        self.is_meta, self.is_cpu, self.cpu = base.is_meta.__get__, base.is_cpu.__get__, base.cpu
        self.is_conjugate, self.is_negative, self.is_zero = base.is_conj, base.is_neg, base._is_zerotensor
        self.storage, self.address, self.length = base.untyped_storage, storage.data_ptr, storage.nbytes
        self.array_type = numpy.ndarray
        self.conjugate, self.negative, self.exclusive_or = numpy.conjugate, numpy.negative, numpy.bitwise_xor
        self.sign_of_bfloat16 = numpy.int16(-1 << 15)

    def read(self, tensor: Any, spend: Spend) -> Array | Opaque:
        """Carry a tensor whose type's identity is among ``types``."""
        with self.as_it_is():
            dtype, layout = self.dtype(tensor), self.layout(tensor)
            known = self.dtypes.get(id(dtype))
            if known is None or layout is not self.strided:
                spend(OPAQUE_BYTES)
                told = str(dtype).removeprefix("torch.")
                return Opaque("torch.Tensor", f"its dtype is {told[:40]} and its layout {str(layout)[:40]}")
            name, raw = known
            shape = tuple(self.shape(tensor))
            _require_fit(shape)
            if self.is_meta(tensor):
                return Array("torch", name, shape, None)
            spend(_product(shape) * ITEM_SIZES[name])
            return _carried("torch", name, shape, self._numbers(tensor, name, shape, raw))

    def _numbers(self, tensor: Any, name: str, shape: tuple[int, ...], raw: Any) -> bytes:
        """The bytes of a tensor's numbers, row by row."""
        size = ITEM_SIZES[name]
        if self.is_zero(tensor) or 0 in shape:
            return bytes(_product(shape) * size)
        if not self.is_cpu(tensor):
            tensor = self.cpu(tensor)
        storage = self.storage(tensor)
        address = self.address(storage)
        if not address:
            raise NotData(_UNREADABLE)
        memory = _memory_at(address, self.length(storage), _TO_READ)
        strides = tuple(size * stride for stride in self.strides(tensor))
        # numpy refuses what does not lie within the storage.
        array = self.array_type(shape, raw, memory, size * self.offset(tensor), strides)
        if self.is_conjugate(tensor):
            array = self.conjugate(array)
        if self.is_negative(tensor) and name == "bfloat16":
            array = self.exclusive_or(array, self.sign_of_bfloat16)
        elif self.is_negative(tensor):
            array = self.negative(array)
        return array.tobytes()  # type: ignore[no-any-return]


def _require_fit(shape: tuple[int, ...]) -> None:
    if not shape_fits(shape):
        raise NotData(TOO_LARGE)


def _carried(library: str, name: str, shape: tuple[int, ...], data: bytes) -> Array:
    if len(data) != _product(shape) * ITEM_SIZES[name]:
        raise NotData(_UNREADABLE)  # a thread changed it meanwhile
    return Array(library, name, shape, data.translate(_TRUTHS) if name == "bool" else data)


_TRUTHS = b"\x00" + b"\x01" * 255  # any byte but zero is true to numpy and torch
