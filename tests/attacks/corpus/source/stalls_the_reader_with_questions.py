"""Hands in a notebook of thousands of long lines that end as a request for help does, to keep its reader busy.

exercise: weighted_sum
result: missing | failed | import_failed
checks: not_run | raised | failed
made: yes
"""

import json


def made():
    code = ("a" * 298 + "+?\n") * 6000
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": code}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return {"weighted_sum.ipynb": json.dumps(book).encode()}
