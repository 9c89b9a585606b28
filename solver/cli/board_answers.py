"""What the page of `openhand board` asks, answered by what the commands print as JSON.

Each function takes a question as JSON gives it, and refuses what its command would refuse with the same line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from solver.analysis.each_seat import search_each_seat
from solver.analysis.limits import Limits
from solver.analysis.maxn import TIES, search_maxn
from solver.analysis.question import Question
from solver.analysis.refute import refute_card
from solver.analysis.replay import replay
from solver.board.work import Run
from solver.board.writing import advise_command, analyze_command, pbn_with_play
from solver.cli.advise import as_object as advice_object
from solver.cli.json import as_object, refutation_object
from solver.cli.replay import as_object as replay_object
from solver.cli.seats import each_seat_object, maxn_object
from solver.cli.sources import InputRecord, in_options
from solver.formats.json import raw_of
from solver.formats.raw import draft_of
from solver.model.errors import PositionError
from solver.model.notation import kind_of, quote, read_cards, read_trick
from solver.positions.generate import generated
from solver.positions.play import play_on
from solver.positions.position import Position
from solver.positions.record import Record, build, read_text
from solver.render.games import as_object as game_object
from solver.render.games import goal_meaning
from solver.render.wording import SideGoal, contest, counted, heading, shown, wanted
from solver.rules.files import load, names
from solver.rules.game import Rules
from solver.worlds.advice import look
from solver.worlds.draws import ALL_BELOW, WORLDS, Draws
from solver.worlds.facts import KINDS, read_known
from solver.worlds.valuing import METHODS
from solver.worlds.view import View

Object = dict[str, Any]
Given = Mapping[str, Any]
Examples = Callable[[str], str]  # a game's example, as text

MOST_POSITIONS = 500  # of one file or one request
MOST_LAYOUTS = 10_000  # of one advice
_SEARCHED = ("position", "play", "after", "goal", "for", "seconds", "nodes", "memory")
_ANALYZE = (*_SEARCHED, "method", "ties", "each-seat", "solutions", "line", "refute")


# --- searched -------------------------------------------------------------------------------------------


def analyze(given: Given, run: Run) -> Object:
    """`analyze --json`, with `method` and `each-seat` as there."""
    _only(given, _ANALYZE)
    position = _asked_position(given)
    goal, side = _text(given, "goal", "points"), _side(given)
    limits = _limits(given, run)
    method = _choice(given, "method", ("minimax", "maxn"))
    line, every = _yes_no(given, "line", True), _choice(given, "solutions", ("all", "1")) == "all"
    refute = _cards(given, "refute")
    each = _yes_no(given, "each-seat", False)
    if each or method == "maxn":
        if side is not None or refute:
            raise PositionError("for and refute name a side: leave them out with method maxn or each-seat")
        ties = _choice(given, "ties", TIES)
        if each:
            return each_seat_object(search_each_seat(position, goal, limits, ties, run.stop), line, every)
        return maxn_object(search_maxn(position, goal, ties, limits, run.stop), line, every)
    if "ties" in given:
        raise PositionError("ties goes with method maxn or each-seat")
    if refute and not every:
        raise PositionError("refute needs the value of all cards: leave solutions out")
    for card in refute:
        position.play(card)  # refuses a card that is not legal before anything is searched
    question = Question(position, side, goal, limits)
    question.stop_by(run.stop)
    if not every:
        return as_object(question.solution(line=True), line)
    answer = question.analysis(line=line)
    found = as_object(answer, line)
    if refute:
        found["refuted"] = [refutation_object(refute_card(answer, card, limits, run.stop)) for card in refute]
    return found


def each_seat(given: Given, run: Run) -> Object:
    """`analyze --each-seat --json`."""
    return analyze({**given, "each-seat": True}, run)


def refute(given: Given, run: Run) -> Object:
    """`analyze --refute CARD --json`."""
    if not given.get("refute"):
        raise PositionError("refute: name the card, or a list of them")
    return analyze(given, run)


def advise(given: Given, run: Run) -> Object:
    """`advise --json`: what the seat to play can see, and what its cards are worth by that."""
    _only(given, (*_SEARCHED, *KINDS, "seat", "method", "worlds", "all-below", "seed", "ahead", "odds"))
    method, side = _choice(given, "method", METHODS), _side(given)
    ahead, seed = _number(given, "ahead", 1), _number(given, "seed", 0)
    if method == "maxn" and (side is not None or ahead > 1):
        raise PositionError("for and ahead are not for method maxn: leave them out")
    worlds, all_below = _number(given, "worlds", WORLDS), _number(given, "all-below", ALL_BELOW)
    if max(worlds, all_below) > MOST_LAYOUTS:
        raise PositionError(f"worlds and all-below: at most {MOST_LAYOUTS} here")
    known = read_known({kind: given[kind] for kind in KINDS if kind in given})
    play = read_trick(given["play"]) if given.get("play") else ()
    after = None if given.get("after") is None else _number(given, "after", 0)
    view = View.from_record(
        _raw_record(given), after, _text(given, "seat", "") or None, known=known, play=play
    )
    advice = look(
        view, side, _text(given, "goal", "points"), Draws(worlds, all_below, seed), ahead=ahead,
        method=method, limits=_limits(given, run), stop=run.stop,
    )  # fmt: skip
    return advice_object(advice, seed, {card: view.odds(card) for card in _cards(given, "odds")})


def replay_play(given: Given, run: Run) -> Object:
    """`replay --json` of a position with its `play`."""
    _only(given, ("position", "goal", "for", "errors-only", "seconds", "nodes", "memory"))
    record = _record(given)
    if not record.has_play:
        raise PositionError("there is no play in the position, so nothing to go over")
    goal, limits = _text(given, "goal", "points"), _limits(given, run)
    result = replay(record.sound(), record.played(), _side(given), goal, limits, stop=run.stop)
    return replay_object(InputRecord("", record, None), result, _yes_no(given, "errors-only", False))


def _with_id(answer: Callable[[Given, Run], Object]) -> Callable[[Given, Run], Object]:
    """The answer after the id of its position, where that has one; refusals as the command words them."""

    def naming(given: Given, run: Run) -> Object:
        try:
            found = answer(given, run)
        except PositionError as error:
            raise PositionError(in_options(error), error.faults) from None
        name = given["position"].get("id")
        return found if name is None else {"id": name, **found}

    return naming


SEARCHED: Mapping[str, Callable[[Given, Run], object]] = {
    "analyze": _with_id(analyze),
    "each-seat": _with_id(each_seat),
    "refute": _with_id(refute),
    "advise": _with_id(advise),
    "replay": _with_id(replay_play),
}


# --- read -----------------------------------------------------------------------------------------------


def games(given: Given) -> object:
    """`games --json`: one game, or a list of all."""
    _only(given, ("game",))
    game = _text(given, "game", "")
    return game_object(load(game)) if game else [game_object(load(name)) for name in names()]


def generate(given: Given) -> object:
    """`generate --json`: a position, or a list where `count` says so."""
    _only(given, ("game", "cards", "count", "seed", "seats"))
    count = _number(given, "count", 1)
    if not 1 <= count <= MOST_POSITIONS:
        raise PositionError(f"count: 1 to {MOST_POSITIONS}, not {count}")
    game, cards, seed = _text(given, "game", ""), _number(given, "cards", 0), _number(given, "seed", 0)
    if cards < 1:
        raise PositionError("cards: the number of cards in each hand, 1 or more")
    made = [each.fields() for each in generated(game, cards, count, seed, seats=given.get("seats"))]
    return made if "count" in given else made[0]


class Reader:
    """What the page wants to know before anything is searched.

    Of a `position` how the table stands after each card of `play`, and the words for its values; of a `text`
    (PBN, JSON, a book's table) and of an `example` the positions in it; of a `game` what is dealt and asked;
    of nothing at all the file that the board was opened with.
    """

    def __init__(self, name: str | None, opened: list[InputRecord], examples: Examples) -> None:
        self._name = name
        self._opened = opened
        self._examples = examples

    def __call__(self, given: Given) -> Object:
        """The answer to one question, by what it has in it."""
        if "position" in given:
            _only(given, ("position", "play", "goal", "for", "write"))
            return _table(given)
        if "text" in given:
            _only(given, ("text",))
            return _positions(_records(_text(given, "text", "")))
        if "example" in given:
            _only(given, ("example",))
            return _positions(_records(self._examples(_text(given, "example", ""))))
        if "game" in given:
            _only(given, ("game",))
            return _game(load(_text(given, "game", "")))
        _only(given, ())
        return {"file": self._name, **_positions(self._opened)}


def _records(text: str) -> Iterator[InputRecord]:
    """Every record of a text, whatever it is written in."""
    for record in read_text(text):
        yield InputRecord("", record, None)


def _positions(found: Iterable[InputRecord]) -> Object:
    """The first positions, up to the most that are shown, with their play, refused ones in their place."""
    rest = iter(found)
    return {
        "positions": [_position(each) for each in islice(rest, MOST_POSITIONS)],
        "left_out": sum(1 for _ in rest),
    }


def _position(found: InputRecord) -> Object:
    record = found.record
    if record.position is None:
        return {"error": record.error}
    value: Object = {"position": record.position.fields(), "title": _title(record), "play": []}
    try:
        for _, card in record.played() if record.has_play else ():
            value["play"].append(card)
    except PositionError as error:
        value["error"] = str(error)
    return value


def _title(record: Record) -> str:
    """What a record calls itself."""
    return next((text for name, text, _ in record.tags if name == "Event" and text.strip("?#")), "")


def _table(given: Given) -> Object:
    start = _record(given).sound()
    goal, side = _text(given, "goal", "points"), _side(given)
    states = [_State(None, start), *_states(start, given)]
    value: Object = {
        "start": states[0].as_object(),
        "steps": [state.as_object() for state in states[1:]],
        "words": _wording(states[-1].position, goal, side),
    }
    if _yes_no(given, "write", False):
        played = [card for state in states[1:] for card in [state.card] if card]
        value["pbn"] = pbn_with_play(start, [state.position for state in states[:-1]], played)
        value["command"] = analyze_command(states[-1].position, goal, side)
        value["advice"] = advise_command(start, played, goal, side)
    return value


@dataclass(frozen=True)
class _State:
    card: str | None  # which led to it
    position: Position

    def as_object(self) -> Object:
        value: Object = {
            "position": self.position.fields(),
            "to_play": self.position.to_play,
            "legal": [] if self.position.over else self.position.legal_cards(),
        }
        return value if self.card is None else {"card": self.card, **value}


def _states(position: Position, given: Given) -> Iterator[_State]:
    for _, _, card, after in play_on(position, [(None, card) for card in _cards(given, "play")]):
        yield _State(card, after)


def _wording(position: Position, goal: str, side: Any) -> Object:
    """What the values of a goal are called; nothing but the error where it cannot be asked."""
    try:
        seats = Question(position, side, goal, None).side
    except PositionError as error:
        return {"error": str(error)}
    objective = SideGoal(position, goal, tuple(position.seats[seat] for seat in seats))
    return {
        "side": list(objective.side),
        "contest": contest(objective),
        "heading": heading(objective),
        "wanted": wanted(objective),
        "samples": {str(value): shown(objective, value) for value in (-1, 0, 1)},
        "units": {str(value): counted(objective, value) for value in (-2, -1, 0, 1, 2)},
    }


def _game(rules: Rules) -> Object:
    tables = range(rules.min_seats, rules.max_seats + 1)
    return {
        "id": rules.id,
        "trump": rules.trump,
        "fields": sorted(rules.fields),
        "goals": {goal: goal_meaning(rules, goal) for goal in rules.goals},
        "tables": {
            str(seats): {
                "seats": list(rules.default_seats(seats)),
                "hand": rules.full_hand(seats),
                "pack": [card for card in rules.cards() for _ in range(rules.pack(seats)[card])],
                "text": rules.deal_text(seats),
            }
            for seats in tables
        },
    }


# --- what a question says -------------------------------------------------------------------------------


def _only(given: Given, keys: Iterable[str]) -> None:
    """Refuse what would be ignored."""
    known = tuple(keys)
    unknown = [key for key in given if key not in known]
    if unknown:
        there = f"there are {', '.join(known)}" if known else "nothing goes with it"
        raise PositionError(f"unknown key {', '.join(map(quote, unknown))}: {there}")


def _record(given: Given) -> Record:
    """The position of a question, with the `play` that may stand in it."""
    record = _raw_record(given)
    if record.position is None:
        if not record.raw.wrong:
            Position.from_draft(draft_of(record.raw))  # raises the same with every fault by itself
        raise PositionError(record.error or "no position")
    return record


def _raw_record(given: Given) -> Record:
    """What a question says of its position, sound or not."""
    value = given.get("position")
    if not isinstance(value, Mapping):
        raise PositionError(f"position: a JSON position, not {kind_of(value)}")
    return build(raw_of(value))


def _asked_position(given: Given) -> Position:
    """The position after the first `after` cards of its play, then the cards of `play`."""
    record = _record(given)
    position, after = record.sound(), _number(given, "after", 0)
    played = record.play() if after else ()
    if after > len(played):
        raise PositionError(f"after: the play has only {len(played)} cards, not {after}")
    for card in played[:after]:
        position = position.play(card)
    for state in _states(position, given):
        position = state.position
    return position


def _side(given: Given) -> Any:
    """The seats of `for`, None where there are none."""
    side = given.get("for")
    if side is not None and not (
        isinstance(side, str) or (isinstance(side, list) and all(isinstance(seat, str) for seat in side))
    ):
        raise PositionError(f"for: seats such as A or A,B, not {kind_of(side)}")
    return side or None


def _limits(given: Given, run: Run) -> Limits:
    """The limits that are asked for, within those of the board."""
    seconds, nodes, memory = given.get("seconds"), given.get("nodes"), given.get("memory")
    asked = Limits(seconds, nodes, run.megabytes if memory is None else memory)
    most = run.seconds if asked.seconds is None else min(asked.seconds, run.seconds)
    return Limits(most, asked.nodes, min(asked.memory, run.megabytes))


def _cards(given: Given, name: str) -> tuple[str, ...]:
    value = given.get(name)
    if value is None:
        return ()
    try:
        return read_cards(value)
    except PositionError as error:
        raise PositionError(f"{name}: {error}") from None


def _text(given: Given, name: str, default: str) -> str:
    value = given.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise PositionError(f"{name}: a text, not {kind_of(value)}")
    return value or default


def _choice(given: Given, name: str, choices: tuple[str, ...]) -> str:
    value = _text(given, name, choices[0])
    if value not in choices:
        raise PositionError(f"{name}: one of {', '.join(choices)}, not {quote(value)}")
    return value


def _yes_no(given: Given, name: str, default: bool) -> bool:
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise PositionError(f"{name}: true or false, not {kind_of(value)}")
    return value


def _number(given: Given, name: str, default: int) -> int:
    value = given.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 63:
        raise PositionError(f"{name}: a whole number from 0 to {(1 << 63) - 1}, not {kind_of(value)}")
    return value
