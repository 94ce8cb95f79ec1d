"""What is found, as lines of one table: our figure, the anchor's, the ratio, the goal."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

HEAD: Final = ("what", "ours", "anchor", "ratio", "goal", "")
BEGIN: Final = "<!-- measured: begin -->"
END: Final = "<!-- measured: end -->"


@dataclass(frozen=True, slots=True)
class Line:
    """One figure beside its anchor. `met` is None where there is no goal."""

    what: str
    ours: str
    anchor: str
    ratio: float | None
    goal: str
    met: bool | None

    def cells(self) -> tuple[str, ...]:
        """The line as text, one string per column."""
        verdict = {True: "met", False: "missed", None: ""}[self.met]
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return self.what, self.ours, self.anchor, ratio, self.goal, verdict


@dataclass(frozen=True, slots=True)
class Pairs:
    """Figures of ours and of an anchor, taken in turn, so that noise meets both alike."""

    ours: Sequence[float]
    anchor: Sequence[float]

    def line(
        self,
        what: str,
        show: Callable[[float], str],
        least: float | None = None,
        most: float | None = None,
    ) -> Line:
        """Medians of both, and the median of the pairs' ratios, which has one bound or none."""
        ratio = median(a / b for a, b in zip(self.ours, self.anchor, strict=True))
        shown = show(median(self.ours)), show(median(self.anchor))
        if least is not None:
            return Line(what, *shown, ratio, f"≥ {least}", ratio >= least)
        if most is not None:
            return Line(what, *shown, ratio, f"≤ {most}", ratio <= most)
        return Line(what, *shown, ratio, "", None)


def per_second(value: float) -> str:
    """From events or requests per second."""
    return f"{value:,.0f}/s"


def microseconds(value: float) -> str:
    """From seconds."""
    return f"{value * 1e6:,.0f} µs"


def milliseconds(value: float) -> str:
    """From seconds."""
    return f"{value * 1e3:.2f} ms"


def kilobytes(value: float) -> str:
    """From bytes; a kilobyte is 1000."""
    return f"{value / 1000:.1f} kB"


def markdown(lines: Sequence[Line]) -> str:
    """The lines as Markdown."""
    return table([HEAD, *(line.cells() for line in lines)])


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as Markdown, the first one their head; aligned so that it can be read as it is."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    ruler = ["-" * width for width in widths]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (rows[0], ruler, *rows[1:])
    )


def options(name: str, about: str, parts: Iterable[str], document: Path) -> argparse.Namespace:
    """What was asked of a measurement of several parts on its command line."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="seconds; the figures mean nothing")
    parser.add_argument("--only", choices=parts, action="append", help="this part")
    parser.add_argument("--write", action="store_true", help=f"into docs/{document.name}")
    return parser.parse_args()


def write(path: Path, text: str, name: str = "measured") -> None:
    """Put `text` between the markers of this name in the file."""
    begin, end = (each.replace("measured", name) for each in (BEGIN, END))
    before, _, rest = path.read_text("utf-8").partition(begin)
    _, _, after = rest.partition(end)
    if not after:
        raise ValueError(f"{path} has no markers")
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")
