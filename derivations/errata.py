"""What the source documents say that is wrong or imprecise: every such statement, and what is true instead.

The claims are those of the catalogue. The proof, or the refutation, is in the entries that settle the claim.
"""

from __future__ import annotations

from typing import Literal

from hence.language.records import dataclass

Kind = Literal["wrong", "imprecise"]


@dataclass(frozen=True)
class Erratum:
    """A statement of a source in our words, and its correction or missing hypothesis; both are LaTeX prose."""

    claim: str
    kind: Kind
    says: str
    instead: str


def _wrong(claim: str, says: str, instead: str) -> Erratum:
    return Erratum(claim, "wrong", says, instead)


def _imprecise(claim: str, says: str, instead: str) -> Erratum:
    return Erratum(claim, "imprecise", says, instead)


ASSIGNMENT5 = (
    _wrong(
        "000.1a-ii",
        r"A transformer takes time $t^2 n l$.",
        r"$\Theta(l (t^2 n + t n^2))$: the projections were dropped, and they dominate for $n > t$.",
    ),
    _imprecise(
        "000.1a-iii",
        r"A recurrent network needs memory $t n l$ in training and $n l$ at test time.",
        r"True of the states only. The weights add $\Theta(n^2 l)$, which dominates at test time.",
    ),
    _wrong(
        "000.1a-iv",
        r"A transformer needs memory $t n l$ in training.",
        r"$\Theta(l (t n + h t^2))$ when the weights of $h$ heads are kept for the backward pass.",
    ),
    _imprecise(
        "000.1b",
        r"A recurrent network is faster exactly for $n < t$.",
        r"The algebra is right, the counts are not: with all products counted there is no crossover.",
    ),
    _wrong(
        "000.1c",
        "Self-attention is the bottleneck for parallelism.",
        "Its depth does not depend on the length; what is sequential is the generation of text, token by token.",
    ),
    _imprecise(
        "000.2-def",
        r"The weights are written with one index for the weight and for the sum.",
        r"The sum needs an index of its own: $\alpha_i = \exp(k_i^\top q) / \sum_j \exp(k_j^\top q)$.",
    ),
    _wrong(
        "000.2a",
        r"$z = v_j$ means that $\alpha_j = 1$.",
        r"Only if the other values minus $v_j$ are linearly independent; and $\alpha_j = 1$ is a limit that is never reached.",
    ),
    _imprecise(
        "000.2b-iii",
        r"$B_a = B_b \gg 0$ and $B_i < 0$ give the mean of two values.",
        r"What counts are differences: $B_a - B_b \to 0$, and $B_a$ above the others by much more than $\log m$.",
    ),
    _wrong(
        "000.3-ii",
        "The divergence is the reconstruction loss, the expectation is the regulariser.",
        "The other way round: the divergence contains no decoder.",
    ),
    _imprecise(
        "000.3-iii",
        "The divergence measures similarity; the reconstruction term is a maximum likelihood estimate.",
        "It measures dissimilarity, and is not symmetric; the other term is an expected log-likelihood.",
    ),
    _imprecise(
        "000.4a-i",
        r"Both players minimise.",
        r"The step in $q$ is an ascent: it raises the value by $\eta p_t^2$.",
    ),
    _wrong(
        "000.4b-ii",
        "A suitable step size makes the game converge.",
        "No constant step size does: a quadratic form of the iterates is conserved. Averages converge.",
    ),
    _wrong(
        "000.4c-ii",
        r"An equilibrium is reached when $f_t = f_{t+1}$.",
        r"An equilibrium keeps the pair: $(p_{t+1}, q_{t+1}) = (p_t, q_t)$. An unchanged value is necessary, not sufficient.",
    ),
    _imprecise(
        "000.4c-iii",
        r"At the points 2 and 5, $p_t = -q_t / 2$.",
        r"These are the columns of the table; the times are $t = 1$ and $t = 4$.",
    ),
    _wrong(
        "000.4c-iv",
        r"$q_t = 0$ gives an equilibrium.",
        r"It gives $p_{t+1} = 0$, and the pair goes on moving; only the saddle point stays.",
    ),
)

PRACTICAL4 = (
    _imprecise(
        "001.2b-ii",
        r"$m \gg 0$ suffices for the mean of two values.",
        r"$m$ must exceed $\log n$ by much, and the two logits must differ by little, not have a ratio near one.",
    ),
    _wrong(
        "001.2c-Q1-ii",
        r"$\Sigma_i = \alpha I$ with small $\alpha$ means that tokens are barely correlated.",
        r"It means that each key is close to its mean; correlation is another matter.",
    ),
    _imprecise(
        "001.2c-Q1-iii",
        r"The factor $m$ may be as large as one likes.",
        r"The logits differ with variance $4 m^2 \alpha$, so $m^2 \alpha$ must stay small.",
    ),
    _imprecise(
        "001.2c-Q2-iv",
        r"$\epsilon \to 0$ gives one value, $\epsilon \to 2$ the other.",
        r"Which value wins depends on $\epsilon < 1$ or $\epsilon > 1$, in the limit of large $m$.",
    ),
    _wrong(
        "001.2d-Q2-ii",
        "A second head with the same query reduces the variance.",
        "Equal queries give equal heads; their mean has the variance of one.",
    ),
    _wrong(
        "001.2d-Q2-iii",
        "Many heads with the same query average the randomness out.",
        "One random factor is shared by all of them; averaging equal heads changes nothing.",
    ),
    _wrong(
        "001.2e-Q1-iv",
        r"After $u_b$ is added to the token, the other weights are $\exp(0)$.",
        r"They are $\exp(\beta^2)$; the limit stays, but it is reached at the rate $e^{-\beta^2}$.",
    ),
    _imprecise(
        "001.2e-Q2-i",
        r"$V$ is divided by $\beta^\top$.",
        r"$\beta$ is a number: $V = (u_b u_b^\top - u_c u_c^\top) / \beta^2$.",
    ),
    _wrong(
        "001.2e-Q2-iii",
        r"The weight of the second token does not matter, since its value is zero.",
        r"It takes weight from the others through the normalisation; its logit must be small, too.",
    ),
    _wrong(
        "001.3g-Q1-i",
        "Linformer projects keys and values by a singular value decomposition.",
        r"By learned linear maps, after random projections $R$ with $\mathbb{E}[R^\top R] = I$.",
    ),
    _imprecise(
        "001.3g-Q1-ii",
        r"Time and computation fall from $O(n^2)$ to $O(n k)$.",
        "Time and memory; and time falls so only for a fixed width.",
    ),
    _imprecise(
        "001.3g-Q1-iii",
        r"$k = O(d / \epsilon^2)$ rows suffice.",
        r"The theorem has a further factor $\log d$.",
    ),
    _imprecise(
        "001.3h-Q1",
        "Random features need nearly linear time and less than quadratic memory.",
        r"Both are linear in the length for a fixed number of features and a fixed width.",
    ),
)

HW3 = (
    _imprecise(
        "002.1.1a-shape",
        r"$\mathrm{softmax}(Q K^\top) V$, with tokens as columns.",
        r"With tokens as columns it is $V \, \mathrm{softmax}(K^\top Q)$, normalised along columns.",
    ),
    _imprecise(
        "002.1.1b-i",
        r"A large $\beta$ makes the weights one-hot.",
        "If the largest score is unique; among ties the weight is shared.",
    ),
    _wrong(
        "002.1.1b-ii",
        r"For $\beta \to 0$ attention takes a weighted combination of the keys.",
        r"It takes the plain mean of the values, $\frac{1}{n} \sum_j v_j$.",
    ),
    _wrong(
        "002.1.1b-iii",
        r"$K$ is the size of the key vector, and $d_k$ its dimensionality.",
        r"$K$ is the matrix of keys; $d_k$ is the length of one.",
    ),
    _imprecise(
        "002.1.1c",
        r"The term $Q K^\top$ becomes one-hot.",
        "Its softmax does; the scores themselves do not.",
    ),
    _wrong(
        "002.1.1e-i",
        "A moved key changes every input of the softmax.",
        "It changes one score per query, that of the key.",
    ),
    _wrong(
        "002.1.1e-ii",
        r"A small move of a key has a small effect whatever $\beta$ is.",
        r"The effect is proportional to $\beta$ near a tie, where it has no bound.",
    ),
    _imprecise(
        "002.1.1f",
        "A stretched key might dominate.",
        r"It does for $q^\top k_i > 0$; it fades for $q^\top k_i < 0$.",
    ),
    _wrong(
        "002.1.2a-i",
        r"$\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d}} V\right)$",
        r"The softmax goes around the scores only: $\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V$.",
    ),
    _imprecise(
        "002.1.2a-ii",
        "Heads are concatenated.",
        "And mapped by an output matrix, which is missing.",
    ),
    _imprecise(
        "002.1.2b",
        "Groups of a convolution see parts of the input.",
        "They see disjoint channels; a head sees all channels through a projection of its own.",
    ),
    _wrong(
        "002.1.3a",
        r"$Q = W C$ together with $\mathrm{softmax}(Q K^\top) V$.",
        r"With projections from the left it is $V \, \mathrm{softmax}(K^\top Q / \sqrt{d})$, along columns.",
    ),
    _wrong(
        "002.1.3b-smooth",
        "Differences of position codes decrease smoothly.",
        r"They are $4 \sin^2(w_k \Delta / 2)$, which is not monotone while $w_k \Delta > \pi$.",
    ),
    _imprecise(
        "002.1.3c-i",
        r"Weights equal to the identity give the identity layer.",
        "Finite scores only come close to it, and the value matrix must be the identity, too.",
    ),
    _wrong(
        "002.1.3c-ii",
        "A permutation has no one on the diagonal.",
        "It may keep tokens in place.",
    ),
    _wrong(
        "002.1.3d-ii",
        r"A $3 \times 5$ matrix as self-attention.",
        "Self-attention has as many rows as tokens; the border needs padding.",
    ),
    _wrong(
        "002.1.3d-iii",
        "One head computes any convolution.",
        r"Its weights are nonnegative and its kernel has rank one; as many heads as the kernel is wide suffice.",
    ),
    _imprecise(
        "002.1.3e",
        "The answer to (d) is given again.",
        "The question has no answer of its own.",
    ),
    _imprecise(
        "002.1.4a",
        "Attention relates two tokens in constant time.",
        "Constant is the length of the path between them, not the time.",
    ),
    _imprecise(
        "002.1.4b-i",
        "Queries, keys and values have the same length.",
        "Only queries and keys must.",
    ),
    _imprecise(
        "002.1.4b-ii",
        "A token attends to all other tokens.",
        r"And to itself: $A_{ii} > 0$.",
    ),
    _imprecise(
        "002.1.4c",
        "Several heads are concatenated.",
        "And mapped by an output matrix, which is missing here as well.",
    ),
    _wrong(
        "002.1.4d-ii",
        "Each token has a feed-forward layer of its own, started with the same weights.",
        "There is one layer for all tokens; its gradient is the sum over them.",
    ),
    _wrong(
        "002.1.4d-iii",
        "The feed-forward layer captures relations between tokens.",
        r"$\frac{\partial y_i}{\partial x_j} = 0$ for $i \ne j$.",
    ),
    _imprecise(
        "002.1.4e-iv",
        "Layer normalisation divides by the standard deviation.",
        r"By $\sqrt{s + \epsilon}$: a constant token has none.",
    ),
    _wrong(
        "002.1.5a-ii",
        "A patch is projected onto a flattened two-dimensional vector.",
        r"A patch is flattened to a vector of length $P^2 C$, then projected.",
    ),
)

IFT6135 = (
    _imprecise(
        "003.Q1.2-prose",
        r"Small eigenvalues of the weights make gradients vanish.",
        r"Those of $W^\top W$: a matrix with zero eigenvalues may be arbitrarily large.",
    ),
    _imprecise(
        "003.Q2.3-edge",
        r"$\mathbb{E}[v_t] \ne \mathbb{E}[g_t]$",
        r"Only if $\mathbb{E}[g_t] \ne 0$.",
    ),
    _imprecise(
        "003.Q4.1-prose",
        r"Weights decay by a factor of $\lambda$.",
        r"By a factor of $1 - \lambda$ in each step.",
    ),
)

EECS182 = (
    _wrong(
        "004.hdr",
        "Friday, March 17, 2022.",
        "That day was a Thursday; the year is 2023.",
    ),
    _wrong(
        "004.1b-S",
        r"The eigenvalues of $X$ are $\sigma_1, \dots, \sigma_k$.",
        r"$\sigma_i^2$ are eigenvalues of $\frac{1}{n} X X^\top$; the singular values of $X$ are $\sqrt{n} \sigma_i$.",
    ),
    _wrong(
        "004.1b-uniq",
        "Principal components are the unique optimal pair up to signs.",
        r"Only the product $W_2 W_1 = U_k U_k^\top$ is unique, and only if $\sigma_k > \sigma_{k+1}$.",
    ),
    _wrong(
        "004.1b-i-3",
        r"$\nabla_{W_2} \mathcal{L} = 2 (I - W_2 W_1) X X^\top W_1^\top$",
        r"$\nabla_{W_2} \mathcal{L} = -\frac{2}{n} (I - W_2 W_1) X X^\top W_1^\top$",
    ),
    _wrong(
        "004.1b-i-4",
        r"$\nabla_{W_1} \mathcal{L} = 2 (I - W_2 W_1) X X^\top W_2$",
        r"The gradient has the shape of $W_1$: $\nabla_{W_1} \mathcal{L} = -\frac{2}{n} W_2^\top (I - W_2 W_1) X X^\top$",
    ),
    _wrong(
        "004.1b-i-5",
        r"$\nabla_{W_1} \mathcal{L} = 2 W_2^\top (I - W_2 W_1) X X^\top$",
        r"$\nabla_{W_1} \mathcal{L} = -\frac{2}{n} W_2^\top (I - W_2 W_1) X X^\top$",
    ),
    _wrong(
        "004.1b-i-7",
        "What satisfies the first-order conditions is a minimum.",
        "Any set of principal directions satisfies them; all but the first are saddles.",
    ),
    _wrong(
        "004.1b-ii-2",
        r"$X = \sum_i \sigma_i u_i u_i^\top$",
        r"$X = \sqrt{n} \sum_i \sigma_i u_i v_i^\top$",
    ),
    _wrong(
        "004.1b-ii-3",
        r"$I - U_k U_k^\top$ is block diagonal.",
        r"In the eigenbasis only: $U^\top (I - U_k U_k^\top) U$ is.",
    ),
    _wrong(
        "004.1b-ii-4",
        r"The product of the blocks with $U \Sigma^2$ vanishes.",
        r"With $\Sigma^2$ alone it does; and it is the condition for $W_2$, not the gradient by $W_1$.",
    ),
    _imprecise(
        "004.1b-ii-5",
        r"$X X^\top W_2 = U \Sigma^2 E$",
        r"$X X^\top W_2 = n U \Sigma^2 E$: a factor is lost, harmlessly.",
    ),
    _imprecise(
        "004.2a-iii",
        r"Weight decay $\lambda$ implements the penalty $\lambda \|W\|_F^2$.",
        r"Weight decay $2 \lambda$ does, or $2 \lambda / m$ with a mean of squares.",
    ),
    _imprecise(
        "004.2b-1",
        "Without a penalty, encoder and decoder are pseudo-inverses.",
        r"If $X X^\top$ is nonsingular.",
    ),
    _imprecise(
        "004.2b-4",
        "A small penalty makes the singular values one.",
        r"They stay below one, by a term of order $\lambda$; directions with $\sigma_i^2 \le \lambda$ are switched off.",
    ),
    _imprecise(
        "004.3-intro",
        r"A coordinate has the mean $\mu$.",
        r"The vector has; coordinate $i$ has $\mu_i$.",
    ),
    _imprecise(
        "004.3a-assump",
        r"$\mathbb{E}[q^\top k] = \mu^\top \mu$",
        "If query and key are independent, which is not said.",
    ),
    _wrong(
        "004.3c-1",
        r"$\mathrm{Var}(q^\top k) = d^2$",
        r"$\mathrm{Var}(q^\top k) = d$",
    ),
    _imprecise(
        "004.4b",
        "The gradient by queries and keys is always zero.",
        "Away from ties; at a tie the output jumps. Values do receive a gradient.",
    ),
    _imprecise(
        "004.5-eq7",
        "A layer averages over all other positions.",
        "Over its own position as well; and the residual sum needs equal widths.",
    ),
    _imprecise(
        "004.5a-nec",
        "A denominator that never vanishes forces similarities of one sign.",
        "If the similarity is continuous; otherwise not.",
    ),
    _imprecise(
        "004.5a-nec2",
        "The sign must be the same for all queries and keys.",
        "For all keys, at each query: a sign that depends on the query cancels.",
    ),
    _wrong(
        "004.5a-zero",
        "The quadratic kernel is positive.",
        r"It vanishes at $q^\top k = -1$, and the quotient may be $0 / 0$.",
    ),
    _imprecise(
        "004.5c-2",
        r"The normalisation takes $O(N^2 D)$.",
        r"True, but not tight: $\Theta(N^2)$.",
    ),
    _imprecise(
        "004.5d-4",
        r"Attention with features needs memory $O(N D + D^3)$.",
        r"$\Theta(N D^2 + D^3)$ if the features are kept for the backward pass.",
    ),
    _imprecise(
        "004.6a",
        "Residual connections cure vanishing gradients.",
        "They keep the product of Jacobians from vanishing; whether that was the fault is another question.",
    ),
)

ERRATA: tuple[Erratum, ...] = (*ASSIGNMENT5, *PRACTICAL4, *HW3, *IFT6135, *EECS182)
