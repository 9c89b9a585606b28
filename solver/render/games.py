"""Games for people: all in a line each, or one in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from solver.model.cards import SUIT_NAMES
from solver.render.text import Text, lines, side_by_side
from solver.render.theme import FAINT, STRONG, Look
from solver.rules.game import Rules
from solver.rules.options import OptionSpec
from solver.rules.pack import narrowness

_GOALS = {
    "points": "points the side captures from here on (total: in the whole deal)",
    "margin": "the side's points less the others', from here on",
    "clear": "can the side stay free of every penalty card and trick?",
    "all": "can the side take every pointed card?",
    "at-most:N": "can it take at most N points in the whole deal?",
    "at-least:N": "can it take at least N points in the whole deal?",
    "fewer-than:SEAT": "can it take fewer points than that seat in the whole deal?",
    "load:SEAT": "can that seat be made to take a penalty card or trick?",
    "jack": "can the pool be kept from being won?",
    "sweepstake": "counters won or lost in the pool",
    "howell": "counters won or lost by Howell's settling",
    "score": "what is written down for the side",
    "settle": "counters by the game's own settling",
    "out": "does this deal take the side to the end of the game, and not the others?",
}
_ENDLESS = "1: a seat of the side is out first; 0: play goes round for ever; -1: another seat is out first"


def seats_text(rules: Rules) -> str:
    """`4 seats`, `2 to 6 seats`."""
    low, high = rules.min_seats, rules.max_seats
    return f"{low} seats" if low == high else f"{low} to {high} seats"


def games_text(games: Sequence[Rules], look: Look) -> Text:
    """A line a game: its id, the seats, the gist of its rules; cut where a terminal would break it."""
    names = max(len(game.id) for game in games)
    rows = []
    for game in games:
        head = f"{game.id:<{names}}  {seats_text(game):<12}  "
        gist = game.summary.strip().splitlines()[0] if game.summary.strip() else game.name
        if look.cut:
            gist = textwrap.shorten(gist, max(30, look.width - len(head)), placeholder=" ...")
        rows.append(side_by_side(Text(game.id, STRONG), Text(head[len(game.id) :], FAINT), Text(gist)))
    return lines([*rows, Text(""), Text("openhand games ID shows one in full.", FAINT)])


def game_text(game: Rules, width: int) -> Text:
    """One game in full."""
    return lines(_parts(game, min(width, 100)))


def _parts(game: Rules, width: int) -> Iterator[Text]:
    yield Text(f"{game.name} ({game.id})", STRONG)
    yield Text(f"{seats_text(game)}{', partners face each other' if game.partnerships else ''}")
    yield Text("")
    for line in game.summary.strip().splitlines():
        yield from _wrapped(line, width)
    if game.choices:
        yield from _head("Where the books are silent")
        for choice in game.choices:
            yield from _wrapped(choice, width, "- ")
    if game.reach:
        yield from _head("How far the search goes")
        yield from _wrapped(game.reach, width)
    yield from _head("A position may have")
    carried = ["hands", "leader", "trick", "tricks played", *sorted(game.fields)]
    yield from _wrapped(", ".join(carried), width, "  ")
    yield from _head("Deal")
    yield from (Text(f"  {line}") for line in _deals(game))
    yield from _head("Points")
    yield from _wrapped(", ".join(points_of(game)) or "none", width, "  ")
    yield from _head("Goals")
    for goal in game.goals:
        yield side_by_side(Text(f"  {goal:<17}", STRONG), Text(goal_meaning(game, goal)))
    if game.options:
        yield from _head("Options")
        for option in game.options.values():
            yield from _option(option, width)


def goal_meaning(game: Rules, goal: str) -> str:
    """What a goal asks, in a few words."""
    return _ENDLESS if goal == "points" and game.follow == "follow-or-take-up" else _GOALS[goal]


def _deals(game: Rules) -> Iterator[str]:
    """How many cards go where, by the number of seats."""
    for seats in range(game.min_seats, game.max_seats + 1):
        parts = [f"{game.full_hand(seats)} cards each"]
        if game.widow_size(seats):
            parts.append(f"a widow of {game.widow_size(seats)}")
        if game.stock_size(seats):
            parts.append(f"a stock of {game.stock_size(seats)}")
        yield f"{seats} seats: {', '.join(parts)}, of a pack of {game.pack(seats).total()}"


def points_of(game: Rules) -> Iterator[str]:
    """What captures are worth, the wider names first: `every heart 1`, `SQ 13`, `the last trick 10`."""
    for pattern, worth in sorted(game.points.items(), key=lambda item: narrowness(item[0])):
        yield f"{_named(pattern)} {'its spots' if worth == 'spots' else worth}"
    for name, worth in _tricks(game):
        yield f"{'every' if name == 'any_trick' else 'the ' + name.split('_')[0]} trick {worth}"


def _tricks(game: Rules) -> list[tuple[str, int]]:
    """The tricks that count something, by their keys."""
    worth = {"any_trick": game.any_trick, "first_trick": game.first_trick, "last_trick": game.last_trick}
    return [(name, points) for name, points in worth.items() if points]


def _named(pattern: str) -> str:
    """What a key of the points means: `H*` every heart, `*J` every J, `trump:5` the trump 5."""
    part, _, rank = pattern.rpartition(":")
    if part == "left":
        return f"the {rank} of the trumps' colour"
    whole = {"trump": "trump", "avoid": "card to be avoided"}.get(part)
    if whole is None and pattern[1] != "*":
        return f"every {pattern[1]}" if pattern[0] == "*" else pattern
    if whole is None:
        whole, rank = SUIT_NAMES[pattern[0]][:-1], "*"
    return f"every {whole}" if rank == "*" else f"the {whole} {rank}"


def _head(text: str) -> Iterator[Text]:
    yield Text("")
    yield Text(text, STRONG)


def _option(option: OptionSpec, width: int) -> Iterator[Text]:
    yield side_by_side(Text(f"  {option.name}={option.form}", STRONG), Text(_default(option), FAINT))
    yield from _wrapped(option.help, width, "      ")


def _default(option: OptionSpec) -> str:
    return f" (else {option.default})" if option.default else ""


def _wrapped(text: str, width: int, first: str = "") -> Iterator[Text]:
    for line in textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first)):
        yield Text(line)


def games_page(games: Sequence[Rules]) -> str:
    """All games in full as a page of Markdown: `docs/games.md` is this."""
    goals = [f"- `{goal}`: {meaning}" for goal, meaning in _GOALS.items()]
    parts = [_PAGE_HEAD, "## Goals", "\n".join(goals)]
    for game in games:
        parts += [f"## {game.name}  `{game.id}`", *_paragraphs(game)]
    return "\n\n".join(parts) + "\n"


_PAGE_HEAD = """# The games

Written by `openhand games --markdown` from the data in `solver/games/`, where a change has to be made."""


def _paragraphs(game: Rules) -> Iterator[str]:
    yield " ".join(game.summary.split())
    if game.reach:
        yield f"*How far the search goes*: {game.reach}"
    yield "*Deal*: " + "; ".join(_deals(game)) + "."
    yield "*Points*: " + (", ".join(points_of(game)) or "none") + "."
    if game.choices:
        yield "*Where the books are silent*:"
        yield "\n".join(f"- {choice}" for choice in game.choices)
    yield "*Goals*: " + ", ".join(_goal_item(game, goal) for goal in game.goals) + "."
    if game.options:
        yield "*Options*:"
        yield "\n".join(_option_item(option) for option in game.options.values())
    if not game.source:
        yield f"*Example*: `openhand analyze examples/{game.id}.pbn`"


def _goal_item(game: Rules, goal: str) -> str:
    return f"`{goal}`" + (f" ({_ENDLESS})" if goal_meaning(game, goal) == _ENDLESS else "")


def _option_item(option: OptionSpec) -> str:
    return f"- `{option.name}={option.form}`{_default(option)}: {option.help}"


def as_object(game: Rules) -> dict[str, Any]:
    """A game for scripts."""
    return {
        "id": game.id,
        "name": game.name,
        "seats": [game.min_seats, game.max_seats],
        "summary": " ".join(game.summary.split()),
        "choices": list(game.choices),
        "reach": game.reach,
        "points": {**game.points, **dict(_tricks(game))},
        "goals": list(game.goals),
        "options": {
            name: {"form": option.form, "default": option.default, "help": option.help}
            for name, option in game.options.items()
        },
    }
