"""What a hand is worth in each suit, for people: a table and a small chart."""

from __future__ import annotations

from collections.abc import Iterator

from solver.model.cards import SUIT_NAMES
from solver.render.analysis import stopped_early
from solver.render.text import Text, lines, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.worlds.bidding import Bidding, Suit

_BLOCKS = " ▁▂▃▄▅▆▇█"


def bidding_text(found: Bidding, look: Look) -> Text:
    """The hand, a row a suit, and the suit to name."""
    name = found.rules.name or found.rules.id
    parts = [
        Text(f"{name}, before the play: {found.seat} names the suit and leads, {found.dealer} deals", STRONG)
    ]
    parts += [side_by_side(Text("  "), line) for line in look.hand(found.hand, spaced=True)]
    parts.append(Text(""))
    if found.stopped:
        parts.append(Text(stopped_early(found.stopped, found.worlds), WARNING))
    if not found.worlds:
        return lines(parts)
    over = f"all {found.layouts:,} layouts" if found.exact else f"{found.worlds:,} layouts"
    if found.highest:
        parts += [Text(f"Points of {found.seat}'s side over {over}", STRONG), *_points(found, look)]
    else:
        parts += [Text(f"{found.seat} against the rest over {over}", STRONG), *_avoided(found, look)]
    return lines([*parts, Text(""), _advice(found), Text(f"{found.seconds:.2f} s", FAINT)])


def _points(found: Bidding, look: Look) -> Iterator[Text]:
    """Mean, limit, and the chance of each number of points as a chart and in figures."""
    best = found.best
    bids = range(1, found.highest + 1)
    chart = "chance of each number" if look.symbols else ""
    yield Text(
        f"     mean  error  limit   at least {'  '.join(f'{bid:>3}' for bid in bids)}   {chart}", FAINT
    )
    for suit in found.suits:
        style = BEST if best and best.suit == suit.suit else ""
        chances = [suit.at_least(bid) for bid in bids]
        yield side_by_side(
            Text("  "),
            look.suit(suit.suit),
            right(Text(f"{suit.mean:.2f}", style), 6),
            Text(f"{_error(suit):>7}"),
            right(Text("pass" if suit.limit is None else str(suit.limit), style), 7),
            Text("            " + "  ".join(f"{100 * chance:>3.0f}" for chance in chances)),
            Text("   " + "".join(_BLOCKS[round(8 * chance)] for chance in chances) if look.symbols else ""),
        )
    yield Text("Chances in per cent. Limit: the largest bid whose mean settlement is not below 0.", FAINT)


def _avoided(found: Bidding, look: Look) -> Iterator[Text]:
    """The chance of being sure to stay clear, the cards taken, and the settlements asked for."""
    best = found.best
    bids = sorted(found.suits[0].settle)
    settled = "".join(f"{f'bid {bid}':>9}" for bid in bids)
    yield Text(f"     sure of clear   cards  error{settled}{'  limit' if bids else ''}", FAINT)
    for suit in found.suits:
        style = BEST if best and best.suit == suit.suit else ""
        cells = "".join(f"{suit.settle[bid]:>+9.2f}" for bid in bids)
        limit = "" if not bids else f"{'pass' if suit.limit is None else suit.limit:>7}"
        yield side_by_side(
            Text("  "),
            look.suit(suit.suit),
            right(Text(f"{100 * (suit.chance_clear or 0):.0f}%", style), 15),
            right(Text(f"{suit.mean:.2f}", style), 8),
            Text(f"{_error(suit):>7}{cells}{limit}"),
        )
    yield Text(
        "Everybody else works to load the bidder, who is seldom sure: cards taken tell suits apart.", FAINT
    )


def _error(suit: Suit) -> str:
    return "" if suit.error is None or suit.exact else f"{suit.error:.2f}"


def _advice(found: Bidding) -> Text:
    best = found.best
    if best is None:
        return Text("Pass: no bid in any suit comes out at 0 or more.", STRONG)
    name = SUIT_NAMES[best.suit]
    what = f"Name {name}" if found.highest else f"Avoid {name}"
    return Text(f"{what}." if best.bid is None else f"{what}, and bid up to {best.bid}.", STRONG)
