"""A solution sheet as data: sections of results, each with its blocks, its marks and what its steps rest on.

The same sheet is set by LaTeX, by Typst and as HTML.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from hence.language.catalogue import Chain, Entry, Induction
from hence.language.verdicts import WEAKEST_FIRST, Judged, Proved, Refuted
from hence.latex_out import evidence, manuscript, methods, values
from hence.latex_out.blocks import Block, Display, Mark, Mistake, Paragraph, Picture, Row
from hence.latex_out.breaking import RELATIONS, pieces
from hence.latex_out.evidence import Detail
from hence.latex_out.places import place
from hence.latex_out.solution import EARLIER, Solved, layout


@dataclass(frozen=True)
class Answer:
    """The result in a sentence, at the end of its question."""

    anchor: str
    label: str
    title: str
    text: str = ""  # LaTeX prose; empty where the title says it

    @property
    def sentence(self) -> str:
        """The title with what there is to say behind it."""
        asks = self.title.endswith(("?", "!"))
        if not self.text:
            return self.title if asks else f"{self.title}."
        return f"{self.title}{'' if asks else ':'} {self.text}"


@dataclass(frozen=True)
class Result:
    anchor: str
    label: str
    title: str
    blocks: tuple[Block, ...]
    line: str = ""  # what was verified, in a line
    verdict: str = ""
    details: tuple[Detail, ...] = ()
    further: tuple[str, ...] = ()  # sentences below the details
    note: str = ""  # where in the source it belongs, if the label does not say it all


@dataclass(frozen=True)
class Section:
    title: str
    results: tuple[Result, ...]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class About:
    """What a sheet says of itself and of its source."""

    title: str
    subtitle: str = ""
    citation: str = ""  # the source, for the list of references
    reading: tuple[str, ...] = ()  # other references
    of_file: str = ""  # what the PDF is called, if it holds no solutions

    @property
    def file_title(self) -> str:
        return self.of_file or f"{self.title}: solutions"


@dataclass(frozen=True)
class Sheet:
    about: About
    sections: tuple[Section, ...]
    intro: tuple[str, ...] = ()
    name: str = ""  # of its files
    appendix: bool = True
    extra: tuple[Block, ...] = field(default=())  # set before the sections


WHOLE_PLACE = re.compile(r"(Question|Part) [\d.]+,? ?\(?([a-h]\))?(\([iv]+\))?(, question \d+)?")  # a label says it all
PLACEHOLDER = re.compile(r"\[(\d+)\]")


def anchor_of(identifier: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", identifier).strip("-")


# From the catalogue ------------------------------------------------------------------------------------------


def homework_sheet(
    about: About,
    solutions: Sequence[Solved],
    corrections: Mapping[str, str] | None = None,
    pictures: Mapping[str, Picture] | None = None,
    answers: Mapping[str, str] | None = None,
) -> Sheet:
    """All results of one homework, in the order of its questions. Never fails.

    `corrections`: what is true instead, by claim; `pictures` and `answers`: by entry.
    """
    places = {s.entry.id: place(s.entry.source) for s in solutions}
    ordered = sorted(solutions, key=lambda s: places[s.entry.id].rank)
    labels = labels_of(solutions)
    sections = []
    for title, group in groupby(ordered, key=lambda s: places[s.entry.id].section):
        members = list(group)
        results = [
            result_of(s, labels[s.entry.id], corrections, (pictures or {}).get(s.entry.id), labels) for s in members
        ]
        told = [
            _answer(s, labels[s.entry.id], answers or {})
            for s in members
            if s.verdict != "remark" or s.entry.id in (answers or {})
        ]
        sections.append(Section(title, tuple(results), tuple(told)))
    return Sheet(about, tuple(sections), (introduction(solutions),), appendix=True)


def labels_of(solutions: Sequence[Solved]) -> dict[str, str]:
    """The label under which each entry is printed in the sheet of its homework, by id."""
    made: dict[str, str] = {}
    for homework in dict.fromkeys(s.entry.homework for s in solutions):
        mine = [(s.entry.id, place(s.entry.source)) for s in solutions if s.entry.homework == homework]
        mine.sort(key=lambda pair: pair[1].rank)
        made |= _labels([(identifier, found.label) for identifier, found in mine])
    return made


def _labels(wanted: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Labels of results; several results of one part are counted."""
    many = Counter(label for _, label in wanted)
    seen: Counter[str] = Counter()
    made = {}
    for identifier, label in wanted:
        seen[label] += 1
        counted = f"{label}–{seen[label]}" if label else str(seen[label])
        made[identifier] = counted if many[label] > 1 else label
    return made


def answers_title(section: Section) -> str:
    """`Answers to Question 1`, `Results beyond Assignment 5`; where a section has no number, `Answers`."""
    if section.title.startswith("Beyond "):
        return f"Results {section.title[0].lower()}{section.title[1:]}"
    return f"Answers to {section.title}" if any(letter.isdigit() for letter in section.title) else "Answers"


def label_room(section: Section) -> float:
    """How wide the column of labels beside the answers is, in em."""
    return 1.2 + 0.48 * max((len(answer.label) for answer in section.answers), default=0)


def introduction(solutions: Sequence[Solved]) -> str:
    """What a reader should know before the first result."""
    steps = sum(len(s.report.steps) for s in solutions)
    remarks = sum(s.verdict == "remark" for s in solutions)
    proved = sum(s.verdict == "proved" for s in solutions)
    results = "result is a remark" if remarks == 1 else "results are remarks"
    words = f" {values.in_words(remarks).capitalize()} further {results} in words." if remarks else ""
    return (
        f"Every step below was read back from the printed page and decided by \\texttt{{hence}}: {proved} of "
        f"{len(solutions) - remarks} results are proved, in {steps} steps.{words} The margin numbers the steps and "
        "says in a word how each is proved; the appendix says what it rests on."
    )


def result_of(
    solved: Solved,
    label: str,
    corrections: Mapping[str, str] | None = None,
    picture: Picture | None = None,
    labels: Mapping[str, str] | None = None,
) -> Result:
    """One entry as a result; `labels` are those of the results that it may refer to. Never fails."""
    entry = solved.entry
    text = layout(entry, solved.uses).text
    anchor = anchor_of(entry.id)
    steps = Steps(_decided(solved), text, anchor)
    cited = {f"{EARLIER} (\\emph{{{lemma.title}}})": (labels or {}).get(lemma.id, "") for lemma in solved.uses}
    made = [_citing(steps.marked(block), cited) for block in manuscript.blocks(text)]
    made = _with_correction(made, _corrected([(corrections or {}).get(claim, "") for claim in entry.claims]))
    if entry.remark.strip():
        made.append(Paragraph(entry.remark.strip(), range(0), "remark"))
    if picture is not None:
        made.append(picture)
    further = [f"{checked}." for checked in (evidence.cross_check(solved),) if checked]
    further += [opinion for opinion in (evidence.opinions(solved),) if opinion]
    if solved.numeric is not None:
        further.append(experiment_sentence(solved))
    return Result(
        anchor,
        label,
        entry.title,
        tuple(made),
        evidence.summary_line(solved),
        solved.verdict,
        tuple(evidence.details(solved)),
        tuple(further),
        note="" if WHOLE_PLACE.fullmatch(entry.source) or not label else entry.source,
    )


def experiment_sentence(solved: Solved) -> str:
    """What the experiment found, rounded as people write numbers."""
    numeric = solved.numeric
    assert numeric is not None
    sizes = f" ({', '.join(values.condition(d) for d in numeric.dimensions)})" if numeric.dimensions else ""
    if numeric.estimate is None or numeric.interval is None or numeric.claimed is None:
        draws = "one draw" if numeric.instances == 1 else f"{numeric.instances} draws"
        return f"Experiment{sizes}: two computations agree at {draws}, {values.up_to(numeric.max_error)}."
    low, high = (values.math(values.rounded(end)) for end in numeric.interval)
    samples, estimate = values.count(numeric.samples), values.math(values.rounded(numeric.estimate))
    return (
        f"Experiment{sizes}: {samples} samples give {estimate}, with an interval from {low} to {high}; "
        f"the claimed value is {values.math(values.rounded(numeric.claimed))}."
    )


def _citing(block: Block, cited: Mapping[str, str]) -> Block:
    """A paragraph that recalls an earlier result, with the number that the result has on this sheet."""
    if isinstance(block, Paragraph):
        for words, label in cited.items():
            if label and block.latex.startswith(words):
                return replace(block, latex=f"{EARLIER}, {label}{block.latex[len(EARLIER) :]}")
    return block


def _corrected(told: Sequence[str]) -> str:
    """The corrections of several claims as sentences; what one of them says is not said again."""
    distinct = [text for text in told if text and not any(text in other and text != other for other in told)]
    return " ".join(values.sentence(text) for text in dict.fromkeys(distinct))


def _with_correction(made: list[Block], correct: str) -> list[Block]:
    """The correction goes to the last false statement of the result."""
    for at in range(len(made) - 1, -1, -1):
        block = made[at]
        if isinstance(block, Mistake) and correct:
            made[at] = replace(block, correct=correct)
            break
    return made


def _answer(solved: Solved, label: str, answers: Mapping[str, str]) -> Answer:
    """Nothing is answered by what is not proved; the answer of a remark is words, and shows nothing."""
    entry = solved.entry
    text = answer_text(entry, answers.get(entry.id, "")) if solved.verdict in ("proved", "remark") else ""
    return Answer(anchor_of(entry.id), label, entry.title, text)


def answer_text(entry: Entry, wording: str) -> str:
    """The wording with what the chains show in the place of `[1]`, `[2]`, ...; the conclusion where there is none.

    Raises ValueError for a chain that is not there or shows nothing in one formula.
    """
    if not wording:
        formula = conclusion(entry)
        return f"${formula}$." if formula else ""
    shown = [_ends(c) for c in _chains(entry)]

    def of(found: re.Match[str]) -> str:
        number = int(found[1])
        if number > len(shown) or not shown[number - 1]:
            raise ValueError(f"{entry.id}: chain {number} is not there, or has no ends")
        return f"${shown[number - 1]}$"

    return PLACEHOLDER.sub(of, wording)


def _chains(entry: Entry) -> list[Chain]:
    """The chains of a proof in order; an induction counts as its step."""
    blocks = (block.step if isinstance(block, Induction) else block for block in entry.proof)
    return [block for block in blocks if isinstance(block, Chain)]


def conclusion(entry: Entry) -> str:
    """The result as one formula: its lemma, or the two ends of its last long chain; empty where neither says it."""
    if entry.lemma:
        return entry.lemma
    chains = _chains(entry)
    longer = [c for c in chains if len(c.rows) > 1]
    return next((end for end in map(_ends, reversed(longer or chains)) if end), "")


def _ends(block: Chain) -> str:
    """`a = ... = z` as `a = z`; empty for relations of which nothing follows for the ends."""
    parts = [p.latex.strip() for row in block.rows for p in pieces(f"{row.relation} {row.rhs}")]
    relations = [next(r for r in sorted(RELATIONS, key=len, reverse=True) if p.startswith(r)) for p in _heads(block)]
    kinds = set(relations) - {"="}
    if len(kinds) > 1 or not parts:
        return ""
    relation = kinds.pop() if kinds else "="
    last = _heads(block)[-1]
    return f"{block.lhs} {relation} {last[len(relations[-1]) :].strip()}"


def _heads(block: Chain) -> list[str]:
    """The parts of a chain, each beginning with its relation."""
    made: list[str] = []
    for row in block.rows:
        for part in pieces(f"{row.relation} {row.rhs}"):
            starts = part.depth == 0 and any(part.latex.startswith(r) for r in RELATIONS)
            if starts:
                made.append(part.latex)
            else:
                made[-1] += part.latex
    return made


# Marks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decided:
    """A step as a page shows it: where its right side begins, its verdict, by what, and what to say below it."""

    number: int
    line: int
    column: int
    verdict: str
    word: str = ""
    failure: str = ""  # where it fails, as LaTeX prose
    note: str = ""  # below the step, on somebody else's page


def _decided(solved: Solved) -> list[Decided]:
    return [
        Decided(
            number,
            judged.step.span.line,
            judged.step.span.column,
            solved.name_of_step(judged),
            _word(judged),
            evidence.failure(judged),
        )
        for number, judged in enumerate(solved.report.steps, 1)
    ]


def _word(judged: Judged) -> str:
    match judged.verdict:
        case Proved(method):
            return methods.word(method)
        case Refuted():
            return "refuted"
        case _:
            return ""


class Steps:
    """The numbered steps of a page, by the letters at which they stand."""

    def __init__(self, steps: Sequence[Decided], text: str, anchor: str) -> None:
        self.anchor = anchor
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        self.at = [(starts[min(s.line, len(starts)) - 1] + s.column - 1, s) for s in steps if s.line > 0]

    def within(self, span: range) -> list[Decided]:
        return [step for at, step in self.at if at in span]

    def mark(self, span: range) -> Mark | None:
        """One mark for all steps here: the weakest verdict, the word of the last step."""
        found = self.within(span)
        if not found:
            return None
        weakest = min((step.verdict for step in found), key=WEAKEST_FIRST.index)
        return Mark(found[0].number, found[-1].number, weakest, found[-1].word, self.anchor)

    def marked(self, block: Block) -> Block:
        """The block with its marks."""
        match block:
            case Paragraph():
                mark = self.mark(block.span)
                return replace(block, marks=(mark,) if mark else ())
            case Display():
                return replace(block, rows=tuple(replace(row, mark=self.mark(row.span)) for row in block.rows))
            case Mistake():
                return self._explained(block)
            case _:
                return block

    def _explained(self, block: Mistake) -> Mistake:
        """A false statement with its counterexample, unless the author gives the two sides."""
        said = tuple(self.marked(inner) for inner in block.said)
        failures = [s.failure for b in block.said if isinstance(b, Display) for s in self.within(b.span) if s.failure]
        told = any(isinstance(inner, Paragraph) and "left side" in inner.latex for inner in block.said)
        where = "" if told else " ".join(failures)
        return replace(block, said=said, where=where, refuted=bool(failures), anchor=self.anchor)


def all_rows(sheets: Iterable[Sheet]) -> Iterable[Row]:
    for sheet in sheets:
        for section in sheet.sections:
            for result in section.results:
                yield from rows_of(result.blocks)


def rows_of(found: Iterable[Block]) -> Iterable[Row]:
    for block in found:
        if isinstance(block, Display):
            yield from block.rows
        elif isinstance(block, Mistake):
            yield from rows_of(block.said)


def marks_of(found: Iterable[Block]) -> Iterable[Mark]:
    for block in found:
        match block:
            case Paragraph(marks=marks):
                yield from marks
            case Display(rows):
                yield from (row.mark for row in rows if row.mark)
            case Mistake(said):
                yield from marks_of(said)
            case _:
                pass
