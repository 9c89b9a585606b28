"""What a search remembers, and the keys it is found by."""
