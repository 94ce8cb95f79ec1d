"""Ed25519 in the domain: the RFC's vectors, and `cryptography` as the second opinion."""

from random import Random

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.signed import ed25519
from domain.signed.ed25519 import SIGN, L, P, is_key, point, verify

# RFC 8032, section 7.1: public key, message, signature
RFC_8032 = [
    line.split(":")
    for line in """\
d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a::\
e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
d25bf5f0595bbe24655141438e7a100b
3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c:72:\
92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c\
387b2eaeb4302aeeb00d291612bb0c00
fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025:af82:\
6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659\
4a7c15e9716ed28dc027beceea1ec40a
ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf:\
ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd\
454d4423643ce80e2a9ac94fa54ca49f:\
dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030\
3dca179c138ac17ad9bef1177331a704
""".splitlines()
]

SMALL = {  # every point of order 1, 2, 4 and 8
    number.to_bytes(32, "little")
    for y in (0, 1, P - 1)
    for number in (y, y | SIGN)
    if y == 0 or number < SIGN
} | {
    bytes.fromhex(spelling + last)
    for spelling, lasts in (
        ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc", ("05", "85")),
        ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03", ("7a", "fa")),
    )
    for last in lasts
}


def theirs(public, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_of(rng):
    private = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
    return private, private.public_key().public_bytes_raw()


@pytest.mark.parametrize("vector", RFC_8032)
def test_the_vectors_of_the_rfc_hold(vector):
    key, message, signed = map(bytes.fromhex, vector)
    assert verify(key, message, signed)
    assert theirs(key, message, signed)
    assert not verify(key, message + b"\0", signed)


@pytest.mark.parametrize("seed", range(10))
def test_true_signatures_hold_and_corrupted_ones_are_judged_as_by_cryptography(seed):
    rng = Random(f"ed25519 {seed}")
    for _ in range(100):
        private, public = key_of(rng)
        message = rng.randbytes(rng.choice((0, 40, 200, 2000)))
        signature = private.sign(message)
        assert verify(public, message, signature)
        parts = [bytearray(public), bytearray(message), bytearray(signature)]
        part = rng.choice([part for part in parts if part])
        part[rng.randrange(len(part))] ^= 1 << rng.randrange(8)
        corrupted = tuple(map(bytes, parts))
        assert verify(*corrupted) is theirs(*corrupted) is False


def test_a_scalar_of_l_or_more_and_other_lengths_are_refused():
    private, public = key_of(Random(1))
    signature = private.sign(b"m")
    scalar = int.from_bytes(signature[32:], "little")
    for other in (scalar + L, scalar + 2 * L, L, 2**256 - 1):
        assert not verify(public, b"m", signature[:32] + other.to_bytes(32, "little"))
    for length in (0, 1, 31, 33, 63, 65, 128):
        assert not verify(public, b"m", (signature + signature)[:length])
        assert not verify((public * 4)[:length], b"m", signature)


def test_keys_of_small_order_sign_everything_and_are_refused():
    assert len(SMALL) == 8
    neutral = (1).to_bytes(32, "little")
    for public in SMALL:
        assert point(public) is not None
        assert not is_key(public)
        assert not verify(public, b"any", neutral + bytes(32))
    assert theirs(neutral, b"any", neutral + bytes(32))


def test_second_spellings_of_points_are_refused():
    for y in range(P, 2**255):
        for number in (y, y | SIGN):
            assert point(number.to_bytes(32, "little")) is None
    for y in (1, P - 1):
        assert point((y | SIGN).to_bytes(32, "little")) is None


def test_half_of_all_bytes_are_no_point_and_points_are_on_the_curve_in_one_spelling():
    rng, found = Random(3), 0
    for encoded in (rng.randbytes(32) for _ in range(400)):
        if (at := point(encoded)) is not None:
            found += 1
            x, y, z, t = at
            assert (z, t) == (1, x * y % P)
            assert (y * y - x * x - 1 - ed25519.D * x * x * y * y) % P == 0
            assert (y | (x % 2) << 255).to_bytes(32, "little") == encoded
    assert 120 < found < 280


def test_the_base_point_is_of_order_l():
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    x, y, z, _ = ed25519._sum(L - 1, 1, base)
    assert (x, y) == (0, z), "(L − 1)·B + 1·B is the neutral element"
