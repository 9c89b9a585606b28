"""What is measured: each trial has a deck, a question and, where there is one, somebody to stand beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmarks.contenders import Colver, Contender, Endplay, Ours, OursInBatch
from benchmarks.hidden import Advises, Bids, Counts

# What a ratio means: our time by the peer's; a goal's time by that of points; one thread's by that of two.
Ratio = Literal["time", "cost", "gain"]


@dataclass(frozen=True)
class Trial:
    """One row of the table."""

    name: str
    group: str
    about: str
    ours: Contender | None
    peer: Contender | None = None
    ratio: Ratio = "time"
    aim: str = ""  # what we want to reach: times are medians, bare numbers ratios
    long: bool = False  # whole deals: a short run takes a few only
    calls: int = 1  # of each position in a row; more than one: after a first call that is not timed
    patience: float | None = None  # seconds after which a position is given up, where shorter than the run's
    same_work: bool = False  # the peer solves the same positions, so the answers have to agree


FULL_DEALS = {13: "0.3 s, max 3 s", 10: "6 ms", 8: "0.6 ms"}
WITH_LADY = {13: "0.6 s, max 6 s", 10: "12 ms", 8: "1.2 ms"}


def _hearts() -> list[Trial]:
    plain = [
        Trial(
            f"hearts-{cards}", "hearts", f"Hearts, one against three, 4 x {cards}, value",
            Ours(f"hearts-{cards}"), aim=FULL_DEALS[cards], long=cards == 13,
        )
        for cards in (13, 10, 8)
    ]  # fmt: skip
    lady = [
        Trial(
            f"black-lady-{cards}", "black-lady",
            f"Black Lady (hearts 1, SQ 13), the same deals, 4 x {cards}, value",
            Ours(f"hearts-{cards}", game="black-lady"), aim=WITH_LADY[cards], long=cards == 13,
        )
        for cards in (13, 10, 8)
    ]  # fmt: skip
    return plain + lady


def _cinch() -> list[Trial]:
    belote = "belote {}, every card (colver's own)"
    return [
        Trial(
            "cinch-6", "cinch", "Cinch, full deal 4 x 6, every card; beside belote 4 x 6",
            Ours("cinch-6", cards=True), Colver("belote-6"), aim="1.0",
        ),
        Trial(
            "cinch-6-batch", "cinch", "Cinch, full deal 4 x 6, solve_batch on one core",
            OursInBatch("cinch-6", copies=5), aim="3,000 a second",
        ),
        Trial("belote-8", "cinch", belote.format("4 x 8"), None, Colver("belote-8"), long=True),
        Trial("belote-5", "cinch", belote.format("4 x 5"), None, Colver("belote-5")),
    ]  # fmt: skip


def _small() -> list[Trial]:
    return [
        Trial(
            "two-handed-13-batch", "two-handed", "two-handed Hearts, 13 cards each, solve_batch on one core",
            OursInBatch("two-handed-13", copies=5), aim="3,000 a second",
        ),
        Trial(
            "small-3", "small", "three-card endings, position built, 10,000 calls in a row, value",
            Ours("small-3"), aim="20 us, memory flat", calls=84,
        ),
        Trial(
            "threads-hearts", "threads", "Hearts 4 x 10, solve_batch, two threads against one",
            OursInBatch("hearts-10", threads=2), OursInBatch("hearts-10"), "gain",
            "1.8", same_work=True,
        ),
        Trial(
            "threads-cinch", "threads", "Cinch 4 x 6, solve_batch, two threads against one",
            OursInBatch("cinch-6", threads=2, copies=5), OursInBatch("cinch-6", copies=5), "gain",
            "1.8", same_work=True,
        ),
    ]  # fmt: skip


def _whist() -> list[Trial]:
    trumps = {"nt": "no trumps", "spades": "spades trumps"}
    aims = {6: "0.25", 8: "0.5"}
    endings = [
        Trial(
            f"whist-{cards}-{word}", "whist", f"whist, {cards} cards, {trumps[word]}, every card",
            Ours(f"whist-{cards}-{word}", cards=True), Endplay(f"whist-{cards}-{word}", cards=True),
            aim=aims[cards], same_work=True,
        )
        for cards in (6, 8) for word in trumps
    ]  # fmt: skip
    deals = [
        Trial(
            f"whist-13-{word}", "whist", f"whist, full deals, {trumps[word]}, value",
            Ours(f"whist-13-{word}"), Endplay(f"whist-13-{word}"), aim="1.0", long=True,
            patience=2.0, same_work=True,
        )
        for word in trumps
    ]  # fmt: skip
    return endings + deals


GOALS = {
    ("open-hearts-8", "hearts"): ("clear", "at-most:2", "howell", "score", "jack", "sweepstake"),
    ("open-hearts-8", "black-lady"): ("clear", "score"),
    ("open-three-handed-8", "three-handed-hearts"): ("sweepstake", "settle"),
    ("cinch-6", "cinch"): ("settle", "out"),
}


def _goals() -> list[Trial]:
    """What a goal takes beside points on the same positions."""
    return [
        Trial(
            f"{game.removesuffix('-hearts')}-{goal.replace(':', '-')}", "goals",
            f"{game}, {deck}: {goal} beside points, value",
            Ours(deck, game, goal), Ours(deck, game), "cost",
        )
        for (deck, game), goals in GOALS.items() for goal in goals
    ]  # fmt: skip


def _hidden() -> list[Trial]:
    """Hidden hands; times are those of whole answers."""
    return [
        Trial(
            "advise-cinch-6", "hidden", "advise, Cinch, six cards, 200 layouts, every card",
            Advises("cinch-6"), aim="0.3 s",
        ),
        Trial(
            "advise-hearts-8", "hidden", "advise, Hearts, eight cards, 200 layouts, every card",
            Advises("hearts-8"), aim="0.6 s",
        ),
        Trial(
            "advise-hearts-10", "hidden", "advise, Hearts, ten cards, 200 layouts, every card",
            Advises("hearts-10"), aim="1.5 s",
        ),
        Trial(
            "advise-hearts-13", "hidden", "advise, Hearts, whole deals, 20 layouts, every card",
            Advises("hearts-13", worlds=20, most=5), aim="10 s", long=True,
        ),
        Trial(
            "advise-hearts-4-all", "hidden", "advise, Hearts, the last four cards, all 34,650 layouts",
            Advises("hearts-8", tricks=4, every=True, most=5), aim="5 s",
        ),
        Trial(
            "ahead-hearts-5", "hidden", "advise --ahead 2, Hearts, the last five cards, 200 layouts",
            Advises("hearts-8", tricks=3, ahead=2, most=5),
        ),
        Trial(
            "count-layouts", "hidden", "layouts of whole Hearts deals counted, with facts about each hand",
            Counts("hearts-13"), aim="20 ms",
        ),
        Trial(
            "bid-cinch", "hidden", "bid, Cinch, four suits, 200 layouts each",
            Bids("cinch-6"), aim="1.5 s",
        ),
        Trial(
            "threads-advise", "hidden", "advise, Hearts, ten cards, 200 layouts, two threads against one",
            Advises("hearts-10", threads=2, most=5), Advises("hearts-10", most=5), "gain",
            "1.8", same_work=True,
        ),
    ]  # fmt: skip


TRIALS: tuple[Trial, ...] = (*_hearts(), *_cinch(), *_small(), *_whist(), *_goals(), *_hidden())
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(trial.group for trial in TRIALS))


def chosen(wanted: tuple[str, ...]) -> tuple[Trial, ...]:
    """The trials of these names and groups, all for none. Raises `ValueError` for a name that is neither."""
    known = {*GROUPS, *(trial.name for trial in TRIALS)}
    strange = [name for name in wanted if name not in known]
    if strange:
        raise ValueError(
            f'no suite "{strange[0]}"; there are the groups {", ".join(GROUPS)} and the trials '
            f"{', '.join(trial.name for trial in TRIALS)}"
        )
    return tuple(trial for trial in TRIALS if not wanted or {trial.name, trial.group} & set(wanted))
