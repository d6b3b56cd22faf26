"""Practice of one's own: a workspace, what was done in it, what to do next, checks that stay warm."""
