"""Is one line of nearly eight megabytes, within the size that is read: a million additions, one inside the
other.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    return {"weighted_sum.py": b"weighted_sum = lambda table, weights: 0 " + b"+ t " * 1_900_000 + b"\n"}
