"""The local page: exercises in a browser on this machine, offline."""
