"""An evening of deals as `openhand replay` has it: what goes into the players' accounts, and their JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.analysis.evening import Account, Evening, Player, Worst
from solver.analysis.replay import Replay
from solver.cli.sources import InputRecord
from solver.worlds.replay import SeenCost

Object = dict[str, Any]


def add_deal(
    evening: Evening, deal: InputRecord, result: Replay, seen: Sequence[SeenCost | None] | None
) -> None:
    """Add a deal to the accounts; `seen` has what its cards cost by what could be seen, as far as known."""
    costs: list[float | None] | None = None
    if seen is not None:
        costs = [None if cost is None else cost.loss for cost in seen]
        costs += [None] * (len(result.steps) - len(costs))
    evening.add(result, deal.record.players(), deal.named, costs)


def evening_object(evening: Evening) -> Object:
    """Every player with what the deals cost, and the score where the game has one."""
    return {"players": [_player(player) for player in evening.players]}


def _player(player: Player) -> Object:
    value: Object = {"player": player.name, **_account(player.open)}
    if player.hidden is not None:
        value["hidden"] = _account(player.hidden)
    return value if player.score is None else {**value, "score": player.score}


def _account(account: Account) -> Object:
    return {
        "deals": account.deals,
        "cards": account.cards,
        "errors": account.errors,
        "cost": account.cost,
        "mean": account.mean,
        "error": account.error,
        "worst": None if account.worst is None else _worst(account.worst),
        "unknown": account.unknown,
    }


def _worst(worst: Worst) -> Object:
    return {
        **worst.deal, "trick": worst.trick, "seat": worst.seat, "card": worst.card, "cost": worst.cost,
    }  # fmt: skip
