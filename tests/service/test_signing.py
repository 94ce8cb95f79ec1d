"""The keys that sign heads: made, kept, rotated, and refused when they cannot be used."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from domain.audit.checking.signatures import MAX_KEYS, holds
from domain.ledger import canonical
from domain.signed import statements
from service.commands import cli
from service.commands.keys import main
from service.proof.signing import SigningError, key_files, keys_folder, load_signer, make_key
from service.settings.config import Settings
from service.storage.stored import Position
from tests.support.audit_signed import private_key

GAME, DIGEST = "abcdefghijklmnopqrstuvwxyz", "ab" * 21 + "A"
ANSWERS = [
    *({"card": 7}, {"card": "top"}, {"row": 0}, {"side": "left", "row": 2}),
    {"cards": [{"special": "x2", "row": 4}, {"card": 7}]},
]


def test_the_first_key_is_made_once_by_whoever_comes_and_kept_for_the_owner_alone(tmp_path):
    keys = tmp_path / "far" / "keys"
    with ThreadPoolExecutor(8) as pool:
        signers = list(pool.map(lambda _: load_signer(keys), range(8)))
    assert len({signer.kid for signer in (*signers, load_signer(keys))}) == 1
    assert [path.name for path in keys.iterdir()] == ["0001.pem"]
    (path,) = key_files(keys)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_receipt_is_signed_over_game_decision_answer_revision_hash_and_time(tmp_path, answer):
    signer = load_signer(tmp_path)
    told = signer.receipt(GAME, "r1t2-pick-s3", answer, Position(17, DIGEST, 1_790_000_000_007))
    jws = told.pop("jws")
    read = statements.read(jws)
    assert read.typ == statements.RECEIPT
    assert read.claims == {**told, "decision": "r1t2-pick-s3", "answer": answer}
    at = "2026-09-21T14:13:20.007Z"
    assert told == {"game": GAME, "revision": 17, "hash": DIGEST, "at": at}
    assert holds(statements.public_key(signer.jwks()["keys"][0])[1], read)
    assert jws.split(".")[1] == statements.base64url(canonical(read.claims))


def pem(key):
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(*form, serialization.NoEncryption())


def test_a_key_of_ones_own_is_used(tmp_path):
    (tmp_path / "0041.pem").write_bytes(pem(private_key(7)))
    x = statements.base64url(private_key(7).public_key().public_bytes_raw())
    assert load_signer(tmp_path).kid == statements.thumbprint(x)
    assert make_key(tmp_path).name == "0042.pem"


def test_the_newest_key_signs_and_all_are_published_whatever_their_number_of_digits(tmp_path):
    kids = [load_signer(tmp_path).kid]
    (tmp_path / "0001.pem").rename(tmp_path / "9999.pem")
    make_key(tmp_path)
    signer = load_signer(tmp_path)
    kids.append(signer.kid)
    assert [path.name for path in key_files(tmp_path)] == ["9999.pem", "10000.pem"]
    assert [key["kid"] for key in signer.jwks()["keys"]] == kids[::-1] == signer.kids[::-1]


def test_keys_that_cannot_be_used_or_kept_are_named(tmp_path):
    (tmp_path / "0001.pem").write_bytes(b"no key")
    with pytest.raises(SigningError, match=r"0001\.pem is no private key"):
        load_signer(tmp_path)
    (tmp_path / "0001.pem").write_bytes(pem(generate_private_key(SECP256R1())))
    with pytest.raises(SigningError, match="no Ed25519 key"):
        load_signer(tmp_path)
    (tmp_path / "0001.pem").rename(tmp_path / "new.pem")
    with pytest.raises(SigningError, match="named by number"):
        load_signer(tmp_path)
    with pytest.raises(SigningError, match="cannot be kept"):
        main(Settings(keys_dir=str(tmp_path / "new.pem" / "keys")), ["list"])


def test_the_folder_is_that_of_the_setting_or_lies_beside_the_games(tmp_path):
    settings = Settings(data_dir=tmp_path)
    assert keys_folder(settings) == tmp_path / "keys"
    assert keys_folder(replace(settings, keys_dir=str(tmp_path / "k"))) == tmp_path / "k"


def test_keys_are_listed_and_rotated_at_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TOMA6_KEYS_DIR", str(tmp_path / "k"))
    monkeypatch.setenv("TOMA6_DATA_DIR", str(tmp_path))
    assert cli.main(["keys", "list"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert cli.main(["keys", "rotate"]) == 0
    both = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in both[:1]] == [line.split()[0] for line in first]
    assert [line.endswith("  signs") for line in (*first, *both)] == [True, False, True]
    (tmp_path / "k" / "0001.pem").write_bytes(b"")
    assert cli.main(["keys", "list"]) == 2
    assert "is no private key" in capsys.readouterr().err


def test_no_more_keys_are_made_than_a_bundle_may_have(tmp_path, capsys):
    settings = Settings(keys_dir=str(tmp_path))
    for _ in range(MAX_KEYS - 1):
        make_key(tmp_path)
    assert main(settings, ["rotate"]) == 0
    made = sorted(tmp_path.iterdir())
    assert len(made) == MAX_KEYS
    capsys.readouterr()
    assert main(settings, ["rotate"]) == 1
    told, error = capsys.readouterr()
    assert (told, "there are 100" in error, sorted(tmp_path.iterdir())) == ("", True, made)
    made[0].unlink()
    assert main(settings, ["rotate"]) == 0
    assert main(settings, ["list"]) == 0


def test_the_verifier_is_a_command_and_needs_no_settings(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TOMA6_PORT", "no port")
    (tmp_path / "x.json").write_text("{}")
    assert cli.main(["verify", str(tmp_path / "x.json"), "--json"]) == 3
    assert '"integrity"' in capsys.readouterr().out
    assert cli.main(["verify", str(tmp_path / "none.json")]) == 3
    with pytest.raises(SystemExit) as stopped:
        cli.main(["verify", "--help"])
    assert stopped.value.code == 3
    assert "usage: toma6 verify" in capsys.readouterr().out
