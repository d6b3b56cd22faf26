"""An archive of archives of archives, five deep and ten wide, with 5 MB in each of the 100,000 leaves.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import zipfile


def pack(members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members:
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return data.getvalue()


def made():
    content = pack([("weighted_sum.py", b"#" * (5 << 20))])
    for _ in range(5):
        content = pack([(f"{number}.zip", content) for number in range(10)])
    return {"weighted_sum.zip": content}
