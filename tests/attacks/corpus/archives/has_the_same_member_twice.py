"""An archive that holds the same name twice, wrong and right: whoever shows the one and grades the other is
deceived.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import io
import warnings
import zipfile

RIGHT = b"def weighted_sum(table, weights):\n    return table @ weights\n"
WRONG = b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"


def made():
    data = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(data, "w") as archive:
        warnings.simplefilter("ignore")
        for text in (WRONG, RIGHT, WRONG):
            archive.writestr(zipfile.ZipInfo("weighted_sum.py"), text)
    return {"weighted_sum.zip": data.getvalue()}
