"""The named results of probability that the theory of deep learning rests on: each is proved, in symbolic dimension."""

from __future__ import annotations

import pytest
from hence.language.verdicts import Proved, Refuted, Unknown

from hence import checks, latex_in

RESULTS = {
    "the evidence lower bound, as a likelihood and a divergence": (
        r"Let $p_\theta(x, z)$ be a joint density and $q_\phi(z \mid x)$ a density.",
        r"\mathbb{E}_{q_\phi(z \mid x)}\left[\log \frac{p_\theta(x, z)}{q_\phi(z \mid x)}\right]"
        r" = \mathbb{E}_{q_\phi(z \mid x)}[\log p_\theta(x \mid z)] - D_{KL}(q_\phi(z \mid x) \,\|\, p_\theta(z))",
    ),
    "the evidence lower bound, as an energy and an entropy": (
        r"Let $p_\theta(x, z)$ be a joint density and $q_\phi(z \mid x)$ a density.",
        r"\mathbb{E}_{q_\phi(z \mid x)}\left[\log \frac{p_\theta(x, z)}{q_\phi(z \mid x)}\right]"
        r" = \mathbb{E}_{q_\phi(z \mid x)}[\log p_\theta(x, z)] + H(q_\phi(z \mid x))",
    ),
    "the evidence is the bound plus the divergence from the posterior": (
        r"Let $p_\theta(x, z)$ be a joint density and $q_\phi(z \mid x)$ a density.",
        r"\log p_\theta(x) = \mathbb{E}_{q_\phi(z \mid x)}\left[\log \frac{p_\theta(x, z)}{q_\phi(z \mid x)}\right]"
        r" + D_{KL}(q_\phi(z \mid x) \,\|\, p_\theta(z \mid x))",
    ),
    "the bound is one": (
        r"Let $p_\theta(x, z)$ be a joint density and $q_\phi(z \mid x)$ a density.",
        r"\log p_\theta(x) \ge \mathbb{E}_{q_\phi(z \mid x)}\left[\log \frac{p_\theta(x, z)}{q_\phi(z \mid x)}\right]",
    ),
    "the divergence of two normal numbers": (
        r"Let $\sigma_1, \sigma_2 > 0$.",
        r"D_{KL}(\mathcal{N}(\mu_1, \sigma_1^2) \,\|\, \mathcal{N}(\mu_2, \sigma_2^2)) = \log \frac{\sigma_2}{\sigma_1}"
        r" + \frac{\sigma_1^2 + (\mu_1 - \mu_2)^2}{2 \sigma_2^2} - \frac{1}{2}",
    ),
    "the divergence of two normal vectors": (
        r"Let $\mu_0, \mu_1 \in \mathbb{R}^d$ and let $\Sigma_0, \Sigma_1 \in \mathbb{R}^{d \times d}$ be symmetric.",
        r"D_{KL}(\mathcal{N}(\mu_0, \Sigma_0) \,\|\, \mathcal{N}(\mu_1, \Sigma_1)) = \frac{1}{2} \left("
        r"\operatorname{tr}(\Sigma_1^{-1} \Sigma_0) + (\mu_1 - \mu_0)^\top \Sigma_1^{-1} (\mu_1 - \mu_0) - d"
        r" + \log \frac{\det \Sigma_1}{\det \Sigma_0} \right)",
    ),
    "the divergence of a variational posterior from a standard normal": (
        r"Let $\mu, \sigma \in \mathbb{R}^d$ with $\sigma_j > 0$.",
        r"D_{KL}(\mathcal{N}(\mu, \operatorname{diag}(\sigma^2)) \,\|\, \mathcal{N}(0, I))"
        r" = \frac{1}{2} \sum_{j=1}^d (\mu_j^2 + \sigma_j^2 - \log \sigma_j^2 - 1)",
    ),
    "bias and variance of an estimator": (
        r"Let $\hat{\theta}$ be a random variable and $\theta \in \mathbb{R}$.",
        r"\mathbb{E}[(\hat{\theta} - \theta)^2]"
        r" = \operatorname{Var}(\hat{\theta}) + (\mathbb{E}[\hat{\theta}] - \theta)^2",
    ),
    "bias, variance and noise": (
        r"Let $y = f + \epsilon$ with $f \in \mathbb{R}$, $\mathbb{E}[\epsilon] = 0$ and $\operatorname{Var}(\epsilon)"
        r" = \sigma^2$, and let $\hat{f}$ be a random variable independent of $\epsilon$.",
        r"\mathbb{E}[(y - \hat{f})^2] = (f - \mathbb{E}[\hat{f}])^2 + \operatorname{Var}(\hat{f}) + \sigma^2",
    ),
    "the variance of a product": (
        r"Let $X$ and $Y$ be independent random variables.",
        r"\operatorname{Var}(X Y) = \operatorname{Var}(X) \operatorname{Var}(Y) + \operatorname{Var}(X) \mathbb{E}[Y]^2"
        r" + \operatorname{Var}(Y) \mathbb{E}[X]^2",
    ),
    "the variance of a sample mean": (
        r"Let $X_1, \dots, X_n$ be i.i.d. with mean $\mu$ and variance $\sigma^2$, and let"
        r" $\bar{X} = \frac{1}{n} \sum_{i=1}^n X_i$.",
        r"\operatorname{Var}(\bar{X}) = \frac{\sigma^2}{n}",
    ),
    "the expectation of the sample variance": (
        r"Let $X_1, \dots, X_n$ be i.i.d. with mean $\mu$ and variance $\sigma^2$. Let"
        r" $\bar{X} = \frac{1}{n} \sum_{i=1}^n X_i$ and $S^2 = \frac{1}{n-1} \sum_{i=1}^n (X_i - \bar{X})^2$.",
        r"\mathbb{E}[S^2] = \sigma^2",
    ),
    "the second moment of the positive feature": (
        r"Let $\omega \in \mathbb{R}^d$ with $\omega \sim \mathcal{N}(0, I_d)$ and $x, y \in \mathbb{R}^d$.",
        r"\mathbb{E}\left[\left(e^{\omega^\top x - \|x\|^2 / 2} e^{\omega^\top y - \|y\|^2 / 2}\right)^2\right]"
        r" = e^{\|x + y\|^2} e^{2 x^\top y}",
    ),
    "the Gaussian kernel as a mean of cosines": (
        r"Let $w \in \mathbb{R}^d$ with $w \sim \mathcal{N}(0, I_d)$ and $x, y \in \mathbb{R}^d$.",
        r"\mathbb{E}[\cos(w^\top (x - y))] = e^{-\|x - y\|^2 / 2}",
    ),
    "the law of total variance": (
        r"Let $X$ and $Y$ be random variables.",
        r"\operatorname{Var}(X) = \mathbb{E}[\operatorname{Var}(X \mid Y)] + \operatorname{Var}(\mathbb{E}[X \mid Y])",
    ),
    "a quadratic form": (
        r"Let $z \in \mathbb{R}^d$ be a random vector with mean $\mu$ and covariance $\Sigma$,"
        r" and $B \in \mathbb{R}^{d \times d}$.",
        r"\mathbb{E}[z^\top B z] = \operatorname{tr}(B \Sigma) + \mu^\top B \mu",
    ),
    "Stein's identity": (
        r"Let $x \sim \mathcal{N}(\mu, \sigma^2)$ and let $f : \mathbb{R} \to \mathbb{R}$ be differentiable.",
        r"\mathbb{E}[(x - \mu) f(x)] = \sigma^2 \mathbb{E}[f'(x)]",
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_proved(name: str):
    given, step = RESULTS[name]
    (judged,) = checks.check(latex_in.read_text(f"{given}\n\\begin{{equation}}\n{step}\n\\end{{equation}}\n")).steps
    assert isinstance(judged.verdict, Proved), judged.verdict


def test_what_an_exchange_of_derivative_and_integral_needs_is_listed():
    page = r"Let $p_\theta(x)$ be a density. $$\mathbb{E}_{x \sim p_\theta}[\nabla_\theta \log p_\theta(x)] = 0$$"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    assert isinstance(judged.verdict, Proved)
    assert "derivative and integral may be exchanged" in judged.verdict.assumptions


def test_what_steins_identity_needs_is_listed():
    given, step = RESULTS["Stein's identity"]
    (judged,) = checks.check(latex_in.read_text(f"{given} $${step}$$")).steps
    assert isinstance(judged.verdict, Proved)
    assert any("Stein" in condition for condition in judged.verdict.assumptions)


def test_an_independence_that_nobody_declared_is_named():
    page = r"Let $x \sim \mathcal{N}(0, 1)$ and $y \sim \mathcal{N}(0, 1)$. $$\mathbb{E}[x \mid y] = 0$$"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    assert isinstance(judged.verdict, Unknown)
    assert "needs: x and y are independent" in judged.verdict.why


def test_noise_is_independent_of_the_past_and_not_of_the_present():
    given = (
        r"Let $x_t = \sqrt{\alpha} x_{t-1} + \sqrt{1-\alpha} \epsilon_t$ with $\epsilon_t \sim \mathcal{N}(0, 1)$ "
        r"independent of $x_{t-1}$ and $0 < \alpha < 1$."
    )
    steps = r"$$\mathbb{E}[\epsilon_t x_{t-1}] = 0$$ Also $$\mathbb{E}[\epsilon_t x_t] = \sqrt{1 - \alpha}$$"
    false = r"Also $$\mathbb{E}[\epsilon_t x_t] = 0$$"
    past, present, wrong = (j.verdict for j in checks.check(latex_in.read_text(given + steps + false)).steps)
    assert isinstance(past, Proved)
    assert isinstance(present, Proved)
    assert not isinstance(wrong, Proved)


def test_scores_tell_the_entries_of_a_parameter_apart():
    page = (
        r"Let $p_\theta(x)$ be a density with $\theta \in \mathbb{R}^k$. "
        r"$$\frac{\partial}{\partial \theta_1} \log p_\theta(x) = \frac{\partial}{\partial \theta_2} \log p_\theta(x)$$"
    )
    (judged,) = checks.check(latex_in.read_text(page)).steps
    assert isinstance(judged.verdict, Refuted)


def test_variances_of_entries_say_nothing_of_other_entries():
    page = (
        r"Let $x \in \mathbb{R}^d$ have entries $x_i \sim \mathcal{N}(0, \sigma^2)$. $$\mathbb{E}[x_1 x_2] = \sigma^2$$"
    )
    (judged,) = checks.check(latex_in.read_text(page)).steps
    assert not isinstance(judged.verdict, Proved)
