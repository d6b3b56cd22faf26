"""Begins with the byte-order mark that editors on Windows write; harmless.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""


def made():
    text = "# größer\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    return {"weighted_sum.py": b"\xef\xbb\xbf" + text.encode()}
