"""Positions in and out: what may be played, the position after a card, and counting sequences."""

from __future__ import annotations

from typing import Any

from . import enfle
from .facts import Facts
from .pack import pack_order
from .state import Capture, Position, State, Table


def opened(pos: Position) -> tuple[Table, State]:
    """The table and the state after all that is forced."""
    table = Table(pos)
    Facts(table)
    state = table.forced_draw(table.start)
    if not state.trick:
        state, _ = table.domino_end(state, state.leader)
    return table, state


def to_play(pos: Position) -> str | None:
    """The seat whose turn it is; None when the deal is over."""
    if pos["game"] == "enfle":
        return enfle.to_play(pos)
    table, state = opened(pos)
    seat = table.turn(state)
    return None if seat is None else table.seats[seat]


def legal_cards(pos: Position) -> list[str]:
    """What the seat to play may play, in pack order, identical cards once."""
    if pos["game"] == "enfle":
        return enfle.legal_cards(pos)
    table, state = opened(pos)
    seat = table.turn(state)
    return [] if seat is None else [table.cards[card] for card in table.legal(state, seat)]


def play(pos: Position, card: str) -> dict[str, Any]:
    """The position after this legal card and all that is forced."""
    if pos["game"] == "enfle":
        return enfle.play(pos, card)
    table, state = opened(pos)
    seat = table.turn(state)
    if seat is None:
        raise ValueError("the deal is over")
    number = next((c for c in table.legal(state, seat) if table.cards[c] == card), None)
    if number is None:
        raise ValueError(f"{card} may not be played")
    after, captures = table.play(state, seat, number)
    return written(pos, table, after, captures)


def written_trick(table: Table, state: State) -> list[str]:
    """The current trick as JSON has it: a seat is named where another was passed over."""
    entries = []
    expected = state.leader
    for seat, card in state.trick:
        name = table.cards[card]
        entries.append(name if seat == expected else f"{table.seats[seat]}:{name}")
        expected = (seat + 1) % table.n
    return entries


def written(pos: Position, table: Table, state: State, captures: tuple[Capture, ...]) -> dict[str, Any]:
    """A new JSON position from the old one and what happened."""
    taken = {seat: list((pos.get("taken") or {}).get(seat) or []) for seat in table.seats}
    for capture in captures:
        taken[table.seats[capture.seat]] += table.names(capture.cards)
    tricks = table.tricks_played
    if tricks is not None and not state.trick:
        tricks += 1
    leader = table.turn(state) if not state.trick else state.leader
    new: dict[str, Any] = {
        "game": pos["game"],
        "seats": table.seats,
        "hands": {seat: table.names(hand) for seat, hand in zip(table.seats, state.hands, strict=True)},
        "leader": table.seats[state.leader if leader is None else leader],
        "trump": table.trump,
        "trick": written_trick(table, state),
        "taken": {seat: pack_order(cards, table.ranks) for seat, cards in taken.items()},
        "pile": table.names(state.pile),
        "stock": [table.cards[card] for card in table.stock[state.drawn :]],
        "widow": table.names(state.widow),
        "options": new_options(pos, table, state, captures),
    }
    if tricks is not None:
        new["tricks_played"] = tricks
    shown = any(table.opener(card) for cards in (new["pile"], *new["taken"].values()) for card in cards)
    if table.break_hearts and not state.broken and shown and "hearts-broken" not in new["options"]:
        new["options"]["hearts-broken"] = "no"  # taken, but led or following: nobody has discarded one
    return new


def new_options(pos: Position, table: Table, state: State, captures: tuple[Capture, ...]) -> dict[str, Any]:
    """Options that must be kept up to date: hearts broken, who won the first trick, whose Joker it was."""
    options = dict(pos.get("options") or {})
    if table.break_hearts and state.broken:
        options["hearts-broken"] = "yes"
    if table.game.name == "slobberhannes":
        for capture in captures:
            if capture.first:
                options["first-winner"] = table.seats[capture.seat]
    holders = [seat for seat, hand in enumerate(table.start.hands) if hand & table.joker]
    holders += [seat for seat, card in table.start.trick if table.cards[card] == "HX"]
    held = any(hand & table.joker for hand in state.hands)
    if holders and not held and "joker-owner" not in options:
        options["joker-owner"] = table.seats[holders[0]]
    return options


def perft(pos: Position, depth: int) -> int:
    """Legal sequences of exactly `depth` cards played."""
    if pos["game"] == "enfle":
        return enfle.perft(pos, depth)
    table, state = opened(pos)

    def count(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        seat = table.turn(state)
        if seat is None:
            return 0
        return sum(count(table.play(state, seat, card)[0], depth - 1) for card in table.legal(state, seat))

    return count(state, depth)
