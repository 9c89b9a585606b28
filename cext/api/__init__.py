"""The doors to Python."""
