"""What lies in the corpus and the pack is data for the tests, never a test."""

collect_ignore = ["corpus", "pack"]
