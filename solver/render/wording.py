"""What values mean, in the words of the card table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from solver.analysis.solution import Solution
from solver.model.cards import SUIT_NAMES
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.scoring.goals import wants_few


@dataclass(frozen=True)
class Unit:
    """What is counted: "heart", "trick", "point"."""

    one: str
    more: str

    def many(self, count: int) -> str:
        """A number of them: `1 heart`, `3 hearts`, `no hearts`."""
        if count == 0:
            return f"no {self.more}"
        return f"{count} {self.after(count)}"

    def after(self, count: int) -> str:
        """The unit as it stands behind a number."""
        return self.one if abs(count) == 1 else self.more

    def between(self, low: int, high: int) -> str:
        """A range, with the unit."""
        return self.many(low) if low == high else f"{low} to {high} {self.more}"


CARD = Unit("card", "cards")
COUNTER = Unit("counter", "counters")


class Objective(Protocol):
    """What a side plays for in a position: a solution says it, and so does what is to have one."""

    @property
    def position(self) -> Position: ...
    @property
    def side(self) -> tuple[str, ...]: ...
    @property
    def goal(self) -> str: ...


@dataclass(frozen=True)
class SideGoal:
    """An objective that has no solution of its own; the side is left out where no words are about it."""

    position: Position
    goal: str
    side: tuple[str, ...] = ()


def unit_of(position: Position) -> Unit:
    """What the game's points are called where they are all of a kind, else points."""
    return _unit(position.rules.under(position.options), position.trump)


@lru_cache(maxsize=64)
def _unit(rules: Rules, trump: str | None) -> Unit:
    worth = rules.card_points(trump)
    if not worth and rules.any_trick == 1:
        return Unit("trick", "tricks")
    suits = {card[0] for card in worth}
    if len(suits) == 1 and set(worth.values()) == {1} and len(worth) == len(rules.ranks):
        name = SUIT_NAMES[suits.pop()]
        return Unit(name[:-1], name)
    return Unit("point", "points")


# --- who plays against whom -----------------------------------------------------------------------------


def listed(names: tuple[str, ...] | list[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def others_of(answer: Objective) -> str:
    """Those who play against the side: `Y and Z`, `the others` where they are many, "" for nobody."""
    others = [seat for seat in answer.position.seats if seat not in answer.side]
    return "the others" if len(others) > 2 else listed(others) if others else ""


def contest(answer: Objective) -> str:
    """`A against the rest`, `A and B against Y and Z`, `A and B together`."""
    others = others_of(answer)
    if not others:
        return f"{listed(answer.side)} together"
    return f"{listed(answer.side)} against {others.replace('the others', 'the rest')}"


# --- what a value says ----------------------------------------------------------------------------------


def meaning(answer: Solution) -> str:
    """The answer in a sentence: `A against the rest takes 3 hearts from here on.`"""
    goal, _, argument = answer.goal.partition(":")
    return f"{_SAYINGS[goal](_Saying(answer, argument))}."


def heading(answer: Objective) -> str:
    """What the column of values is."""
    goal = answer.goal.partition(":")[0]
    if goal == "points":
        return "result" if _endless(answer) else unit_of(answer.position).more
    return {
        "margin": "more than the others",
        "sweepstake": "counters",
        "howell": "counters",
        "settle": "counters",
        "score": "written down",
    }.get(goal, "result")


def counted(answer: Objective, value: int) -> str:
    """What stands behind one value by itself: `heart` behind 1, `fewer than the others` behind -3."""
    title = heading(answer)
    if title == "more than the others":
        return title if value >= 0 else "fewer than the others"
    one = {unit.more: unit.one for unit in (unit_of(answer.position), COUNTER)}
    return one.get(title, title) if abs(value) == 1 else title


def shown(answer: Objective, value: int) -> str:
    """A value as it stands in the column."""
    goal = answer.goal.partition(":")[0]
    if goal in YES_NO:
        return "yes" if value else "no"
    if goal == "points" and _endless(answer):
        return {1: "won", 0: "endless", -1: "lost"}[value]
    return f"{value:+d}" if goal in ("margin", "sweepstake", "howell", "settle") else str(value)


def wanted(answer: Objective) -> str:
    """Which values the side wants: `few` or `many`, "" where it goes without saying."""
    goal = answer.goal.partition(":")[0]
    if goal in YES_NO or _endless(answer):
        return ""
    return "few" if wants_few(answer.position.rules, goal) else "many"


def is_won(answer: Solution) -> bool:
    """Whether a yes/no goal is met, or play without points won."""
    goal = answer.goal.partition(":")[0]
    return answer.value == 1 and (goal in YES_NO or (goal == "points" and _endless(answer)))


def _endless(answer: Objective) -> bool:
    return answer.position.rules.follow == "follow-or-take-up"


YES_NO = {"clear", "all", "at-most", "at-least", "fewer-than", "load", "jack", "out"}


class _Saying:
    """An answer with what the sentences about it need."""

    def __init__(self, answer: Solution, argument: str) -> None:
        self.answer = answer
        self.argument = argument
        self.unit = unit_of(answer.position)
        self.low, self.high = answer.lower, answer.upper
        self.several = len(answer.side) > 1

    def verb(self, one: str, more: str) -> str:
        """The verb for one seat, or for several."""
        return more if self.several else one

    @property
    def takes(self) -> str:
        return self.verb("takes", "take")

    def yes_no(self, what: str, cannot: str | None = None) -> str:
        """Whether the side can do something; `cannot` where the refusal is not just that."""
        who, others = listed(self.answer.side), others_of(self.answer)
        if self.low != self.high:
            return f"It is not known yet whether {who} can {what}"
        if self.low:
            do = "does" if len(self.answer.position.seats) - len(self.answer.side) == 1 else "do"
            return f"{who} can {what}{f', whatever {others} {do}' if others else ''}"
        return f"{who} {cannot or f'cannot {what}'}{' against best play' if others else ''}"


def _points(say: _Saying) -> str:
    if _endless(say.answer):
        words = {
            1: "a seat of the side goes out first",
            0: "play goes round for ever",
            -1: "another seat goes out first",
        }
        if not say.several:
            words[1] = f"{say.answer.side[0]} goes out first"
        ends = [words[value] for value in range(say.high, say.low - 1, -1)]
        return f"{contest(say.answer)}: {' or '.join(ends)}"
    return (
        f"{contest(say.answer)} {say.takes} {say.unit.between(say.low, say.high)} from here on{_in_all(say)}"
    )


def _in_all(say: _Saying) -> str:
    total = say.answer.total
    if total is None or total == say.answer.value:
        return ""
    return f", {total} in the whole deal"


def _margin(say: _Saying) -> str:
    low, high = say.low, say.high
    head = f"{contest(say.answer)} {say.takes}"
    if low == high == 0:
        return f"{head} as many {say.unit.more} as the others from here on"
    if low < high and low <= 0 <= high:
        return f"{head} {low:+d} to {high:+d} {say.unit.more} compared with the others from here on"
    word = "fewer" if high < 0 else "more"
    few, many = sorted((abs(low), abs(high)))
    count = f"{few} {word} {say.unit.after(few)}" if few == many else f"{few} to {many} {word}"
    return f"{head} {count} than the others from here on"


def _counters(say: _Saying) -> str:
    low, high = say.low, say.high
    head = contest(say.answer)
    if low == high == 0:
        return f"{head} {say.verb('comes', 'come')} out even"
    if high <= 0:
        return f"{head} {say.verb('pays', 'pay')} {COUNTER.between(-high, -low)}"
    if low >= 0:
        return f"{head} {say.verb('wins', 'win')} {COUNTER.between(low, high)}"
    return f"{head} {say.verb('ends', 'end')} with {low:+d} to {high:+d} counters"


def _settle(say: _Saying) -> str:
    if say.answer.position.rules.settlement == "cinch":
        head = f"{contest(say.answer)} {say.verb('scores', 'score')}"
        return (
            f"{head} {_range(say, '+d')} by the settlement (what they score less what the other side scores)"
        )
    return _counters(say)


def _score(say: _Saying) -> str:
    return f"{contest(say.answer)} {say.verb('has', 'have')} {_range(say, 'd')} written down"


def _range(say: _Saying, form: str) -> str:
    low, high = format(say.low, form), format(say.high, form)
    return low if low == high else f"{low} to {high}"


def _clear(say: _Saying) -> str:
    return say.yes_no("stay clear")


def _all(say: _Saying) -> str:
    return say.yes_no("take them all")


def _at_most(say: _Saying) -> str:
    deal = f"{say.argument} {say.unit.after(int(say.argument))} in the whole deal"
    return say.yes_no(f"take at most {deal}", f"must take more than {deal}")


def _at_least(say: _Saying) -> str:
    return say.yes_no(f"take at least {say.argument} {say.unit.after(int(say.argument))} in the whole deal")


def _fewer_than(say: _Saying) -> str:
    return say.yes_no(f"take fewer {say.unit.more} than {say.argument} in the whole deal")


def _load(say: _Saying) -> str:
    return say.yes_no(f"load {say.argument}")


def _jack(say: _Saying) -> str:
    return say.yes_no("make a Jack, so that nobody wins the pool")


def _out(say: _Saying) -> str:
    return say.yes_no("go out on this deal, ahead of the other side")


_SAYINGS: Mapping[str, Callable[[_Saying], str]] = {
    "points": _points,
    "margin": _margin,
    "clear": _clear,
    "all": _all,
    "at-most": _at_most,
    "at-least": _at_least,
    "fewer-than": _fewer_than,
    "load": _load,
    "jack": _jack,
    "sweepstake": _counters,
    "howell": _counters,
    "score": _score,
    "settle": _settle,
    "out": _out,
}
