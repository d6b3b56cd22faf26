"""A notebook whose every cell loops: each must be stopped, and the sum of them too.

exercise: weighted_sum
result: import_failed | missing
made: yes
"""

import json


def made():
    loop = {"cell_type": "code", "source": "while True: pass", "metadata": {}, "outputs": []}
    honest = {**loop, "source": "def weighted_sum(table, weights):\n    return table @ weights"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [loop] * 50 + [honest]}
    return {"weighted_sum.ipynb": json.dumps(notebook).encode()}
