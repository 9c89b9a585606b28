"""The whole answer to one position, for people."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.solution import Analysis, Bounds, Solution
from solver.model.cards import SUIT_NAMES
from solver.model.notation import write_options
from solver.positions.position import Position
from solver.render.hands import table_picture
from solver.render.line import line_picture
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.render.wording import CARD, heading, is_won, meaning, shown, unit_of, wanted

STOPS = {
    "seconds": "the time limit",
    "nodes": "the node limit",
    "memory": "the memory limit",
    "suits": "the limit for more than sixteen cards of a suit (--seconds or --nodes sets another)",
    "interrupt": "Ctrl-C",
}


def stopped_early(reason: str, done: int) -> str:
    """What ended an answer over layouts, and how many of them were done."""
    which = "all layouts were looked at" if done else "the first layout was finished"
    return f"Stopped by {STOPS[reason]} before {which}."


def analysis_text(answer: Solution, look: Look, place: str = "", line: bool = True) -> Text:
    """Position, value, cards, main line and search figures; `place` heads it where there are several."""
    parts = [
        *title(answer.position, look, place),
        Text(""),
        *table_picture(answer.position, look),
        Text(""),
        *_verdict(answer),
    ]
    if isinstance(answer, Analysis) and answer.card_bounds:
        parts += [Text(""), *_card_table(answer, look)]
    played = answer.line if answer.exact and (line or not isinstance(answer, Analysis)) else []
    if played and not isinstance(answer, Analysis):
        parts += [Text(""), side_by_side(Text("Best card: ", STRONG), look.card(played[0], BEST))]
    if played and line:
        legend = Text("   > leads, * wins", FAINT)
        parts += [
            Text(""),
            side_by_side(Text("Main line", STRONG), legend),
            *line_picture(answer.position, played, look),
        ]
    return lines([*parts, Text(""), figures(answer.nodes, answer.seconds)])


# --- the position ---------------------------------------------------------------------------------------


def title(position: Position, look: Look, place: str) -> Iterator[Text]:
    """Where the position stands, its game, trumps and leader, its options, and what lies about."""
    if place:
        yield Text(place, FAINT)
    rules = position.rules
    facts = [rules.name or rules.id]
    if position.trump:
        strays = [card for card in rules.lane(position.trump, position.trump) if card[0] != position.trump]
        also = "".join(f" and {look.card(card).plain}" for card in strays)
        facts.append(f"{SUIT_NAMES[position.trump]}{also} are trumps")
    elif rules.trump != "never":
        facts.append("no trumps")
    if not position.over and not position.trick:
        facts.append(f"{position.leader} leads{_to_trick(position)}")
    elif position.trick:
        facts.append(f"{position.leader} led{_to_trick(position)}")
    yield Text(", ".join(facts), STRONG)
    if position.options:
        yield Text(f"  {write_options(position.options)}")
    yield from _heaps(position, look)


def _to_trick(position: Position) -> str:
    return f" to trick {position.tricks_played + 1}" if position.tricks_played else ""


def _heaps(position: Position, look: Look) -> Iterator[Text]:
    """What lies about besides hands and trick."""
    unit = unit_of(position)
    worth = position.rules.under(position.options).card_points(position.trump)
    for seat, cards in zip(position.seats, position.taken, strict=True):
        if cards:
            counting = [card for card in cards if card in worth]
            points = sum(worth[card] for card in counting)
            text = f"  {seat} has taken {CARD.many(len(cards))}"
            text += f", {unit.many(points)}" if worth else ""
            yield side_by_side(Text(f"{text}: " if counting else text), look.cards(counting))
    for name in ("pile", "widow", "stock"):
        heap = getattr(position, name)
        if heap:
            yield side_by_side(Text(f"  {name.capitalize()}: "), look.cards(heap))


# --- the value and the cards ----------------------------------------------------------------------------


def _verdict(answer: Solution) -> Iterator[Text]:
    if answer.bounds.exact:
        yield Text(meaning(answer), STRONG)
        if not answer.exact:
            yield Text(
                f"Stopped by {STOPS[answer.stopped]}: that is proven, but not {_open(answer)}.", WARNING
            )
        return
    yield Text(f"NOT EXACT, stopped by {STOPS[answer.stopped]}: only bounds are proven.", WARNING)
    if answer.position.rules.reach:
        yield Text(f"How large a position can be solved: openhand games {answer.position.game}.", FAINT)
    yield Text(meaning(answer), STRONG)


def _open(answer: Solution) -> str:
    """What a stopped search that knows the value has not proven."""
    cards = isinstance(answer, Analysis) and not all(found.exact for found in answer.card_bounds.values())
    return "every card's value" if cards else "the main line"


def _card_table(answer: Analysis, look: Look) -> Iterator[Text]:
    """A row a card: best ones marked, or the bounds where the search was stopped."""
    bounds = answer.card_bounds
    best = set(answer.proven_best)
    title = heading(answer)
    cells = {card: _cell(answer, found) for card, found in bounds.items()}
    width = max(len(title), *map(len, cells.values()))
    head = f"    card  {title:>{width}}"
    yield Text(head, FAINT)
    for card, cell in cells.items():
        style, mark = (BEST, "  * ") if card in best else ("", "    ")
        yield side_by_side(
            Text(mark, style),
            padded(look.card(card, style), 6),
            right(Text(cell, style), width),
            Text(_remark_on(answer, bounds[card]), FAINT),
        )
    yield from _remark(answer, best, look)


def _cell(answer: Analysis, found: Bounds) -> str:
    if found.exact:
        return shown(answer, found.lower)
    return f"{shown(answer, found.lower)} to {shown(answer, found.upper)}"


def _remark_on(answer: Analysis, found: Bounds) -> str:
    """What playing this card instead of a best one costs."""
    if answer.value is None or not found.exact or found.lower == answer.value or not wanted(answer):
        return ""
    return f"   costs {abs(found.lower - answer.value)}"


def _remark(answer: Analysis, best: set[str], look: Look) -> Iterator[Text]:
    legal = len(answer.card_bounds)
    if answer.exact and legal > 1:
        if len(best) == 1:
            kind = "winning" if is_won(answer) else "best"
            yield side_by_side(Text("  "), look.card(*best), Text(f" is the only {kind} card."))
        elif len(best) == legal:
            yield Text("  It makes no difference which card is played.", FAINT)
    elif legal == 1:
        yield Text("  There is no other card to play.", FAINT)


def figures(nodes: int, seconds: float) -> Text:
    """What the search cost."""
    speed = f", {nodes / seconds:,.0f} nodes/s" if seconds > 0 else ""
    return Text(f"{nodes:,} nodes, {seconds:.3f} s{speed}", FAINT)
