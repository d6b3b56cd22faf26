import math

DEBUG = True


def log(*words):
    if DEBUG:
        print("[debug]", *words)


def pos_embed_2d(grid, dim):
    log("grid", grid, "dim", dim)
    d = dim // 2
    freq = [1 / 10000 ** (2 * i / d) for i in range(d // 2)]
    log("frequencies", freq)
    table = []
    for r in range(grid):
        for c in range(grid):
            vec = []
            for p in (r, c):
                vec.extend(math.sin(p * f) for f in freq)
                vec.extend(math.cos(p * f) for f in freq)
            log("patch", r, c, "starts with", vec[:3], "and has length", len(vec))
            table.append([float(f"{v:.4f}") + 0.0 for v in vec])
    log("done,", len(table), "patches")
    return table
