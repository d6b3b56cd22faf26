"""A data class with a property for each item."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    n_params: int
    lora_params: int
    weight_bits: int = 4
    block_size: int = 64
    double_quant_block: int | None = 256
    optimizer_bytes: int = 8
    adapter_bytes: int = 2

    def __post_init__(self):
        if min(self.n_params, self.lora_params) < 0:
            raise ValueError("negative count")
        given = [self.weight_bits, self.block_size, self.optimizer_bytes, self.adapter_bytes]
        given += [] if self.double_quant_block is None else [self.double_quant_block]
        if min(given) < 1:
            raise ValueError("size out of range")

    @property
    def base_weights(self):
        return self.n_params / (8 / self.weight_bits)

    @property
    def quant_constants(self):
        if self.double_quant_block is None:
            return self.n_params * 4 / self.block_size
        weights_of_a_group = self.block_size * self.double_quant_block
        return self.n_params / self.block_size + self.n_params * 4 / weights_of_a_group

    @property
    def adapters(self):
        return self.lora_params * self.adapter_bytes

    gradients = adapters

    @property
    def optimizer(self):
        return self.lora_params * self.optimizer_bytes


ITEMS = ["base_weights", "quant_constants", "adapters", "gradients", "optimizer"]


def qlora_memory(n_params, lora_params, *sizes, **named):
    plan = Plan(n_params, lora_params, *sizes, **named)
    sheet = {name: getattr(plan, name) for name in ITEMS}
    sheet["total"] = sum(sheet.values())
    return {name: round(value, 1) for name, value in sheet.items()}
