"""What is wrong with a request, as the rooms below HTTP say it."""

from typing import Any


class Problem(Exception):  # noqa: N818 - the RFC's own word
    """A request that is not done, raised from wherever that becomes clear.

    `code` is stable, for programs; its status and headers are in the table of `http/problems.py`.
    `detail` is for people, `extras` for programs: `allowed`, `options`, `errors` …
    """

    def __init__(self, code: str, detail: str = "", **extras: Any) -> None:
        super().__init__(detail or code)
        self.code, self.detail, self.extras = code, detail, extras
