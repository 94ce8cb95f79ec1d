"""What a run under load has shown, as a table, and as a picture of its seconds."""

from collections.abc import Sequence

from bench.load.drive import Seen

WIDTH, HEIGHT, MARGIN = 760, 240, 44


def line(seen: Seen, *, holds: bool) -> str:
    """One run in one line."""
    ms = [1000 * seen.quantile("decision", share) for share in (0.5, 0.99, 0.999)]
    return (
        f"{seen.rate:.0f} decisions/s: {seen.achieved:.0f} made, p50 {ms[0]:.0f}, p99 {ms[1]:.0f}, "
        f"p99.9 {ms[2]:.0f} ms, {sum(seen.wrong.values())} wrong"
        f" - {'holds' if holds else 'does not hold'}"
    )


def document(runs: Sequence[Seen], held: Seen, seed: int) -> str:
    """All of it in Markdown."""
    rows = [
        "| asked for | made | p50 | p99 | p99.9 | p99 of views | wrong | starved |",
        "|---|---|---|---|---|---|---|---|",
        *(_row(each) for each in (*runs, held)),
    ]
    cores = ", ".join(f"{part} {used:.2f}" for part, used in held.cpu.items())
    memory = ", ".join(
        f"{part} {first / 1024:.0f} → {last / 1024:.0f} MB"
        for part, (first, last) in held.memory.items()
    )
    tenth = max(1, len(held.seconds) // 10)
    parts = [held.seconds[at : at + tenth] for at in range(0, tenth * 10, tenth)]
    p99 = [Seen(held.rate, part).quantile("decision", 0.99) for part in parts if part]
    wrong = "".join(f"\n- {count} × {what}" for what, count in held.wrong.most_common(8))
    return "\n".join(
        [
            f"Seed {seed}; decisions a second, milliseconds from the planned moment.",
            f"The last row is the long run of {len(held.seconds)} s.",
            "",
            *rows,
            "",
            f"Cores in the long run: {cores}. Memory: {memory}.",
            f"p99 by tenths of it: {', '.join(f'{1000 * each:.0f}' for each in p99)} ms.",
            *(["", f"Wrong:{wrong}"] if wrong else []),
        ]
    )


def _row(seen: Seen) -> str:
    ms = [1000 * seen.quantile("decision", share) for share in (0.5, 0.99, 0.999)]
    view = 1000 * seen.quantile("view", 0.99)
    starved = sum(second.starved for second in seen.seconds)
    told = (seen.rate, seen.achieved, *ms, view)
    cells = [f"{each:.0f}" for each in told]
    return f"| {' | '.join(cells)} | {sum(seen.wrong.values())} | {starved} |"


def picture(seen: Seen) -> str:
    """p50 and p99 of each second, as SVG."""
    points = []
    for second in seen.seconds:
        took = sorted(second.took.get("decision", [0.0]))
        points.append((took[len(took) // 2], took[int(0.99 * (len(took) - 1))]))
    top = max([0.15, *(high for _, high in points)]) * 1.05
    across = (WIDTH - 2 * MARGIN) / max(1, len(points) - 1)

    def at(number: int, seconds: float) -> str:
        height = HEIGHT - MARGIN - seconds / top * (HEIGHT - 2 * MARGIN)
        return f"{MARGIN + number * across:.1f},{height:.1f}"

    lines = [
        f'<polyline fill="none" stroke="{colour}" points="'
        + " ".join(at(number, point[which]) for number, point in enumerate(points))
        + '"/>'
        for which, colour in ((1, "#c33"), (0, "#36c"))
    ]
    goal = at(0, 0.15), at(len(points) - 1, 0.15)
    words = [
        (
            MARGIN,
            18,
            f"{seen.rate:.0f} decisions a second: p50 (blue), p99 (red)",
        ),
        (4, HEIGHT - MARGIN - 0.15 / top * (HEIGHT - 2 * MARGIN) + 4, "150 ms"),
        (MARGIN, HEIGHT - 14, "0 s"),
        (WIDTH - MARGIN - 30, HEIGHT - 14, f"{len(points)} s"),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<polyline stroke="#999" stroke-dasharray="4" points="{goal[0]} {goal[1]}"/>'
        + "".join(lines)
        + "".join(f'<text x="{x}" y="{y:.0f}">{text}</text>' for x, y, text in words)
        + "</svg>\n"
    )
