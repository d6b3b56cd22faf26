"""Declares Latin-1 as the second line and holds letters in it; harmless.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""


def made():
    text = "#!/usr/bin/env python\n# -*- coding: latin-1 -*-\n# größer\n"
    text += "def weighted_sum(table, weights):\n    größe = table @ weights\n    return größe\n"
    return {"weighted_sum.py": text.encode("latin-1")}
