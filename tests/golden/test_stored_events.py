"""Events as every released version stored them are read for ever."""

import json

import pytest

from domain.codec import decode, encode
from domain.events import EVENT_TYPES
from tests.golden.make import HERE, event_path, stored
from tests.golden.samples import SAMPLES

FILES = sorted((HERE / "events").glob("*.json"))


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_type_and_version_has_its_file(name):
    for version in range(1, EVENT_TYPES[name].version + 1):
        assert event_path(name, version).exists(), "run: python -m tests.golden.make"


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_an_event_is_stored_in_the_bytes_that_were_recorded(name):
    event = SAMPLES[name]
    assert event_path(name, event.version).read_text(encoding="utf-8") == stored(event)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_version_ever_stored_is_read_as_its_event(file):
    parts = json.loads(file.read_text(encoding="utf-8"))
    secrets = None if parts["s"] is None else parts["s"].encode()
    event = decode(parts["p"].encode(), secrets)
    assert type(event).__name__ == file.name.split(".")[0]
    assert decode(*encode(event)) == event


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_todays_file_is_read_as_the_sample_it_was_made_from(name):
    event = SAMPLES[name]
    parts = json.loads(event_path(name, event.version).read_text(encoding="utf-8"))
    assert decode(parts["p"].encode(), parts["s"] and parts["s"].encode()) == event
