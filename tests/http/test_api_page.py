"""docs/api.md lists every code that can leave the server, with its status and title."""

import re
from pathlib import Path

from service.http.problems import PROBLEMS


def test_the_page_lists_every_code_with_its_status_and_nothing_else():
    page = Path("docs/api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \| ([^|:]+?)(?::[^|]*)? \|$", page, re.MULTILINE)
    assert len(rows) == len({code for _, code, _ in rows})
    assert {code: (int(status), title) for status, code, title in rows} == dict(PROBLEMS)
