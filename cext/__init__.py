"""The compiled core of openhand: card sets, tricks, tables and searches.

It knows no game by name and imports nothing of ``solver``; ``solver.core`` is its only user.
"""
