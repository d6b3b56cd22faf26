"""Declares an encoding with the name of a module of its own, for a reader that imports codecs by name.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""


def made():
    codec = b"import os\nos._exit(0)\n"
    text = (
        b"# vim: set fileencoding=mallory :\ndef weighted_sum(table, weights):\n    return table @ weights\n"
    )
    return {"weighted_sum.py": text, "mallory.py": codec, "encodings/mallory.py": codec}
