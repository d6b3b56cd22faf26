"""Raises an exception whose text is 60 MB and whose arguments are more, in the one call and with the file's
end.

exercise: weighted_sum
result: failed
checks: raised | out_of_memory | timeout
"""


def weighted_sum(table, weights):
    if len(table) == 0:
        raise ValueError("\x1b[31m%s\u202e" * 5_000_000, list(range(1_000_000)))
    raise ValueError("<script>" * 5_000_000)
