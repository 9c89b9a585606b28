"""Hypothesis strategies: sound positions of every game, reached by playing legal cards from a random deal."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from solver.model.notation import read_seat
from solver.positions.position import Position
from solver.rules.files import load, names
from solver.rules.options import OptionSpec

# `lead-card` needs a leader who holds it; the rest may stand in any position.
_LEFT_OUT = {"lead-card"}


def _is_seat(name: str) -> bool:
    try:
        return read_seat(name) == name
    except ValueError:
        return False


seat_names = st.one_of(
    st.sampled_from(["N", "North", "SA", "10", "é", '"', "\\", "a;b", "{x}", "[y]", "%", "yes"]),
    st.text(min_size=1, max_size=6).filter(_is_seat),
)


@st.composite
def tables(draw: st.DrawFn, most: int = 7) -> tuple[str, ...]:
    """Two to seven distinct seat names."""
    number = draw(st.integers(2, most))
    return tuple(draw(st.lists(seat_names, min_size=number, max_size=number, unique_by=str.casefold)))


def option_values(spec: OptionSpec, seats: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Values that an option takes, in the form of JSON or of the command line."""
    some_cards = st.lists(st.sampled_from(["SA", "HT", "C2", "DJ"]), unique=True, max_size=3)
    by_kind: dict[str, st.SearchStrategy[Any]] = {
        "yes-no": st.sampled_from(["yes", "no", True, False]),
        "number": st.integers(0, 200),
        "seat": st.sampled_from(seats),
        "suit": st.sampled_from("SHDC"),
        "card": st.sampled_from(["SA", "HT", "C2"]),
        "cards": some_cards | some_cards.map(",".join),
        "numbers": st.dictionaries(st.sampled_from(seats), st.integers(0, 60)),
        "choice": st.sampled_from(spec.choices or ("",)),
    }
    return by_kind[spec.kind]


@st.composite
def deals(draw: st.DrawFn, game: str | None = None) -> Position:
    """A position at the start of a trick: a random part of a random deal of a game, some options given."""
    rules = load(game or draw(st.sampled_from(names())))
    number = draw(st.integers(rules.min_seats, min(rules.max_seats, 6)))
    seats = draw(st.none() | st.just(("North", "East", "South", "West", "X", "Z")[:number]))
    seats = seats or rules.default_seats(number)
    pack = sorted(rules.pack(number).elements())
    random.Random(draw(st.integers(0, 2**32))).shuffle(pack)
    size = draw(st.integers(1, min(4, rules.full_hand(number))))
    given: dict[str, Any] = {"hands": {seat: [pack.pop() for _ in range(size)] for seat in seats}}
    if "stock" in rules.fields:
        given["stock"] = [pack.pop() for _ in range(draw(st.integers(0, 2)) * number)]
    if "widow" in rules.fields:
        given["widow"] = [pack.pop() for _ in range(draw(st.integers(0, 3)))]
    if rules.trump != "never":
        given["trump"] = draw(st.sampled_from("SHDC" if rules.trump == "always" else ["S", "D", None]))
    chosen = [name for name in rules.options if name not in _LEFT_OUT and draw(st.integers(0, 3)) == 0]
    given["options"] = {name: draw(option_values(rules.options[name], seats)) for name in chosen}
    return Position.parse(game=rules.id, seats=seats, leader=draw(st.sampled_from(seats)), **given)


@st.composite
def positions(draw: st.DrawFn, game: str | None = None) -> Position:
    """Any point of a deal: some legal cards have been played, a trick may be on the table."""
    position = draw(deals(game))
    for choice in draw(st.lists(st.integers(0, 15), max_size=14)):
        legal = position.legal_cards()
        if not legal:
            break
        following = position.play(legal[choice % len(legal)])
        if not any(following.hands):
            break
        position = following
    return position
