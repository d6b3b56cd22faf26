"""Returns texts with lone surrogates, bytes and numbers as texts, which careless readers convert or fail to
encode.

exercise: weighted_sum
result: failed
checks: failed
"""

turn = 0


def weighted_sum(table, weights):
    global turn
    turn += 1
    right = [str(float(number)) for number in table.sum(axis=1)]
    return ("\ud800\udfff\udcff", b"\xff" * 64, right, ["nan"] * len(table), {1.0: "\ud800"})[turn % 5]
