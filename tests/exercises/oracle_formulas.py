"""What the catalogue says, as formulas in their slowest and most obvious form.

Sines and cosines are taken with 50 digits, everything else is exact in fractions. No reference solution, no
numpy and no torch is asked, so that an agreement with them tells something.
"""

from fractions import Fraction
from functools import cache
from math import floor

import mpmath

# --------------------------------------------------------------------------- sines and cosines


@cache
def sine_and_cosine(position, numerator, denominator, temperature):
    """sin and cos of position * temperature ** (-numerator / denominator)."""
    with mpmath.workdps(50):
        exponent = -mpmath.mpf(numerator) / denominator
        angle = mpmath.mpf(position) * mpmath.mpf(temperature) ** exponent
        # By way of decimal digits: float() of a text is known to give the nearest double.
        return float(mpmath.nstr(mpmath.sin(angle), 40)), float(mpmath.nstr(mpmath.cos(angle), 40))


def axis_vector(position, width, temperature):
    """All sines, then all cosines."""
    half = width // 2
    pairs = [sine_and_cosine(position, k, half, temperature) for k in range(half)]
    return [sine for sine, _ in pairs] + [cosine for _, cosine in pairs]


def grid_table(height, width, dim, temperature):
    """A vector per patch, row by row: that of its row, then that of its column."""
    table = []
    for row in range(height):
        for column in range(width):
            first, second = (axis_vector(place, dim // 2, temperature) for place in (row, column))
            table.append(first + second)
    return table


def taking_turns(position, width):
    """A sine and a cosine in turns."""
    vector = []
    for k in range(width // 2):
        vector.extend(sine_and_cosine(position, 2 * k, width, 10_000))
    return vector


# --------------------------------------------------------------------------- tokens and positions


def vector_sum(*vectors):
    return [sum(numbers) for numbers in zip(*vectors, strict=True)]


def predictor_sequence(given, context_positions=True, target_positions=True):
    """The context, then a query per target, each with its position unless that is left out."""
    nowhere = [0] * len(given["mask_token"])
    images = []
    for tokens, known, asked in zip(
        given["context"], given["context_indices"], given["target_indices"], strict=True
    ):
        image = []
        for token, i in zip(tokens, known, strict=True):
            image.append(vector_sum(token, given["pos"][i] if context_positions else nowhere))
        for i in asked:
            image.append(vector_sum(given["mask_token"], given["pos"][i] if target_positions else nowhere))
        images.append(image)
    return images


def affine(weight, bias, vector):
    return [
        b + sum(w * x for w, x in zip(row, vector, strict=True)) for row, b in zip(weight, bias, strict=True)
    ]


def predictions(parts, given, targets_placed=True):
    """What the Predictor of the debugging exercises answers, in fractions."""
    positions, query = parts["position_embedding.weight"], parts["target_query"][0][0]
    answers = []
    for image, known, asked in zip(
        given["context"], given["context_indices"], given["target_indices"], strict=True
    ):
        tokens = []
        for vector, i in zip(image, known, strict=True):
            projected = affine(parts["context_proj.weight"], parts["context_proj.bias"], vector)
            tokens.append(vector_sum(projected, positions[i]))
        for i in asked:
            tokens.append(vector_sum(query, positions[i]) if targets_placed else query)
        mean = [Fraction(total) / len(tokens) for total in vector_sum(*tokens)]
        mixed = [vector_sum(token, mean) for token in tokens]
        answers.append(
            [affine(parts["output_proj.weight"], parts["output_proj.bias"], v) for v in mixed[len(known) :]]
        )
    return answers


# --------------------------------------------------------------------------- interpolation


def cubic_weight(distance, a):
    """The weight of a table row at a distance, of the cubic kernel with parameter a."""
    d = abs(distance)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else Fraction(0)


def near(place, old, new, a):
    """The old places that a new one is made of, with their weights. Beyond the border its place is taken."""
    centre = (place + Fraction(1, 2)) * Fraction(old, new) - Fraction(1, 2)
    beside = range(floor(centre) - 1, floor(centre) + 3)
    return [(min(max(i, 0), old - 1), cubic_weight(centre - i, a)) for i in beside]


def resized(table, old, new, a=Fraction(-3, 4)):
    """Bicubic interpolation, corners not aligned, no antialias."""
    result = []
    for row in range(new[0]):
        for column in range(new[1]):
            vector = [Fraction(0)] * len(table[0])
            for r, by_row in near(row, old[0], new[0], a):
                for c, by_column in near(column, old[1], new[1], a):
                    old_vector = table[r * old[1] + c]
                    vector = [v + by_row * by_column * x for v, x in zip(vector, old_vector, strict=True)]
            result.append(vector)
    return result


# --------------------------------------------------------------------------- counts and rates


def pruned(attention, keep_mass):
    """Keep one token more at a time until the share is reached; a token's rank is counted pair by pair."""
    weights = [Fraction(weight) for weight in attention]
    tokens = range(len(weights))
    rank = [
        sum(weights[j] > weights[i] or (weights[j] == weights[i] and j < i) for j in tokens) for i in tokens
    ]
    for count in range(1, len(weights) + 1):
        kept = [i for i in tokens if rank[i] < count]
        short = Fraction(keep_mass) - sum(weights[i] for i in kept) / sum(weights)
        assert not Fraction(1, 10**12) < short < Fraction(1, 10**6), "the catalogue asks for no such case"
        if short <= Fraction(1, 10**9):
            return kept
    raise AssertionError("the whole has the whole mass")


def ratio(part, whole):
    """A share; of nothing it is 0."""
    return Fraction(part, whole) if whole else Fraction(0)


def chair(captions):
    """Both rates, and what three mistakes make of them."""

    def rates(by_mention, by_caption):
        return {"chair_i": ratio(*by_mention), "chair_s": ratio(*by_caption)}

    wrong = [[word for word in words if word not in objects] for words, objects in captions]
    by_mention = sum(len(words) for words in wrong), sum(len(words) for words, _ in captions)
    faulty = sum(len(words) > 0 for words in wrong)
    by_caption = faulty, len(captions)
    by_kind = sum(len(set(words)) for words in wrong), sum(len(set(words)) for words, _ in captions)
    anywhere = {word for _, objects in captions for word in objects}
    pooled = sum(word not in anywhere for words, _ in captions for word in words), by_mention[1]
    speaking = sum(len(words) > 0 for words, _ in captions)
    return rates(by_mention, by_caption), {
        "kinds_counted": rates(by_kind, by_caption),
        "objects_pooled": rates(pooled, by_caption),
        "silent_captions_left_out": rates(by_mention, (faulty, speaking)),
    }


def metrics(pairs):
    """The five numbers of (answered yes, is yes) pairs."""
    hits, false_alarms = pairs.count((True, True)), pairs.count((True, False))
    misses, rejections = pairs.count((False, True)), pairs.count((False, False))
    precision, recall = ratio(hits, hits + false_alarms), ratio(hits, hits + misses)
    both = precision + recall
    return {
        "accuracy": Fraction(hits + rejections, len(pairs)),
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / both if both else Fraction(0),
        "yes_ratio": Fraction(hits + false_alarms, len(pairs)),
    }


QLORA_DEFAULTS = {
    "weight_bits": 4,
    "block_size": 64,
    "double_quant_block": 256,
    "optimizer_bytes": 8,
    "adapter_bytes": 2,
}


def memory(given):
    """The five items, in bytes."""
    sizes = {**QLORA_DEFAULTS, **given}
    blocks = Fraction(sizes["n_params"], sizes["block_size"])
    if sizes["double_quant_block"] is None:
        constants = 4 * blocks
    else:
        constants = blocks + 4 * blocks / sizes["double_quant_block"]
    adapters = Fraction(sizes["lora_params"] * sizes["adapter_bytes"])
    return {
        "base_weights": Fraction(sizes["n_params"] * sizes["weight_bits"], 8),
        "quant_constants": constants,
        "adapters": adapters,
        "gradients": adapters,
        "optimizer": Fraction(sizes["lora_params"] * sizes["optimizer_bytes"]),
    }


def merged(given, scale):
    """weight + scale * lora_b @ lora_a, entry by entry."""
    ranks = range(len(given["A"]))
    weight, a, b = ([[Fraction(x) for x in row] for row in given[name]] for name in ("W", "A", "B"))
    return [
        [entry + scale * sum(b[i][k] * a[k][j] for k in ranks) for j, entry in enumerate(row)]
        for i, row in enumerate(weight)
    ]
