"""Weights on captures and tricks, worked out once, and the payoffs made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from solver.core.payoff import Linear, Payoff, Reached
from solver.rules.game import Rules
from solver.scoring.takers import NO_BONUS, Bonus
from solver.scoring.tally import Tally


@dataclass(frozen=True, eq=False)
class Weights:
    """What captures and tricks add to the number searched, by seat."""

    worth: tuple[Mapping[str, int], ...]
    any_trick: tuple[int, ...]
    first_trick: tuple[int, ...]
    last_trick: tuple[int, ...]


@lru_cache(maxsize=4096)
def weigh_captures(rules: Rules, trump: str | None, factors: tuple[int, ...], what: str) -> Weights:
    """A factor for each seat times `points`, or times 1 for each of the `penalty` or `pointed` items.

    Pointed cards and tricks are worth something either way, penalty ones more than nothing; `cards` is the
    penalty cards without the tricks.
    """
    points = rules.card_points(trump)
    if what == "points":
        tricks = {"any": rules.any_trick, "first": rules.first_trick, "last": rules.last_trick}
    else:
        points = {card: 1 for card, worth in points.items() if worth > 0 or what == "pointed"}
        counted = {"pointed": rules.pointed_tricks, "penalty": rules.penalty_tricks}.get(what, ())
        tricks = {trick: int(trick in counted) for trick in ("any", "first", "last")}
    worth = {
        factor: {card: factor * units for card, units in points.items()} if factor else {}
        for factor in factors
    }
    return Weights(
        tuple(worth[factor] for factor in factors),
        *(tuple(factor * tricks[trick] for factor in factors) for trick in ("any", "first", "last")),
    )


def build_linear(
    tally: Tally,
    factors: tuple[int, ...],
    what: str,
    value: Callable[[int], int],
    *,
    window: tuple[int, int] | None = None,
    bonus: Bonus = NO_BONUS,
    worth: tuple[Mapping[str, int], ...] | None = None,
) -> Payoff:
    """A payoff that adds up weights, with a bonus; `worth` stands in for the cards' weights."""
    weights = weigh_captures(tally.rules, tally.position.trump, factors, what)
    shared = build_plain(weights, any(weights.first_trick) and tally.first_to_come, tally.side, "sum")
    if worth is None and bonus.table is None:
        return shared.replace(value=value, window=window)
    return shared.replace(
        worth=weights.worth if worth is None else worth,
        value=value,
        pointed=bonus.pointed,
        pointed_tricks=bonus.pointed_tricks,
        bonus=bonus.table,
        takers=bonus.takers,
        owner_mark=bonus.owner_mark,
        window=window,
        base=None,
    )


@lru_cache(maxsize=4096)
def build_plain(weights: Weights, first: bool, side: tuple[int, ...], kind: str) -> Payoff:
    """A payoff of nothing but weights, to be read one way or another; `first`: the first trick is to come."""
    return Payoff(
        side=side,
        worth=weights.worth,
        any_trick=weights.any_trick,
        first_trick=weights.first_trick if first else (0,) * len(weights.first_trick),
        last_trick=weights.last_trick,
        value=Linear(),
        kind=kind,
        base=(weights, first, side),
    )


def build_threshold(tally: Tally, factors: tuple[int, ...], what: str, at: int) -> Payoff:
    """A goal that is met when the number searched reaches `at`."""
    return build_linear(tally, factors, what, Reached(at), window=(at - 1, at))
