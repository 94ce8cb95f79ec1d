"""Events as every released version stored them are read for ever."""

import json

import pytest

from domain.events import EVENT_TYPES
from domain.events.entries import decode, encode
from domain.events.upcasters import UPCASTERS
from tests.golden.make import HERE, event_files, stored, tag_of
from tests.golden.samples import SAMPLES

FILES = sorted((HERE / "events").glob("*.json"))
TAGS = sorted({*UPCASTERS, *map(tag_of, EVENT_TYPES.values())})


def read(file):
    parts = json.loads(file.read_text(encoding="utf-8"))
    return decode(parts["p"].encode(), parts["s"] and parts["s"].encode())


@pytest.mark.parametrize("tag", TAGS)
def test_every_type_in_every_version_has_its_file(tag):
    assert event_files(tag), "run: python -m tests.golden.make"


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_an_event_is_stored_in_the_bytes_that_were_recorded_and_read_from_them(name):
    texts = {f.read_text(encoding="utf-8"): f for f in event_files(tag_of(EVENT_TYPES[name]))}
    assert read(texts[stored(SAMPLES[name])]) == SAMPLES[name]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_version_ever_stored_is_read_as_its_event(file):
    entry = read(file)
    (event,) = entry.events
    assert type(event).__name__ == file.name.split(".")[0].split("_")[0]
    assert decode(*encode(entry)) == entry
