"""Speed of the search on fixed decks, beside its peers: `python -m benchmarks` (see README.md here)."""
