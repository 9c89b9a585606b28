"""The games of the rule page: how suits are followed, what a capture is worth, which cards are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .pack import PIQUET_RANKS, SAME_COLOUR, full_pack, without

SPOTS = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}
CINQ_CENTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
BEZIQUE_RANKS = "ATKQJ987"


class Items(NamedTuple):
    """What one capture holds: points, penalty items, pointed items (take-all), and the game's own mark.

    The mark counts: the Joker (Joker Hearts), brisques (Penchant), tricks (Polignac, for the capot); under
    house rules the pointed cards without the tricks.
    """

    points: int
    penalties: int
    pointed: int
    mark: int


NOTHING = Items(0, 0, 0, 0)


def add(a: Items, b: Items) -> Items:
    return Items(a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


@dataclass(frozen=True)
class House:
    """House rules: what each card is worth, any trick, the first and the last; how hearts and firsts go."""

    points: Mapping[str, int]
    any_trick: int
    first_trick: int
    last_trick: int
    break_hearts: bool
    queen_breaks: bool
    clean_first: bool
    lead_card: str

    def trick(self, first: bool, last: bool) -> Items:
        """The items of winning a trick."""
        worth = (self.any_trick, self.first_trick * first, self.last_trick * last)
        return Items(sum(worth), sum(w > 0 for w in worth), sum(w != 0 for w in worth), 0)


@dataclass(frozen=True)
class Game:
    """One game; fields that are not named keep the meaning they have in plain Hearts."""

    name: str
    ranks: str = "AKQJT98765432"
    follow: str = "follow"
    hearts: bool = True  # a heart (or the avoided suit) is a penalty card
    black: tuple[str, int] | None = None  # Black Jack, Black Lady
    pool: bool = False  # settled as Sweepstake or Howell
    penalty: bool = True
    partners: bool = False
    take_all: str = "13"
    last_trick: int = 0
    house: House | None = None


def _hearts(name: str, **changes: object) -> Game:
    return Game(name, **changes)  # type: ignore[arg-type]


_LADY: tuple[str, int] = ("SQ", 13)
_ALL = [
    Game("cinch", follow="follow-or-trump", hearts=False, penalty=False, partners=True),
    _hearts("hearts", pool=True),
    _hearts("two-handed-hearts", pool=True),
    _hearts("three-handed-hearts", pool=True),
    _hearts("auction-hearts", pool=True),
    _hearts("spot-hearts", pool=True),
    _hearts("joker-hearts", pool=True, ranks="AKQJXT98765432"),
    _hearts("heartsette", pool=True),
    _hearts("progressive-hearts", pool=True),
    _hearts("domino-hearts", follow="follow-or-draw"),
    _hearts("black-jack", black=("SJ", 10), take_all="nobody"),
    _hearts("black-lady", black=_LADY, take_all="nobody"),
    _hearts("omnibus-hearts", black=_LADY, take_all="-26"),
    _hearts("cancellation-hearts", black=_LADY, take_all="nobody"),
    Game("slobberhannes", ranks=PIQUET_RANKS, hearts=False),
    Game("polignac", ranks=PIQUET_RANKS, hearts=False),
    Game("enfle", follow="follow-or-take-up", hearts=False, penalty=False),
    Game(
        "bezique", ranks=BEZIQUE_RANKS, follow="follow-and-head", hearts=False, penalty=False, last_trick=10
    ),
    Game(
        "cinq-cents",
        ranks=BEZIQUE_RANKS,
        follow="follow-and-head",
        hearts=False,
        penalty=False,
        last_trick=10,
    ),
    Game("penchant", ranks=PIQUET_RANKS, follow="follow-and-head", hearts=False, penalty=False),
    Game("whist", hearts=False, penalty=False, partners=True),
]
GAMES = {game.name: game for game in _ALL}


def game_of(named: str | Game) -> Game:
    """The game of a position: by its name, or as house rules make it."""
    return GAMES[named] if isinstance(named, str) else named


def yes(options: Mapping[str, object], name: str) -> bool:
    """Whether a yes/no option is set, however it was written."""
    return str(options.get(name, "no")).lower() in {"yes", "true", "1"}


def pairs(value: object) -> dict[str, int]:
    """`A:40,Y:38`, a list of such parts, or a mapping, as seat to number."""
    if isinstance(value, Mapping):
        return {str(seat): int(str(number)) for seat, number in value.items()}
    parts = value.split(",") if isinstance(value, str) else list(value or [])  # type: ignore[call-overload]
    split = [str(part).split(":") if isinstance(part, str) else list(part) for part in parts]
    return {str(seat): int(number) for seat, number in split}


def names(value: object) -> list[str]:
    """`H4,H3` or a list of cards."""
    return [part for part in value.split(",") if part] if isinstance(value, str) else list(value or [])  # type: ignore[call-overload]


def ranks_of(game: Game, options: Mapping[str, object]) -> str:
    """The game's rank order, high to low."""
    french = game.name == "polignac" and options.get("order") == "french"
    return "KQJAT987" if french else game.ranks


def card_points(game: Game, options: Mapping[str, object], trump: str | None, card: str) -> int:
    """What the capture of this card is worth by itself."""
    suit, rank = card[0], card[1]
    if game.house:
        return game.house.points.get(card, 0)
    if game.hearts:
        return _hearts_points(game, options, suit, rank)
    if game.name == "cinch":
        if rank == "5":
            return 5 if trump and suit in (trump, SAME_COLOUR[trump]) else 0
        return 1 if suit == trump and rank in "A2JT" else 0
    if game.name == "slobberhannes":
        return 1 if card == "CQ" else 0
    if game.name == "polignac":
        return {"SJ": 2, "HJ": 1, "DJ": 1, "CJ": 1}.get(card, 0)
    if game.name == "bezique":
        return 10 if rank in "AT" else 0
    if game.name == "cinq-cents":
        return CINQ_CENTS.get(rank, 0)
    if game.name == "penchant":
        return 10 if rank in "AT7" else 0
    return 0


def _hearts_points(game: Game, options: Mapping[str, object], suit: str, rank: str) -> int:
    if rank == "X":
        return 5
    if game.black and suit + rank == game.black[0]:
        return game.black[1]
    if game.name == "omnibus-hearts" and suit + rank == "DT":
        return -10
    if suit != str(options.get("avoid", "H")):
        return 0
    if game.name == "spot-hearts" or yes(options, "spot"):
        return SPOTS.get(rank) or int(rank)
    return 1


def card_items(game: Game, options: Mapping[str, object], trump: str | None, card: str) -> Items:
    """The card as a captured item. Omnibus's ten is pointed (the fifteen) and no penalty (the fourteen)."""
    points = card_points(game, options, trump, card)
    if game.house:
        return Items(points, int(points > 0), int(points != 0), int(points != 0))
    brisque = game.name == "penchant" and points > 0
    return Items(points, int(points > 0), int(points != 0), int(brisque or card == "HX"))


def trick_items(game: Game, options: Mapping[str, object], n_seats: int, first: bool, last: bool) -> Items:
    """What winning a trick is worth apart from its cards."""
    if game.house:
        return game.house.trick(first, last)
    if game.name == "whist":
        return Items(1, 1, 1, 0)
    if game.name == "slobberhannes":
        ends = int(first) + int(last)
        return Items(ends, ends, ends, 0)
    if game.name == "polignac":
        return Items(0, 0, 0, 1)
    worth = int(str(options.get("last-trick", game.last_trick))) if last else 0
    return Items(worth, int(worth > 0), int(worth > 0), 0)


def whole_pack(game: Game, options: Mapping[str, object], n: int) -> Counter[str]:
    """Every card a deal for n seats has, widow and stock too; for two seats the whole pack."""
    ranks = ranks_of(game, options)
    if game.name in {"slobberhannes", "polignac"}:
        pack = full_pack(ranks)
        return without(pack, "S7", "C7") if n >= 5 else pack
    if game.name == "bezique":
        pack = full_pack(ranks, n)
        return without(pack, "S8") if n == 3 else pack
    if game.name == "joker-hearts":
        pack = without(full_pack("AKQJT98765432"), "H2") + Counter(["HX"])
    else:
        pack = full_pack(ranks, 2 if game.name == "cancellation-hearts" else 1)
    return without(pack, *_deuces_out(game, n))


def _deuces_out(game: Game, n: int) -> list[str]:
    """The deuces laid aside so that the deal comes out even."""
    if game.name == "heartsette":
        return ["S2"] if n == 4 else []
    if game.name in {"black-jack", "black-lady", "omnibus-hearts"}:
        return ["S2", "C2", "D2", "H2"][: 52 % n]
    if game.hearts and game.name not in {"domino-hearts", "cancellation-hearts", "two-handed-hearts"}:
        return {3: ["S2"], 5: ["S2", "C2"], 6: ["S2", "C2", "D2", "H2"]}.get(n, [])
    return []


def pointed_in_pack(game: Game, options: Mapping[str, object], trump: str | None, n: int) -> int:
    """How many pointed items the whole deal holds: one seat must have them all for a take-all."""
    cards = whole_pack(game, options, n)
    pointed = sum(count for card, count in cards.items() if card_points(game, options, trump, card) != 0)
    return pointed + (2 if game.name == "slobberhannes" and not game.house else 0)
