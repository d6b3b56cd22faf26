"""The untrusted side of the wall: what runs in the process that runs a student's code."""
