"""A notebook with each key twice: what a viewer shows need not be what a grader runs, unless both take the
last.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""


def made():
    right = '{"cell_type":"code","source":"def weighted_sum(table, weights): return table @ weights"}'
    wrong = (
        '{"cell_type":"markdown","cell_type":"code",'
        '"source":"def weighted_sum(table, weights): return table @ weights",'
        '"source":"def weighted_sum(table, weights): return 0 * (table @ weights) - 1"}'
    )
    return {"weighted_sum.ipynb": ('{"cells":[' + right + '],"cells":[' + wrong + "]}").encode()}
