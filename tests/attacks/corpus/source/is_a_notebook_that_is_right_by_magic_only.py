"""A notebook whose right answers stand in cells for other programs (%%writefile, %%python, %%cython, %run).

exercise: weighted_sum
result: missing
made: yes
"""

import json

RIGHT = "def weighted_sum(table, weights):\n    return table @ weights"
CELLS = [
    f"%%writefile kata-attack-answer.py\n{RIGHT}",
    "%run kata-attack-answer.py\n%load kata-attack-answer.py",
    f"%%python\n{RIGHT}",
    f"%%cython\n{RIGHT}",
    f"%%script false\n{RIGHT}",
    f"%%HTML\n{RIGHT}",
    "%time exec('def weighted_sum(table, weights): return table @ weights')",
    "%store -r weighted_sum\n%macro weighted_sum 1\nweighted_sum?\nweighted_sum = %pwd",
]


def made():
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in CELLS]
    return {"weighted_sum.ipynb": json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()}
