"""Positions: read, made, played on."""
