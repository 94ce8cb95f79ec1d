"""Canonical bytes, chain and seals of games, against the second writing of docs/ledger.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import ledger
from tests.vectors import written

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner)
    ),
)


@given(JSON)
def test_canonical_bytes_are_those_of_the_specification(value):
    assert ledger.canonical(value) == written.canonical(value)


@pytest.mark.parametrize(
    "value", [1.5, [0.0], {"a": {"b": float("nan")}}, {1: 2}, {"é": 1}, {1, 2}]
)
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        ledger.canonical(value)
