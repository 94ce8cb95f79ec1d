"""What players are called, so that people can tell them apart."""

from collections.abc import Mapping
from unicodedata import category, normalize

from domain.state import State


def called(state: State, names: Mapping[str, str]) -> dict[int, str]:
    """What each seat is called, no two alike: of two the one on the later seat gets a number.

    `names`: what lies beside the record, by the seal of the name. A seat without a known name is
    left out. Alike is what differs in nothing but case, width, blanks or marks that are not seen.
    """
    sitting = sorted(state.players.items())
    known = {seat: names[who.name_seal] for seat, who in sitting if who.name_seal in names}
    given = {_likeness(name) for name in known.values()}
    if len(given) == len(known):
        return known
    taken: set[str] = set()
    for seat, name in known.items():
        number, looks = 1, _likeness(name)
        while looks in taken or (number > 1 and looks in given):
            number += 1
            known[seat] = f"{name} ({number})"
            looks = _likeness(known[seat])
        taken.add(looks)
    return known


def _likeness(name: str) -> str:
    """What is left of a name when nothing counts but what is plainly seen."""
    if name.isascii():
        return " ".join(name.casefold().split())
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    seen = "".join(sign for sign in folded if category(sign) != "Cf" and sign != "\ufe0f")
    return " ".join(seen.split())
