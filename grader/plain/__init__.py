"""Running one's own files in plain child processes: on every system, with time limits and no isolation."""
