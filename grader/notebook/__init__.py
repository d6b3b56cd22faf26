"""Checking from inside a notebook: the kernel asks, a process of its own answers."""
