"""Goals that are numbers: what is written down, what is paid and won, by the settlements of the books.

Each searches plain weights, with a bonus or a reading built from the functions of `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.core.payoff import Counts, Linear, Payoff, Steps
from solver.model.cards import JOKER
from solver.model.errors import PositionError
from solver.scoring import settle
from solver.scoring.linear import build_linear, build_threshold
from solver.scoring.takers import joker_pool, made_capot, nobody_wins, pool, whole_set
from solver.scoring.tally import Tally

# --- scores and pools ----------------------------------------------------------------------------------


def score(tally: Tally, _: object) -> Payoff:
    """Points written down; a take-all or a capot that can still be made is a bonus."""
    announcer = tally.so_far.seat("capot") if tally.rules.capot else None
    bonus = whole_set(tally) if announcer is None else made_capot(tally, announcer)
    reading = Linear(-1, tally.own(tally.before) - bonus.constant)
    return build_linear(tally, tally.for_side(-1), "points", reading, bonus=bonus)


def jack(tally: Tally, _: object) -> Payoff:
    """Whether the pool stays: nothing but who has taken anything decides it."""
    bonus = nobody_wins(tally)
    window = (0, 1) if bonus.table else None
    return build_linear(
        tally, tally.for_side(0), "points", Linear(1, bonus.constant), window=window, bonus=bonus
    )


def howell(tally: Tally, _: object) -> Payoff:
    """A heart costs its taker one for each other seat, and the one it would have for not holding it."""
    settled = tally.own(settle.howell(tally.before)) + len(tally.side) * tally.rest
    return build_linear(tally, tally.for_side(-tally.n_seats), "points", Linear(1, settled))


def sweepstake(tally: Tally, _: object) -> Payoff:
    """The pool of the hearts; in Joker Hearts with the Joker's five."""
    return _joker_pool(tally) if tally.rules.joker else _pool(tally, 0, None)


def _auction(tally: Tally, _: object) -> Payoff:
    return _pool(tally, *tally.so_far.bid())


def _pool(tally: Tally, bid: int, bidder: int | None) -> Payoff:
    """The side pays card by card; what it wins is a bonus."""
    bonus = pool(tally, bid)
    paid = tally.own(tally.before) + (bid if bidder in tally.side else 0)
    return build_linear(tally, tally.for_side(-1), "points", Linear(1, bonus.constant - paid), bonus=bonus)


def _joker_pool(tally: Tally) -> Payoff:
    hearts, took, owner = tally.so_far.joker_taken(tally.joker_holder)
    paid, aside = settle.joker_payments(hearts, took, owner, tally.points[JOKER])
    bonus = joker_pool(tally, owner)
    reading = Linear(1, bonus.constant - tally.own(paid) + tally.own(aside))
    return build_linear(
        tally, tally.for_side(-1), "points", reading, bonus=bonus, worth=_joker_worth(tally, owner)
    )


def _joker_worth(tally: Tally, owner: int | None) -> tuple[Mapping[str, int], ...]:
    """Hearts cost the side what they cost; the Joker what its five are between taker, owner and pool."""
    nothing = (0,) * tally.n_seats
    table: list[Mapping[str, int]] = []
    for seat in range(tally.n_seats):
        paid, aside = settle.joker_payments(nothing, seat, owner, tally.points[JOKER])
        hearts = {card: -points for card, points in tally.points.items()} if seat in tally.side else {}
        table.append({**hearts, JOKER: tally.own(aside) - tally.own(paid)})
    return tuple(table)


def _difference(tally: Tally, _: object) -> Payoff:
    """Each seat of the side is paid what the other has more: plain weights."""
    factors = tuple(len(tally.side) - 2 * (seat in tally.side) for seat in range(tally.n_seats))
    settled = sum(factor * taken for factor, taken in zip(factors, tally.before, strict=True))
    return build_linear(tally, factors, "points", Linear(1, settled))


def _above_six(tally: Tally, _: object) -> Payoff:
    if len(tally.side) != 1:  # nobody's gain: what one pays the other has
        return build_linear(tally, tally.for_side(0), "points", Linear(0))
    everything = tally.rest + sum(tally.before)

    def settled(own: int) -> int:
        return settle.two_handed((own, everything - own), tally.rules.count_above)[0]

    return _stepped(tally, -1, settled)


def _stepped(tally: Tally, sign: int, settled: Callable[[int], int]) -> Payoff:
    """A settlement of the side's points in the whole deal that rises (sign 1) or falls (-1) with them."""
    return build_linear(tally, tally.for_side(sign), "points", _steps(tally, sign, settled))


def _steps(tally: Tally, sign: int, settled: Callable[[int], int]) -> Steps:
    low = min(0, sign * tally.rest)
    own = tally.own(tally.before)
    return Steps(low, tuple(settled(own + sign * x) for x in range(low, low + tally.rest + 1)))


def _counted(tally: Tally, kind: str) -> Payoff:
    """Every seat's count is needed; a bid is off the bidder's gain."""
    bid, bidder = tally.so_far.bid()
    paid = bid if bidder in tally.side else 0
    if kind == "spot" and tally.n_seats == 2:
        return _difference(tally, None)
    plain = build_linear(tally, tally.for_side(0), "points", Linear(1, -paid))
    return plain.replace(counts=Counts(kind, tally.before, tally.points), base=None)


def _count_above(tally: Tally, _: object) -> Payoff:
    """Brisques are counted, one each, whatever they are worth as they are won."""
    if len(tally.side) != 1:
        raise PositionError(
            "settle is asked for one seat here: each is paid for what it holds above six by itself"
        )
    above, worth = tally.rules.count_above, tally.rules.count_worth
    held = tally.own(tally.so_far.counted())
    to_come = sum(card in tally.points for card in tally.in_play)
    reading = Steps(0, tuple(settle.count_above(held + more, above, worth) for more in range(to_come + 1)))
    return build_linear(tally, tally.for_side(1), "cards", reading)


# --- Cinch ----------------------------------------------------------------------------------------------


def _cinch(tally: Tally, _: object) -> Payoff:
    scored = _scored(tally)

    def settled(own: int) -> int:
        ours, theirs = scored(own)
        return ours - theirs

    return _stepped(tally, 1, settled)


def out(tally: Tally, _: object) -> Payoff:
    """Whether the deal takes the side out: met from some number of its points upwards, or never."""
    if "scores" not in tally.so_far.chosen:
        raise PositionError(
            "goal out needs the option scores, the game scores before the deal: scores=A:40,Y:38"
        )
    before = (_score_of(tally, tally.side), _score_of(tally, tally.others))
    scored = _scored(tally)

    def goes_out(own: int) -> int:
        return int(settle.goes_out(before, scored(own), tally.rules.target))

    steps = _steps(tally, 1, goes_out).values
    at = steps.index(1) if 1 in steps else len(steps)
    return build_threshold(tally, tally.for_side(1), "points", at)


def _scored(tally: Tally) -> Callable[[int], tuple[int, int]]:
    """From the side's points in the whole deal to what it and the others score."""
    bid, bidder = tally.so_far.bid()
    everything = tally.rest + sum(tally.before)
    return lambda own: settle.cinch(own, everything - own, bid, bidder in tally.side)


def _score_of(tally: Tally, side: tuple[int, ...]) -> int:
    """A side's game score, given under any of its seats; 0 where it is not given."""
    scores = tally.so_far.by_seat("scores")
    given = [scores[name] for name in (tally.position.seats[seat] for seat in side) if name in scores]
    return given[0] if given else 0


# --- a game's own settlement ---------------------------------------------------------------------------

_SETTLED: Mapping[str, Callable[[Tally, object], Payoff]] = {
    "pool": sweepstake,
    "auction": _auction,
    "difference": _difference,
    "above-six": _above_six,
    "excess": lambda tally, _: _counted(tally, "excess"),
    "spot": lambda tally, _: _counted(tally, "spot"),
    "cinch": _cinch,
    "count-above": _count_above,
}


def own_settlement(tally: Tally, _: object) -> Payoff:
    """The goal `settle`: the settlement that the game's rules name."""
    return _SETTLED[tally.rules.settlement](tally, None)
