"""What the assignment says in words: parallelism, and the names of the two terms of the bound."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Assignment 5"

parallelism = Entry(
    id="assignment5.1c.words",
    claims=("000.1c",),
    title="Attention is no sequential bottleneck",
    homework=HOMEWORK,
    kind="qualitative",
    problem="Which of the two networks can be evaluated in parallel, and what keeps the other one from it?",
    given="",
    proof=(
        Text(
            "The units on a longest path through a network must be evaluated one after the other. In a transformer such a path "
            "meets every layer once, however long the sequence is; in a recurrent network it meets every layer and every "
            "position. The source calls attention the bottleneck for parallelism and says in the next sentence that its "
            "sequential depth does not depend on the length; only the second sentence is right. What attention costs "
            "is work and communication between all pairs of positions. Generating text one token at a time is sequential for both."
        ),
    ),
    experiment=experiments.sequential_depth,
    source="Question 1(c)",
)

labels = Entry(
    id="assignment5.3.labels",
    claims=("000.3-ii",),
    title="Which term of the bound is the reconstruction loss",
    homework=HOMEWORK,
    kind="qualitative",
    problem="The bound has two terms. Which one measures the reconstruction, and which one regularises?",
    given="",
    proof=(
        Text(
            "The expected logarithm of the likelihood is the only term that mentions the observation together with the decoder; "
            "its negative is the reconstruction loss. The divergence compares the encoder with the prior. It can be evaluated "
            "without the decoder, and it pulls the encoder towards the prior: it is the regulariser. In the source, as "
            "transcribed, the two braces stand the other way round."
        ),
    ),
    source="Question 3",
)

divergence = Entry(
    id="assignment5.3.divergence",
    claims=("000.3-iii",),
    title="The divergence is no measure of similarity",
    homework=HOMEWORK,
    kind="qualitative",
    problem="In what sense does the Kullback-Leibler divergence compare two distributions?",
    given=r"Let $q(z) = \mathcal{N}(z; 0, 1)$ and $p(z) = \mathcal{N}(z; 0, 9)$.",
    proof=(
        Text(
            "It grows with the difference and vanishes for equal distributions only, so it measures dissimilarity. "
            "It is no distance either, because the order of its arguments matters. Two normal distributions show it:"
        ),
        chain(
            r"\mathrm{KL}(q \,\|\, p)",
            (r"\log 3 - \frac{4}{9}", "closed form"),
        ),
        chain(
            r"\mathrm{KL}(p \,\|\, q)",
            (r"4 - \log 3", "closed form"),
        ),
        FalseStatement(
            r"\mathrm{KL}(q \,\|\, p)",
            r"\mathrm{KL}(p \,\|\, q)",
            comment="The divergence is not symmetric.",
        ),
        Text(
            "The first term of the bound is an expected log-likelihood under the encoder, and not the maximum of a likelihood."
        ),
    ),
    source="Question 3",
)

ENTRIES = (parallelism, labels, divergence)
