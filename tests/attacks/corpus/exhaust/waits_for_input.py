"""Waits for something to be typed, and for a pipe of its own into which nobody writes.

exercise: weighted_sum
result: import_failed
"""

answer = ""
while not answer:
    answer = input("Password: ")


def weighted_sum(table, weights):
    return table @ weights
