"""Write `counts.json` anew: `python -m tests.perft.freeze`. The counts are the reference's alone."""

from __future__ import annotations

import json
import random
from pathlib import Path

from solver.rules.files import names
from tests import reference
from tests.support.tables import random_position, tables_of

FROZEN = Path(__file__).with_name("counts.json")
POSITIONS = 3  # of each table
DEPTH = 7
MOST = 30_000  # sequences counted; deeper counts are left out


def main() -> None:
    lines = [json.dumps(entry) for table in tables_of(names()) for entry in frozen(*table)]
    FROZEN.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(lines)} positions of {len(names())} games")


def frozen(game: str, n_seats: int) -> list[dict[str, object]]:
    """Positions of one table, each with the sequences of 1, 2, ... cards played."""
    rng = random.Random(f"perft {game} {n_seats}")
    found = []
    for played in range(POSITIONS):
        position = json.loads(random_position(game, n_seats, rng, played=played % n_seats).to_json())
        counts: list[int] = []
        while len(counts) < DEPTH and (not counts or 0 < counts[-1] < MOST):
            counts.append(reference.perft(position, len(counts) + 1))
        found.append({"position": position, "counts": counts})
    return found


if __name__ == "__main__":
    main()
