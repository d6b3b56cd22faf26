"""Is one line of ten megabytes, which tools that read lines take whole and patterns go through again and
again.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    return {"weighted_sum.py": b"weighted_sum = lambda table, weights: 0 " + b"+ 1 " * 2_600_000 + b"\n"}
