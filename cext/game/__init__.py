"""The game itself: rules, payoff, the state of a deal, and play."""
