"""Question 3: the evidence lower bound."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Assignment 5"
GIVEN = (
    r"Let $p(x, z)$ be the joint density of a latent variable model and $q(z \mid x)$ any density over $z$. Define "
    r"$\mathcal{L} = \int q(z \mid x) \log \frac{p(x, z)}{q(z \mid x)} \, dz$."
)

decomposition = Entry(
    id="assignment5.3.elbo",
    claims=("000.3-i",),
    title="The lower bound as reconstruction minus divergence",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write the evidence lower bound as an expected log-likelihood minus a divergence from the prior.",
    given=GIVEN,
    proof=(
        chain(
            r"\mathcal{L}",
            (r"\int q(z \mid x) \log \frac{p(x, z)}{q(z \mid x)} \, dz", "definition"),
            (r"\int q(z \mid x) \log \frac{p(x \mid z) p(z)}{q(z \mid x)} \, dz", "conditional factorisation"),
            (
                r"\mathbb{E}_{z \sim q(z \mid x)}\left[\log \frac{p(x \mid z) p(z)}{q(z \mid x)}\right]",
                "expectation as an integral",
            ),
            (
                r"\mathbb{E}_{z \sim q(z \mid x)}\left[\log p(x \mid z) - \log \frac{q(z \mid x)}{p(z)}\right]",
                "logarithm of a product",
            ),
            (
                r"\mathbb{E}_{z \sim q(z \mid x)}[\log p(x \mid z)]"
                r" - \mathbb{E}_{z \sim q(z \mid x)}\left[\log \frac{q(z \mid x)}{p(z)}\right]",
                "linearity of expectation",
            ),
            (
                r"\mathbb{E}_{z \sim q(z \mid x)}[\log p(x \mid z)]"
                r" - \mathrm{KL}\left(q(z \mid x) \,\|\, p(z)\right)",
                "definition of the divergence",
            ),
        ),
    ),
    experiment=experiments.lower_bound,
    lemma=(
        r"\mathcal{L} = \mathbb{E}_{z \sim q(z \mid x)}[\log p(x \mid z)]"
        r" - \mathrm{KL}\left(q(z \mid x) \,\|\, p(z)\right)"
    ),
    source="Question 3",
)

bound = Entry(
    id="assignment5.3.evidence",
    claims=("000.3-iv",),
    title="Evidence is the lower bound plus a divergence",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Show that the evidence lower bound deserves its name, and say what the gap is.",
    given=GIVEN,
    proof=(
        chain(
            r"\log p(x)",
            (r"\int q(z \mid x) \log p(x) \, dz", "a density integrates to one"),
            (r"\int q(z \mid x) \log \frac{p(x, z)}{p(z \mid x)} \, dz", "conditional factorisation"),
            (
                r"\int q(z \mid x) \log \frac{p(x, z)}{q(z \mid x)} \, dz"
                r" + \int q(z \mid x) \log \frac{q(z \mid x)}{p(z \mid x)} \, dz",
                "insert the density $q$",
            ),
            (r"\mathcal{L} + \mathrm{KL}\left(q(z \mid x) \,\|\, p(z \mid x)\right)", "definitions"),
            Row(r"\mathcal{L}", "a divergence is never negative", r"\ge"),
        ),
        Text("Equality holds exactly when the variational density is the posterior almost everywhere."),
    ),
    experiment=experiments.evidence,
    source="Question 3; the decomposition that the name of the bound rests on",
)

ENTRIES = (decomposition, bound)
