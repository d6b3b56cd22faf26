"""An archive whose members part their paths by backslashes, which some readers take for folders and some
for letters.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in ("..|..|weighted_sum.py", "|tmp|kata-attack-backslash.py", "a|..|..|ada|weighted_sum.py"):
            member = zipfile.ZipInfo("x" * len(name))
            archive.writestr(member, TEXT)
    packed = data.getvalue()
    for name in ("..|..|weighted_sum.py", "|tmp|kata-attack-backslash.py", "a|..|..|ada|weighted_sum.py"):
        # The module that writes archives would set the backslashes straight.
        packed = packed.replace(b"x" * len(name), name.replace("|", "\\").encode(), 2)
    return {"weighted_sum.zip": packed}
