"""A notebook whose every cell sleeps a little less than one may: no cell is too slow, and all together
never end.

exercise: weighted_sum
result: import_failed
made: yes
"""

import json


def made():
    # A cell may wait 1.6 s; the whole submission may take 6 s. Six cells tell, and thousands take a night.
    dozing = {"cell_type": "code", "source": "import time; time.sleep(1.3)", "metadata": {}, "outputs": []}
    honest = {**dozing, "source": "def weighted_sum(table, weights):\n    return table @ weights"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [honest] + [dozing] * 6}
    return {"weighted_sum.ipynb": json.dumps(notebook).encode()}
