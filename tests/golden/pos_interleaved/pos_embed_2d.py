import math

def pos_embed_2d(grid, dim):
    quarter = dim // 4
    freqs = [10000 ** (-i / quarter) for i in range(quarter)]
    def one(p):
        return [v for f in freqs for v in (math.sin(p * f), math.cos(p * f))]
    return [[round(v, 4) + 0.0 for v in one(r) + one(c)] for r in range(grid) for c in range(grid)]
