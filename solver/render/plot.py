"""What comes of many deals as a picture, PNG or SVG, drawn by Matplotlib (the extra `plot`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.analysis.study import Part, Study
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.render.study import deals_text, is_yes_no, subject, value_text

ENDINGS = (".png", ".svg")
SIZE = (6.4, 3.6)  # inches
COLOURS = ("#1f5c4d", "#c8553d", "#3d6fb4", "#b8860b", "#7b4b94", "#4c8c2b", "#8c564b", "#555555")
MOST_LINES = len(COLOURS)

Axes = Any  # Matplotlib's own types are not known where it is not installed


def check_plot(path: str, features: int) -> None:
    """Raise `PositionError` where no picture can be drawn: its ending, too many features, no Matplotlib."""
    if not path.lower().endswith(ENDINGS):
        raise PositionError(f"--plot {path}: a picture is a file ending in .png or .svg")
    if not Path(path).parent.is_dir():
        raise PositionError(f"--plot {path}: there is no folder {Path(path).parent}")
    if features > 2:
        raise PositionError("--plot: a picture has room for two features, give --by twice at most")
    require("matplotlib.figure", "plot")


def draw(found: Study, path: str) -> None:
    """Draw the share of each value, or the mean by one or two features. The same study, the same SVG."""
    matplotlib = require("matplotlib", "plot")
    figure = require("matplotlib.figure", "plot").Figure(figsize=SIZE, layout="constrained")
    with matplotlib.rc_context({"svg.hashsalt": "openhand", "svg.fonttype": "none", "font.size": 9}):
        axes = figure.subplots()
        if found.by:
            _means(axes, found)
        else:
            _shares(axes, found)
        rules = found.position.rules
        figure.suptitle(f"{rules.name or rules.id}: {deals_text(found.figures.deals)}", fontsize=11)
        axes.set_title(_caption(found), fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
        form = Path(path).suffix[1:].lower()
        metadata = {"Date": None} if form == "svg" else {}
        try:
            figure.savefig(path, format=form, dpi=150, metadata=metadata)
        except OSError as error:
            raise PositionError(f"--plot {path}: cannot be written: {error.strerror}") from None


def _caption(found: Study) -> str:
    return subject(found) + ("" if found.exact else " (not exact)")


def _shares(axes: Axes, found: Study) -> None:
    """A bar a value."""
    shares = found.figures.shares
    places = [str(value) for value in shares] if is_yes_no(found) else list(shares)
    bars = axes.bar(places, [100 * share for share in shares.values()], color=COLOURS[0])
    axes.bar_label(bars, fmt=lambda share: f"{share:.0f}" if share >= 0.5 else "", fontsize=8)
    if is_yes_no(found) or len(shares) <= 20:
        axes.set_xticks(places, [value_text(found, value) for value in shares])
    axes.set_ylabel("% of the deals")


def _means(axes: Axes, found: Study) -> None:
    """The mean by the first feature with two errors either way, a line for each number of the second."""
    lines: dict[tuple[int, ...], list[Part]] = {}
    for part in found.parts():
        lines.setdefault(part.numbers[1:], []).append(part)
    if len(lines) > MOST_LINES:
        raise PositionError(
            f"--plot: {found.by[1].name} makes {len(lines)} lines, and {MOST_LINES} have room"
        )
    for colour, (second, parts) in zip(COLOURS, lines.items()):
        label = f"{found.by[1].name}: {_named(found, 1, second[0])}" if second else ""
        _line(axes, found, parts, colour, label)
    numbers = sorted({part.numbers[0] for parts in lines.values() for part in parts})
    axes.set_xticks(numbers, [_named(found, 0, number) for number in numbers])
    axes.set_xlabel(f"by {found.by[0].name}")
    axes.set_ylabel("% of the deals" if is_yes_no(found) else "mean")
    axes.grid(axis="y", alpha=0.3)
    if len(lines) > 1:
        axes.legend(frameon=False)


def _line(axes: Axes, found: Study, parts: list[Part], colour: str, label: str) -> None:
    scale = 100 if is_yes_no(found) else 1
    whole = [(part.numbers[0], part.figures.mean, part.figures.error or 0.0) for part in parts]
    means = [(at, scale * (ends[0] + ends[1]) / 2, ends, error) for at, ends, error in whole if ends]
    spread = [scale * ((ends[1] - ends[0]) / 2 + 2 * error) for _, _, ends, error in means]
    axes.errorbar(
        [at for at, *_ in means], [mean for _, mean, *_ in means], yerr=spread, color=colour, label=label,
        marker="o", markersize=4, capsize=3, linewidth=1,
    )  # fmt: skip


def _named(found: Study, feature: int, number: int) -> str:
    plain = found.by[feature].plain(number)
    if plain is None:
        return "none"
    return ("yes" if plain else "no") if isinstance(plain, bool) else str(plain)
