"""What crosses between Python and the compiled core has one set of names."""

from __future__ import annotations

from functools import reduce
from operator import or_

from cext.base.limits import STOPS
from cext.game.game import Counting, Follow
from cext.search.driver import Shortcut
from solver.core.packing import COUNTING
from solver.core.search import TOO_LONG
from solver.core.slots import FOLLOW
from solver.render import analysis
from solver.rules import schema
from solver.rules.files import load, names


def test_the_ways_to_follow_are_those_of_the_rules() -> None:
    assert set(FOLLOW) == set(schema.FOLLOW)
    assert len(set(FOLLOW.values())) == len(Follow)
    assert FOLLOW["follow-or-take-up"] is Follow.FOLLOW_OR_TAKE_UP


def test_every_way_to_follow_is_in_some_game() -> None:
    assert {load(name).follow for name in names()} == set(FOLLOW)


def test_the_ways_to_count_are_settlements() -> None:
    assert set(COUNTING) == {"spot", "excess"} <= set(schema.SETTLEMENTS)
    assert {*COUNTING.values(), Counting.NO_COUNTS} == set(Counting)


def test_the_reasons_to_stop_are_those_that_answers_name() -> None:
    assert STOPS[0] == ""  # not stopped
    assert {*STOPS[1:], TOO_LONG} == set(analysis.STOPS)


def test_each_shortcut_is_a_bit_of_its_own() -> None:
    single = set(Shortcut) - {Shortcut.ALL_SHORTCUTS, Shortcut.LOWER_ALWAYS}
    assert reduce(or_, single) == sum(single) == Shortcut.ALL_SHORTCUTS
    assert not Shortcut.LOWER_ALWAYS & Shortcut.ALL_SHORTCUTS
