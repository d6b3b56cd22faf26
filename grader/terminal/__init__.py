"""What the terminal shows, by subject; each screen is a function of plain data."""
