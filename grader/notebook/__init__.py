"""Checking from a notebook: one process beside it holds the exercises and runs the answers in workers.

The notebook's own process holds no key and no solution, and judges nothing.
"""
