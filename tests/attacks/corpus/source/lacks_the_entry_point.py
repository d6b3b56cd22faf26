"""Lacks the entry point, and answers for every name that is looked up in the module instead.

exercise: weighted_sum
result: missing | import_failed
"""

import sys
import types


def __getattr__(name):
    return lambda table, weights: table @ weights


class Everything(types.ModuleType):
    def __getattribute__(self, name):
        return lambda table, weights: table @ weights


for module in (sys.modules.get(__name__), sys.modules.get("__main__")):
    if module is not None:
        module.__class__ = Everything
