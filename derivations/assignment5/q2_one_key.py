"""Question 2(a), made precise: how close attention comes to copying one value."""

from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Assignment 5"

copying = Entry(
    id="assignment5.2a.bound",
    claims=("000.2a-bound",),
    title="How close attention comes to copying",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "One key fits the query better than all others, by a margin. Bound the weight that goes elsewhere, and the distance of the "
        "output from the value of that key."
    ),
    given=(
        r"Let $d_i \in \mathbb{R}$ for $i \in \{1, \dots, n\}$ be the amounts by which the score of the best key exceeds those of the $n$ "
        r"other keys, with $d_i \ge \Delta$ for every $i$. Let $Z = 1 + \sum_{i=1}^{n} e^{-d_i}$, and let $\alpha = \frac{1}{Z}$ be the weight of the best key."
    ),
    proof=(
        Text(
            "Dividing the softmax by its largest exponential gives this form of the weight. Every other exponential is at most that of the margin:"
        ),
        chain(
            r"\sum_{i=1}^{n} e^{-d_i}",
            Row(r"\sum_{i=1}^{n} e^{-\Delta}", "term by term", r"\le"),
            (r"n e^{-\Delta}", "equal terms"),
        ),
        Text("so that"),
        chain(
            r"1 - \alpha",
            (r"1 - \frac{1}{Z}", "definition"),
            Row(r"1 - \frac{1}{1 + n e^{-\Delta}}", "the sum is bounded", r"\le"),
            (r"\frac{n e^{-\Delta}}{1 + n e^{-\Delta}}", "common denominator"),
        ),
        Text("The margin must exceed the logarithm of the number of keys before this is small."),
    ),
    source="Question 2(a)",
)

distance = Entry(
    id="assignment5.2a.distance",
    claims=("000.2a-bound",),
    title="The output is as close to one value as the weight to one",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Bound the distance of the output of attention from the value that has most of the weight.",
    given=(
        r"Let $a_i \ge 0$ for $i \in \{1, \dots, n\}$ be the weights of $n$ values $w_i \in \mathbb{R}^p$, let $\alpha \ge 0$ be the weight of the value "
        r"$v \in \mathbb{R}^p$, with $\alpha + \sum_{i=1}^{n} a_i = 1$. Let $z = \alpha v + \sum_{i=1}^{n} a_i w_i$ be the output, and let "
        r"$\|w_i - v\| \le D$ for every $i$."
    ),
    proof=(
        chain(
            r"\|z - v\|",
            (r"\left\|\sum_{i=1}^{n} a_i (w_i - v)\right\|", "the weights add up to one"),
            Row(r"\sum_{i=1}^{n} a_i \|w_i - v\|", "triangle inequality", r"\le"),
            Row(r"\sum_{i=1}^{n} a_i D", "term by term", r"\le"),
            (r"(1 - \alpha) D", "the weights add up to one"),
        ),
    ),
    source="Question 2(a)",
)

ENTRIES = (copying, distance)
