"""The answer is right, but afterwards the caller's table is another one. Which line writes into it?"""


def weighted_sum(table, weights):
    if weights.shape != (table.shape[1],):
        raise ValueError("one weight for each column")
    total = (table * weights).sum(axis=1)
    table *= weights
    return total
