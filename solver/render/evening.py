"""A table of all who played: what each gave away over many deals, and the score."""

from __future__ import annotations

from collections.abc import Sequence

from solver.analysis.evening import Account, Evening, Worst
from solver.render.text import Text, grid, lines, side_by_side
from solver.render.theme import FAINT, STRONG, WARNING, Look

_SCORES = {
    "settle": "Score: by the game's settlement, deal upon deal.",
    "score": "Score: what is written down, deal upon deal.",
    "sweepstake": "Score: counters won, deal upon deal; a pool that nobody wins stays for the next.",
    "howell": "Score: counters won, deal upon deal.",
}
_LEFT = (0, 8)  # the player and the worst card


def evening_text(evening: Evening, look: Look) -> Text:
    """A row a player, and where it was asked a second table of what could be seen."""
    players = evening.players
    names = [player.name for player in players]
    scores = [player.score for player in players] if evening.kind else []
    seen = [player.hidden for player in players if player.hidden is not None]
    accounts = [player.open for player in players]
    parts = [
        Text(f"{evening.deals} deal{'s' * (evening.deals != 1)}", STRONG),
        *_table(names, accounts, scores, look),
    ]
    if seen:
        parts += [Text(""), Text("By what could be seen", STRONG), *_table(names, seen, [], look)]
    if evening.kind:
        parts.append(Text(_SCORES[evening.kind], FAINT))
    unknown = sum(account.unknown for account in accounts)
    if unknown:
        cards = "1 card whose cost is not known is"
        if unknown > 1:
            cards = f"{unknown} cards whose cost is not known are"
        parts.append(Text(f"NOT EXACT: {cards} counted as none.", WARNING))
    return lines(parts)


def _table(
    names: Sequence[str], accounts: Sequence[Account], scores: Sequence[int | None], look: Look
) -> list[Text]:
    head = ["player", "deals", "cards", "errors", "cost", "a deal", "error", "score", "worst card"]
    several = len({account.worst.deal.get("file") for account in accounts if account.worst is not None}) > 1
    rows = [[Text(cell) for cell in head]]
    for place, (name, account) in enumerate(zip(names, accounts, strict=True)):
        cells = [name, str(account.deals), str(account.cards), str(account.errors), _number(account.cost)]
        cells += [f"{account.mean:.2f}", "" if account.error is None else f"{account.error:.2f}"]
        score = scores[place] if scores else None
        cells.append("" if score is None else str(score))
        worst = Text("") if account.worst is None else _worst(account.worst, several, look)
        rows.append([*map(Text, cells), worst])
    if not scores:
        rows = [[*row[:7], *row[8:]] for row in rows]
    first, *rest = grid(rows, _LEFT if scores else (0, 7))
    return [first.styled(FAINT), *rest]


def _number(cost: float) -> str:
    return str(cost) if isinstance(cost, int) else f"{cost:.2f}"


def _worst(worst: Worst, several: bool, look: Look) -> Text:
    """`HT, trick 4 of deal 3: 2`."""
    deal = worst.deal.get("position")
    file = f", {worst.deal.get('file')}" if several else ""
    where = f", trick {worst.trick} of deal {deal}{file}: {_number(worst.cost)}"
    return side_by_side(look.card(worst.card), Text(where))
