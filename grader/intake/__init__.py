"""Intake: from what was handed in to one submission per student and exercise. Reads, never runs."""
