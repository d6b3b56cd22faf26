"""What the bill is about: where the memory goes if everything is trained, and if only adapters are."""

WEIGHTS, ADAPTERS = 8_000_000_000, 50_000_000
PARTS = ("base_weights", "quant_constants", "optimizer", "gradients", "adapters")
BLOCK_SIZES = (16, 32, 64, 128, 256, 512)


def picture(student):
    everything = student.qlora_memory(0, WEIGHTS)
    adapters = student.qlora_memory(WEIGHTS, ADAPTERS)
    bills = (
        (everything, "All 8 billion weights trained, as adapters are"),
        (adapters, "8 billion in 4 bits, only 50 million trained"),
    )
    return [
        *(
            {
                "title": f"{what}: {bill['total'] / 1e9:.3g} GB",
                "rows": "GB",
                "columns": "base, constants, optimizer, gradients, adapters",
                "values": [bill[part] / 1e9 for part in PARTS],
            }
            for bill, what in bills
        ),
        {
            "title": "Constants, in bits per weight: larger blocks or a second level save",
            "rows": "doublings of a block_size of 16",
            "columns": "0: one level. 1: two levels, groups of 256",
            "values": [
                [
                    8 * student.qlora_memory(WEIGHTS, 0, 4, size, group)["quant_constants"] / WEIGHTS
                    for group in (None, 256)
                ]
                for size in BLOCK_SIZES
            ],
        },
    ]
