"""A notebook with 20 MB of pictures and prints beside a few lines of code; harmless.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""

import json


def made():
    picture = {"output_type": "display_data", "data": {"image/png": "iVBORw0K" * 1_250_000}, "metadata": {}}
    printed = {"output_type": "stream", "name": "stdout", "text": ["line of output\n"] * 600_000}
    source = ["def weighted_sum(table, weights):\n", "    return table @ weights"]
    cell = {"cell_type": "code", "source": source, "outputs": [picture, printed], "metadata": {}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}
    return {"weighted_sum.ipynb": json.dumps(notebook).encode()}
