"""A notebook whose cells end the process one after the other, each of them for a new worker to be started.

exercise: weighted_sum
result: failed | import_failed
checks: failed | not_run
made: yes
"""

import json


def made():
    end = {"cell_type": "code", "source": "import os; os._exit(0)", "metadata": {}, "outputs": []}
    wrong = {**end, "source": "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [wrong] + [end] * 60}
    return {"weighted_sum.ipynb": json.dumps(notebook).encode()}
