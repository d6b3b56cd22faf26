"""Raises SkipTest while it loads, by which a test runner leaves out the whole module and reports a success.

exercise: weighted_sum
result: import_failed
checks: not_run
"""

import unittest

raise unittest.SkipTest("nothing to see here")
