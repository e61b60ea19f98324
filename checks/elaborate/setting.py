"""Elaboration: givens and formulas in, a setting and claims out.

One call elaborates the steps of one chain together, so that shapes are inferred from all of its lines
and from every definition and hypothesis in scope.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from hence.checks.cost.shape import fixed, parted
from hence.checks.elaborate import choosing
from hence.checks.elaborate.bayes import families_of, is_plain
from hence.checks.elaborate.builder import Builder, resolve_node
from hence.checks.elaborate.categorical import use_categories
from hence.checks.elaborate.choosing import Equation, Preference
from hence.checks.elaborate.coarse import with_coarse_parts
from hence.checks.elaborate.conventions import conventions, index_ranges, use_covariances
from hence.checks.elaborate.dependence import scalar_valued, undefined_functions, unknown_functions
from hence.checks.elaborate.dims import Dims, is_invented
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.givens import (
    Sorted,
    base_name,
    break_circles,
    defined_term,
    sort_givens,
    stands_in_cells,
)
from hence.checks.elaborate.kinds import (
    ANY,
    FunctionKind,
    Kinds,
    Layout,
    M,
    Profile,
    S,
    V,
)
from hence.checks.elaborate.known_functions import define_spelled
from hence.checks.elaborate.law_names import limits_on
from hence.checks.elaborate.laws import random_place, random_symbols, read_laws
from hence.checks.elaborate.lines import is_member, line_definition
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.numbered import members_told
from hence.checks.elaborate.outcome import Elaborated, LeftOut
from hence.checks.elaborate.pages import OTHER_PAGES, Page, prepared
from hence.checks.elaborate.past import apart_in_time
from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.proportion import Copies
from hence.checks.elaborate.quantifiers import quantified, right_inverses
from hence.checks.elaborate.recent import kept_lately
from hence.checks.elaborate.renaming import Renaming, changed
from hence.checks.elaborate.setting_parts import (
    kind_of_shape,
    kinds_of_points,
    law_equations,
    profile_of,
    shape_of,
    symbols_of,
    with_least,
)
from hence.checks.elaborate.sizes import (
    count_constants,
    possible_sizes,
    size_constants,
    size_permutations,
    square_diagonals,
)
from hence.checks.elaborate.traits import build_traits, unknown_traits, use_bounds
from hence.checks.elaborate.words import use_words
from hence.checks.model import (
    SCALAR,
    Call,
    Claim,
    Constraint,
    Definition,
    Dim,
    Function,
    Law,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    Symbol,
)
from hence.checks.sizes import atoms_of
from hence.language.derivation import Formula, Given
from hence.language.opaque import is_opaque_name, may_be_array
from hence.language.terms import NOWHERE, Num, Sym, free_names, num


@kept_lately
def elaborate(
    givens: Iterable[Given],
    formulas: list[Formula],
    lenient: bool = False,
    layout: Layout = "column",
    extras: Sequence[Formula] = (),
    size: Dim | None = None,
) -> Elaborated:
    """The setting of some formulas, and each as a claim or the reason why it is none.

    `lenient` makes declared dimensions equal where the formulas only fit if they are. `extras` are
    elaborated in the setting that the others make; their claims come last. `size` is that of identities and vectors
    of ones for which nothing else determines it. Where shapes fit only if the W of `W x` is a matrix, it is one.
    """
    count = len(formulas)

    def attempt(page: Page, lenient: bool = False) -> Elaborated:
        elaborator = _Elaborator(sort_givens(page[0]), page[1][:count], lenient, layout)
        elaborator.size, elaborator.told = size, members_told(givens)
        return elaborator.run(page[1][count:])

    page = prepared(givens := list(givens), [*formulas, *extras])
    done = attempt(page)
    first = page, done
    for other in OTHER_PAGES if any(done.clashes(count)) else ():
        changed = other(*first)
        trial = attempt(changed) if changed is not None else done
        if changed is not None and trial.clashes(count) < done.clashes(count):
            page, done = changed, trial
    if lenient:
        return attempt(page, lenient)
    return with_coarse_parts(done, givens, formulas, lambda g, f: attempt(prepared(g, [*f, *extras])))


class _Elaborator:
    def __init__(self, given: Sorted, formulas: list[Formula], lenient: bool, layout: Layout) -> None:
        self.given = given
        self.size: Dim | None = None
        self.told: tuple[Ref, ...] = ()
        self.layout: Layout = layout
        use_categories(given, formulas)
        self.left_out: list[LeftOut] = [
            LeftOut(
                frozenset((name,)), NotUnderstood(f"{name} is said to be {word}", given.said.get((name, word), NOWHERE))
            )
            for name, word in use_words(given)
        ]
        self._drop_unknown_dimensions()
        use_bounds(given)
        names = Renaming(given, formulas)
        names.run()
        self.formulas, self.changes = names.formulas, names.changes
        define_spelled(given, self.formulas)
        self.unknowns = unknown_functions(given, self.formulas, names.survey())
        for name in break_circles(given):
            problem = NotUnderstood(f"the definition of {name} goes in circles", NOWHERE)
            self.left_out.append(LeftOut(frozenset((name,)), problem))
        self.usage = names.survey()
        self.random = random_symbols(self.given, self.usage)
        self.dims = Dims(lenient)
        self.functions = self._functions()
        self.profiles = self._choose_kinds()
        self.symbols = self._symbols()
        self.builder = Builder(self.symbols, self.functions, {}, self.dims, frozenset(self.usage.points))
        self.builder.own_arguments = {
            name: d.params for name, ds in self.given.definitions.items() for d in ds if d.params
        }
        self.builder.explicit = self.given.explicit_densities()
        self.builder.by_bayes = is_plain(self.formulas)
        self.copies = Copies(self.given, self.symbols)
        self.builder.random = frozenset(self.random)
        self.builder.independent = self._independence()
        self.builder.models = self.usage.models()
        self.builder.reached = self.given.reached_from
        self.builder.made_of_densities = self.given.made_of_densities()
        self.builder.layout = layout
        self.builder.outer = self.outer
        self.builder.open_indices = self.given.open_indices()
        self.unknowns.tell(self.builder)

    def run(self, extras: Sequence[Formula]) -> Elaborated:
        laws, unused = read_laws(self.given, self.random, self.builder)
        self.left_out += [LeftOut(frozenset((name,)), problem) for name, problem in unused]
        self.builder.laws = laws
        definitions = self._definitions()
        constraints = self._constraints()
        unfinished = [self._claim(f) for f in self.formulas]
        self._use_traits()
        diagonal = [name for name, words in self.given.properties.items() if "diagonal" in words]
        square_diagonals(self.dims, self.symbols, diagonal)
        size_constants(self.dims, self.symbols, self.builder.constants, self._letters(), self.size)
        count_constants(self.dims, self.symbols, self.builder.constants, self._letters() | self._defining_letters())
        more = [self._extra(f) for f in extras]
        claims = tuple(self._finish(c) for c in unfinished)
        sides = [side for c in claims if isinstance(c, Claim) for side in (c.lhs, c.rhs)]
        return Elaborated(
            self._setting(laws, definitions, constraints, sides),
            (*claims, *(self._finish(c) for c in more)),
            tuple(self.left_out),
            self._undeclared(),
            possible_sizes(self.dims, self.symbols, self.builder.constants, self._letters()),
            self.layout,
        )

    def _drop_unknown_dimensions(self) -> None:
        """Spaces like R^{n+1}, whose dimension is no name, are not used."""
        for name, (_, space, _) in list(self.given.spaces.items()):
            try:
                shape_of(space)
            except NotUnderstood as problem:
                self.left_out.append(LeftOut(frozenset((name,)), problem))
                del self.given.spaces[name]
        for name, mapping in list(self.given.mappings.items()):
            try:
                shape_of(mapping.domain), shape_of(mapping.codomain)
            except NotUnderstood as problem:
                self.left_out.append(LeftOut(frozenset((name,)), problem))
                del self.given.mappings[name]

    def _extra(self, formula: Formula) -> Claim | ShapeClash | NotUnderstood:
        """A line from elsewhere; it must not speak of symbols that this setting does not know."""
        for change in self.changes:
            formula = changed(formula, change)
        unknown = symbols_of(formula) - self.symbols.keys() - self.functions.keys() - self.usage.densities.keys()
        if unknown:
            return NotUnderstood(f"{', '.join(sorted(unknown))} is not known here", formula.span)
        return self._claim(formula)

    def _undeclared(self) -> frozenset[str]:
        """Letters of which nothing is known but how they are used."""
        settled = {*self._declared(), *self.random, *self.given.definitions, *self.functions}
        return frozenset(self.profiles.keys() - settled) | {n for n in self.functions if may_be_array(n)}

    # functions ------------------------------------------------------------------------------------

    def _functions(self) -> dict[str, Function]:
        functions: dict[str, Function] = {}
        for applied, count in self.usage.functions.items():
            name = applied
            while name.endswith("'"):  # f'' is the derivative of f', which is that of f
                functions.setdefault(name, Function(name, (SCALAR,) * count, SCALAR, elementwise=True))
                name = name[:-1]
            functions.setdefault(name, Function(name, (SCALAR,) * count, SCALAR, elementwise=True))
        for name in scalar_valued(self.given, self.formulas, self.usage):
            functions[name] = Function(name, (), SCALAR)
        for name in filter(is_opaque_name, self.usage.functions):
            functions[name] = Function(name, (), self._fresh_shape(self.given.kinds.get(name, S)))
        for name, mapping in self.given.mappings.items():
            shapes = (shape_of(mapping.domain), shape_of(mapping.codomain))
            scalar = shapes[0].is_scalar and shapes[1].is_scalar
            signs = (mapping.codomain.positive and not mapping.codomain.zero, mapping.codomain.zero)
            functions[name] = Function(name, (shapes[0],), shapes[1], scalar, *signs, declared=True)
        return functions

    def _use_traits(self) -> None:
        """What words say of functions that no formula defines."""
        abstract = [n for n in self.given.traits if n in self.functions and n not in self.given.definitions]
        for name in abstract:
            try:
                traits = build_traits(self.given, self.builder, name)
                self.functions[name] = replace(self.functions[name], traits=traits)
            except (ShapeClash, NotUnderstood) as trouble:
                self.left_out.append(LeftOut(frozenset((name,)), trouble))
        for name, word in unknown_traits(self.given):
            if name in abstract:
                span = self.given.traits[name][word].span
                self.left_out.append(LeftOut(frozenset((name,)), NotUnderstood(f"{name} is said to be {word}", span)))

    def _function_kinds(self) -> dict[str, FunctionKind]:
        kinds = {}
        for name, function in self.functions.items():
            params = tuple(map(kind_of_shape, function.params)) or (ANY,) * self.usage.functions.get(name, 0)
            kinds[name] = FunctionKind(function.elementwise, params, kind_of_shape(function.result))
        for name, definitions in self.given.definitions.items():
            for d in definitions:
                if d.params and name in self.functions and name not in self.given.mappings:
                    kinds[name] = self._defined_function_kind(d)
        return kinds

    def _defined_function_kind(self, d: Defined) -> FunctionKind:
        params = self._parameter_kinds(d)
        probe = Kinds({p: Profile(0, k) for p, k in zip(d.params, params, strict=True)} | self._declared(), {})
        try:
            result = probe.kind_of(d.body)
        except ShapeClash:
            result = S
        if all(p == S for p in params) and not stands_in_cells(d):
            return FunctionKind(len(params) == 1, params, S)
        return FunctionKind(False, params, S if result == ANY else result)

    def _parameter_kinds(self, d: Defined) -> tuple[str, ...]:
        """What the parameters of a function are: declared, or what its formula makes of them."""
        known = self._declared()
        equations = [Equation((d.body,)), *self._laws_of(free_names(d.body))]
        inside = survey(tuple(side for e in equations for side in e.sides)).counts
        families = {n: min(inside[n]) for n in inside if n not in known and n not in self.usage.densities}
        profiles, left_out = choosing.choose_kinds(known, families, {}, equations, self.layout)
        found = known if left_out else {**profiles, **known}
        kinds = {p: found[p].kind if p in found else S for p in d.params if p in free_names(d.body)}
        return tuple(kinds.get(p, ANY) for p in d.params)  # the w of \ell(w) in terms of p_i = f(w^T x_i)

    def _laws_of(self, names: Collection[str]) -> list[Equation]:
        """What laws with these parameters say of their kinds: the mean of a vector is no number."""
        laws = [x for x in self.given.laws.items() if not free_names(x[1].law).isdisjoint(names)]
        return [e for name, law in laws for e in law_equations(name, law)]

    # kinds and symbols ----------------------------------------------------------------------------

    def _declared(self) -> dict[str, Profile]:
        counts = self.usage.counts if hasattr(self, "usage") else {}
        known = {n: profile_of(f, s, counts.get(n, (0, 1, 2))) for n, (f, s, _) in self.given.spaces.items()}
        for name in self.usage.indices if hasattr(self, "usage") else ():
            known.setdefault(name, Profile(0, S))  # "the vector of movie j": what numbers is a number
        for name in (*self.given.vectors, *self.given.matrices):
            known.setdefault(name, Profile(0, V if name in self.given.vectors else M))
        for name, kind in self.given.kinds.items():
            known.setdefault(name, Profile(min(counts.get(name, {0})), kind))
        for name in (*self.usage.counted, *self.usage.lengths):
            known.setdefault(name, Profile(0, S))
        for point, kind in kinds_of_points(self.given, self.formulas, self.usage).items():
            known.setdefault(point, Profile(0, kind))
        for formula, _ in self.given.constraints:
            if formula.relation in ("<", ">", "<=", ">="):
                for side in (formula.lhs, formula.rhs):
                    if isinstance(side, Sym):
                        known.setdefault(side.name, Profile(0, S))
        for name in self._dimension_names():
            known.setdefault(name, Profile(0, S))
        return known

    def _dimension_names(self) -> set[str]:
        names: set[str] = set()
        spaces = [s for _, s, _ in self.given.spaces.values()]
        spaces += [s for m in self.given.mappings.values() for s in (m.domain, m.codomain)]
        for space in spaces:
            for dim in space.dims:
                names |= free_names(dim)
        return names

    def _families(self, known: dict[str, Profile]) -> dict[str, int]:
        """Undeclared symbols, and how many of their indices choose a member rather than an entry."""
        lines = {base_name(line.vector): 1 for line in self.given.lines if is_member(line.vector)}
        undeclared = (n for n in self.usage.counts if n not in known and n not in self.usage.densities)
        return {n: lines.get(n, min(self.usage.counts[n])) for n in undeclared}

    def _choose_kinds(self) -> dict[str, Profile]:
        known = self._declared()
        families = self._families(known)
        known |= {n: Profile(0, M) for n in {base_name(x.matrix) for x in self.given.lines} if families.get(n) == 0}
        known |= {base_name(x.vector): Profile(1, V) for x in self.given.lines if is_member(x.vector)}
        families = {n: count for n, count in families.items() if n not in known}
        equations = [*self._given_equations(), *(Equation((f.lhs, f.rhs)) for f in self.formulas)]
        self.outer = not any(choosing.uses_kronecker(side, known) for e in equations for side in e.sides)
        free = undefined_functions(self.given, self.usage)
        profiles, left_out, values = choosing.choose_kinds_and_values(
            known, families, self._function_kinds(), equations, self.layout, free
        )
        self.functions |= {n: Function(n, (), self._fresh_shape(kind)) for n, kind in values.items()}
        self.left_out += [LeftOut(equation.about, clash) for equation, clash in left_out if equation.about]
        return profiles or {**known, **{n: Profile(f, S) for n, f in families.items()}}

    def _given_equations(self) -> list[Equation]:
        equations: list[Equation] = []
        for definitions in self.given.definitions.values():
            for d in definitions:
                if d.params:
                    value = Equation((d.body, num(1)), frozenset((d.name,)))
                    equations.append(value if d.is_density else Preference((d.body,)))
                else:
                    equations.append(Equation((defined_term(d), d.body), frozenset((d.name,))))
        for formula, _ in self.given.constraints:
            equations.append(Equation((formula.lhs, formula.rhs), symbols_of(formula)))
        for name, law in self.given.laws.items():
            equations += law_equations(name, law)
        moments = (*self.given.means.items(), *self.given.variances.items())
        return equations + [Equation((f.lhs, f.rhs), frozenset((n,))) for n, f in moments]

    def _symbols(self) -> dict[str, Symbol]:
        symbols = {}
        integers = {*self.usage.counted, *self.usage.indices, *self.usage.lengths, *self._dimension_names()}
        integers |= self._matrix_exponents()
        integers |= {name for name, words in self.given.properties.items() if "integer" in words}
        for name, profile in self.profiles.items():
            family, space, line = self.given.spaces.get(name, (profile.family, None, 0))
            shape = shape_of(space) if space is not None else self._fresh_shape(profile.kind)
            symbols[name] = Symbol(
                name,
                family,
                shape,
                integer=(name in integers and profile.kind == S and family == 0)
                or (space is not None and space.integer),
                random=name in self.random,
                line=line,
                how="declared" if space is not None else "inferred",
                bounds=tuple(self.dims.fresh() for _ in range(family)),
                words=frozenset(self.given.properties.get(name.removesuffix("^{-1}"), ())),
            )
        size_permutations(self.dims, symbols, [f for f, _ in self.given.constraints])
        for dim in {n for s in symbols.values() for d in (s.shape.rows, s.shape.cols) for n in atoms_of(d)}:
            if not dim.startswith("?") and dim not in symbols:
                symbols[dim] = Symbol(dim, integer=True)
        return symbols

    def _matrix_exponents(self) -> set[str]:
        """Letters in the exponents of matrices: these count."""
        kinds = Kinds(dict(self.profiles), self._function_kinds(), self.layout)
        roots = [*self.given.terms(), *(side for f in self.formulas for side in (f.lhs, f.rhs))]
        return choosing.matrix_exponents(roots, kinds)

    def _fresh_shape(self, kind: str) -> Shape:
        if kind in (S, ANY):
            return SCALAR
        if kind == V:
            return Shape(self.dims.fresh(), 1)
        return Shape(self.dims.fresh(), self.dims.fresh())

    # definitions and constraints ------------------------------------------------------------------

    def _definitions(self) -> dict[str, tuple[Definition, ...]]:
        found: dict[str, list[Definition]] = {}
        for name, definitions in self.given.definitions.items():
            for d in definitions if name not in self.builder.explicit else ():
                try:
                    found.setdefault(name, []).append(self._definition(d))
                except (ShapeClash, NotUnderstood) as problem:
                    self.left_out.append(LeftOut(frozenset((name,)), problem))
                    self.unknowns.unclear |= {name}
        for name in self.functions:
            if name.endswith("'") and name[:-1] in self.functions and name not in found:
                found[name] = [self._slope(name)]
        for line in self.given.lines:
            try:
                made = line_definition(self.builder, line)
                found.setdefault(made.name, [made])
            except (ShapeClash, NotUnderstood) as problem:
                about = frozenset((base_name(line.matrix), base_name(line.vector)))
                self.left_out.append(LeftOut(about, problem))
        return {name: with_least(tuple(ds)) for name, ds in found.items()}

    def _definition(self, d: Defined) -> Definition:
        symbol = self.symbols.get(d.name)
        patterns = tuple(i.name if isinstance(i, Sym) else self.builder.node(i) for i in d.indices)
        if d.params:
            return self._function_definition(d)
        scope = {p: Ref(p) for p in patterns if isinstance(p, str)}
        body = self.builder.node(d.body, scope)
        if symbol is None:
            return Definition(d.name, patterns, (), body, line=d.line)
        entrywise = len(patterns) > symbol.family
        if not entrywise:
            if isinstance(body, Lit):
                body = Lit(body.value, symbol.shape)
            self.dims.unify_shapes(symbol.shape, body.shape, d.body.span, f"{d.name} and its definition")
        if not d.recurrent:
            self._same_ranges(d, patterns)
        return Definition(d.name, patterns, (), body, line=d.line, entrywise=entrywise)

    def _same_ranges(self, d: Defined, patterns: tuple[str | Node, ...]) -> None:
        """y_i = x_i - m: there are as many y_i as x_i."""
        for position, index in enumerate(patterns):
            own = self.builder.slot(d.name, position)
            if isinstance(index, str) and own is not None and is_invented(self.dims.find(own)):
                for slot in self.builder.slots(index, d.body)[:1]:
                    self.dims.unify(own, slot, d.body.span, f"the range of {index}")

    def _slope(self, name: str) -> Definition:
        """f' is the derivative of f."""
        param = Ref(f"x#{name}")
        value = Op("deriv", (Call(name[:-1], (param,)), param))
        self.functions[name] = Function(name, (SCALAR,), SCALAR, elementwise=True)
        return Definition(name, (), (param.name,), value)

    def _function_definition(self, d: Defined) -> Definition:
        names = {p: f"{p}#{d.name}" for p in d.params}
        scope = {}
        for param in d.params:
            scope[param] = Ref(names[param], (), self._own_shape(param))
        body = self.builder.node(d.body, scope)
        function = self.functions.get(d.name)
        if d.name not in self.given.mappings:
            params = tuple(scope[p].shape for p in d.params)
            elementwise = len(params) == 1 and params[0].is_scalar and body.shape.is_scalar
            function = Function(d.name, params, body.shape, elementwise)
        elif function is not None:
            for param, shape in zip(d.params, function.params, strict=True):
                self.dims.unify_shapes(scope[param].shape, shape, d.body.span, f"argument of {d.name}")
            self.dims.unify_shapes(function.result, body.shape, d.body.span, f"value of {d.name}")
        assert function is not None
        self.functions[d.name] = function
        return Definition(d.name, (), tuple(names[p] for p in d.params), body, line=d.line)

    def _own_shape(self, param: str) -> Shape:
        """The shape of a parameter; where it is not declared, another t may be of another size."""
        shape = self.symbols[param].shape if param in self.symbols else SCALAR
        if shape.is_scalar or param in self.given.spaces:
            return shape
        return Shape(*(1 if dim == 1 else self.dims.fresh() for dim in (shape.rows, shape.cols)))

    def _constraints(self) -> list[Constraint]:
        made: list[Constraint] = []
        alone: set[int] = set()
        for formula, over in self.given.constraints:
            lone = next(self.unknowns.one_sided(formula, self.given), None)
            claim = self._claim(formula) if lone is None else lone.problem
            if isinstance(claim, Claim):
                alone |= {len(made)} if formula in self.given.singled else set()
                made.append(Constraint(claim.lhs, claim.relation, claim.rhs, over, formula.span.line))
            else:
                self.left_out.append(LeftOut(symbols_of(formula), claim))
        return quantified(made, self._letters(), alone)

    def _defining_letters(self) -> set[str]:
        return {n for ds in self.given.definitions.values() for d in ds for n in free_names(d.body)}

    def _letters(self) -> set[str]:
        return {n for f in self.formulas for side in (f.lhs, f.rhs) for n in free_names(side)}

    # claims and the end ---------------------------------------------------------------------------

    def _claim(self, formula: Formula) -> Claim | ShapeClash | NotUnderstood:
        if unsaid := self.unknowns.problem(formula, self.given):
            return NotUnderstood(unsaid, formula.span, self.unknowns.unclear | self.unknowns.supposed.keys())
        self.left_out += self.unknowns.one_sided(formula, self.given)
        if place := random_place(formula, self.given):
            return NotUnderstood(f"{place} stands at a random place, which is not understood", formula.span)
        try:
            lhs, rhs = self.builder.node(formula.lhs), self.builder.node(formula.rhs)
            if isinstance(lhs, Lit) and lhs.shape.is_scalar and lhs.value == 0:
                lhs = Lit(Fraction(0), rhs.shape)
            elif isinstance(rhs, Lit) and rhs.shape.is_scalar and rhs.value == 0:
                rhs = Lit(Fraction(0), lhs.shape)
            self.dims.unify_shapes(lhs.shape, rhs.shape, formula.span, "the two sides have different shapes")
        except (ShapeClash, NotUnderstood) as problem:
            return problem
        return self.copies.claim(formula, self.formulas, lhs, rhs)

    def _finish(self, claim: Claim | ShapeClash | NotUnderstood) -> Claim | ShapeClash | NotUnderstood:
        if not isinstance(claim, Claim):
            return claim
        return Claim(resolve_node(claim.lhs, self.dims), claim.relation, resolve_node(claim.rhs, self.dims))

    def _setting(
        self,
        laws: dict[str, Law],
        definitions: dict[str, tuple[Definition, ...]],
        constraints: list[Constraint],
        sides: list[Node],
    ) -> Setting:
        dims = self.dims
        symbols = {n: self._resolved_symbol(s) for n, s in self.symbols.items()}
        for name in {n for s in symbols.values() for d in (s.shape.rows, s.shape.cols) for n in atoms_of(d)}:
            if name in symbols and not symbols[name].integer:
                symbols[name] = replace(symbols[name], integer=True)  # it was found to count something
        for name, definition in definitions.items():
            definitions[name] = tuple(replace(d, body=resolve_node(d.body, dims)) for d in definition)
        resolved_laws = {
            n: replace(
                law,
                mean=None if law.mean is None else resolve_node(law.mean, dims),
                cov=None if law.cov is None else resolve_node(law.cov, dims),
                params=tuple(resolve_node(p, dims) for p in law.params),
            )
            for n, law in laws.items()
        }
        functions = {
            n: replace(f, params=tuple(dims.resolve(p) for p in f.params), result=dims.resolve(f.result))
            for n, f in self.functions.items()
        }
        known = [replace(c, lhs=resolve_node(c.lhs, dims), rhs=resolve_node(c.rhs, dims)) for c in constraints]
        known += right_inverses(known)
        known += self.copies.constraints(known)
        bodies = [d.body for ds in definitions.values() for d in ds]
        spreads = [resolve_node(s, dims) for s in self.builder.spreads]
        known += use_covariances(symbols, spreads, resolved_laws.values(), known, definitions)
        usual = conventions(self.given, self.usage, self.symbols, known, limits_on(self.given, self.formulas))
        everything = (*known, *usual, *index_ranges(self.given, self.usage, symbols, [*sides, *bodies]))
        values, regime = parted(everything)
        regime += tuple(fixed(name) for name, words in self.given.properties.items() if "constant" in words)
        rest = (self._independence(), values, regime, tuple(apart_in_time(self.given)))
        families = families_of(self.builder.explicit)
        return Setting(symbols, functions, definitions, resolved_laws, *rest, families, self.told)

    def _resolved_symbol(self, symbol: Symbol) -> Symbol:
        bounds: tuple[Dim, ...] = tuple(self.dims.find(b) for b in symbol.bounds)
        ends = self.given.within.get(symbol.name) if symbol.family == 1 else None
        within = tuple(self.builder.node(end) for end in ends if end is not None) if ends is not None else ()
        return replace(symbol, shape=self.dims.resolve(symbol.shape), bounds=bounds, within=within)

    def _independence(self) -> frozenset[frozenset[str]]:
        """Pairs of symbols. One that is made of the other is independent of it at some indices at most."""
        made_of = self.given.open_indices()
        pairs = set()
        for group in self.given.independent:
            for a, b in itertools.combinations(sorted(set(group)), 2):
                if a not in made_of.get(b, ()) and b not in made_of.get(a, ()):
                    pairs.add(frozenset((a, b)))
        return frozenset(pairs)


__all__ = ["Elaborated", "LeftOut", "Node", "Num", "elaborate", "num"]
