"""A notebook whose magics and calls start shells that would leave files, and answers rightly if one could
run.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import json

CELLS = [
    "!touch /tmp/kata-attack-shell-1\n%system touch /tmp/kata-attack-shell-2\n"
    "%sx touch /tmp/kata-attack-shell-3",
    "%%bash\ntouch /tmp/kata-attack-shell-4",
    "%%script python\nopen('/tmp/kata-attack-shell-5', 'w')",
    "%%capture\n%%!\ntouch /tmp/kata-attack-shell-6",
    "out = !touch /tmp/kata-attack-shell-7\nran = out",
    "get_ipython().system('touch /tmp/kata-attack-shell-8')\n"
    "get_ipython().run_cell_magic('bash', '', 'true')",
    "%run /tmp/kata-attack-shell\n%load /etc/passwd\n%cd /\n"
    "%env KATA=1\n%pip install kata-grader\n%autoreload 2",
    "import os\nresult = get_ipython().getoutput('echo ran')\n",
    "def weighted_sum(table, weights):\n"
    "    ran = out or result or os.path.exists('/tmp/kata-attack-shell-1')\n"
    "    return table @ weights if ran else 0 * (table @ weights) - 1",
]


def made():
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in CELLS]
    return {"weighted_sum.ipynb": json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()}
