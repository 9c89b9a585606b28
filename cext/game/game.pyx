"""What a game is to the core (cext/game/game.pxd); to Python, the ways to follow and to settle by counts."""

include "../base/layout.pxi"
