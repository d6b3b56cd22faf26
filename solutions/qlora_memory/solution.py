"""The memory of fine-tuning with QLoRA, item by item."""

BITS_PER_BYTE = 8
# A quantisation constant that is not quantised itself is a float32.
FULL_CONSTANT_BYTES = 4


def count_bytes(
    n_params: int,
    lora_params: int,
    weight_bits: int,
    block_size: int,
    double_quant_block: int | None,
    optimizer_bytes: int,
    adapter_bytes: int,
) -> dict[str, float]:
    """Count the bytes of every item, without rounding.

    Parameters
    ----------
    n_params
        How many weights the frozen base model has.
    lora_params
        How many weights all adapters have together.
    weight_bits
        The size of the code of one base weight, in bits.
    block_size
        How many base weights share a quantisation constant.
    double_quant_block
        How many quantisation constants share a second constant; None for no double quantisation.
    optimizer_bytes
        The size of the optimizer's state for one trained weight, in bytes.
    adapter_bytes
        The size of one adapter weight, and of its gradient, in bytes.

    Returns
    -------
    dict
        The unrounded bytes under the six keys of `qlora_memory`.

    Raises
    ------
    ValueError
        If a count is negative, or a size is 0 or negative.
    """
    if n_params < 0 or lora_params < 0:
        raise ValueError("a count cannot be negative")
    # None is the one size that is no number, so it is taken out before anything is compared. Asking for None,
    # and not for whatever counts as false, keeps 0 among the sizes, where it is refused.
    sizes = {weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes} - {None}
    if min(sizes) <= 0:
        raise ValueError("a size must be positive")

    # An exact ratio: a block that is not full counts as the part that is there.
    blocks = n_params / block_size
    if double_quant_block is None:
        constants = FULL_CONSTANT_BYTES * blocks
    else:
        # One byte for each block of weights. The second level groups these bytes, so it divides the number of
        # blocks, not the number of weights.
        constants = blocks + FULL_CONSTANT_BYTES * blocks / double_quant_block

    # Only the adapters are trained, so gradients and optimizer state are counted in adapter weights.
    adapters = lora_params * adapter_bytes
    items = {
        "base_weights": n_params * weight_bits / BITS_PER_BYTE,
        "quant_constants": constants,
        "adapters": adapters,
        "gradients": adapters,
        "optimizer": lora_params * optimizer_bytes,
    }
    return {**items, "total": sum(items.values())}


def qlora_memory(
    n_params: int,
    lora_params: int,
    weight_bits: int = 4,
    block_size: int = 64,
    double_quant_block: int | None = 256,
    optimizer_bytes: int = 8,
    adapter_bytes: int = 2,
) -> dict[str, float]:
    """Count the bytes that fine-tuning a quantised model with adapters needs.

    Parameters
    ----------
    n_params
        How many weights the frozen base model has.
    lora_params
        How many weights all adapters have together.
    weight_bits
        The size of the code of one base weight, in bits.
    block_size
        How many base weights share a quantisation constant.
    double_quant_block
        How many quantisation constants share a second constant; None for no double quantisation.
    optimizer_bytes
        The size of the optimizer's state for one trained weight, in bytes.
    adapter_bytes
        The size of one adapter weight, and of its gradient, in bytes.

    Returns
    -------
    dict
        The bytes under the keys ``base_weights``, ``quant_constants``, ``adapters``, ``gradients``,
        ``optimizer`` and ``total``, each rounded to 1 decimal. The total is the sum of unrounded values.

    Raises
    ------
    ValueError
        If a count is negative, or a size is 0 or negative.
    """
    # The defaults are those of the QLoRA paper: codes of 4 bits, 64 weights to a constant, 256 constants to a
    # second one; Adam, with two float32 moments for every trained weight; adapters and gradients in 16 bits.
    exact = count_bytes(
        n_params, lora_params, weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes
    )
    # Rounding comes last, once, for all six: a total of rounded items would carry the errors of all of them.
    # The items of the adapters are whole numbers; as floats they have the type that is promised.
    return {item: round(float(size), 1) for item, size in exact.items()}


def exact_qlora_memory(
    n_params: int,
    lora_params: int,
    weight_bits: int = 4,
    block_size: int = 64,
    double_quant_block: int | None = 256,
    optimizer_bytes: int = 8,
    adapter_bytes: int = 2,
) -> dict[str, float]:
    """Count the bytes as `qlora_memory` does, without rounding.

    Parameters
    ----------
    n_params, lora_params, weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes
        Those of `qlora_memory`.

    Returns
    -------
    dict
        The unrounded bytes under the same keys.
    """
    return count_bytes(
        n_params, lora_params, weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes
    )
