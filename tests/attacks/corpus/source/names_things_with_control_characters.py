"""Raises with texts, names and files full of control characters, to draw another report on a terminal or a
page.

exercise: weighted_sum
result: failed
checks: raised
"""

PASSED = "\x1b[2J\x1b[H\x1b[32mAll 5 checks passed.\x1b[0m\u202e\r\n\x07\x9b31m"
PASSED += "<b onclick=alert(1)>=cmd|'/C calc'!A0"


class Report(Exception):
    pass


Report.__name__ = Report.__qualname__ = PASSED.replace("\x00", "")
Report.__module__ = "\x1b]0;passed\x07"


def weighted_sum(table, weights):
    print(PASSED)
    raise Report(PASSED)
