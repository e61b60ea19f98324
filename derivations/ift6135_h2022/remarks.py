"""What the homework discusses: when random features are worth their price."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Text

HOMEWORK = "IFT6135 H2022"

trade_off = Entry(
    id="ift6135.3.5.trade_off",
    claims=("003.Q3.5-ii",),
    title="When random features are worth their price",
    homework=HOMEWORK,
    kind="qualitative",
    problem="What does the number of features buy, and what does it cost?",
    given="",
    proof=(
        Text(
            "The time grows in proportion to the number of features, so they pay only while there are fewer of them than tokens. The "
            "attention matrix that they approximate is a product of two narrow matrices, and its rank is at most their number. The error of "
            "an average of independent features shrinks with the square root of their number, while the constant in front grows "
            "exponentially with the squared norm of the sum of query and key."
        ),
    ),
    experiment=experiments.rank_of_features,
    source="Question 3.5",
)

ENTRIES = (trade_off,)
