"""How a report shows what comes from a file: escaped and cut, so that it cannot draw or pretend."""

import json
from typing import Any, Final

LONGEST: Final = 60
"""Characters of a value that are shown."""

_encoder = json.JSONEncoder(separators=(",", ":"))


def shown(value: Any) -> str:
    """A value of the restricted form as JSON in printable ASCII; long ones are cut."""
    if type(value) is str:
        value = value[: LONGEST + 1]
    text = ""
    for part in _encoder.iterencode(value):
        text += part.replace("\x7f", "\\u007f")
        if len(text) > LONGEST:
            return f"{text[:LONGEST]}..."
    return text


def plain(text: str) -> str:
    """A sentence that may quote something, in printable ASCII."""
    return json.dumps(text)[1:-1].replace("\x7f", "\\u007f").replace('\\"', '"')
