"""One turn of the children's game: a card is turned up and placed by the classic rules."""

from .cards import Options
from .secret import Choose, Rows, Step, place_card


def flip_card(
    rows: Rows, seat: int, card: int, choose: Choose, options: Options | None = None
) -> tuple[Rows, list[Step]]:
    """The table after one card and its one step; choices and steps as in ``secret``."""
    rows, step = place_card("children", rows, seat, card, choose, options)
    return rows, [step]
