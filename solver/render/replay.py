"""A deal that was played, for people who go over it: trick by trick, with what was given away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.analysis.replay import Replay, Step, trick_of
from solver.model.cards import with_symbol
from solver.render.analysis import title
from solver.render.hands import table_picture
from solver.render.line import line_picture
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import FAINT, STRONG, WARNING, Look
from solver.render.wording import contest, heading, listed, meaning, others_of, shown, unit_of
from solver.worlds.replay import SeenCost, given_away_seen

_MARK = "     ! "
_SEEN = "     ? "


Seen = Sequence[SeenCost | None]


def replay_text(
    result: Replay, look: Look, place: str = "", errors_only: bool = False, seen: Seen | None = None
) -> Text:
    """The deal, its tricks with the errors below them, and what it all came to.

    `seen` has what each card cost by what its player could see, where that was asked.
    """
    parts = [*title(result.start, look, place), Text(""), *table_picture(result.start, look), Text("")]
    if result.steps:
        parts += [*_trick_rows(result, look, errors_only, seen or ()), Text(""), *_totals(result, look)]
        parts += [_given_away_seen(result, seen)] if seen is not None else []
    if result.fault is not None:
        parts.append(Text(f"Trick {_last_trick(result)} goes wrong: {result.fault}", WARNING))
    if not result.exact:
        parts.append(Text("NOT EXACT: where a limit stopped the search, errors are not shown.", WARNING))
    return lines(parts)


def _last_trick(result: Replay) -> int:
    at = result.illegal.position if result.illegal is not None else result.end
    return trick_of(result, at)


# --- the tricks -----------------------------------------------------------------------------------------


def _trick_rows(result: Replay, look: Look, errors_only: bool, seen: Seen) -> Iterator[Text]:
    """A row a trick with what the deal is worth after it, and below it a row for every error."""
    head, *rows = line_picture(result.start, [step.card for step in result.steps], look)
    by_trick: dict[int, list[Step]] = {}
    for step in result.steps:
        by_trick.setdefault(step.trick, []).append(step)
    values = {trick: _worth(steps[-1], steps[-1].total_after) for trick, steps in by_trick.items()}
    at_first = _worth(result.steps[0], result.best)
    width = max(len(at_first), *map(len, values.values()))
    column = max(row.cell_len for row in (head, *rows)) + 3
    answer = result.steps[0].answer
    yield Text(f"{contest(answer)}, {heading(answer)} in the whole deal: the right-hand column", FAINT)
    yield side_by_side(padded(head, column), right(Text(at_first, STRONG), width))
    costs = dict(zip(map(id, result.steps), seen, strict=False))
    for row, (trick, steps) in zip(rows, by_trick.items(), strict=True):
        wrong = [step for step in steps if step.cost or _seen_wrong(costs.get(id(step)))]
        if wrong or not errors_only:
            yield side_by_side(padded(row, column), right(Text(values[trick], STRONG), width))
        for step in wrong:
            if step.cost:
                yield _error(step, look)
            if (found := costs.get(id(step))) is not None:
                yield _error_seen(step, found, look)


def _seen_wrong(found: SeenCost | None) -> bool:
    """Whether a card gave something away by what its player could see."""
    return found is not None and not found.nothing


def _error_seen(step: Step, found: SeenCost, look: Look) -> Text:
    """`? A  HT: by what A could see 0.52 (error 0.10). Better: HK HA`, or that only open hands show it."""
    if found.open_only:
        text = f"{_SEEN}{step.seat}  only with open hands: by what {step.seat} could see {found.cost:.2f}"
        return Text(f"{text}{_plus_minus(found)}", FAINT)
    return side_by_side(
        Text(f"{_SEEN}{step.seat}  ", WARNING),
        look.card(step.card, WARNING),
        Text(f": by what {step.seat} could see it cost {found.cost:.2f}{_plus_minus(found)}. Better: "),
        look.cards(found.advice.best),
    )


def _plus_minus(found: SeenCost) -> str:
    return "" if not found.error else f" (error {found.error:.2f})"


def _given_away_seen(result: Replay, seen: Seen) -> Text:
    """The totals of what could be seen."""
    lost = given_away_seen(result, seen)
    missing = len(result.steps) - sum(found is not None for found in seen)
    given = "; ".join(f"{seat} {cost:.2f}" for seat, cost in lost.items()) or "nothing"
    unlooked = f" ({missing} cards not looked at)" if missing else ""
    return Text(f"Given away by what could be seen: {given}{unlooked}.")


def _worth(step: Step, total: int | None) -> str:
    return "?" if total is None else shown(step.answer, total)


def _error(step: Step, look: Look) -> Text:
    """`! A  HT: 9 to 7, costs A and B 2. Better: HK HA`."""
    change = f": {_worth(step, step.total)} to {_worth(step, step.total_after)}, "
    loser = listed(step.answer.side) if step.own else others_of(step.answer)
    return side_by_side(
        Text(f"{_MARK}{step.seat}  ", WARNING),
        look.card(step.card, WARNING),
        Text(f"{change}costs {loser} {step.cost}. Better: "),
        look.cards(step.better),
    )


# --- what it came to ------------------------------------------------------------------------------------


def _totals(result: Replay, look: Look) -> Iterator[Text]:
    first, last = result.steps[0], result.steps[-1]
    if result.made is not None and result.best is not None:
        made, best = shown(last.answer, result.made), shown(first.answer, result.best)
        if result.goal == "points" and heading(first.answer) != "result":
            unit = unit_of(result.start)
            made, best = unit.many(result.made), unit.many(result.best)
        played = "as played" if result.end.over else "as played so far, and with best play from here"
        yield Text(f"{listed(result.side)}: {made} {played}; {best} with best play by all.", STRONG)
    yield _given_away(result, look)
    settled = result.settled() if result.goal == "points" else None
    if settled is not None:
        yield Text(meaning(settled))


def _given_away(result: Replay, look: Look) -> Text:
    cards: dict[str, list[str]] = {}
    for step in result.errors:
        cards.setdefault(step.seat, []).append(_named(step.card, look))
    if not cards:
        return Text("Nobody gave anything away." if result.exact else "No error was found.")
    return Text(f"Given away: {_by_seat(result.given_away(), cards)}.")


def _by_seat(costs: Mapping[str, int], cards: Mapping[str, list[str]]) -> str:
    return "; ".join(f"{seat} {cost} ({' '.join(cards[seat])})" for seat, cost in costs.items())


def _named(card: str, look: Look) -> str:
    return with_symbol(card) if look.symbols else card
