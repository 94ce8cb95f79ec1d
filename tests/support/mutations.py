"""Every small alteration of JSON data. `altered(data)` yields copies of the data with one value
changed. Values are changed to their neighbours and to other kinds, members dropped, renamed and
added, lists turned round, cut, lengthened and emptied."""

from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

LATER = "2027-01-01T00:00:00.000Z"


def paths(data: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(data, dict):
        for name in data:
            yield from paths(data[name], (*path, name))
    elif isinstance(data, list):
        for place, member in enumerate(data):
            yield from paths(member, (*path, place))


def altered(data: Any) -> Iterator[Any]:
    """The data with every other value that each of its values may get."""
    for path in paths(data):
        value = at(data, path)
        for other in others(value):
            if other != value or type(other) is not type(value):
                yield replaced(data, path, other)


def at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def replaced(data: Any, path: Path, value: Any) -> Any:
    """A copy that has another value at the path; it shares what is not on the way there."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def others(value: Any) -> list[Any]:
    match value:
        case dict():
            return [*_other_objects(value), None]
        case list():
            return [value[::-1], value[1:], value[:-1], [*value, *value[-1:]], [], [*value, 0], {}]
        case bool():
            return [not value, int(value), None]
        case int():
            return [value + 1, value - 1, -value, float(value), str(value), None, True, 2**53]
        case str():
            flipped = ("1" if value[:1] == "0" else "0") + value[1:]
            return [flipped, f"{value}x", value.upper(), "", LATER, 0, None]
        case None:
            return [0, "", False]
    raise TypeError(f"JSON has no {value!r}")


def _other_objects(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {**value, "extra": 0}
    for name, member in value.items():
        rest = {other: value[other] for other in value if other != name}
        yield rest
        yield {**rest, f"{name}_": member}
        yield {**rest, name.upper(): member}
