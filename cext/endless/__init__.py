"""Games that can go round for ever, solved as fixed points."""
