"""Every entry was added as it is. What did the weights do?"""


def weighted_sum(table, weights):
    if weights.shape != (table.shape[1],):
        raise ValueError("one weight for each column")
    return table.sum(axis=1)
