"""Cards, how they are written, and what is wrong with a text: nothing here knows a game."""
