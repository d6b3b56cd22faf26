import math


def axis_vector(p, d):
    sines = []
    cosines = []
    for i in range(d // 2):
        omega = 10000 ** (-2 * i / d)
        sines.append(math.sin(p * omega))
        cosines.append(math.cos(p * omega))
    return sines + cosines


def pos_embed_2d(grid, dim):
    d = dim // 2
    table = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, d) + axis_vector(col, d)
            # + 0.0 turns -0.0 into 0.0 and leaves everything else alone
            table.append([round(value, 4) + 0.0 for value in vector])
    return table


if __name__ == "__main__":
    for line in pos_embed_2d(2, 4):
        print(line)
