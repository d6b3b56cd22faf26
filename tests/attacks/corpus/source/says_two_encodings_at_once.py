"""Begins with the mark of UTF-8 and declares Shift JIS, in which its backslashes are halves of letters.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""


def made():
    body = "# 表\ndef weighted_sum(table, weights):\n    return table @ weights\n".encode("shift_jis")
    return {"weighted_sum.py": b"\xef\xbb\xbf# coding: shift_jis\n" + body}
