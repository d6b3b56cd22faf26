"""Fills all memory with zeroed bytes, large pieces first and ever smaller ones once those are refused.

exercise: weighted_sum
result: failed
checks: out_of_memory | timeout | crashed
"""


def weighted_sum(table, weights):
    kept, size = [], 64 << 20
    while len(table) == 0:
        try:
            kept.append(bytearray(size))
        except MemoryError:
            if size == 1:
                raise
            size //= 2
    return table @ weights
