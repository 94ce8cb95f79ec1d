"""One table: this server first, then the others, each with the ratio of ours to theirs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from bench.http_part import Section
from bench.report import Pairs, microseconds, per_second

T = TypeVar("T")
Columns: TypeAlias = Mapping[str, T]
"""Something of each side, under its name; ours comes first."""
Row: TypeAlias = tuple[str, Columns[str]]
Figure: TypeAlias = tuple[Callable[[Section], float], Callable[[float], str]]
"""What is taken from a section, and how it is written."""

RATE: Final[Figure] = (lambda section: section.count / section.clock, per_second)
CPU: Final[Figure] = (lambda section: section.cpu / section.count, microseconds)
PER_CPU: Final[Figure] = (lambda section: section.count / section.cpu, per_second)


def row(what: str, found: Columns[Sequence[Section]], figure: Figure) -> Row:
    """Medians; in brackets the median of the ratios, turn by turn."""
    value, show = figure
    own, *_ = taken = [[value(section) for section in sections] for sections in found.values()]
    lines = [Pairs(own, each).line(what, show) for each in taken]
    others = [f"{line.anchor} ({line.ratio:.2f})" for line in lines[1:]]
    return what, dict(zip(found, [lines[0].ours, *others], strict=True))
