"""Hidden hands: what a seat knows, how the cards it does not see may lie, and what to play then."""
