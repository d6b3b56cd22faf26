"""``python -m grader`` is ``kata``."""

from grader.cli import main

main()
