"""What pruning is about: the same share of attention is few tokens of one image and many of another."""

import math

GRID = 10
SHARES = (0.5, 0.8, 0.95)


def bump(row, column, middle, width):
    """Attention that falls off from a middle."""
    return math.exp(-((row - middle[0]) ** 2 + (column - middle[1]) ** 2) / (2 * width**2))


def image(width):
    """The attention of each patch: a large and a small thing to look at, on a dim ground."""
    places = [divmod(token, GRID) for token in range(GRID * GRID)]
    return [
        bump(*place, (2.8, 6.2), width) + 0.8 * bump(*place, (7.1, 2.1), 0.6 * width) + 0.002
        for place in places
    ]


def over_the_grid(numbers):
    """One number for each patch, in the patch's place."""
    return [numbers[row * GRID : (row + 1) * GRID] for row in range(GRID)]


def picture(student):
    panels = []
    for what, attention in (("Focused", image(1.1)), ("Spread-out", image(2.8))):
        kept = [student.prune_visual_tokens(attention, share) for share in SHARES]
        few, more, most = map(len, kept)
        panels += [
            {
                "title": f"{what} attention on {GRID} x {GRID} patches",
                "values": over_the_grid([round(weight, 2) for weight in attention]),
                "scale": "attention",
            },
            {
                "title": f"{few} tokens hold 50 % (marked 3), {more} hold 80 % (2 and 3), "
                f"{most} hold 95 % (all but 0)",
                "values": over_the_grid(
                    [sum(token in tokens for tokens in kept) for token in range(len(attention))]
                ),
                "scale": "kept",
            },
        ]
    return [{"rows": "row of the grid", "columns": "column of the grid", **panel} for panel in panels]
