"""Holds halves of letters, which no text may hold: as bytes, for a reader that lets them pass.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    text = "def weighted_sum(table, weights):\n    '\ud800\udfff\udcff'\n    return table @ weights\n"
    return {"weighted_sum.py": text.encode("utf-8", "surrogatepass")}
