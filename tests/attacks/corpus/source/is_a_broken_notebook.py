"""A notebook whose JSON breaks off behind a cell with a right answer: it is not to be mended by guessing.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    source = '["def weighted_sum(table, weights):\\n", "    return table @ weights"]'
    cell = '{"cell_type": "code", "source": ' + source + "}"
    return {
        "weighted_sum.ipynb": ('{"nbformat": 4, "cells": [' + cell + ', {"cell_type": "code", "sou').encode()
    }
