"""Fixtures: an engine that keeps what it acknowledged, and the app on it, in process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.rounds import AOF
from tests.chaos.site import Site, site_on
from tests.support.engine import Engine


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Engine(*AOF) as running:
        yield site_on(running, tmp_path)
