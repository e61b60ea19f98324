"""The documents that the catalogue answers: how they are cited, and what to read beside them."""

from __future__ import annotations

from hence.language.records import dataclass


@dataclass(frozen=True)
class Source:
    """A homework document. `citation` and `reading` are LaTeX prose."""

    title: str
    subtitle: str
    citation: str
    reading: tuple[str, ...] = ()
    short: str = ""  # as the errata name it


VASWANI = r"A.~Vaswani et al., \emph{Attention is all you need}. NeurIPS 2017."
KINGMA_WELLING = r"D.~P.~Kingma and M.~Welling, \emph{Auto-encoding variational Bayes}. ICLR 2014."
OPTIMISM = r"C.~Daskalakis, A.~Ilyas, V.~Syrgkanis and H.~Zeng, \emph{Training GANs with optimism}. ICLR 2018."
LINFORMER = r"S.~Wang et al., \emph{Linformer: self-attention with linear complexity}. arXiv:2006.04768, 2020."
PERFORMER = r"K.~Choromanski et al., \emph{Rethinking attention with Performers}. ICLR 2021."
BIG_BIRD = r"M.~Zaheer et al., \emph{Big Bird: transformers for longer sequences}. NeurIPS 2020."
LAYER_NORM = r"J.~L.~Ba, J.~R.~Kiros and G.~E.~Hinton, \emph{Layer normalization}. arXiv:1607.06450, 2016."
VIT = r"A.~Dosovitskiy et al., \emph{An image is worth 16x16 words}. ICLR 2021."
PASCANU = (
    r"R.~Pascanu, T.~Mikolov and Y.~Bengio, \emph{On the difficulty of training recurrent neural networks}. ICML 2013."
)
ADAM = r"D.~P.~Kingma and J.~Ba, \emph{Adam: a method for stochastic optimization}. ICLR 2015."
DECAY = r"I.~Loshchilov and F.~Hutter, \emph{Decoupled weight decay regularization}. ICLR 2019."
EFFICIENT = r"Z.~Shen et al., \emph{Efficient attention: attention with linear complexities}. WACV 2021."
BALDI = (
    r"P.~Baldi and K.~Hornik, \emph{Neural networks and principal component analysis: learning from examples without "
    r"local minima}. Neural Networks 2, 1989."
)
LINEAR = r"A.~Katharopoulos et al., \emph{Transformers are RNNs: fast autoregressive transformers with linear attention}. ICML 2020."
KUNIN = r"D.~Kunin et al., \emph{Loss landscapes of regularized linear autoencoders}. ICML 2019."
RESIDUAL = r"K.~He, X.~Zhang, S.~Ren and J.~Sun, \emph{Deep residual learning for image recognition}. CVPR 2016."
ROTARY = r"J.~Su et al., \emph{RoFormer: enhanced transformer with rotary position embedding}. arXiv:2104.09864, 2021."
IMPORTANCE = r"Y.~Burda, R.~Grosse and R.~Salakhutdinov, \emph{Importance weighted autoencoders}. ICLR 2016."

SOURCES: dict[str, Source] = {
    "Assignment 5": Source(
        "Assignment 5",
        "Recurrent networks and transformers, attention, the evidence lower bound, a bilinear game",
        r"\emph{Assignment 5}: a student's solutions to four questions of a course in deep learning.",
        (VASWANI, KINGMA_WELLING, OPTIMISM),
        "Assignment 5",
    ),
    "Practical No. 4": Source(
        "Practical No.~4",
        "Attention by hand, and attention that is efficient",
        r"\emph{Practical No.~4}: a student's solutions, April 2022, after an assignment on attention and pre-training.",
        (VASWANI, LINFORMER, PERFORMER, BIG_BIRD),
        "Practical 4",
    ),
    "Deep Learning HW3": Source(
        "Deep Learning, Homework 3",
        "Attention, self-attention, transformers, vision transformers",
        r"\emph{Deep Learning HW3}: a student's solutions, April 2023.",
        (VASWANI, LAYER_NORM, VIT),
        "HW3",
    ),
    "IFT6135 H2022": Source(
        "IFT6135, Winter 2022, theoretical homework",
        "Recurrent networks, optimisers, attention with features, weight decay",
        r"A.~Courville, \emph{IFT6135 Representation Learning, homework of March 2022}. The questions only; the solutions are ours.",
        (PASCANU, ADAM, EFFICIENT, PERFORMER, DECAY),
        "IFT6135",
    ),
    "EECS 182 HW7": Source(
        "EECS 182, Spring 2023, Homework 7",
        "Autoencoders, dot products, attention with kernels, debugging",
        r"A.~Sahai, \emph{EECS 182 Deep Neural Networks, Homework 7, Spring 2023}: questions and solutions.",
        (BALDI, KUNIN, VASWANI, LINEAR, RESIDUAL),
        "EECS 182",
    ),
    "Generalisations": Source(
        "Generalisations",
        "Results that go beyond the five documents",
        "",
        (PERFORMER, LINEAR, ROTARY, ADAM, IMPORTANCE, OPTIMISM, BALDI),
        "beyond",
    ),
}
