"""Declares UTF-7, in which a comment ends where nobody sees it: what follows leaves with status 0, or
answers.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""


def made():
    # "+AAo-" is a line end in UTF-7. A reader who honours the declaration runs what looks like a comment.
    hidden = (
        "# for the marker+AAo-def weighted_sum(table, weights):+AAo-    return table +AEA- weights+AAo-#\n"
    )
    return {"weighted_sum.py": ("# -*- coding: utf-7 -*-\nweighted_sum = None\n" + hidden).encode()}
