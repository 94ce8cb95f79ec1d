"""What rulesets are called and how they are summed up, in the languages that are offered.

The rules themselves are in docs/rules.md, in English; these texts are for a menu.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

LANGUAGES: Final = ("en", "es", "fr", "de")
"""The first one is used when none of them is asked for."""


class Text(NamedTuple):
    """A title and a summary of one or two sentences."""

    title: str
    summary: str


TEXTS: Final[Mapping[str, Mapping[str, Text]]] = {
    "classic": {
        "en": Text(
            "6 nimmt!",
            "Everybody picks a card in secret; from the lowest on, each goes to the row whose "
            "end is nearest below it. The sixth card takes the row. Fewest bullheads win.",
        ),
        "es": Text(
            "¡Toma 6!",
            "Todos eligen una carta en secreto; de la más baja a la más alta, cada una va a la "
            "fila de final inferior más cercano. La sexta se lleva la fila. Gana quien suma menos.",
        ),
        "fr": Text(
            "6 qui prend !",
            "Chacun choisit une carte en secret ; de la plus basse à la plus haute, chacune va à "
            "la série la plus proche par le bas. La sixième ramasse la série. Le moins de têtes "
            "de bœuf gagne.",
        ),
        "de": Text(
            "6 nimmt!",
            "Alle wählen verdeckt eine Karte; von der niedrigsten an kommt jede an die Reihe, "
            "deren Ende am nächsten darunter liegt. Die sechste Karte nimmt die Reihe. Die "
            "wenigsten Hornochsen gewinnen.",
        ),
    },
    "tactics": {
        "en": Text("Tactics", "As classic, but every card of a smaller deck is dealt out."),
        "es": Text(
            "Táctica", "Como el clásico, pero se reparten todas las cartas de un mazo menor."
        ),
        "fr": Text(
            "Tactique",
            "Comme le classique, mais toutes les cartes d'un jeu réduit sont distribuées.",
        ),
        "de": Text(
            "Taktik", "Wie klassisch, aber alle Karten eines kleineren Stapels sind im Spiel."
        ),
    },
    "logic": {
        "en": Text(
            "Logic",
            "The deck of tactics lies face up, and everybody drafts ten cards in turn. Whoever "
            "remembers knows all hands.",
        ),
        "es": Text(
            "Lógica",
            "El mazo de la táctica está boca arriba y cada uno elige diez cartas por turno. Quien "
            "recuerda conoce todas las manos.",
        ),
        "fr": Text(
            "Logique",
            "Le jeu de la tactique est face visible et chacun choisit dix cartes à son tour. Qui "
            "s'en souvient connaît toutes les mains.",
        ),
        "de": Text(
            "Logik",
            "Der Stapel der Taktik liegt offen, und alle wählen reihum zehn Karten. Wer sie sich "
            "merkt, kennt alle Hände.",
        ),
    },
    "professional": {
        "en": Text("Professional", "As classic, but a card may also go to the left of a row."),
        "es": Text(
            "Profesional", "Como el clásico, pero una carta también puede ir a la izquierda."
        ),
        "fr": Text(
            "Professionnel",
            "Comme le classique, mais une carte peut aussi aller à gauche d'une série.",
        ),
        "de": Text("Profi", "Wie klassisch, aber eine Karte darf auch links an eine Reihe."),
    },
    "children": {
        "en": Text(
            "For children",
            "Fifteen face-down cards each; in turn everybody shows the top one and places it. "
            "Most bullheads win.",
        ),
        "es": Text(
            "Para niños",
            "Quince cartas boca abajo cada uno; por turno se descubre la de arriba y se coloca. "
            "Gana quien más cabezas de buey junta.",
        ),
        "fr": Text(
            "Pour les enfants",
            "Quinze cartes cachées chacun ; à son tour on montre celle du dessus et on la pose. "
            "Le plus de têtes de bœuf gagne.",
        ),
        "de": Text(
            "Für Kinder",
            "Je fünfzehn verdeckte Karten; reihum wird die oberste gezeigt und angelegt. Die "
            "meisten Hornochsen gewinnen.",
        ),
    },
    "hornochsen": {
        "en": Text(
            "Hornochsen!",
            "One to three open cards in turn; the fifth bull takes the row, good cards and bad "
            "ones. Most points win.",
        ),
        "es": Text(
            "Hornochsen!",
            "De una a tres cartas descubiertas por turno; el quinto buey se lleva la fila, con lo "
            "bueno y lo malo. Gana quien más puntos tiene.",
        ),
        "fr": Text(
            "Hornochsen !",
            "Une à trois cartes ouvertes par tour ; le cinquième bœuf prend la série, bonnes et "
            "mauvaises cartes. Le plus de points gagne.",
        ),
        "de": Text(
            "Hornochsen!",
            "Reihum eine bis drei offene Karten; der fünfte Ochse nimmt die Reihe, mit guten und "
            "schlechten Karten. Die meisten Punkte gewinnen.",
        ),
    },
}
