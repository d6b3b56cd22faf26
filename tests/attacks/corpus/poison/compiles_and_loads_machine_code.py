"""Has torch's builder of extensions translate C++, whose constructor runs when the library is loaded.

exercise: scaled_layer
result: failed | import_failed
checks: forbidden | raised | timeout | failed | not_run
"""

import os

PLACE = "/tmp/kata-attack-build"
CODE = """
#include <cstdio>
__attribute__((constructor)) static void left() {
    if (FILE *file = fopen("/tmp/kata-attack-extension", "w")) fclose(file);
}
"""


def scale(table, factor):
    from torch.utils import cpp_extension  # slow to import, so not before it is asked for

    os.makedirs(PLACE, exist_ok=True)
    cpp_extension.load_inline("kata_attack", CODE, is_python_module=False, build_directory=PLACE)
    return table * factor


def Scale(columns):
    raise NotImplementedError
