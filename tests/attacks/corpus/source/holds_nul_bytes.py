"""Hides code behind NUL bytes, at which some readers stop and others go on.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""


def made():
    shown = b"def weighted_sum(table, weights):\n    raise NotImplementedError\n#"
    return {
        "weighted_sum.py": shown + b"\x00\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    }
