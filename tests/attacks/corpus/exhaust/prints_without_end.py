"""Prints without end in one call, to fill the grader's memory, its disk or the student's report.

exercise: weighted_sum
result: failed
checks: too_much_output | timeout
"""


def weighted_sum(table, weights):
    while len(table) == 0:
        print("all checks passed " * 4000)
    return table @ weights
