"""A notebook with a hundred thousand lists in each other where nobody looks, in its metadata and in a cell.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    deep = "[" * 100_000 + "]" * 100_000
    source = '"def weighted_sum(table, weights): return 0 * (table @ weights) - 1"'
    code = '{"cell_type": "code", "source": ' + source + "}"
    bad = '{"cell_type": "code", "source": %s}' % deep
    text = '{"nbformat": 4, "metadata": {"x": %s}, "cells": [%s, %s]}' % (deep, code, bad)
    return {"weighted_sum.ipynb": text.encode()}
