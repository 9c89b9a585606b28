"""What a side is sure of, or can never get, without a search."""
