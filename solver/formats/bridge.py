"""Records of bridge, read as whist: trump from the contract, and the seat after the declarer leads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from solver.model.errors import Fault, PositionError
from solver.model.notation import find_seat, listed, quote, read_seats, read_trump, seats_of_deal

_CONTRACT = re.compile(r"[1-7]\s*(NT|N|[SHDC♠♥♦♣])\s*(XX|X|\*\*|\*)?", re.IGNORECASE)


class Bridge(NamedTuple):
    """What the tags say that only bridge has; None where one is absent."""

    declarer: str | None
    contract: str | None


def as_whist(
    bridge: Bridge, fields: Mapping[str, object], first: str | None, needed: frozenset[str]
) -> tuple[dict[str, object], list[Fault]]:
    """The fields of a whist position, and what the question would need and no tag says.

    `first` is the seat that the record's Play begins with, `needed` what the question cannot do without
    (of trump and leader). Raises `PositionError` for a deal that was passed out.
    """
    found = {"game": "whist", **{name: value for name, value in fields.items() if name != "game"}}
    faults = []
    if needed and (bridge.contract or "").strip().lower() == "pass":
        raise PositionError(
            "Contract: the deal was passed out, so there is no play (openhand table takes it)"
        )
    if found.get("trump") is None:
        trump, why = _trump_of(bridge.contract)
        found["trump"] = trump
        if trump is None and "trump" in needed:
            says = "a record without Game is bridge, and Contract (or Trump) says what is trump"
            faults.append(Fault("trump", f"no trump is known: {why} ({says})"))
    if found.get("leader") is None:
        found["leader"], why = first, ""
        if bridge.declarer is not None:
            found["leader"], why = _after(bridge.declarer.strip().removeprefix("^"), fields)
        if found["leader"] is None and "leader" in needed:
            why = (
                why or "no leader: a record without Game is bridge and needs Declarer and Contract, or Leader"
            )
            faults.append(Fault("leader", why))
    return found, faults


def _trump_of(contract: str | None) -> tuple[str | None, str]:
    """The contract's trump, `NT` for none; else None, and why it is not known."""
    if contract is None:
        return None, "there is no Contract"
    read = _CONTRACT.fullmatch(contract.strip())
    if read is None:
        return None, f"Contract {quote(contract)} is not like 3NT or 4SX"
    return "NT" if read[1].upper().startswith("N") else read_trump(read[1]), ""


def _after(declarer: str, fields: Mapping[str, object]) -> tuple[str | None, str]:
    """The seat to the left of the declarer; else None, and why."""
    try:
        seats = read_seats(fields["seats"]) if fields.get("seats") else seats_of_deal(fields.get("deal"))
    except PositionError:
        return None, ""  # which the fault of the seats or the deal says
    at = find_seat(declarer, seats)
    if at is None:
        return None, f"Declarer {quote(declarer)} is not one of {listed(seats)}"
    return seats[(at + 1) % len(seats)], ""
