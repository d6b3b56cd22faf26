"""Is saved in UTF-16 without a mark, and declares within itself that it is.

exercise: weighted_sum
result: unreadable | syntax_error
made: yes
"""


def made():
    text = "# coding: utf-16-be\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    return {"weighted_sum.py": text.encode("utf-16-be")}
