"""`python -m tests.vectors.ledger`: write the answers in docs/vectors/ledger.json anew. What is
asked stands in the file and stays as it is; what comes of it is worked out by written.py."""

import json
import string
from itertools import islice
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.vectors import written as w

PATH = Path(__file__).parents[2] / "docs" / "vectors" / "ledger.json"
SECRETS = [  # of RFC 8032, section 7.1, tests 1 and 2
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
]
ORDER = 2**252 + 27742317777372353535851937790883648493


def main():
    """Write the file, one vector a line."""
    told = json.loads(PATH.read_text("utf-8"))
    _worked_out(told)
    _signed(told)
    lines = []
    for name, cases in told.items():
        if type(cases) is list:
            inside = ",\n    ".join(json.dumps(case) for case in cases)
            lines.append(f'  "{name}": [\n    {inside}\n  ]')
        else:
            lines.append(f'  "{name}": {json.dumps(cases)}')
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


ANSWERS = {
    "canonical": lambda case: {
        "text": w.text(case["value"]),
        "hex": w.canonical(case["value"]).hex(),
    },
    "commitment": lambda case: {"commitment": w.commitment(case["server_seed"])},
    "salts": lambda case: {"salt": w.salt(case["server_seed"], case["context"])},
    "seals": lambda case: {"seal": w.seal(case["salt"], case["payload"])},
    "deal_keys": lambda case: {"key": w.deal_key(case)},
    "words": lambda case: {"first": list(islice(w.words(case["key"]), len(case["first"])))},
    "bounded": lambda case: dict(
        zip(("number", "words_used"), w.below(case["bound"], case["words"]), strict=True)
    ),
    "shuffles": lambda case: {"deck": w.shuffle(case["cards"], case["key"])},
    "starters": lambda case: {"seat": w.starter(case["seats"], case["key"])},
    "chances": lambda case: {"chance": w.chance(case["server_seed"], case["context"])},
    "deals": lambda case: dict(zip(("hands", "rows"), w.deal(case), strict=True)),
}
"""What comes of the vectors of each kind."""


def _worked_out(told):
    for name, answers in ANSWERS.items():
        for case in told[name]:
            case.update(answers(case))
    previous = w.GENESIS
    for case in told["chain"]:
        case["previous"] = previous
        case["hash"] = previous = w.chain(previous, case["public"])


def _jws(header, payload, number=0):
    """A JWS of these bytes, signed by a key of RFC 8032."""
    parts = f"{w.b64(header)}.{w.b64(payload)}"
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SECRETS[number]))
    return f"{parts}.{w.b64(key.sign(parts.encode()))}"


def _signed(told):
    kids = [case["jwk"]["kid"] for case in told["keys"]]
    for case in told["statements"]:
        case["claims"]["hash"] = told["chain"][case["claims"]["revision"] - 1]["hash"]
        header = {"alg": "EdDSA", "kid": case["kid"], "typ": case["typ"]}
        parts = map(w.canonical, (header, case["claims"]))
        case["jws"] = _jws(*parts, kids.index(case["kid"]))
    for name, made in (("unsigned", _unsigned), ("refused", _refused)):
        texts = made(told["statements"]).items()
        told[f"{name}_statements"] = [{"why": why, "jws": jws} for why, jws in texts]


def _unsigned(statements):
    """Statements in their form whose signature does not hold."""
    parts, _, signature = statements[0]["jws"].rpartition(".")
    r, s = w.unb64(signature)[:32], w.unb64(signature)[32:]
    more = (int.from_bytes(s, "little") + ORDER).to_bytes(32, "little")
    header, payload = (w.unb64(part) for part in parts.split("."))
    signatures = {
        "S is L more: a second signature of the same": r + more,
        "R is changed": bytes([r[0] ^ 1]) + r[1:] + s,
        "S is changed": r + bytes([s[0] ^ 1]) + s[1:],
        "all zeros": bytes(64),
        "the signature of another revision": w.unb64(statements[1]["jws"].rpartition(".")[2]),
        "by another key than kid names": w.unb64(_jws(header, payload, 1).rpartition(".")[2]),
    }
    return {why: f"{parts}.{w.b64(made)}" for why, made in signatures.items()}


def _refused(statements):
    """What is no statement at all: spelled in another way, or of another form."""
    true, claims, receipt = statements[0]["jws"], statements[0]["claims"], statements[2]["claims"]
    head = {"alg": "EdDSA", "kid": statements[0]["kid"], "typ": statements[0]["typ"]}
    header, payload = w.canonical(head), w.canonical(claims)
    last = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    spare, spare_hash = (
        text[:-1] + last[last.index(text[-1]) + 1] for text in (true, claims["hash"])
    )

    def of(**changed):
        return _jws(header, w.canonical({**claims, **changed}))

    def headed(**changed):
        return _jws(w.canonical({**head, **changed}), payload)

    return {
        "a spare bit set in the last character of the signature": spare,
        "padding": f"{true}==",
        "two parts": true.rpartition(".")[0],
        "four parts": f"{true}.AA",
        "nothing": "",
        "a blank in front": f" {true}",
        "a line break behind": f"{true}\n",
        "another algorithm": headed(alg="none"),
        "a header with a member more": headed(crit=["b64"]),
        "a header with its members in another order": _jws(
            f'{{"typ":"{head["typ"]}","alg":"EdDSA","kid":"{head["kid"]}"}}'.encode(), payload
        ),
        "a type that is none of the server's": headed(typ="JWT"),
        "a kid that is no thumbprint": headed(kid="key"),
        "a payload with blanks": _jws(header, json.dumps(claims).encode()),
        "a payload with a member more": of(x=1),
        "a payload with a member less": _jws(
            header, w.canonical({"game": claims["game"], "revision": 1})
        ),
        "a hash in hexadecimal": of(hash=w.unb64(claims["hash"]).hex()),
        "a hash with a spare bit set in its last character": of(hash=spare_hash),
        "a hash with padding": of(hash=f"{claims['hash']}="),
        "a revision that is a string": of(revision="1"),
        "a revision of 1.0": _jws(header, payload[:-2] + b"1.0}"),
        "a name twice": _jws(header, b'{"game":"A",' + payload[1:]),
        "a payload that is no object": _jws(header, b"[]"),
        "a payload that is not UTF-8": _jws(header, b'{"game":"\xff"}'),
        "a receipt called a head": _jws(header, w.canonical(receipt)),
        "a head called a receipt": headed(typ=statements[2]["typ"]),
    }


if __name__ == "__main__":
    main()
