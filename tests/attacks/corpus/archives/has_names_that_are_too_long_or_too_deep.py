"""An archive with names of 60,000 letters, of 20,000 folders, with control characters and with no letter at
all.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import io
import zipfile

NAMES = (
    "a" * 60_000 + "/weighted_sum.py",
    "d/" * 20_000 + "weighted_sum.py",
    "weighted_sum\x1b[2J\r\n.py",
    "\u202eyp.mus_dethgiew",
    "weighted_sum.py\x00.txt",
    "/",
    "",
)


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in NAMES:
            member = zipfile.ZipInfo("weighted_sum.py")
            member.filename = name  # past what the constructor would cut off
            archive.writestr(member, b"weighted_sum = lambda t, w: 0\n")
    return {"weighted_sum.zip": data.getvalue()}
