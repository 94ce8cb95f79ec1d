"""Players who go on as if nothing were: so many plays a second, whatever becomes of them. A play is
timed from when it was due, so that one that had to wait for another counts its waiting."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random

from tests.support.client import Answer, Api, Wire

PLAYERS = 24


@dataclass(slots=True)
class Plays:
    """What became of them: statuses of all answers, and the seconds that each play took."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def saw(self, answer: Answer) -> None:
        self.statuses[str(answer.status)] += 1

    @property
    def good(self) -> float:
        """The share of 2xx."""
        found = sum(count for status, count in self.statuses.items() if status.startswith("2"))
        return found / max(1, self.statuses.total())

    def quantile(self, share: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


def play(port: int, rate: float, seconds: float, seed: int) -> Plays:
    """Look and answer `rate` times a second, in games of two; how it went."""
    plays, begun = Plays(), time.monotonic() + 1
    more = seconds, PLAYERS / rate
    with ThreadPoolExecutor(PLAYERS) as pool:
        all_of_them = range(PLAYERS)
        list(
            pool.map(lambda n: _player(port, plays, seed + n, begun + n / rate, *more), all_of_them)
        )
    return plays


def _player(port: int, plays: Plays, seed: int, due: float, seconds: float, pause: float) -> None:
    rng, line, until = Random(seed), Wire(port), due + seconds
    api, table = Api(line, plays.saw), None
    while due < until:
        time.sleep(max(0.0, due - time.monotonic()))
        try:
            if table is None or not table.play_on(rng.choice, 1):
                table = api.started(seats=2)
        except (OSError, AssertionError) as error:
            plays.statuses[f"{type(error).__name__} {error}"[:80]] += 1
            table = None
        plays.seconds.append(time.monotonic() - due)
        due += pause
    line.close()
