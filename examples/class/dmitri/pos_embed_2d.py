from math import cos, sin


def pos_embed_2d(grid, dim):
    d = dim / 2
    omegas = [10000 ** (-2 * i / d) for i in range(int(d / 2))]

    def half(p):
        return [sin(p * w) for w in omegas] + [cos(p * w) for w in omegas]

    return [
        [round(x, 4) for x in half(r) + half(c)]
        for r in range(grid)
        for c in range(grid)
    ]
