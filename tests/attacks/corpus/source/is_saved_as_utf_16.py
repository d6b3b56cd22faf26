"""Is saved in UTF-16 with a mark: Python reads none of it, an editor shows a right answer.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    return {
        "weighted_sum.py": "def weighted_sum(table, weights):\n    return table @ weights\n".encode("utf-16")
    }
