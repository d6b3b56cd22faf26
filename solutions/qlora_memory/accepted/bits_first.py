"""Everything in bits, turned into bytes at the end; rounding by way of text. Whole numbers stay ints."""


def in_bytes(bits):
    value = float(f"{bits / 8:.1f}")
    return int(value) if value.is_integer() else value


def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    if n_params < 0:
        raise ValueError("n_params")
    if lora_params < 0:
        raise ValueError("lora_params")
    positive = {"weight_bits": weight_bits, "block_size": block_size, "optimizer": optimizer_bytes}
    positive |= {"adapter": adapter_bytes, "double": 1 if double_quant_block is None else double_quant_block}
    for name, size in positive.items():
        if size <= 0:
            raise ValueError(name)
    constant = 32 if double_quant_block is None else 8 + 32 / double_quant_block
    bits = {
        "base_weights": n_params * weight_bits,
        "quant_constants": n_params * constant / block_size,
        "adapters": lora_params * adapter_bytes * 8,
        "gradients": lora_params * adapter_bytes * 8,
        "optimizer": lora_params * optimizer_bytes * 8,
    }
    answer = {name: in_bytes(value) for name, value in bits.items()}
    answer["total"] = in_bytes(sum(bits.values()))
    return answer
