"""The names of the keys are stored data: they may never change."""

from service.storage.keys import Keys


def test_the_bucket_of_a_game_is_the_same_for_ever():
    keys = Keys(64)
    assert keys.of("AbCdEfGhIjKlMnOpQrStUv") == (
        "{b58}:game:AbCdEfGhIjKlMnOpQrStUv",
        "{b58}:due",
        "{b58}:changed",
        "{b58}:labels:AbCdEfGhIjKlMnOpQrStUv",
    )
    assert keys.wake("AbCdEfGhIjKlMnOpQrStUv") == "{b58}:wake"
    assert Keys(1).stream("x") == "{b0}:game:x"


def test_a_game_is_found_in_the_name_of_its_stream():
    keys = Keys(64)
    assert keys.game_of(keys.stream("a-b_9").encode()) == "a-b_9"


def test_games_spread_over_all_buckets():
    keys = Keys(64)
    assert {keys.bucket(f"game{n}") for n in range(2000)} == set(range(64))
