"""Ed25519 signatures (RFC 8032, section 5.1): verification alone, strict, for a few signatures.

Pure Python and not in constant time: nothing here is secret. Signing, and verifying by the
thousand, is a library's business. Keys and heads are read in statements.py.
"""

import hashlib

P = 2**255 - 19
"""The field's prime."""
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""
D = -121665 * pow(121666, -1, P) % P
"""The curve: −x² + y² = 1 + D·x²·y²."""
SIGN = 1 << 255
"""The bit of an encoded point that tells which x is meant."""

Point = tuple[int, int, int, int]
"""(X, Y, Z, T) with x = X/Z, y = Y/Z, x·y = T/Z."""

_ROOT = pow(2, (P - 1) // 4, P)
_NEUTRAL: Point = (0, 1, 1, 0)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) of `message` is by the key `public` (32 bytes).

    Refused besides a wrong signature: bytes of another length, a scalar of L or more, a key
    that `is_key` refuses. R is compared as bytes, so a second spelling of it never passes.
    """
    key = point(public)
    if key is None or _is_small(key) or len(signature) != 64:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    if scalar >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % L
    return _encoded(_sum(scalar, challenge, _negative(key))) == signature[:32]


def is_key(public: bytes) -> bool:
    """Whether this is a public key: one spelling of a point that is not of small order."""
    key = point(public)
    return key is not None and not _is_small(key)


def point(encoded: bytes) -> Point | None:
    """The point of these bytes (RFC 8032, 5.1.3); None if they are not its one spelling."""
    if len(encoded) != 32:
        return None
    number = int.from_bytes(encoded, "little")
    y, odd = number & (SIGN - 1), number >> 255
    if y >= P:
        return None
    above, below = (y * y - 1) % P, (D * y * y + 1) % P
    x = above * pow(below, 3, P) * pow(above * pow(below, 7, P), (P - 5) // 8, P) % P
    if (below * x * x - above) % P:
        x = x * _ROOT % P
        if (below * x * x - above) % P:
            return None
    if x == 0 and odd:
        return None
    if x % 2 != odd:
        x = P - x
    return (x, y, 1, x * y % P)


def _is_small(key: Point) -> bool:
    """Of order 1, 2, 4 or 8: such a key signs everything."""
    x, y, z, _ = _double(_double(_double(key)))
    return x == 0 and (y - z) % P == 0


def _negative(one: Point) -> Point:
    x, y, z, t = one
    return (P - x, y, z, P - t)


def _add(one: Point, other: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _double(one: Point) -> Point:
    x, y, z, _ = one
    a, b = x * x % P, y * y % P
    h = a + b
    e = h - (x + y) * (x + y) % P
    g = a - b
    f = 2 * z * z % P + g
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _sum(scalar: int, challenge: int, other: Point) -> Point:
    """scalar · base + challenge · other, with both in one ladder."""
    added = (None, _BASE, other, _add(_BASE, other))
    total = _NEUTRAL
    for place in reversed(range(L.bit_length())):
        total = _double(total)
        chosen = added[(scalar >> place & 1) + 2 * (challenge >> place & 1)]
        if chosen is not None:
            total = _add(total, chosen)
    return total


def _encoded(one: Point) -> bytes:
    x, y, z, _ = one
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _base() -> Point:
    found = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert found is not None, "the base point is on the curve"
    return found


_BASE = _base()
