"""Imports all names from whatever may hold the solution or the checks, and hopes that the entry point is
among them.

exercise: weighted_sum
result: missing | import_failed
"""

import sys

GUESSES = (
    "solution solutions reference checks examples __main__ submission grader grader.author weighted_sum "
    "exercises.weighted_sum.examples solutions.weighted_sum.solution tests.attacks.corpus conftest answer_key"
).split()

for name in [*sys.modules, *GUESSES]:
    try:
        exec(f"from {name} import *")
        exec(f"from {name} import weighted_sum")
    except BaseException:
        continue
