"""Events as every released version stored them are read for ever."""

import json

import pytest

from domain.codec import decode, encode
from domain.events import EVENT_TYPES
from tests.golden.make import HERE, event_paths, stored
from tests.golden.samples import SAMPLES

FILES = sorted((HERE / "events").glob("*.json"))


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_type_and_version_has_its_file(name):
    for version in range(1, EVENT_TYPES[name].version + 1):
        assert event_paths(name, version), "run: python -m tests.golden.make"


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_an_event_is_stored_in_the_bytes_that_were_recorded(name):
    event = SAMPLES[name]
    files = event_paths(name, event.version)
    assert stored(event) in [file.read_text(encoding="utf-8") for file in files]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_version_ever_stored_is_read_as_its_event(file):
    parts = json.loads(file.read_text(encoding="utf-8"))
    secrets = None if parts["s"] is None else parts["s"].encode()
    event = decode(parts["p"].encode(), secrets)
    assert type(event).__name__ == file.name.split(".")[0]
    assert decode(*encode(event)) == event


def test_a_sample_is_what_its_recorded_bytes_say():
    for name, event in SAMPLES.items():
        texts = [f.read_text(encoding="utf-8") for f in event_paths(name, event.version)]
        parts = json.loads(next(text for text in texts if text == stored(event)))
        assert decode(parts["p"].encode(), parts["s"] and parts["s"].encode()) == event
