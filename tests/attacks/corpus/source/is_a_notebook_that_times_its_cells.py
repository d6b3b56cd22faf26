"""A notebook whose answer stands below %%time and %%capture, with magics and helps around it; harmless.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""

import json

CELLS = [
    "%matplotlib inline\n%load_ext autoreload\n!pip install numpy\nimport numpy as np\nnp.dot?",
    "%%time\n%%capture\n"
    "def weighted_sum(table, weights):\n    left = 7 %2\n    return table @ weights + left - 1",
    "1 / 0",
    "assert weighted_sum(np.ones((2, 2)), np.ones(2)).tolist() == [2, 2]\n'%%time' '!' '?'",
]


def made():
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in CELLS]
    return {"weighted_sum.ipynb": json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()}
