"""Isolation: start workers, limit them, watch them, end them. Nothing here knows an answer."""
