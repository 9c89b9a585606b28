"""`python -m benchmarks advice`: does the advice play? A player that follows it, against rules of thumb.

The same deal is played with the adviser in the seats of each side in turn (Cinch: two partners; Hearts: one
seat of four), and by rules of thumb alone. The gain is what its side has then, in points, more (Hearts:
fewer) than the rules of thumb have in the same seats. Nobody sees another hand, unless `--sees` lets the
adviser.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence

import click

from benchmarks.players import BY_RULE, Player
from solver import Position, View, advise, analyze, maxn
from solver.positions.generate import generate

CARDS = {"cinch": 6, "hearts": 8}  # each, where nothing else is asked for


# --- the adviser ----------------------------------------------------------------------------------------


def adviser(worlds: int, ahead: int, method: str, rule: Player | None = None) -> Player:
    """A player that takes the first of the best cards by what it can see.

    With a rule it follows that wherever the rule's card cannot be told from the best.
    """

    def choose(now: Position, played: list[str], start: Position) -> str:
        legal = now.legal_cards()
        if len(legal) == 1:
            return legal[0]
        view = View.after(start, played)
        advice = advise(view, worlds=worlds, all_below=worlds, rng=len(played), ahead=ahead, method=method)
        usual = advice.best[0] if rule is None else rule(now, played, start)
        return usual if advice.level[usual] else advice.best[0]

    return choose


def open_hands(method: str, rule: Player | None = None) -> Player:
    """A player that sees all hands and takes the first of the best cards, or the rule's if it is one."""

    def choose(now: Position, played: list[str], start: Position) -> str:
        best = analyze(now, side=now.to_play).best if method == "minimax" else maxn(now).best
        usual = best[0] if rule is None else rule(now, played, start)
        return usual if usual in best else best[0]

    return choose


def best_answer(rule: Player) -> Player:
    """A player in Hearts that sees all hands and knows what the others' rule has them play."""
    least: dict[Position, int] = {}

    def outcome(now: Position, start: Position, seat: int) -> int:
        """The hearts that the seat ends with if it plays its best from here on."""
        while not now.over and now.seats.index(now.to_play or "") != seat:
            now = now.play(rule(now, [], start))
        if now.over:
            return sum(card[0] == "H" for card in now.taken[seat])
        if now not in least:
            least[now] = min(outcome(now.play(card), start, seat) for card in now.legal_cards())
        return least[now]

    def choose(now: Position, played: list[str], start: Position) -> str:
        seat = now.seats.index(now.to_play or "")
        return min(now.legal_cards(), key=lambda card: outcome(now.play(card), start, seat))

    return choose


# --- playing --------------------------------------------------------------------------------------------


def points_of(start: Position, players: Sequence[Player], side: tuple[int, ...]) -> int:
    """The points that a side has at the end of a deal."""
    now, played = start, list[str]()
    while not now.over:
        seat = now.seats.index(now.to_play or "")
        card = players[seat](now, played, start)
        now = now.play(card)
        played.append(card)
    worth = now.rules.under(now.options).card_points(now.trump)
    return sum(worth.get(card, 0) for seat in side for card in now.taken[seat])


def compare(
    game: str,
    deals: int,
    worlds: int,
    ahead: int,
    method: str,
    cards: int,
    level: str = "first",
    sees: str = "own",
    seed: int = 1,
) -> tuple[float, float, float]:
    """The adviser's mean gain in points a deal, its standard error, and seconds a deal."""
    rule = BY_RULE[game]
    usual = rule if level == "rule" else None
    expert = {
        "own": adviser(worlds, ahead, method, usual),
        "hands": open_hands(method, usual),
        "rules": best_answer(rule),
    }[sees]
    gains: list[float] = []
    begun = time.perf_counter()
    for start in generate(game, cards, deals, seed, 4):
        gained = []
        for side in ((0, 2), (1, 3)) if game == "cinch" else ((0,), (1,), (2,), (3,)):
            plain = points_of(start, [rule] * 4, side)
            advised = points_of(start, [expert if seat in side else rule for seat in range(4)], side)
            gained.append(advised - plain if game == "cinch" else plain - advised)
        gains.append(statistics.mean(gained))
    error = statistics.stdev(gains) / math.sqrt(len(gains))
    return statistics.mean(gains), error, (time.perf_counter() - begun) / deals


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(sorted(BY_RULE)), default=sorted(BY_RULE))
@click.option("--deals", default=40, show_default=True)
@click.option("--worlds", multiple=True, type=int, default=(20, 50, 200), show_default=True)
@click.option("--ahead", multiple=True, type=int, default=(1,), show_default=True)
@click.option("--method", type=click.Choice(["minimax", "maxn"]), default="minimax", show_default=True)
@click.option(
    "--level",
    type=click.Choice(["first", "rule"]),
    default="first",
    show_default=True,
    help="Of cards that cannot be told apart, the first of the best or the rule of thumb's.",
)
@click.option(
    "--sees",
    type=click.Choice(["own", "hands", "rules"]),
    default="own",
    show_default=True,
    help="What the adviser sees: its own hand, all hands, or (Hearts) also what the others will play.",
)
@click.option("--cards", type=int, help="Cards each (Cinch 6, Hearts 8).")
def advice(
    games: Sequence[str],
    deals: int,
    worlds: Sequence[int],
    ahead: Sequence[int],
    method: str,
    level: str,
    sees: str,
    cards: int | None,
) -> None:
    """Play deals by the advice against rules of thumb; --game, --worlds and --ahead may be repeated."""
    click.echo("game    worlds  ahead  gain a deal   error  seconds a deal")
    for game in games:
        for depth in ahead:
            for number in worlds:
                held = cards or CARDS[game]
                gain, error, seconds = compare(game, deals, number, depth, method, held, level, sees)
                click.echo(f"{game:<8}{number:>6}{depth:>7}{gain:>13.2f}{error:>8.2f}{seconds:>16.2f}")
