"""kata: numerical exercises and a grader that can be trusted."""

__version__ = "0.1.0"
