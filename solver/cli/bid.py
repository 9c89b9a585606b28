"""`openhand bid`: what a hand is worth in each suit, before the play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from solver.analysis.limits import Limits
from solver.cli.draws import draw_options
from solver.cli.json import print_json
from solver.cli.limits import jobs_option, memory_option, seconds_option
from solver.cli.runner import LayoutProgress
from solver.cli.shell import ANSWERED, INTERRUPTED, STOPPED, complain
from solver.cli.sources import house_rules, in_options
from solver.model.errors import PositionError
from solver.model.notation import find_seat, read_deal, read_hand, read_number, read_seats
from solver.render.bid import bidding_text
from solver.render.theme import Screen
from solver.rules.files import load
from solver.rules.game import Rules
from solver.worlds.bidding import Bidding, Suit, bidding
from solver.worlds.draws import Draws


@click.command("bid")
@click.option("--game", metavar="ID", help="cinch or auction-hearts.")
@click.option("--hand", metavar="[SEAT=]H", help='The hand before the play: "A=A2.KQJ5..AT7".')
@click.option("--deal", metavar="D", help="A deal, of which the other hands are forgotten.")
@click.option("--seat", metavar="S", help="The seat that bids. Default: the hand's, else the deal's first.")
@click.option("--seats", metavar="NAMES", help='Seat names in order of play, "A Y B Z".')
@click.option("--dealer", metavar="S", help="Who deals. Default: the seat on the bidder's right.")
@click.option("--bids", metavar="N,N", help="Bids to settle at where a suit is avoided (slow): 0,5,10.")
@click.option("--rules", metavar="FILE.toml", help="House rules.")
@draw_options(drawn="layouts to draw: 200 in Cinch, else 20")
@seconds_option("Look at no more layouts after X seconds.")
@memory_option("Memory for the tables of all searches.")
@jobs_option("Deals")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
def bid_command(
    game: str | None,
    hand: str | None,
    deal: str | None,
    seat: str | None,
    seats: str | None,
    dealer: str | None,
    bids: str | None,
    rules: str | None,
    draws: Draws,
    seconds: float | None,
    memory: int,
    jobs: int,
    as_json: bool,
    progress: bool | None,
) -> int:
    """What to name and how high to bid, over layouts of what the bidder does not see.

    In Cinch every seat discards and draws by the law, the bidder leads, and the points of its side decide; in
    Auction Hearts the bidder avoids the suit against the rest. No auction is modelled.
    """
    house = _rules(game, rules)
    names = None if seats is None else _read("--seats", read_seats, seats)
    held, names, own = _hand(hand, deal, names, seat)
    at_bids = [] if bids is None else [_bid(text) for text in bids.replace(",", " ").split()]
    bar = LayoutProgress(progress)
    try:
        found = bidding(
            house, held, names, own, dealer, bids=at_bids, worlds=draws.worlds, all_below=draws.all_below,
            rng=draws.rng, threads=jobs, limits=Limits(seconds, None, memory), each=bar.reached,
        )  # fmt: skip
    except PositionError as error:
        raise PositionError(in_options(error)) from None
    finally:
        bar.hide()
    if as_json:
        print_json(as_object(found))
    else:
        screen = Screen()
        screen.print(bidding_text(found, screen.look))
    if found.stopped == "interrupt":
        complain("openhand: interrupted")
        return INTERRUPTED
    return STOPPED if found.stopped else ANSWERED


def _rules(game: str | None, path: str | None) -> Rules:
    house = house_rules(path)
    if house is not None:
        return house
    if game is None:
        raise click.UsageError("no game: name one with --game, cinch or auction-hearts")
    return load(game.strip().lower())


def _hand(
    hand: str | None, deal: str | None, names: tuple[str, ...] | None, seat: str | None
) -> tuple[tuple[str, ...], tuple[str, ...] | None, str | None]:
    """The bidder's hand, the seats where they are known, and the bidder."""
    if (hand is None) == (deal is None):
        raise click.UsageError("no hand: give --hand A=A2.KQJ5..AT7, or --deal" if hand is None else
                               "--hand and --deal are both given, where one is enough")  # fmt: skip
    if deal is not None:
        names, hands = _read("--deal", lambda text: read_deal(text, names), deal)
        first = deal.partition(":")[0].strip()
        at = find_seat(first if seat is None else seat, names)
        if at is None:
            raise PositionError(f'--seat: there is no seat "{seat}"; the seats are {", ".join(names)}')
        held = hands[at]
        if held is None:
            raise PositionError(f"--deal: the hand of {names[at]}, who bids, is hidden")
        return held, names, names[at]
    assert hand is not None
    name, equals, cards = hand.partition("=")
    held = _read("--hand", read_hand, cards if equals else hand)
    return held, names, seat if seat is not None or not equals else name.strip()


def _read(option: str, reader: Any, text: str) -> Any:
    try:
        return reader(text)
    except PositionError as error:
        raise PositionError(f"{option}: {error}") from None


def _bid(text: str) -> int:
    return read_number(text, "--bids")


# --- as JSON --------------------------------------------------------------------------------------------


def as_object(found: Bidding) -> dict[str, Any]:
    """A bidding as the contract with scripts has it."""
    return {
        "game": found.rules.id,
        "seat": found.seat,
        "dealer": found.dealer,
        "layouts": found.layouts,
        "worlds": found.worlds,
        "exact": found.exact,
        "suits": [_suit(found, suit) for suit in found.suits] if found.worlds else [],
        "best": found.best._asdict() if found.best is not None else None,
        "seconds": round(found.seconds, 6),
    }


def _suit(found: Bidding, suit: Suit) -> dict[str, Any]:
    value: dict[str, Any] = {"suit": suit.suit, "mean": suit.mean, "error": suit.error}
    if found.highest:
        value["at_least"] = {str(n): suit.at_least(n) for n in range(1, found.highest + 1)}
    else:
        value["clear"] = suit.chance_clear
    settle: Mapping[int, float] = suit.settle
    if settle:
        value["settle"] = {str(bid): mean for bid, mean in settle.items()}
    return {**value, "limit": suit.limit}
