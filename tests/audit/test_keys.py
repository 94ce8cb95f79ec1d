"""The keys to trust: a JWK set, of which those of the one form count."""

import json

import pytest

from domain.audit import verify_files
from domain.audit.reading.keys import trusted_keys
from tests.audit.cases import SIGNED
from tests.support.audit_signed import jwk, jwks


def test_the_keys_to_trust_are_a_jwk_set_and_nothing_else():
    assert trusted_keys(jwks(1)).keys() == {jwk(1)["kid"]}
    assert trusted_keys({"keys": [{"kty": "RSA"}, jwk(2), {}]}).keys() == {jwk(2)["kid"]}
    for data in (jwk(1), [jwk(1)], {**jwks(1), "more": 1}, {}, {"keys": {}}, None):
        with pytest.raises(ValueError, match="no JWK set"):
            trusted_keys(data)
    assert trusted_keys({"keys": [7] * 999 + [jwk(1)]}).keys() == {jwk(1)["kid"]}
    with pytest.raises(ValueError, match="more than 1000"):
        trusted_keys({"keys": [7] * 1000 + [jwk(1)]})


def test_keys_of_other_kinds_are_passed_over_and_counted():
    others = [{"kty": "RSA"}, {**jwk(2), "use": "enc"}, 7]
    for keys, noticed in (
        ([jwk(1), jwk(1)], ()),
        ([*others, jwk(1)], ("3 keys of other kinds in the key set were passed over",)),
    ):
        report = verify_files(json.dumps(SIGNED).encode(), json.dumps({"keys": keys}).encode())
        assert (report.status, report.noticed) == (0, noticed)


def test_only_keys_of_the_one_form_are_trusted():
    others = [7, None, {"kty": "RSA"}]
    changes = ({"d": "A" * 43}, {"use": "enc"}, {"kid": "A" * 43}, {"x": "AA"}, {"x": "A" * 43})
    others += [{**jwk(2), **change} for change in changes]
    assert trusted_keys({"keys": [*others, jwk(1)]}).keys() == {jwk(1)["kid"]}
    for keys in ([], others):
        with pytest.raises(ValueError, match="no Ed25519 key"):
            trusted_keys({"keys": keys})
