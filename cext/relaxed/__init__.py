"""A game that is easier for one side: its value bounds the real one."""
