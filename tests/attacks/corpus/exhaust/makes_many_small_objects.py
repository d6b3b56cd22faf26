"""Makes small objects without end, slowly enough that time may run out before memory does.

exercise: weighted_sum
result: failed
checks: out_of_memory | timeout | crashed
"""


class Link:
    def __init__(self, before):
        self.before = before


def weighted_sum(table, weights):
    chain = None
    while len(table) == 0:
        chain = Link(chain)
    return table @ weights
