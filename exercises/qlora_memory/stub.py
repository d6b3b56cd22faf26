"""The memory of fine-tuning with QLoRA. Fill in the function below; helpers of your own are welcome."""


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
    raise NotImplementedError("qlora_memory is still to be written")
