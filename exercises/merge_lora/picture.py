"""What the merge is about: two thin factors change all of the weight, in as few directions as their rank."""

import numpy as np

OUT, IN, RANK, ALPHA = 16, 24, 2, 3


def waves(count, length):
    """Some waves along an axis, each shorter and weaker than the one before."""
    along = np.arange(length) / length
    return np.array([np.cos(2 * np.pi * (wave + 1) * along) / (wave + 1) for wave in range(count)])


def picture(student):
    weight = np.random.default_rng(0).uniform(-1.0, 1.0, (OUT, IN))
    lora_a, lora_b = waves(RANK, IN), waves(RANK, OUT).T
    merged = student.merge_lora(weight, lora_a, lora_b, ALPHA)
    update = student.merge_lora(np.zeros((OUT, IN)), lora_a, lora_b, ALPHA)
    names = {"rows": "output", "columns": "input", "levels": "signed", "scale": "weights"}
    return [
        {"title": "The weight: 16 x 24 numbers, no pattern", **names, "values": weight},
        {
            "title": "The update: as large, but made of two thin factors, 16 x 2 and 2 x 24",
            **names,
            "values": update,
        },
        {"title": "Merged: both of them, and still 16 x 24", **names, "values": merged},
        {
            "title": "How strong the update is in each direction: its rank is 2, so all others are 0",
            "rows": "singular value",
            "columns": "direction",
            "values": np.linalg.svd(update, compute_uv=False),
        },
    ]
