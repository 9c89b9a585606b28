"""Which card to try first."""
