"""Exact fractions until the end; halves are rounded up."""

from fractions import Fraction
from math import floor


class BadSizeError(ValueError):
    """A count or a size that no model has."""


def one_decimal(value):
    return floor(value * 10 + Fraction(1, 2)) / 10


def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    for count in (n_params, lora_params):
        if count < 0:
            raise BadSizeError(count)
    for size in (weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes):
        if size is not None and size <= 0:
            raise BadSizeError(size)
    bits_of_a_constant = 32
    if double_quant_block is not None:
        bits_of_a_constant = 8 + Fraction(32, double_quant_block)
    exact = dict(
        total=Fraction(0),
        optimizer=Fraction(lora_params * optimizer_bytes),
        gradients=Fraction(lora_params * adapter_bytes),
        adapters=Fraction(lora_params * adapter_bytes),
        quant_constants=Fraction(n_params, block_size) * bits_of_a_constant / 8,
        base_weights=Fraction(n_params * weight_bits, 8),
    )
    exact["total"] = sum(exact.values())
    return {name: one_decimal(value) for name, value in exact.items()}
