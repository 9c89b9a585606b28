"""`docs/games.md` is what `openhand games --markdown` writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.rules.files import load, names

ROOT = Path(__file__).parents[2]


def test_the_page_is_in_step(run):
    """After a change of the data: `openhand games --markdown >docs/games.md`."""
    assert run("games", "--markdown").stdout == (ROOT / "docs" / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", names())
def test_each_game_is_told_with_its_example(run, game):
    page = run("games", game, "--markdown").stdout
    assert f"`{game}`" in page
    assert all(option in page for option in load(game).options)
    assert all(choice in page for choice in load(game).choices)
    assert (ROOT / "examples" / f"{game}.pbn").exists()


@pytest.mark.parametrize("game", ["enfle", "domino-hearts", "cancellation-hearts"])
def test_games_that_can_be_too_large_say_how_far_the_search_goes(run, game):
    assert "ten seconds" in run("games", game).stdout.replace("\n", " ")
    stopped = run("analyze", "--nodes", "1", str(ROOT / "examples" / f"{game}.pbn"))
    assert stopped.exit_code == 3
    assert f"openhand games {game}" in stopped.stdout
