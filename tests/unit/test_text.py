"""Texts in styles: what is written, how wide it is, what a terminal is given."""

from __future__ import annotations

import pytest

from solver import Position, analyze
from solver.render import theme
from solver.render.analysis import analysis_text
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import Look, Screen


def test_parts_keep_their_styles() -> None:
    text = side_by_side(Text("♥", "red"), Text("A"))
    assert text.parts == (("♥", "red"), ("A", ""))
    assert text.styled("bold green").parts == (("♥", "red bold green"), ("A", "bold green"))
    assert Text(", ").join([Text("A"), Text(""), Text("B")]).plain == "A, , B"
    assert lines([Text("one"), Text("two")]).plain == "one\ntwo"


def test_columns_are_counted_as_a_terminal_does() -> None:
    assert (Text("♥A").cell_len, Text("東").cell_len) == (2, 2)
    assert padded(Text("東"), 4).plain == "東  "
    assert right(Text("12"), 4).plain == "  12"
    assert right(Text("12345"), 4).plain == "12345"


def test_blanks_go_from_the_end_only() -> None:
    text = side_by_side(Text(" A ", "bold"), Text("  "), Text(""))
    assert text.stripped().parts == ((" A", "bold"),)
    assert not Text("  ").stripped()


def test_a_pipe_is_given_the_plain_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without anything of rich's, whose texts take longer than the search of a small deal."""
    monkeypatch.setattr(theme, "RichText", None)
    position = Position.parse("A:A5.2.. K.A3.. 7.9..2 T.K..3", game="hearts", leader="A")
    Screen().print(analysis_text(analyze(position), Look(symbols=False)))
    assert capsys.readouterr().out.startswith("Hearts, A leads\n")
