"""Does the advice play? Deals played by a player that follows `advise` against rules of thumb.

    python -m benchmarks.advice [--deals 40] [--worlds 20 50 200] [--game cinch hearts] [--method maxn]
                                [--level rule] [--sees hands]

The same deal is played with the adviser in the seats of each side in turn (Cinch: two partners; Hearts: one
seat of four), and by rules of thumb alone. The gain is what its side has then, in points, more (Hearts:
fewer) than the rules of thumb have in the same seats. Nobody sees another hand, unless `--sees` lets the
adviser. The rules of thumb are those of the books.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Sequence

from solver import Position, View, advise, analyze, maxn
from solver.positions.generate import generate

Player = Callable[[Position, list[str], Position], str]  # now, the cards played, the start


# --- rules of thumb -------------------------------------------------------------------------------------


def cinch_by_rule(now: Position, played: list[str], start: Position) -> str:
    """Foster's advice: give points to a partner who wins for certain, cinch what an adversary could give a
    Pedro to, lead winning trumps, and throw what is worth nothing."""
    rules, trump = now.rules, now.trump or ""
    lane = rules.lane(trump, trump)
    worth = rules.card_points(trump)
    legal = now.legal_cards()
    seen = {*played, *now.hands[now.seats.index(now.to_play or "")]}
    rank = {card: -at for at, card in enumerate(lane)}
    trumps = [card for card in legal if card in rank]
    plain = [card for card in legal if card not in rank]
    outstanding = [card for card in lane if card not in seen]
    top = max((rank[card] for card in outstanding), default=-99)
    if not now.trick:
        winners = [card for card in trumps if rank[card] > top]
        if winners:
            return min(winners, key=lambda card: worth.get(card, 0))
        return (
            min(plain, key=_height)
            if plain
            else min(trumps, key=lambda card: (worth.get(card, 0), rank[card]))
        )
    led = now.trick[0][1]
    order = lane if any(card in rank for _, card in now.trick) else rules.lane(led[0], trump)
    place = {card: -at for at, card in enumerate(order)}
    best_seat, best = max(now.trick, key=lambda laid: place.get(laid[1], -99))
    last = len(now.trick) == len(now.seats) - 1
    partner_wins = now.seats.index(best_seat) % 2 == now.seats.index(now.to_play or "") % 2
    if partner_wins and (last or (best in rank and rank[best] > top)):
        return max(legal, key=lambda card: (worth.get(card, 0), -_height(card)))
    beating = [card for card in trumps if best not in rank or rank[card] > rank[best]]
    pedroes_out = any(worth.get(card) == 5 for card in outstanding)
    in_trick = sum(worth.get(card, 0) for _, card in now.trick)
    if last and beating and (in_trick or any(worth.get(card) == 5 for card in beating)):
        return max(beating, key=lambda card: (worth.get(card, 0), -rank[card]))
    if not last and beating and not partner_wins and (pedroes_out or in_trick):
        cinching = [card for card in beating if worth.get(card, 0) < 5 and rank[card] > rank[lane[9]]]
        if cinching:
            return min(cinching, key=lambda card: rank[card])
    cheap = [card for card in legal if not worth.get(card)]
    return min(cheap or legal, key=lambda card: (worth.get(card, 0), card in rank, _height(card)))


def hearts_by_rule(now: Position, played: list[str], start: Position) -> str:
    """Lead low; play the highest card that does not win, throw the highest heart when void."""
    legal = now.legal_cards()
    if not now.trick:
        return min(legal, key=_height)
    led = now.trick[0][1][0]
    best = max(_height(card) for _, card in now.trick if card[0] == led)
    following = [card for card in legal if card[0] == led]
    if not following:
        hearts = [card for card in legal if card[0] == "H"]
        return max(hearts or legal, key=_height)
    under = [card for card in following if _height(card) < best]
    if under:
        return max(under, key=_height)
    last = len(now.trick) == len(now.seats) - 1
    return max(following, key=_height) if last else min(following, key=_height)


def _height(card: str) -> int:
    return "23456789TJQKA".index(card[1])


BY_RULE: dict[str, Player] = {"cinch": cinch_by_rule, "hearts": hearts_by_rule}


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", nargs="+", default=["cinch", "hearts"], choices=sorted(BY_RULE))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--worlds", type=int, nargs="+", default=[20, 50, 200])
    parser.add_argument("--ahead", type=int, nargs="+", default=[1])
    parser.add_argument("--method", default="minimax", choices=["minimax", "maxn"])
    parser.add_argument(
        "--level",
        default="first",
        choices=["first", "rule"],
        help="of cards that cannot be told apart, the first of the best or the rule of thumb's",
    )
    parser.add_argument(
        "--sees",
        default="own",
        choices=["own", "hands", "rules"],
        help="what the adviser sees: its own hand, all hands, or (Hearts) also what the others will play",
    )
    parser.add_argument("--cards", type=int, help="cards each (Cinch 6, Hearts 8)")
    asked = parser.parse_args()
    print("game    worlds  ahead  gain a deal   error  seconds a deal")
    for game in asked.game:
        for ahead in asked.ahead:
            for worlds in asked.worlds:
                cards = asked.cards or {"cinch": 6, "hearts": 8}[game]
                gain, error, seconds = compare(
                    game, asked.deals, worlds, ahead, asked.method, cards, asked.level, asked.sees
                )
                print(f"{game:<8}{worlds:>6}{ahead:>7}{gain:>13.2f}{error:>8.2f}{seconds:>16.2f}", flush=True)


if __name__ == "__main__":
    main()
