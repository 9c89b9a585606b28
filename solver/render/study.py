"""What comes of many deals, for people: the mean, a bar a value, and a row for each kind of hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.analysis.study import PER_CENT, Figures, Part, Study
from solver.render.text import Text, grid, lines, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.render.wording import YES_NO, heading, listed, shown, wanted

_BAR = 30  # columns of the longest bar
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def study_text(found: Study, look: Look) -> Text:
    """The question, the mean, the share of each value, and the deals told apart."""
    figures, rules = found.figures, found.position.rules
    head = f"{rules.name or rules.id}: {deals_text(figures.deals)}"
    parts = [Text(head, STRONG), Text(subject(found), FAINT)]
    if found.refused:
        parts.append(Text(_refused_text(found.refused), WARNING))
    if figures.deals:
        parts += [Text(""), Text(_mean(found, figures), STRONG), *_quantiles(found)]
        parts += [Text(""), *_bars(found, look)]
        parts += [Text(""), *_parts(found)] if found.by else []
    if not found.exact:
        parts.append(Text(_not_exact(found), WARNING))
    return lines(parts)


def _refused_text(rows: int) -> str:
    """That rows of a file are left out."""
    if rows == 1:
        return "1 row of the file holds no answer and is left out."
    return f"{rows:,} rows of the file hold no answer and are left out."


def deals_text(deals: int) -> str:
    """A number of deals, in words."""
    return f"{deals:,} deal{'s' * (deals != 1)}"


def subject(found: Study) -> str:
    """What the values are, and whose: `Hearts, the seat that leads against the rest`."""
    what = _unit(found)
    whose = "the seat to play" if found.named is None else listed(found.named)
    if found.named is None and len(found.side) > 1:
        whose += " and its partner"
    against = "" if len(found.side) == len(found.position.seats) else " against the rest"
    return f"{what[0].upper()}{what[1:]}, {whose}{against}"


def _unit(found: Study) -> str:
    """What is counted in each deal."""
    what = heading(found)
    named = what if what != "result" else f"goal {found.goal}"
    return f"cards that cost nothing ({named})" if found.counted == "free-cards" else named


def is_yes_no(found: Study) -> bool:
    """Whether what is counted is met or not."""
    return found.counted == "value" and found.goal.partition(":")[0].strip() in YES_NO


def _mean(found: Study, figures: Figures) -> str:
    mean, error = mean_text(found, figures), error_text(found, figures)
    head = "yes in" if is_yes_no(found) else "mean"
    if is_yes_no(found) and len(figures.shares) == 1 and not figures.stopped:
        beyond = 1 - 0.05 ** (1 / figures.deals)  # a share that this many deals miss once in twenty times
        other = "yes" if figures.shares.get(0) else "no"
        return f"{head} {mean}, and {other} in hardly more than {_number(found, beyond)} of all deals"
    return f"{head} {mean}" + (f", error {error}" if error else "")


def mean_text(found: Study, figures: Figures) -> str:
    """The mean, or its two ends; the share of a goal that is met or not."""
    ends = [_number(found, end) for end in figures.mean or ()]
    return " to ".join(dict.fromkeys(ends))


def error_text(found: Study, figures: Figures) -> str:
    """The standard error of the mean, "" where there is none."""
    return "" if figures.error is None else _number(found, figures.error)


def _number(found: Study, number: float) -> str:
    return f"{100 * number:.1f}%" if is_yes_no(found) else f"{number:.2f}"


def _quantiles(found: Study) -> Iterator[Text]:
    quantiles = found.figures.quantiles
    if quantiles and not is_yes_no(found):
        named = ", ".join(f"{part}% {value_text(found, value)}" for part, value in quantiles.items())
        yield Text(f"quantiles: {named}", FAINT)


def value_text(found: Study, value: int) -> str:
    """A value as it stands in a column."""
    return str(value) if found.counted == "free-cards" else shown(found, value)


# --- a bar a value --------------------------------------------------------------------------------------


def _bars(found: Study, look: Look) -> Iterator[Text]:
    """Each value with its share, and how often it or better comes."""
    shares = found.figures.shares
    if not shares:
        return
    names = {value: value_text(found, value) for value in shares}
    width = max(5, *map(len, names.values()))
    many = found.counted == "free-cards" or wanted(found) == "many"
    together = "or more" if many else "or fewer" if wanted(found) == "few" else ""
    yield Text(f"  {'value':>{width}}   share  {together:>8}", FAINT)
    most = max(shares.values())
    for value, share in shares.items():
        beyond = sum(each for other, each in shares.items() if (other >= value if many else other <= value))
        yield side_by_side(
            right(Text(names[value], STRONG), width + 2),
            Text(f"{100 * share:>7.1f}%"),
            Text(f"{100 * beyond:>9.1f}%" if together else " " * 10, FAINT),
            Text(f"  {_bar(share / most, look)}", BEST),
        )


def _bar(part: float, look: Look) -> str:
    if not look.symbols:
        return "#" * max(1, round(_BAR * part))
    eighths = max(1, round(8 * _BAR * part))
    return _EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


# --- deals told apart -----------------------------------------------------------------------------------


def _parts(found: Study) -> list[Text]:
    """A row for each combination of the features, with the figures of its deals."""
    yes_no = is_yes_no(found)
    head = [feature.name for feature in found.by] + ["deals", "yes" if yes_no else "mean", "error"]
    head += [] if yes_no else [f"{part}%" for part in PER_CENT]
    rows = [head, *(_row(found, part) for part in found.parts())]
    first, *rest = grid([[Text(cell) for cell in row] for row in rows])
    return [first.styled(FAINT), *rest]


def _row(found: Study, part: Part) -> list[str]:
    figures = part.figures
    cells = [*feature_texts(found, part), f"{figures.deals:,}", mean_text(found, figures)]
    cells.append(error_text(found, figures))
    if not is_yes_no(found):
        quantiles = figures.quantiles
        cells += [value_text(found, quantiles[at]) if quantiles else "" for at in PER_CENT]
    return cells


def feature_texts(found: Study, part: Part) -> Sequence[str]:
    """What the deals of a part have in common, a text for each feature."""
    plain = [feature.plain(number) for feature, number in zip(found.by, part.numbers, strict=True)]
    return [_plain_text(value) for value in plain]


def _plain_text(value: int | bool | None) -> str:
    if value is None:
        return "-"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _not_exact(found: Study) -> str:
    stopped = found.figures.stopped
    parts = []
    if stopped:
        parts.append(
            f"{deals_text(stopped)} stopped by a limit: the mean lies between the two, shares and"
            " quantiles are of the others"
        )
    if found.stopped:
        parts.append("interrupted, these are the deals solved until then")
    return f"NOT EXACT: {'; '.join(parts)}."
