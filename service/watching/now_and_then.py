"""What is to be done once in a while by who does something else meanwhile."""

import time


class NowAndThen:
    """What is due once in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._every = seconds
        self._next = time.monotonic() + self._every

    def seconds(self) -> float:
        """How long until then."""
        return self._next - time.monotonic()

    def are_due(self) -> bool:
        """Whether it is now, which is said once."""
        if self.seconds() > 0:
            return False
        self._next = time.monotonic() + self._every
        return True
