"""Advice over layouts, for people: the hand, what is known of the others, and a row a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from solver.model.cards import SUIT_NAMES
from solver.render.analysis import stopped_early, title
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.render.wording import YES_NO, SideGoal, contest, heading
from solver.worlds.advice import Advice
from solver.worlds.view import View

Odds = Mapping[str, Mapping[str, Fraction]]
WHAT_IT_MEANS = (
    "A mean of values with open hands: nothing is gained by hiding, and nobody's mistake is counted on."
)


def advice_text(advice: Advice, look: Look, place: str = "", odds: Odds | None = None) -> Text:
    """The position as it is seen, the cards, and what the average means."""
    view = advice.view
    shown = replace(view[0], stock=view.position.stock, widow=view.position.widow)
    parts = [*title(shown, look, place), Text(""), *_seen(view, look), Text(""), *_verdict(advice)]
    if advice.worlds:
        parts += [Text(""), *_card_table(advice, look), Text(""), *_notes(advice)]
    for card, places in (odds or {}).items():
        parts.append(_odds(card, places, look))
    return lines(parts)


# --- what is seen ---------------------------------------------------------------------------------------


def _seen(view: View, look: Look) -> Iterator[Text]:
    """The hands that are seen, the trick, and how many cards lie where."""
    position = view.position
    if position.trick:
        laid = [side_by_side(Text(f"{seat} "), look.card(card, STRONG)) for seat, card in position.trick]
        yield side_by_side(Text("  On the table: "), Text("  ").join(laid))
    for seat, hand in zip(position.seats, position.hands, strict=True):
        if seat not in view.places:
            yield Text(f"  {seat}{' to play' if seat == view.seat else ''}", STRONG)
            yield from (side_by_side(Text("  "), line) for line in look.hand(hand, spaced=True))
    sizes = [
        f"{size} {_where(place, position.seats)}"
        for place, size in zip(view.places, view.sizes, strict=True)
        if size
    ]
    yield Text(f"  {len(view.unseen)} unseen cards: {', '.join(sizes)}")
    for place in view.places:
        yield from _proven(view, place, look)


def _where(place: str, seats: Sequence[str]) -> str:
    if place in seats:
        return f"with {place}"
    return place if place == "dead" else f"in the {place}"


def _proven(view: View, place: str, look: Look) -> Iterator[Text]:
    """What is certain of a place: suits that it is void of, single cards that cannot lie there or do."""
    unseen = set(view.unseen)
    size = view.sizes[view.places.index(place)]
    cannot = {
        card for fact in view.facts if fact.place == place and fact.high == 0 for card in fact.cards & unseen
    }
    if not size or not cannot:
        return
    position = view.position
    suits = [
        (suit, {card for card in position.rules.lane(suit, position.trump) if card in unseen})
        for suit in SUIT_NAMES
    ]
    void = [suit for suit, cards in suits if cards and cards <= cannot]
    single = sorted(card for suit, cards in suits if suit not in void for card in cards & cannot)
    what = [f"no {SUIT_NAMES[suit]}" for suit in void] + [
        f"not {look.card(card).plain}" for card in single[:6]
    ]
    yield Text(f"  {place}: {', '.join(what)}{' ...' if len(single) > 6 else ''}", FAINT)


# --- the cards ------------------------------------------------------------------------------------------


def _verdict(advice: Advice) -> Iterator[Text]:
    asked = SideGoal(advice.view[0], advice.goal, advice.side)
    who = f"{advice.side[0]}, every seat for itself" if advice.method == "maxn" else contest(asked)
    what = heading(asked)
    counted = "chance" if _yes_no(advice) else f"mean {what if what != 'result' else advice.goal}"
    if advice.exact:
        over = f"all {advice.layouts:,} layouts" if advice.layouts > 1 else "the only layout"
    else:
        looked_at = f"{advice.worlds:,}" if advice.worlds else "none"
        over = f"{looked_at} of {_many(advice.layouts)} layouts"
    ahead = f", planning {advice.ahead} cards" if advice.ahead > 1 else ""
    yield Text(f"{who}: {counted} over {over}{ahead}", STRONG)
    if advice.stopped:
        yield Text(stopped_early(advice.stopped, advice.worlds), WARNING)


def _many(count: int) -> str:
    return f"{count:,}" if count < 10**15 else f"{count:.1e}"


def _yes_no(advice: Advice) -> bool:
    return advice.goal.partition(":")[0] in YES_NO


def _card_table(advice: Advice, look: Look) -> Iterator[Text]:
    """A row a card, those that cannot be told from the best in brackets."""
    plans = advice.ahead > 1
    heads = ["mean", "error"] + ([] if plans else ["behind", "error", "best in", "low", "high"])
    widths = [max(6, len(head)) for head in heads]
    yield Text(
        "    card  " + "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)), FAINT
    )
    for card in advice.cards:
        best, level = card in advice.best, advice.level[card]
        style = BEST if best else ""
        name = side_by_side(
            Text("  * " if best else "    ", style),
            Text("[" if level else " "),
            look.card(card, style),
            Text("]" if level else " "),
        )
        cells = _cells(advice, card)
        row = [
            right(Text(cell, style if at == 0 else ""), width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        yield side_by_side(padded(name, 10), Text("  ").join(row))


def _cells(advice: Advice, card: str) -> list[str]:
    cells = [_number(advice, advice.mean[card]), _error(advice, advice.error[card])]
    if advice.ahead > 1:
        return cells
    behind = advice.behind[card]
    behind_best = card not in advice.best
    return [
        *cells,
        _number(advice, behind.mean) if behind_best else "",
        _error(advice, behind.error) if behind_best else "",
        f"{100 * advice.share[card]:.0f}%",
        _value(advice, advice.low[card]),
        _value(advice, advice.high[card]),
    ]


def _number(advice: Advice, mean: float) -> str:
    return f"{100 * mean:.1f}%" if _yes_no(advice) else f"{mean:.2f}"


def _error(advice: Advice, error: float | None) -> str:
    return "" if error is None or advice.exact else _number(advice, error)


def _value(advice: Advice, value: int) -> str:
    return ("yes" if value else "no") if _yes_no(advice) else str(value)


def _notes(advice: Advice) -> Iterator[Text]:
    if sum(advice.level.values()) > 1 and not advice.exact:
        yield Text("[ ] cannot be told from the best: behind by no more than two errors.", FAINT)
    if advice.ahead > 1:
        only = "" if advice.exact else " For these layouts only."
        yield Text(f"The best plan that begins with the card; then hands are open.{only}", FAINT)
    elif advice.method == "maxn":
        yield Text("Each seat plays for its own number, with open hands.", FAINT)
    else:
        yield Text(WHAT_IT_MEANS, FAINT)
    yield Text(f"{advice.seconds:.2f} s", FAINT)


def _odds(card: str, places: Mapping[str, Fraction], look: Look) -> Text:
    shown = ", ".join(f"{place} {100 * float(chance):.1f}%" for place, chance in places.items())
    return side_by_side(look.card(card), Text(f" lies with: {shown}"))
