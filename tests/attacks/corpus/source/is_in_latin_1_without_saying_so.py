"""Holds letters in Latin-1 and declares nothing: whoever guesses an encoding may guess the wrong program.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    text = "# größer\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    return {"weighted_sum.py": text.encode("latin-1")}
