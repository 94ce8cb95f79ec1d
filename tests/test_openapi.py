"""`openapi.yaml` is what the schemas say (`make openapi` writes it)."""

import sys
from pathlib import Path

import pytest

from service.commands.openapi import dump


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="a component gets another name there")
def test_openapi_yaml_is_current():
    kept = Path(__file__).parents[1] / "openapi.yaml"
    assert dump() == kept.read_text("utf-8")
