"""What a goal counts, and how games are settled."""
