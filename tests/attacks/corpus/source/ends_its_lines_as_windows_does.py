"""Ends its lines with carriage return and line feed, inside of texts as well; harmless.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""


def made():
    text = '"""Two\nlines."""\ndef weighted_sum(table, weights):\n    """A\n    B"""\n'
    text += "    return table @ \\\n        weights\n"
    return {"weighted_sum.py": text.replace("\n", "\r\n").encode()}
