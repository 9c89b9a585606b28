"""Questions about positions, and their answers."""
