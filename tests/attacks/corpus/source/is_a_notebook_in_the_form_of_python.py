"""A file that is a notebook to one reader and a right answer to the other, by a key that both can read.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    python = "\n\n\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    source = '"def weighted_sum(table, weights): return 0 * (table @ weights) - 1"'
    cell = '{"cell_type": "code", "source": ' + source + "}"
    return {"weighted_sum.py": ('{"cells": [' + cell + "]}" + python).encode()}
