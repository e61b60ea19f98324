"""Question 1: two ways to write a recurrent unit."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Induction, Text, chain

HOMEWORK = "IFT6135 H2022"

equivalence = Entry(
    id="ift6135.1.1",
    claims=("003.Q1.1",),
    title="Activation before or after the linear map",
    homework=HOMEWORK,
    kind="induction",
    problem=(
        "One recurrent unit applies its activation to the previous state, another to the whole update. "
        "Show that the second is the activation of the first at every time step."
    ),
    given=(
        r"Let $\bm{h}_t = \bm{W} \sigma(\bm{h}_{t-1}) + \bm{U} \bm{x}_t + \bm{b}$ and "
        r"$\bm{g}_t = \sigma(\bm{W} \bm{g}_{t-1} + \bm{U} \bm{x}_t + \bm{b})$ for $t \ge 1$, where "
        r"$\sigma : \mathbb{R} \to \mathbb{R}$ is applied elementwise, $\bm{W} \in \mathbb{R}^{n \times n}$, "
        r"$\bm{U} \in \mathbb{R}^{n \times m}$ and $\bm{b} \in \mathbb{R}^n$. "
        r"Assume $\bm{g}_0 = \sigma(\bm{h}_0)$."
    ),
    proof=(
        Induction(
            variable="t",
            hypothesis=r"\bm{g}_{t-1} = \sigma(\bm{h}_{t-1})",
            base=chain(r"\bm{g}_0", (r"\sigma(\bm{h}_0)", "the initial states match by hypothesis")),
            step=chain(
                r"\bm{g}_t",
                (r"\sigma(\bm{W} \bm{g}_{t-1} + \bm{U} \bm{x}_t + \bm{b})", "definition"),
                (r"\sigma(\bm{W} \sigma(\bm{h}_{t-1}) + \bm{U} \bm{x}_t + \bm{b})", "induction hypothesis"),
                (r"\sigma(\bm{h}_t)", "definition"),
            ),
        ),
        Text(r"Therefore, for every $t$,"),
        chain(r"\bm{g}_t", (r"\sigma(\bm{h}_t)", "induction")),
    ),
    experiment=experiments.recurrent_units,
    lemma=r"\bm{g}_t = \sigma(\bm{h}_t)",
    source="Question 1.1",
    remark="Without matching initial states the two recurrences are different sequences.",
)

ENTRIES = (equivalence,)
