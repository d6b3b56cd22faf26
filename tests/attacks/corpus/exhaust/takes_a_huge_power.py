"""Takes a power whose result would not fit into all memory there is, and one that takes for ever modulo a
number.

exercise: weighted_sum
result: failed
checks: timeout | out_of_memory
"""


def weighted_sum(table, weights):
    if len(table) == 0:
        modulus = (1 << 200_000) - 1
        return pow(3, modulus, modulus) + 9**9**9
    return table @ weights
