"""The one door to the compiled core: what it is given, and what it finds."""
