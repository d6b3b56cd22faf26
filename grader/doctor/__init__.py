"""What `kata doctor` looks at: Python, packages, threads, isolation, what is kept, and the pack."""
