"""A notebook of 6,000 cells, each of which raises: as many notes, messages and looks at the clock.

exercise: weighted_sum
result: failed | import_failed
checks: failed | not_run
made: yes
"""


def made():
    raising = '{"cell_type":"code","source":"raise ValueError(\'%s\')"}' % ("y" * 100)
    wrong = (
        '{"cell_type":"code","source":"def weighted_sum(table, weights): return 0 * (table @ weights) - 1"}'
    )
    return {"weighted_sum.ipynb": ('{"cells":[' + ",".join([wrong] + [raising] * 6_000) + "]}").encode()}
