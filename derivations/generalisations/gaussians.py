"""Normal vectors, dot products and running averages of squares."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Generalisations"

divergence = Entry(
    id="general.normal.divergence",
    claims=("G6",),
    title="The divergence of two normal laws",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the Kullback-Leibler divergence of two normal laws with arbitrary means and covariances.",
    given=(
        r"Let $\mu, \nu \in \mathbb{R}^d$, let $\Sigma, \Lambda \in \mathbb{R}^{d \times d}$ be symmetric and positive definite, and let "
        r"$x \sim \mathcal{N}(\mu, \Sigma)$. The divergence is the expected difference of the log densities. Let "
        r"$D = \mathbb{E}[\log \mathcal{N}(x; \mu, \Sigma) - \log \mathcal{N}(x; \nu, \Lambda)]$."
    ),
    proof=(
        Text("Two expectations of quadratic forms are needed:"),
        chain(
            r"\mathbb{E}\left[(x - \mu)^\top \Sigma^{-1} (x - \mu)\right]",
            (r"\mathrm{tr}(\Sigma^{-1} \Sigma)", "trace trick"),
            (r"d", "trace of the identity"),
        ),
        chain(
            r"\mathbb{E}\left[(x - \nu)^\top \Lambda^{-1} (x - \nu)\right]",
            (
                r"\mathrm{tr}(\Lambda^{-1} \Sigma) + (\nu - \mu)^\top \Lambda^{-1} (\nu - \mu)",
                "trace trick, and the mean",
            ),
        ),
        Text("With them"),
        chain(
            r"D",
            (
                r"\frac{1}{2} \log \det \Lambda - \frac{1}{2} \log \det \Sigma"
                r" + \frac{1}{2} \mathbb{E}\left[(x - \nu)^\top \Lambda^{-1} (x - \nu)\right]"
                r" - \frac{1}{2} \mathbb{E}\left[(x - \mu)^\top \Sigma^{-1} (x - \mu)\right]",
                "log densities",
            ),
            (
                r"\frac{1}{2} \left(\log \det \Lambda - \log \det \Sigma"
                r" + \mathrm{tr}(\Lambda^{-1} \Sigma) + (\nu - \mu)^\top \Lambda^{-1} (\nu - \mu) - d\right)",
                "the two expectations",
            ),
            (
                r"\frac{1}{2} \left(\mathrm{tr}(\Lambda^{-1} \Sigma) + (\nu - \mu)^\top \Lambda^{-1} (\nu - \mu) - d"
                r" + \log \frac{\det \Lambda}{\det \Sigma}\right)",
                "logarithm of a quotient",
            ),
        ),
    ),
    experiment=experiments.normal_divergence,
    source="After Assignment 5, question 3",
)

dot_product = Entry(
    id="general.dot.variance",
    claims=("G8",),
    title="The variance of a dot product for any two laws",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the variance of a dot product of independent vectors that need not be normal.",
    given=(
        r"Let $q, k \in \mathbb{R}^d$ be random and independent. Let $\mu = \mathbb{E}[q]$ and $\nu = \mathbb{E}[k]$ be the means, and let "
        r"$\Sigma = \mathbb{E}[q q^\top] - \mathbb{E}[q] \mathbb{E}[q]^\top$ and "
        r"$\Lambda = \mathbb{E}[k k^\top] - \mathbb{E}[k] \mathbb{E}[k]^\top$ be the covariances."
    ),
    proof=(
        chain(
            r"\mathrm{Var}(q^\top k)",
            (r"\mathbb{E}[(q^\top k)^2] - \mathbb{E}[q^\top k]^2", "variance as a second moment"),
            (r"\mathrm{tr}\left(\mathbb{E}[q q^\top] \mathbb{E}[k k^\top]\right) - (\mu^\top \nu)^2", "independence"),
            (
                r"\mathrm{tr}\left((\Sigma + \mu \mu^\top) (\Lambda + \nu \nu^\top)\right) - (\mu^\top \nu)^2",
                "definition of the covariances",
            ),
            (r"\mu^\top \Lambda \mu + \nu^\top \Sigma \nu + \mathrm{tr}(\Sigma \Lambda)", "expand the trace"),
        ),
    ),
    lemma=r"\mathrm{Var}(q^\top k) = \mu^\top \Lambda \mu + \nu^\top \Sigma \nu + \mathrm{tr}(\Sigma \Lambda)",
    experiment=experiments.variance_with_covariances,
    source="After EECS 182 HW7, question 3",
)

kurtosis = Entry(
    id="general.dot.kurtosis",
    claims=("G9",),
    title="The kurtosis of a dot product",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="How far from normal is the dot product of two standard normal vectors? Find its kurtosis.",
    given=r"Let $q, k \in \mathbb{R}^d$ be independent with $q \sim \mathcal{N}(0, I)$ and $k \sim \mathcal{N}(0, I)$.",
    proof=(
        Text("Given the first vector, the dot product is normal with the squared norm as variance; hence"),
        chain(
            r"\mathbb{E}[(q^\top k)^4]",
            (r"3 \, \mathbb{E}[\|q\|^4]", "fourth moment of a normal"),
            (r"3 d (d + 2)", "fourth moment of the norm"),
        ),
        chain(r"\mathrm{Var}(q^\top k)", (r"d", "variance of a dot product")),
        chain(
            r"\frac{\mathbb{E}[(q^\top k)^4]}{\mathrm{Var}(q^\top k)^2}",
            (r"\frac{3 d (d + 2)}{d^2}", "the two moments"),
            (r"3 + \frac{6}{d}", "divide"),
        ),
        Text("and the excess over the normal value vanishes with growing dimension."),
    ),
    experiment=experiments.fourth_moment_of_dot_product,
    source="After EECS 182 HW7, question 3",
)

ENTRIES = (divergence, dot_product, kurtosis)
