"""Which symbols are random, and what is known of their distributions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from hence.checks.elaborate.builder import Builder
from hence.checks.elaborate.categorical import probabilities_of
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.letters import letter_of
from hence.checks.elaborate.names import Usage, survey
from hence.checks.elaborate.registry import Named, density_node, formula_node, row_of
from hence.checks.model import Law, Lit, Node, Op, names_in
from hence.language.derivation import Formula
from hence.language.laws import bare_name
from hence.language.terms import App, Sym, Term, free_names

RANDOM_LETTERS = frozenset("XYZ")


def random_symbols(given: Sorted, usage: Usage) -> set[str]:
    """Symbols with a law, a moment or an independence; else those that the page averages."""
    names = {*given.laws, *given.means, *given.variances}
    names |= {n for n, words in given.properties.items() if words & {"random", "symmetric law"}}
    categories = {n for n, law in given.laws.items() if probabilities_of(law.law) is not None}
    alone = {n for n in usage.averaged if n not in given.definitions and n not in usage.points}
    names |= {n for n in alone if not usage.averaged_at.get(n, set()) & categories}  # of v_X only the index is random
    for group in given.independent:  # "a does not depend on t" is no statement about chance
        if names & set(group) or not names:
            names |= set(group)
    averaged = (*usage.under_mean, *usage.called_under_mean)
    if not names & ((reached := _reaching(given, averaged)) | usage.chosen_by):
        could = {n for n in usage.under_mean if _could_be_random(n, given, usage)}
        could = could or {n for n in reached if _could_be_random(n, given, usage) and n not in usage.functions}
        names |= could - _matrices(could) or could
    for inside in sorted(usage.spread, key=sorted):
        if not names & (_reaching(given, inside) | usage.chosen_by):  # nobody asks for the variance of a constant
            names |= _likely_random(n for n in inside if _could_be_random(n, given, usage) and n not in usage.functions)
    return names


def _likely_random(names: Iterable[str]) -> set[str]:
    """Letters that may all be random, without those that look like matrices; capitals, if there are any."""
    all_ = set(names)
    likely = all_ - _matrices(all_) or all_
    return {n for n in likely if letter_of(n).capital} or likely


def _matrices(names: set[str]) -> set[str]:
    r"""Bold capitals: nobody means that the \bm{V} of `\bm{V}^{-1} \bm{Y}` is random as well."""
    letters = {n: letter_of(n) for n in names}
    return {n for n, x in letters.items() if x.bold and x.capital and x.base not in RANDOM_LETTERS}


def random_place(formula: Formula, given: Sorted) -> str:
    """The first r_a of a formula in which r is declared and a is drawn: the label is an index; empty for none."""
    for name in sorted(free_names(formula.lhs) | free_names(formula.rhs)):
        base, _, label = name.removesuffix("}").rpartition("_{")
        known = base in given.spaces or base in given.vectors
        if known and label in given.laws and name not in given.definitions and name not in given.spaces:
            return name
    return ""


def _reaching(given: Sorted, names: Iterable[str]) -> set[str]:
    """The names and everything that their definitions mention."""
    seen: set[str] = set()
    stack = list(names)
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        for d in given.definitions.get(name, ()):
            inside = survey([d.body])
            stack += [*inside.counts, *inside.functions]
    return seen


def _could_be_random(name: str, given: Sorted, usage: Usage) -> bool:
    constrained = any(Sym(name) in (f.lhs, f.rhs) for f, _ in given.constraints)
    fixed = name in usage.counted or name in usage.indices or name in given.definitions
    return not constrained and not fixed


def read_laws(
    given: Sorted, names: set[str], builder: Builder
) -> tuple[dict[str, Law], list[tuple[str, ShapeClash | NotUnderstood]]]:
    """The laws of the random symbols, and those whose declaration does not fit."""
    laws, unused = {}, []
    for name in sorted(names & builder.symbols.keys()):
        declared = given.laws.get(name)
        independent = declared is not None and declared.independent
        independent = independent or "independent" in given.properties.get(name, ())
        words = given.properties.get(name, set())
        law = Law(
            name,
            "abstract",
            independent=independent,
            independent_entries="independent entries" in words
            or (independent and _entry_by_entry(name, given, builder)),
            index=_index_of(name, given),
            like=_alike(name, given),
            symmetric="symmetric law" in words,
        )
        try:
            law = _law(name, law, given, builder)
        except (ShapeClash, NotUnderstood) as problem:
            unused.append((name, problem))
        laws[name] = law
    return laws, unused


def _entry_by_entry(name: str, given: Sorted, builder: Builder) -> bool:
    """Whether the members that were called independent are single entries: W_{ij} of a matrix W."""
    symbol = builder.symbols[name]
    entries = (symbol.shape.rows != 1) + (symbol.shape.cols != 1)
    return entries > 0 and given.indexed.get(name, 0) == symbol.family + entries


def _alike(name: str, given: Sorted) -> str:
    """A word for the common law of symbols that were called identically distributed together; empty for others."""
    if name in given.laws and not _index_of(name, given)[1:]:
        return name
    for group in given.identical:
        if name in group:
            return min(group)
    return name if "identically distributed" in given.properties.get(name, ()) else ""


def _index_of(name: str, given: Sorted) -> tuple[str, ...]:
    """The index letters with which the law or the moments of a family are written: x_i ~ N(mu_i, 1)."""
    subjects = [given.laws[name].subject] if name in given.laws else []
    subjects += [
        f.lhs.args[0] for f in (given.means.get(name), given.variances.get(name)) if f and isinstance(f.lhs, App)
    ]
    for subject in subjects:
        if isinstance(subject, App) and subject.head == "index":
            return tuple(i.name if isinstance(i, Sym) else "" for i in subject.args[1:])
    return ()


def _law(name: str, law: Law, given: Sorted, builder: Builder) -> Law:
    declared = given.laws.get(name)
    if declared is not None and isinstance(declared.law, App) and declared.law.head == "Normal":
        return _normal(name, law, given, builder)
    if declared is not None and (probabilities := probabilities_of(declared.law)) is not None:
        return _categorical(law, probabilities, builder)
    if declared is not None and (named := _named(law, declared.law, builder)) is not None:
        return named
    if declared is not None and not (isinstance(declared.law, App) and declared.law.head == "density"):
        raise NotUnderstood(f"the distribution of {name} is not known", declared.span)
    shape = builder.symbols[name].shape
    if name in given.means:
        formula = given.means[name]
        mean = builder.node(formula.rhs)
        if isinstance(mean, Lit):
            mean = Lit(mean.value, shape)
        builder.dims.unify_shapes(shape, mean.shape, formula.span, f"{name} and its mean")
        law = replace(law, mean=mean)
    if name in given.variances:
        spread = builder.node(given.variances[name].rhs)
        if spread.shape.is_matrix:
            for dim in (spread.shape.rows, spread.shape.cols):
                builder.dims.unify(dim, shape.rows, given.variances[name].span, f"{name} and its covariance")
        law = replace(law, cov=spread)
    return law


def _normal(name: str, law: Law, given: Sorted, builder: Builder) -> Law:
    declared = given.laws[name]
    shape = builder.symbols[name].shape
    node = builder.node(declared.law)
    assert isinstance(node, Op)
    mean, cov = node.args
    if isinstance(mean, Lit) and mean.value == 0:
        mean = Lit(mean.value, shape)
    if law.independent and _is_of_entries(law, builder, mean, cov):  # x_i ~ N(m, s^2), all of them, of one x
        mean = Op("mul", (mean, Lit(Fraction(1), shape)), shape)
        law = replace(law, index=(), independent=False, independent_entries=True)
    builder.dims.unify_shapes(shape, mean.shape, declared.span, f"{name} and its mean")
    if cov.shape.is_matrix:
        builder.dims.unify(cov.shape.rows, shape.rows, declared.span, f"{name} and its covariance")
    return replace(law, kind="Normal", mean=mean, cov=cov)


def _is_of_entries(law: Law, builder: Builder, mean: Node, cov: Node) -> bool:
    """Whether a law is that of each entry of one vector, whichever it is."""
    symbol = builder.symbols[law.name]
    plain = mean.shape.is_scalar and cov.shape.is_scalar and not symbol.family and symbol.shape.cols == 1
    moving = names_in(mean) | names_in(cov)
    return plain and not symbol.shape.is_scalar and len(law.index) == 1 and law.index[0] not in moving


def _categorical(law: Law, probabilities: Term, builder: Builder) -> Law:
    """The law of an index. Raises NotUnderstood where its probabilities are no vector."""
    node = builder.node(probabilities)
    if not builder.symbols[law.name].shape.is_scalar or node.shape.cols != 1 or node.shape.is_scalar:
        raise NotUnderstood("a categorical law needs a vector of probabilities", probabilities.span)
    return replace(law, kind="Categorical", params=(node,))


def _named(law: Law, declared: Term, builder: Builder) -> Law | None:
    """A distribution of the registry. Raises NotUnderstood for one that is not in it."""
    found = row_of(declared)
    if found is None:
        if isinstance(declared, App) and declared.head == "apply" and isinstance(declared.args[0], Sym):
            raise NotUnderstood(f"the distribution {bare_name(declared.args[0].name)} is not known", declared.span)
        return None
    row, values = found
    if row.is_number:
        return replace(law, kind=row.name, params=tuple(builder.node(v) for v in values))
    return _of_arrays(law, found, builder)


def _of_arrays(law: Law, named: Named, builder: Builder) -> Law:
    """A law of vectors or matrices: by its mean and covariance."""
    row, values = named
    mean, spread = (
        formula_node(builder, named, formula, {}) if formula is not None else None
        for formula in (row.mean, row.variance)
    )
    if mean is not None:
        shape = builder.symbols[law.name].shape
        builder.dims.unify_shapes(shape, mean.shape, values[0].span, f"{law.name} and its mean")
    density_node(builder, named, Sym(law.name), {})  # the parameters have sizes that fit
    params = tuple(builder.node(v) for v in values)
    return replace(law, kind=row.name, mean=mean, cov=spread, params=params)
