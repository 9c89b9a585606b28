"""A run as a picture: for each suite the times of a position, median to worst, ours and the peer's."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measure import Figures
from benchmarks.report import Report, duration, ratio_text

OURS, PEER, INK = "#1b6e53", "#c2571a", "#333333"
MISSING = "matplotlib is not installed: no chart is drawn (pip install '.[bench]')"


def missing() -> str:
    """A line that says so where charts cannot be drawn, else ""."""
    return "" if find_spec("matplotlib") else MISSING


def bars(report: Report) -> list[tuple[str, Figures | None, Figures | None, str]]:
    """What the chart shows, from the top: a label, ours, the peer's, and the ratio as text."""
    return [
        (result.trial.name, result.ours, result.peer, ratio_text(result).split(" ")[0])
        for result in report.results
        if result.trial.ratio == "time"
    ]


def draw(report: Report, path: Path) -> None:
    """Write the picture. Call only where `missing` says nothing."""
    import_module("matplotlib").use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    rows = bars(report)
    figure, axes = pyplot.subplots(figsize=(10, 1.6 + 0.42 * len(rows)), layout="constrained")
    if any(ratio for *_, ratio in rows):
        axes.annotate(
            "ours / peer's", (1.01, -0.8), xycoords=("axes fraction", "data"), fontsize=8, color=INK
        )
    for place, (_, ours, peer, ratio) in enumerate(rows):
        _bar(axes, place - 0.16 if peer else place, ours, OURS)
        _bar(axes, place + 0.16 if ours else place, peer, PEER)
        axes.annotate(
            ratio, (1.01, place), xycoords=("axes fraction", "data"), va="center", fontsize=8, color=INK
        )
    _dress(axes, report, [row[0] for row in rows])
    figure.savefig(path, dpi=130)
    pyplot.close(figure)


def _bar(axes: Any, place: float, figures: Figures | None, colour: str) -> None:
    """A dot at the median, a thick line to the 90th part of a hundred, a thin one to the worst."""
    if figures is None:
        return
    middle, stopped = figures.median, 2 * figures.unfinished >= figures.positions
    if figures.p90 is not None and figures.max is not None:
        axes.hlines(place, middle, figures.p90, colors=colour, linewidth=5, alpha=0.45)
        axes.hlines(place, figures.p90, figures.max, colors=colour, linewidth=1.2)
    axes.plot([middle], [place], "o", color=colour, markersize=5)
    axes.annotate(
        ">" * stopped + duration(middle), (middle, place), xytext=(-6, 0), textcoords="offset points",
        ha="right", va="center", fontsize=7, color=colour,
    )  # fmt: skip


def _dress(axes: Any, report: Report, labels: list[str]) -> None:
    axes.set_xscale("log")
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.invert_yaxis()
    low, high = axes.get_xlim()
    axes.set_xlim(low / 3, high)
    ticks = [10.0**power for power in range(-6, 3) if low / 3 <= 10.0**power <= high]
    axes.set_xticks(
        ticks, [duration(tick).replace(".00", "").replace(".0", "") for tick in ticks], fontsize=8
    )
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    machine = report.machine
    axes.set_title(
        f"Time a position: dot median, thick line to the 90th percentile, thin line to the worst\n"
        f"{machine.cpu}, one core, {machine.date}, openhand {machine.openhand} {machine.commit}",
        fontsize=9, loc="left", color=INK,
    )  # fmt: skip
    axes.plot([], [], "o", color=OURS, label="openhand")
    if any(result.peer for result in report.results):
        axes.plot([], [], "o", color=PEER, label="peer (endplay: DDS; colver)")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, fontsize=8, frameon=False)
