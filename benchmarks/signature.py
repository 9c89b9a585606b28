"""The search signature: the nodes that a small deck of every game takes.

`python -m benchmarks.signature` prints it, `--write` makes it the one that the tests check. Node counts do
not depend on the machine, on what was searched before or on the number of threads: they change when the
search does, and only then. So a change of search is always a decision, made by writing the counts anew and
committing them with it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import click

from benchmarks import decks
from solver import Position, analyze, maxn, solve

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden" / "signature.json"
DECK = "signature"
MAXN = ("hearts", "heartsette", "whist", "slobberhannes", "black-jack", "cinq-cents")  # short under max^n too


def signature() -> dict[str, int]:
    """Nodes by game, `solve` and `analyze` of each position together, and their sum as `total`.

    Those of max^n, which is another search, are a sum apart, over the first position of each game in `MAXN`.
    """
    nodes: dict[str, int] = defaultdict(int)
    firsts: dict[str, Position] = {}
    for entry in decks.read(DECK).entries:
        position = Position.from_json(entry["position"])
        found = solve(position, goal=entry["goal"]), analyze(position, goal=entry["goal"])
        nodes[position.game] += sum(answer.nodes for answer in found)
        firsts.setdefault(position.game, position)
    each_for_itself = sum(maxn(firsts[game]).nodes for game in MAXN)
    return {**nodes, "total": sum(nodes.values()), "max^n": each_for_itself}


def frozen() -> dict[str, int]:
    """What it has been."""
    counts: dict[str, int] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return counts


def changes(before: dict[str, int], after: dict[str, int]) -> list[str]:
    """A line for each game whose count is another."""
    return [
        f"{game}: {before.get(game, 0):,} -> {after.get(game, 0):,}"
        for game in sorted({*before, *after})
        if before.get(game) != after.get(game)
    ]


@click.command()
@click.option("--write", is_flag=True, help="Make what is found now the signature.")
def main(write: bool) -> None:
    """Print the search signature, and how it differs from the frozen one."""
    found = signature()
    known = frozen() if GOLDEN.exists() else {}
    for line in changes(known, found) or [f"unchanged: {found['total']:,} nodes"]:
        click.echo(line)
    if write:
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
