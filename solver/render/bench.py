"""The figures of a bench run, a row a suite."""

from __future__ import annotations

from solver.analysis.bench import Figures
from solver.render.text import Text, side_by_side
from solver.render.theme import FAINT, STRONG, WARNING

HEAD = Text(
    f"{'suite':<14}{'positions':>9}{'median':>12}{'p90':>12}{'max':>12}{'nodes':>15}{'nodes/s':>13}", STRONG
)


def row_text(figures: Figures) -> Text:
    """A suite's row, with a note on positions that were given up."""
    times = "".join(f"{_time(value):>12}" for value in (figures.median, figures.p90, figures.max))
    figures_text = (
        f"{figures.suite:<14}{figures.positions:>9}{times}{figures.nodes:>15,}{figures.nodes_per_second:>13,}"
    )
    given_up = f"   {figures.stopped} given up" if figures.stopped else ""
    return side_by_side(Text(figures_text), Text(given_up, WARNING), Text(f"   {figures.about}", FAINT))


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms" if seconds < 1 else f"{seconds:.2f} s"
