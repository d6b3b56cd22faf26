"""Has 400,000 statements on as many lines, whose tree takes far more memory than their text.

exercise: weighted_sum
result: failed | syntax_error | import_failed
checks: failed | not_run
made: yes
"""


def made():
    text = b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {"weighted_sum.py": text + b"x = [y for y in ()]\n" * 400_000}
