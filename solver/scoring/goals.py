"""Goals: from a goal's text and a position to the payoff that the search maximises.

Every goal is weights on captures (worked out once for the same rules, trump and side), what was taken
already (it moves the threshold or the reading), and here and there a bonus that
depends on who has taken anything at all, built from the functions of `settle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.core.payoff import FIRST_OUT, SUM, Linear, Payoff
from solver.model.errors import PositionError
from solver.model.notation import find_seat, quote
from solver.rules.game import Rules
from solver.rules.options import Options
from solver.rules.schema import GOALS
from solver.scoring import settlements
from solver.scoring.linear import build_plain, build_threshold, weigh_captures
from solver.scoring.tally import Tally, deal_so_far, first_to_come, is_fresh

if TYPE_CHECKING:
    from solver.positions.position import Position

Side = tuple[int, ...]

# --- the two goals asked most, worked out once ----------------------------------------------------------

PLAIN = ("points", "margin")


def payoff(position: Position, goal: str, side: Side) -> Payoff:
    """The payoff of a goal for a side, seat numbers in order. `PositionError` for no goal of the game."""
    if goal in PLAIN:
        rules = position.rules
        first = rules.first_trick != 0 and first_to_come(position)
        return plain_payoff(rules, position.options, position.trump, len(position.seats), goal, side, first)
    name, argument = read_goal(position, goal)
    if name not in _ASKED:
        return payoff(position, name, side)
    return _ASKED[name](Tally(position, side), argument)


@lru_cache(maxsize=4096)
def plain_payoff(
    rules: Rules, options: Options, trump: str | None, n_seats: int, goal: str, side: Side, first: bool
) -> Payoff:
    """Points and margin, which many positions share: built once for each of them."""
    if goal not in rules.goals:
        raise _refusal(rules, goal)
    ruled = rules.under(options)
    sign = -1 if rules.penalty else 1
    against = -sign if goal == "margin" else 0
    factors = tuple(sign if seat in side else against for seat in range(n_seats))
    taking_up = rules.follow == "follow-or-take-up"
    shared = build_plain(
        weigh_captures(ruled, trump, factors, "points"), first, side, FIRST_OUT if taking_up else SUM
    )
    reading = Linear() if taking_up else Linear(sign)
    return shared.replace(value=reading, from_here_on=True)


def total(payoff: Payoff, goal: str, position: Position, searched: int) -> int:
    """A searched number as the value of the whole deal."""
    value = payoff.value(searched)
    return value + captured_before(goal, payoff.side, position) if payoff.from_here_on else value


def captured_before(goal: str, side: Side, position: Position) -> int:
    """What a goal that is counted from the position on leaves out: what was captured before."""
    if is_fresh(position):
        return 0
    captured = deal_so_far(position).points()
    own = sum([captured[seat] for seat in side])
    return 2 * own - sum(captured) if goal.strip() == "margin" else own


# --- goals that are met or not --------------------------------------------------------------------------


def _clear(tally: Tally, _: object) -> Payoff:
    lost = any(tally.penalties[seat] for seat in tally.side)
    return build_threshold(tally, tally.for_side(-1), "penalty", 1 if lost else 0)


def _all(tally: Tally, _: object) -> Payoff:
    lost = any(tally.pointed_taken[seat] for seat in tally.others)
    nothing = not tally.pointed_to_come and not any(tally.pointed_taken)
    return build_threshold(tally, tally.for_side(0, -1), "pointed", 1 if lost or nothing else 0)


def _at_most(tally: Tally, most: int) -> Payoff:
    return build_threshold(tally, tally.for_side(-1), "points", tally.own(tally.before) - most)


def _at_least(tally: Tally, least: int) -> Payoff:
    return build_threshold(tally, tally.for_side(1), "points", least - tally.own(tally.before))


def _fewer_than(tally: Tally, rival: int) -> Payoff:
    factors = list(tally.for_side(-1))
    factors[rival] += 1
    lead = tally.before[rival] - tally.own(tally.before)
    return build_threshold(tally, tuple(factors), "points", 1 - lead)


def _load(tally: Tally, rival: int) -> Payoff:
    factors = tuple(int(seat == rival) for seat in range(tally.n_seats))
    return build_threshold(tally, factors, "penalty", 0 if tally.penalties[rival] else 1)


# --- from a goal's text to its payoff -------------------------------------------------------------------

_ASKED: Mapping[str, Callable[[Tally, int], Payoff]] = {
    "clear": _clear,
    "all": _all,
    "at-most": _at_most,
    "at-least": _at_least,
    "fewer-than": _fewer_than,
    "load": _load,
    "jack": settlements.jack,
    "sweepstake": settlements.sweepstake,
    "howell": settlements.howell,
    "score": settlements.score,
    "settle": settlements.own_settlement,
    "out": settlements.out,
}
_FORMS = {goal.partition(":")[0]: goal for goal in GOALS}


def read_goal(position: Position, goal: str) -> tuple[str, int]:
    """A goal's name and the number it holds: points, or the place of its seat; 0 where it needs none.

    Raises `PositionError` in one line for a goal that the game does not have or that is not spelt right.
    """
    rules = position.rules.under(position.options)
    name, argument, form = _parted(goal)
    if form not in rules.goals:
        raise _refusal(rules, goal)
    wanted = _wanted(goal)
    if wanted == "SEAT":
        seat = find_seat(argument, position.seats)
        if seat is None:
            seats = ", ".join(position.seats)
            raise PositionError(f"goal {quote(goal)}: after {name}: comes a seat, one of {seats}")
        return name, seat
    return name, int(argument) if wanted else 0


def check_goal(goal: str) -> None:
    """Raise `PositionError` in one line for a goal that no position has, whatever its game and seats."""
    name, argument, form = _parted(goal)
    if not form:
        raise PositionError(f"goal {quote(goal)}: no game has it; there are {', '.join(GOALS)}")
    if _wanted(goal) == "SEAT" and not argument.strip():
        raise PositionError(f"goal {quote(goal)}: after {name}: comes a seat")


def _parted(goal: str) -> tuple[str, str, str]:
    """A goal's name, what it says after the colon, and its form among `GOALS`, "" where it has none."""
    name, _, argument = goal.strip().partition(":")
    return name, argument, _FORMS.get(name, "")


def _wanted(goal: str) -> str:
    """What comes after the colon of a goal that there is: N, SEAT or nothing.

    Raises `PositionError` where something comes after one that stands alone, or no number where N is wanted.
    """
    name, argument, form = _parted(goal)
    wanted = form.partition(":")[2]
    if not wanted and ":" in goal:
        raise PositionError(f"goal {quote(goal)}: {name} stands alone, with nothing after it")
    if wanted == "N" and not _NUMBER.fullmatch(argument):
        raise PositionError(
            f"goal {quote(goal)}: after {name}: comes a whole number of points from -999999 to 999999, "
            f"such as {name}:3"
        )
    return wanted


_NUMBER = re.compile("-?[0-9]{1,6}")


def _refusal(rules: Rules, goal: str) -> PositionError:
    return PositionError(f"{rules.id} has no goal {quote(goal)}; it has {', '.join(rules.goals)}")


def wants_few(rules: Rules, goal: str) -> bool:
    """Whether the side wants little of what the goal counts."""
    return rules.penalty and goal.partition(":")[0].strip() in ("points", "margin", "score")


def default_side(position: Position) -> Side:
    """The seat to play, with its partner where the game has partners; after the last card, the leader's."""
    turn = position.seat_to_play()
    seat = position.seats.index(position.leader) if turn is None else turn
    return side_of(position.rules, seat)


def side_of(rules: Rules, seat: int) -> Side:
    """A seat, with its partner where the game has partners."""
    partner = rules.partner(seat)
    return (seat,) if partner is None else (min(seat, partner), max(seat, partner))
