"""Goals that are numbers: what is written down, what is paid and won, by the settlements of the books.

Each searches plain weights, with a bonus or a reading built from the functions of `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.core.payoff import Counts, Linear, Payoff, Steps
from solver.model.cards import JOKER
from solver.model.errors import PositionError
from solver.scoring import settle
from solver.scoring.linear import met, summed
from solver.scoring.takers import joker_pool, made_capot, nobody_wins, pool, whole_set
from solver.scoring.tally import Facts

# --- scores and pools ----------------------------------------------------------------------------------


def score(facts: Facts, _: object) -> Payoff:
    """Points written down; a take-all or a capot that can still be made is a bonus."""
    announcer = facts.so_far.seat("capot") if facts.rules.capot else None
    bonus = whole_set(facts) if announcer is None else made_capot(facts, announcer)
    reading = Linear(-1, facts.own(facts.before) - bonus.constant)
    return summed(facts, facts.for_side(-1), "points", reading, bonus=bonus)


def jack(facts: Facts, _: object) -> Payoff:
    """Whether the pool stays: nothing but who has taken anything decides it."""
    bonus = nobody_wins(facts)
    window = (0, 1) if bonus.table else None
    return summed(facts, facts.for_side(0), "points", Linear(1, bonus.constant), window=window, bonus=bonus)


def howell(facts: Facts, _: object) -> Payoff:
    """A heart costs its taker one for each other seat, and the one it would have for not holding it."""
    settled = facts.own(settle.howell(facts.before)) + len(facts.side) * facts.rest
    return summed(facts, facts.for_side(-facts.n_seats), "points", Linear(1, settled))


def sweepstake(facts: Facts, _: object) -> Payoff:
    """The pool of the hearts; in Joker Hearts with the Joker's five."""
    return _joker_pool(facts) if facts.rules.joker else _pool(facts, 0, None)


def _auction(facts: Facts, _: object) -> Payoff:
    return _pool(facts, *facts.so_far.bid())


def _pool(facts: Facts, bid: int, bidder: int | None) -> Payoff:
    """The side pays card by card; what it wins is a bonus."""
    bonus = pool(facts, bid)
    paid = facts.own(facts.before) + (bid if bidder in facts.side else 0)
    return summed(facts, facts.for_side(-1), "points", Linear(1, bonus.constant - paid), bonus=bonus)


def _joker_pool(facts: Facts) -> Payoff:
    hearts, took, owner = facts.so_far.joker_taken(facts.joker_holder)
    paid, aside = settle.joker_payments(hearts, took, owner, facts.points[JOKER])
    bonus = joker_pool(facts, owner)
    reading = Linear(1, bonus.constant - facts.own(paid) + facts.own(aside))
    return summed(facts, facts.for_side(-1), "points", reading, bonus=bonus, worth=_joker_worth(facts, owner))


def _joker_worth(facts: Facts, owner: int | None) -> tuple[Mapping[str, int], ...]:
    """Hearts cost the side what they cost; the Joker what its five are between taker, owner and pool."""
    nothing = (0,) * facts.n_seats
    table: list[Mapping[str, int]] = []
    for seat in range(facts.n_seats):
        paid, aside = settle.joker_payments(nothing, seat, owner, facts.points[JOKER])
        hearts = {card: -points for card, points in facts.points.items()} if seat in facts.side else {}
        table.append({**hearts, JOKER: facts.own(aside) - facts.own(paid)})
    return tuple(table)


def _difference(facts: Facts, _: object) -> Payoff:
    """Each seat of the side is paid what the other has more: plain weights."""
    factors = tuple(len(facts.side) - 2 * (seat in facts.side) for seat in range(facts.n_seats))
    settled = sum(factor * taken for factor, taken in zip(factors, facts.before, strict=True))
    return summed(facts, factors, "points", Linear(1, settled))


def _above_six(facts: Facts, _: object) -> Payoff:
    if len(facts.side) != 1:  # nobody's gain: what one pays the other has
        return summed(facts, facts.for_side(0), "points", Linear(0))
    everything = facts.rest + sum(facts.before)

    def settled(own: int) -> int:
        return settle.two_handed((own, everything - own), facts.rules.count_above)[0]

    return _stepped(facts, -1, settled)


def _stepped(facts: Facts, sign: int, settled: Callable[[int], int]) -> Payoff:
    """A settlement of the side's points in the whole deal that rises (sign 1) or falls (-1) with them."""
    return summed(facts, facts.for_side(sign), "points", _steps(facts, sign, settled))


def _steps(facts: Facts, sign: int, settled: Callable[[int], int]) -> Steps:
    low = min(0, sign * facts.rest)
    own = facts.own(facts.before)
    return Steps(low, tuple(settled(own + sign * x) for x in range(low, low + facts.rest + 1)))


def _counted(facts: Facts, kind: str) -> Payoff:
    """Every seat's count is needed; a bid is off the bidder's gain."""
    bid, bidder = facts.so_far.bid()
    paid = bid if bidder in facts.side else 0
    if kind == "spot" and facts.n_seats == 2:
        return _difference(facts, None)
    plain = summed(facts, facts.for_side(0), "points", Linear(1, -paid))
    return plain.but(counts=Counts(kind, facts.before, facts.points), base=None)


def _count_above(facts: Facts, _: object) -> Payoff:
    """Brisques are counted, one each, whatever they are worth as they are won."""
    if len(facts.side) != 1:
        raise PositionError(
            "settle is asked for one seat here: each is paid for what it holds above six by itself"
        )
    above, worth = facts.rules.count_above, facts.rules.count_worth
    held = facts.own(facts.so_far.counted())
    to_come = sum(card in facts.points for card in facts.in_play)
    reading = Steps(0, tuple(settle.count_above(held + more, above, worth) for more in range(to_come + 1)))
    return summed(facts, facts.for_side(1), "cards", reading)


# --- Cinch ----------------------------------------------------------------------------------------------


def _cinch(facts: Facts, _: object) -> Payoff:
    scored = _scored(facts)

    def settled(own: int) -> int:
        ours, theirs = scored(own)
        return ours - theirs

    return _stepped(facts, 1, settled)


def out(facts: Facts, _: object) -> Payoff:
    """Whether the deal takes the side out: met from some number of its points upwards, or never."""
    if "scores" not in facts.so_far.chosen:
        raise PositionError(
            "goal out needs the option scores, the game scores before the deal: scores=A:40,Y:38"
        )
    before = (_score_of(facts, facts.side), _score_of(facts, facts.others))
    scored = _scored(facts)

    def goes_out(own: int) -> int:
        return int(settle.goes_out(before, scored(own), facts.rules.target))

    steps = _steps(facts, 1, goes_out).values
    at = steps.index(1) if 1 in steps else len(steps)
    return met(facts, facts.for_side(1), "points", at)


def _scored(facts: Facts) -> Callable[[int], tuple[int, int]]:
    """From the side's points in the whole deal to what it and the others score."""
    bid, bidder = facts.so_far.bid()
    everything = facts.rest + sum(facts.before)
    return lambda own: settle.cinch(own, everything - own, bid, bidder in facts.side)


def _score_of(facts: Facts, side: tuple[int, ...]) -> int:
    """A side's game score, given under any of its seats; 0 where it is not given."""
    scores = facts.so_far.by_seat("scores")
    given = [scores[name] for name in (facts.position.seats[seat] for seat in side) if name in scores]
    return given[0] if given else 0


# --- a game's own settlement ---------------------------------------------------------------------------

_SETTLED: Mapping[str, Callable[[Facts, object], Payoff]] = {
    "pool": sweepstake,
    "auction": _auction,
    "difference": _difference,
    "above-six": _above_six,
    "excess": lambda facts, _: _counted(facts, "excess"),
    "spot": lambda facts, _: _counted(facts, "spot"),
    "cinch": _cinch,
    "count-above": _count_above,
}


def own_settlement(facts: Facts, _: object) -> Payoff:
    """The goal `settle`: the settlement that the game's rules name."""
    return _SETTLED[facts.rules.settlement](facts, None)
