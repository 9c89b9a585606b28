"""From what each seat has captured to the counters it wins (lost: negative): the settlements of the books."""

from __future__ import annotations

from collections.abc import Sequence

Counters = list[int]


def pool_winners(clear: Sequence[bool], rule: str, carried: bool) -> list[int]:
    """The seats that take the pool or divide it; nobody: empty.

    One seat has them all when every other seat is clear. Foster: with a Jack carried two clear leave it.
    """
    winners = [seat for seat, is_clear in enumerate(clear) if is_clear]
    if len(winners) == len(clear) - 1 or not winners:
        return []
    if rule == "second":
        return winners
    if len(winners) == 1 or (len(winners) == 2 and not carried):
        return winners
    return []


def sweepstake(
    paid: Sequence[int], clear: Sequence[bool], rule: str = "foster", jack: int = 0, ante: Sequence[int] = ()
) -> Counters:
    """Each seat pays `paid` and its `ante` (the auction's bid); winners share the pool, odd counters stay."""
    winners = pool_winners(clear, rule, jack > 0)
    ante = list(ante) or [0] * len(paid)
    if rule == "second" and sum(clear) == len(clear) - 1:
        return [-put for put in ante]  # one seat has them all: nobody pays or takes
    pool = sum(paid) + sum(ante) + jack
    share = pool // len(winners) if winners else 0
    return [(share if seat in winners else 0) - paid[seat] - ante[seat] for seat in range(len(paid))]


def howell(hearts: Sequence[int]) -> Counters:
    """Pay n-1 for each heart held, take 1 for each not held."""
    total, n = sum(hearts), len(hearts)
    return [(total - held) - (n - 1) * held for held in hearts]


def difference(hearts: Sequence[int], above_six: bool) -> Counters:
    """Two-handed: the greater number pays the difference, or what it has above six."""
    mine, other = hearts
    if not above_six:
        return [other - mine, mine - other]
    pays = max(0, max(mine, other) - 6)
    if mine == other:
        pays = 0
    return [-pays, pays] if mine > other else [pays, -pays]


def three_handed(hearts: Sequence[int]) -> Counters:
    """The most-loaded pays each other the excess; two level at the top both pay the low seat."""
    most = max(hearts)
    top = [seat for seat, held in enumerate(hearts) if held == most]
    excess = sum(most - held for held in hearts)
    return [-excess if seat in top else (most - hearts[seat]) * len(top) for seat in range(len(hearts))]


def spot(points: Sequence[int]) -> Counters:
    """The lowest collects from each other the excess over its own; ties share, odd counters stay."""
    low = min(points)
    lowest = [seat for seat, held in enumerate(points) if held == low]
    share = sum(held - low for held in points) // len(lowest)
    return [share if seat in lowest else low - points[seat] for seat in range(len(points))]


def joker(
    hearts: Sequence[int], taker: int | None, owner: int | None, rule: str = "foster", jack: int = 0
) -> Counters:
    """Sweepstake on the other hearts; the Joker's five: its owner to the pool, another taker to the owner.

    The Joker spoils being clear. Where the owner is not known the five go to the pool.
    """
    paid = list(hearts)
    if taker is not None and owner in (None, taker):
        paid[taker] += 5
    clear = [held == 0 and seat != taker for seat, held in enumerate(hearts)]
    counters = sweepstake(paid, clear, rule, jack)
    if taker is not None and owner not in (None, taker):
        one_has_all = sum(clear) == len(clear) - 1
        if not (rule == "second" and one_has_all):  # nobody pays or takes
            counters[taker] -= 5
            counters[owner] += 5
    return counters


def cinch(maker: int, others: int, bid: int | None) -> tuple[int, int]:
    """What the maker's side and the other side score for the points they won, discards counted."""
    if bid is not None and maker < bid:
        return 0, bid + others
    return max(0, maker - others), max(0, others - maker)


def penchant(brisques: Sequence[int]) -> Counters:
    """Ten for each brisque a player holds above six."""
    return [10 * max(0, held - 6) for held in brisques]


def score(points: Sequence[int], taker: int | None, take_all: str, whole: int) -> Counters:
    """What is written down for each seat; `taker` has them all (or None), `whole`: points in the pack."""
    written = list(points)
    if taker is None or take_all == "13":
        return written  # charged as usual
    if take_all == "26-others":
        return [0 if seat == taker else whole for seat in range(len(points))]
    one = {"nobody": 0, "-13": -13, "-26": -26}[take_all]
    return [one if seat == taker else 0 for seat in range(len(points))]
