"""Is a folder named like the file that is asked for, with a package inside of it.

exercise: weighted_sum
ignored: yes
made: yes
"""


def made():
    text = b"def weighted_sum(table, weights):\n    return table @ weights\n"
    return {"weighted_sum.py/__init__.py": text, "weighted_sum.py/weighted_sum.py": text}
