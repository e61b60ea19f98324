"""What the homework says in words: names of matrices, several heads, patches, two kinds of transformers."""

from hence.language.catalogue import Entry, Text

HOMEWORK = "Deep Learning HW3"


def _remark(name: str, claim: str, title: str, source: str, problem: str, text: str) -> Entry:
    return Entry(
        id=f"hw3.{name}",
        claims=(claim,),
        title=title,
        homework=HOMEWORK,
        kind="qualitative",
        problem=problem,
        given="",
        proof=(Text(text),),
        source=source,
    )


names = _remark(
    "1.1b.names",
    "002.1.1b-iii",
    "What the letters of scaled attention stand for",
    "Question 1.1(b)",
    "What is divided by the square root, and why is it called a dimension?",
    "The keys are the rows of one matrix, and the number under the root is how many coordinates a key has. The source mixes the "
    "two up when it calls the matrix the size of the key vector.",
)
repeated = _remark(
    "1.3e.repeated",
    "002.1.3e",
    "An answer that is given twice",
    "Question 1.3(e)",
    "What does part (e) add to part (d)?",
    "Nothing that could be checked: the source repeats the answer to part (d) word for word, and the question itself is not "
    "transcribed. What holds of that answer is said where part (d) is treated.",
)
heads = _remark(
    "1.4c.heads",
    "002.1.4c",
    "What several heads consist of",
    "Question 1.4(c)",
    "Describe attention with several heads.",
    "Each head projects queries, keys and values by matrices of its own and attends on its own; the outputs are concatenated and "
    "then multiplied by one more matrix. The source leaves this last projection out. Without it the heads would stay in separate "
    "coordinates, and the width of the output would be tied to that of the heads.",
)
patches = _remark(
    "1.5a.patches",
    "002.1.5a-ii",
    "How a patch becomes a token",
    "Question 1.5(a)",
    "What does a vision transformer do with an image patch?",
    "A square patch with several channels is flattened to one long vector, whose length is the number of pixels times the number "
    "of channels, and that vector is projected linearly to the width of the model. The source speaks of a flattened vector with "
    "two dimensions; it is the patch that has two dimensions, before it is flattened.",
)
two_transformers = _remark(
    "1.5b.differences",
    "002.1.5bc",
    "A transformer for images beside one for text",
    "Questions 1.5(b) and 1.5(c)",
    "In what do the two architectures differ?",
    "The usual vision transformer learns its position embeddings and uses the smooth activation GELU; the first transformer for text used "
    "fixed sine and cosine waves and the rectified linear unit. Tokens are patches in one case and pieces of words in the "
    "other. Both encodings give absolute positions, not relative ones.",
)

ENTRIES = (names, repeated, heads, patches, two_transformers)
