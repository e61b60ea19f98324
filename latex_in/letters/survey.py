r"""How the symbols of a document are used, seen in all its formulas, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase

from hence.latex_in import tables as t
from hence.latex_in.formula.categories import NAMES as CATEGORICAL
from hence.latex_in.letters.differentials import UPRIGHT, speaks_of_differentials, writes_differentials
from hence.latex_in.letters.gradients import own_gradients
from hence.latex_in.letters.layers import layers_at
from hence.latex_in.letters.names import (
    Names,
    arguments,
    is_member_of_vectors,
    is_variable,
    is_variance,
    letter_of,
    mapped_end,
    plain_arguments,
    plain_letter,
    with_indexed,
)
from hence.latex_in.letters.seen import SILENT, Seen
from hence.latex_in.letters.surroundings import (
    TELLING,
    bar_parts,
    counted,
    follows,
    has_bar,
    has_entries,
    has_value,
    is_bar,
    is_equated,
    is_functional,
    is_made_of_members,
    is_rounded,
    listed,
    multiplies,
    own_e,
    stands_alone,
    starts_statement,
    subjects,
    summed_values,
)
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, argument_at, group_end, scripts_at, split, split_commas, symbol_at, text_of

CAPITALS = frozenset(ascii_uppercase)
DECLARING = frozenset((t.MEMBER, t.DRAWN, ":", r"\colon", *(x for x, r in t.RELATIONS.items() if r == "->")))
COUNTED = frozenset("TNK")  # letters that count when they go to infinity: w^T is no transpose then
_DIFFERENTIATING, _SCRIPTS = frozenset((r"\partial", r"\nabla")), frozenset("_^")
_NOTED = t.DOTS.union(t.BIG, t.OPTIMA)  # signs that say something of letters
# sets that are decisions as they are
_AS_SEEN = (
    *("bound", "tending", "categories", "densities", "dimensions", "bare", "members", "layers", "compared", "columns"),
    *("column_families", "integrated", "sample_means", "factors", "starred", "valued", "indexed_functions"),
)
LAST = frozenset("TNKML")  # letters for how many members a sequence has


class Survey(Seen):
    """Looks at formulas; `names` draws the conclusions."""

    def look(self, tokens: list[Token]) -> None:
        """Take note of one formula."""
        signs = {token.text for token in tokens}
        if not signs.isdisjoint(CAPITALS):
            self.words(tokens)
        if not signs.isdisjoint(DECLARING):
            self.declarations(tokens)
        self.summed_values = summed_values(tokens) if r"\sum" in signs else set()
        if t.INTEGRAL in signs:
            self.integrated |= {x.text for d, x in pairwise(tokens) if d.text in t.DIFFERENTIALS and x.kind == "name"}
        others, plain = not signs.isdisjoint(_NOTED), signs.isdisjoint(t.TRANSPOSES)
        for position, token in enumerate(tokens):
            if token.kind == "name":
                if plain and stands_alone(tokens, position):
                    self.alone(tokens, position)
                else:
                    self.occurrence(tokens, position, signs)
            elif not others:
                continue
            elif token.text in t.BIG:
                self.big_operator(tokens, position)
            elif token.text in t.OPTIMA:
                self.optimum(tokens, position)
            elif token.kind == "dots":
                self.after_dots(tokens, position)
        if not plain and (r"\top" in signs or r"\intercal" in signs):
            self.uses_top = True

    # Single observations ------------------------------------------------------------------------

    def alone(self, tokens: list[Token], position: int) -> None:
        """Take note of a symbol that has neither scripts nor a bracket, nor a relation behind it."""
        name, before = tokens[position].text, tokens[position - 1].text if position else ""
        self.introduced |= own_e(tokens, position, name, ((), ()))
        if name not in self.plain_factors and before not in _DIFFERENTIATING:
            self.bare.add(name)
            if before not in _SCRIPTS and multiplies(tokens, position, position + 1):
                self.plain_factors.add(name)
        if before in TELLING and (before != "{" or tokens[position - 2].text == "_"):
            self.behind(tokens, position, position + 1)

    def occurrence(self, tokens: list[Token], position: int, signs: set[str]) -> None:
        """Take note of the symbol at a place in a formula that has these signs."""
        before = tokens[position - 1].text if position else ""
        if before == r"\Delta" and tokens[position - 1].kind == "name":
            return
        name, end = symbol_at(tokens, position)
        below: Tokens = ()
        above: Tokens = ()
        if end < len(tokens) and tokens[end].text in ("_", "^", "'") and before not in ("_", "^"):
            below, above, end = scripts_at(tokens, end)  # in x_i^2 they belong to x, not to i
        if name in t.INDICATORS:
            self.label(below or tokens[end : group_end(tokens, end)])
        if below:
            self.subscripts[name].append(below)
            if len(below) > 1 and name not in t.EXPECTATIONS:
                self.index_maps.update(symbol_at(part, 0)[0] for part in split_commas(below) if mapped_end(part))
        elif not signs.isdisjoint(t.TRANSPOSES):
            self.operand(tokens, position, name, above)
        if r"\bm{" in name and is_member_of_vectors(tokens, position, name, (below, above), end):
            self.vector_members.add(name)
        if above:
            self.raised(name, below, above)
            if not signs.isdisjoint(_DIFFERENTIATING):
                self.layers |= layers_at(tokens, position, name, above)
        if (name if len(name) == 1 else letter_of(name)) in t.SPREADS:
            self.square(name + text_of(below), [x.text for x in above] == ["2"], tokens, position, end)
        if end < len(tokens) and tokens[end].text in ("(", "["):
            self.before_bracket(tokens, position, name, (below, above), end)
        else:
            self.not_called(tokens, position, name, (below, above), end)

    def before_bracket(
        self, tokens: list[Token], position: int, name: str, scripts: tuple[Tokens, Tokens], end: int
    ) -> None:
        """Take note of a symbol, and of whether it is a function of what the bracket behind it holds."""
        below, above = scripts
        if len(above) == 1 and above[0].text in t.STARS and self.starred_call(tokens, position, end):
            self.starred.add(name)
        elif tokens[end].text == "(" or is_functional(name, tokens, end):
            self.call(tokens, position, name, below, end)
        else:
            self.not_called(tokens, position, name, (below, above), end)

    def raised(self, name: str, below: Tokens, above: Tokens) -> None:
        """What a superscript says of a symbol."""
        if len(above) == 2 and [x.text for x in above] == ["-", "1"] and len(split_commas(below)) < 2:
            (self.inverted_members if below else self.inverted).add(name)
        if len(above) == 1 and above[0].kind == "num":
            self.scalars.add(name)
        elif above[0].text in ("(", "[") and group_end(above, 0) == len(above):
            self.members.update((name,) if any(x.kind == "name" for x in above) else ())
            self.own_delta = self.own_delta or (name == r"\delta" and len(below) > 1)

    def label(self, condition: Tokens) -> None:
        r"""The y of `\mathbb{1}[y = k]`, where k is an index, counts like it."""
        inside = [x for x in condition if x.text not in (r"\{", r"\}", "[", "]", "(", ")")]
        if [x.kind for x in inside] == ["name", "rel", "name"] and t.RELATIONS.get(inside[1].text) == "=":
            a, b = inside[0].text, inside[2].text
            self.integers.update(x for x, y in ((a, b), (b, a)) if y in t.INDEX_LETTERS and len(x) == 1)

    def starred_call(self, tokens: list[Token], position: int, opening: int) -> bool:
        """`D^*(x) = ...` introduces a function, whatever D is."""
        end = group_end(tokens, opening)
        return (
            is_equated(tokens, end)
            and starts_statement(tokens, position)
            and plain_arguments(tokens[opening + 1 : end - 1])
        )

    def square(self, name: str, squared: bool, tokens: list[Token], position: int, end: int) -> None:
        r"""A symbol that is squared wherever it stands, and that an equation introduces so: `S^2 = ...`."""
        if not squared:
            self.unsquared.add(name)
        elif is_equated(tokens, end) and starts_statement(tokens, position):
            self.squares.add(name)

    def operand(self, tokens: list[Token], position: int, name: str, above: Tokens) -> None:
        """A bare symbol that is transposed, or stands behind something transposed, is no index."""
        behind = [x.text for x in tokens[max(position - 4, 0) : position] if x.text not in ("{", "}")][-2:]
        for signs in ([x.text for x in above], behind[1:] if behind[:1] == ["^"] else []):
            if len(signs) == 1 and signs[0] in t.TRANSPOSES:
                (self.beside_letter if signs[0] == "T" else self.beside_transpose).add(name)

    def not_called(
        self, tokens: list[Token], position: int, name: str, scripts: tuple[Tokens, Tokens], end: int
    ) -> None:
        below, above = scripts
        self.introduced |= own_e(tokens, position, name, scripts)
        before = tokens[position - 1].text if position else ""
        if before not in _DIFFERENTIATING:
            self.bare.update(() if below else (name,))
            if before not in _SCRIPTS and multiplies(tokens, position, end):
                (self.factors if below else self.plain_factors).add(name)
        end += end < len(tokens) and tokens[end].text == "&"
        if end < len(tokens) and tokens[end].kind == "rel" and starts_statement(tokens, position):
            if t.RELATIONS.get(tokens[end].text) == "=" and (name != "e" or not (below or above)):
                self.left_side(name, below, tokens[end:])
            if tokens[end].text in (">", r"\ge", r"\geq", "<", r"\le", r"\leq") and not below:
                self.scalars.add(name)
                self.compared.add(name)
        if before in TELLING:
            self.behind(tokens, position, end)

    def behind(self, tokens: list[Token], position: int, end: int) -> None:
        """Take note of what a symbol, which ends in front of a place, stands behind."""
        place = follows(tokens, position)
        if not place:
            return
        letter = letter_of(symbol_at(tokens, position)[0])
        if place == "divergence":
            self.diverging.add(letter)
        variable = place == "expectation" and end < len(tokens) and tokens[end].text == t.DRAWN
        if letter in t.DENSITY_LETTERS and not variable:
            self.densities.add(letter)

    def left_side(self, name: str, below: Tokens, right: Tokens) -> None:
        """`name = right`; `k = W_k x` shows that this k is no index."""
        if is_rounded(name, right):
            return
        self.left_sides.add(name)
        self.total(name, right)
        several = len([x for x in below if x.text != ","]) > 1 and not any(x.text in ("+", "-") for x in below)
        if name == r"\delta" and several and any(x.text == r"\partial" for x in right):
            self.own_delta = True
        chooses = any(x.text.startswith((r"\arg", r"\max", r"\min", r"\mathrm{arg")) for x in right)
        for k, token in enumerate(right[:-2]):
            argument = [x.text for x in right[k + 2 : k + 5] if x.text not in ("{", "}")][:1]
            if token.kind == "name" and right[k + 1].text == "_" and argument == [name] and not chooses and not below:
                self.own_labels.update([name] if letter_of(token.text)[-2:].strip("}").isupper() else [])

    def total(self, name: str, right: Tokens) -> None:
        """A loss that is defined by its own indexed members."""
        pairs = pairwise(right)
        if name in t.TOTALS and any(x.text == name and y.text == "_" for x, y in pairs):
            self.totals.add(name)

    def call(self, tokens: list[Token], position: int, name: str, below: Tokens, opening: int) -> None:
        end = group_end(tokens, opening)
        inside = tokens[opening + 1 : end - 1]
        self.called[name].append(inside)
        plain = plain_arguments(inside)
        relation = is_equated(tokens, end)
        if plain and not below and relation and starts_statement(tokens, position):
            self.defined_functions.add(name)
            self.totals.update((name,) if is_made_of_members(name, tokens[end:]) else ())
            several = arguments(inside)
            squared = frozenset(k for k, part in enumerate(several) if is_variance(part))
            self.squared_arguments.setdefault((name, len(several)), squared)  # the first formula introduces a function
            if len(inside) == 1:
                self.parameters[name] = (*self.parameters.get(name, ()), inside[0].text)
            if name in t.ENTROPIES and not any(x.text in (*t.LOGARITHMS, "log", name) for x in tokens[end:]):
                used = any(x.text == y.text for x in inside for y in tokens[end:])
                self.own_formulas.setdefault(name, set()).update(() if used else (x.text for x in inside))
            if len(several) > 1 and all(has_entries(part, tokens[end:]) for part in several):
                self.of_entries.add(name)
        if plain and below and relation and starts_statement(tokens, position):
            if len(below) > 1 or below[0].text not in t.PARAMETERS:  # p_\theta is no member of p
                self.indexed_functions.add(name)
            if len(inside) == 1:
                labelled = f"{name}_{{{text_of(below)}}}"
                self.parameters[labelled] = (*self.parameters.get(labelled, ()), inside[0].text)
        if plain and not below and has_value(tokens, position, name, end):
            self.valued.add(name)
            self.parameters[name] = (*self.parameters.get(name, ()), *(x.text for x in inside[:1]))
        letter = letter_of(name)
        conditional = has_bar(inside) and len(split(inside, is_bar)) == 2
        if plain or conditional:
            self.density_calls.setdefault(name if not below else f"{name}_{{{text_of(below)}}}", tuple(inside))
        if letter not in t.DENSITY_LETTERS:
            return
        joint = letter in ("p", "q") and plain and len(split_commas(inside)) > 1
        model = letter in ("p", "q") and plain and len(below) == 1 and below[0].text in t.PARAMETERS
        summed = letter in ("p", "q", "P", "Q") and plain and len(inside) == 1 and inside[0].text in self.summed_values
        integrated = plain and letter != "r" and t.INTEGRAL in [x.text for x in tokens]  # r: a reward, as likely
        named = plain and relation and any(x.text in t.NORMALS for x in tokens[end : end + 3] if x.text != "&")
        event = letter == "P" and any(x.kind == "rel" for x in inside)
        event = event or (letter in ("p", "P") and any(x.text in t.OF_EVENTS for x in inside))
        if event or conditional or joint or model or named or summed or integrated or follows(tokens, position):
            self.densities.add(letter)

    def big_operator(self, tokens: list[Token], position: int) -> None:
        below, above, _ = scripts_at(tokens, position + 1)
        for part in split_commas(below):
            sides = split(part, lambda x: x.kind == "rel" or x.text == t.MEMBER)
            relations = [x.text for x in part if x.kind == "rel" or x.text == t.MEMBER]
            if not relations:
                self.bound.update([x.text for x in part if x.kind == "name"][:1])
                continue
            inner = sides[1:-1] if len(sides) > 2 else sides[:1]  # i, j of 1 \le i < j \le n
            inner += sides[1:] if relations in (["<"], [r"\lt"], [r"\le"], [r"\leq"]) and _is_letter(sides[1]) else []
            self.bound.update(x.text for side in inner for x in side if x.kind == "name")
        self.integers.update(x.text for x in above if x.kind == "name")
        self.ends.update(x.text for x in above if x.kind == "name" and len(above) == 1)

    def optimum(self, tokens: list[Token], position: int) -> None:
        r"""The j of `\max_j z_j` is an index, the w of `\min_w f(w)` is none."""
        below, _, end = scripts_at(tokens, position + 1)
        letters = {x.text for x in below if x.text in t.INDEX_LETTERS}
        scripts = [argument_at(tokens, k + 1)[0] for k in range(end, len(tokens)) if tokens[k].text == "_"]
        self.bound.update(letters & {x.text for script in scripts for x in script})

    def after_dots(self, tokens: list[Token], position: int) -> None:
        self.listed |= listed(tokens, position)
        self.counters |= counted(tokens, position)
        following = tokens[position + 1 : position + 3]
        if len(following) == 2 and following[0].text == "," and following[1].kind == "name":
            after = tokens[position + 3 : position + 4]
            if not after or after[0].text not in ("_", "^", "("):
                self.integers.add(following[1].text)

    def declarations(self, tokens: list[Token]) -> None:
        for position, token in enumerate(tokens):
            if token.text == t.MEMBER and token.kind == "cmd":
                self.membership(tokens, position)
            elif token.text in (":", r"\colon") and position and tokens[position - 1].kind == "name":
                if any(x.text in (r"\to", r"\rightarrow", r"\mapsto") for x in tokens[position:]):
                    start = position - 2 if position > 1 and tokens[position - 2].text == r"\Delta" else position - 1
                    self.mapped.add(symbol_at(tokens, start)[0])
            elif t.RELATIONS.get(token.text) == "->" and position and tokens[position - 1].text in COUNTED:
                if tokens[position + 1 : position + 2] and tokens[position + 1].text == r"\infty":
                    self.integers.add(tokens[position - 1].text)
                    self.tending.add(tokens[position - 1].text)
            elif token.text == t.DRAWN:
                self.speaks_of_chance = True
                drawn = {name for name, below in subjects(tokens, position) if not below}
                self.reals.update(drawn)
                self.drawn.update(drawn)
                if any(x.text in CATEGORICAL for x in tokens[position:]):
                    self.categories.update(name for name, _ in subjects(tokens, position))
                    self.vectors.update(a.text for a, b in pairwise(tokens[position:]) if b.text == "_")

    def membership(self, tokens: list[Token], position: int) -> None:
        named = subjects(tokens, position)
        space = tokens[position + 1].text if position + 1 < len(tokens) else ""
        listed = space == r"\{"
        _, above, _ = scripts_at(tokens, group_end(tokens, position + 1) if listed else position + 2)
        if space in (r"\mathbb{N}", r"\mathbb{Z}") or (listed and not above):
            self.integers.update(name for name, below in named if not below)
            return
        real = space == r"\mathbb{R}" or listed
        if not (real or space in ("(", "[")):
            return
        self.dimensions.update(x.text for x in above if x.kind == "name")
        column = bool(above) and real and all(x.text not in (r"\times", "+") for x in above)
        for name, below in named:
            if column:
                (self.column_families if below else self.columns).add(name)
            if not below:
                self.reals.add(name)
                if above and real and above[0].text != "+":
                    self.vectors.add(name)

    def words(self, tokens: list[Token]) -> None:
        """Runs of adjacent plain capitals: candidates for names of several letters, like CE."""
        position = 0
        while position < len(tokens):
            end = position
            while (
                end < len(tokens)
                and tokens[end].kind == "name"
                and tokens[end].text in CAPITALS
                and (end == position or tokens[end].start == tokens[end - 1].end)
            ):
                end += 1
            if end - position >= 2:
                run = "".join(x.text for x in tokens[position:end])
                self.runs.add(run)
                if position == 0 and end < len(tokens) and tokens[end].kind == "rel":
                    self.whole_runs.add(run)
            elif end > position:
                self.loose_letters.add(tokens[position].text)
            position = max(end, position + 1)

    # Conclusions --------------------------------------------------------------------------------

    def is_density(self, full: str) -> bool:
        return letter_of(full.split("_{", maxsplit=1)[0]) in self.densities | t.DENSITY_LETTERS

    def names(self) -> Names:
        """The decisions that follow from everything seen."""
        noted = vars(self)
        telling = len(noted) > len(SILENT) and any(noted[name] for name in noted.keys() - SILENT)
        return self.conclusions() if telling else Names.decided({"bare": frozenset(self.bare)})

    def conclusions(self) -> Names:
        """The decisions, worked out one by one."""
        self.complete()
        self.note_values()
        self.note_densities()
        self.integers |= self.last_members()
        below = [(base, b) for base, many in self.subscripts.items() for b in many]
        subscripted = {base for base, b in below if is_variable(b)}
        stepped = {x.text for _, b in below if len(b) > 2 for x in b if x.kind == "name"}
        categories = self.categories - subscripted  # those with entries are one-hot vectors
        integers = self.integers | self.dimensions | categories
        operands = self.beside_transpose | self.own_labels
        operands |= self.beside_letter if "T" not in self.integers and "T" not in self.bound else set()
        entropies, informations = self.entropies(), frozenset(filter(self.is_information, self.called))
        functions = self.functions(entropies | informations)
        decided: dict[str, Collection[str]] = {
            "stages": set(filter(self.has_stages, self.subscripts)),
            "spoken_functions": self.known_functions(),
            "integers": integers | {x for x in stepped if len(x) == 1 and x.islower()},
            "not_indices": ((self.reals | subscripted | self.densities | operands) - self.bound)
            - self.integers
            - categories,
            "indexed": subscripted,
            "declared": self.reals | self.left_sides | self.mapped | (self.introduced & {r"\pi"}),
            "index_maps": self.index_maps - self.densities,
            "functions": functions,
            "ambiguous": self.ambiguous(functions),
            "totals": self.totals
            | {x for x in self.integers if x in subscripted and x.isupper()}
            | (self.vector_members & self.bare)
            | (self.inverted_members & self.inverted),
            "parted": [name for name, calls in self.called.items() if any(map(has_bar, calls)) and bar_parts(calls)],
            "words": self.spelled(),
            "fixed": self.fixed | self.integers | self.reals,
            "squares": self.squares - self.unsquared,
            "entropies": entropies,
            "informations": informations,
        }
        noted = vars(self)
        sets = {name: noted[name] for name in _AS_SEEN} | decided
        rough = Names.decided({name: frozenset(seen) for name, seen in sets.items() if seen} | self.other_decisions())
        return with_indexed(rough, self.subscripts, self.vectors)

    def other_decisions(self) -> dict[str, object]:
        """Those that are no sets of letters."""
        return {
            "uses_top": self.uses_top,
            "density_calls": {n: x for n, x in self.density_calls.items() if self.is_density(n)},
            "parameters": dict(self.parameters),
            "euler": "e" not in self.reals | self.bound | self.dimensions | self.left_sides | self.introduced,
            "kronecker": self.is_kronecker(),
            "independence": self.speaks_of_independence,
            "divergences": self.speaks_of_entropy,
            "squared_arguments": dict(self.squared_arguments),
            "lasts": {x: n for x, n in self.listed if all(n == other for y, other in self.listed if x == y)},
            "zeroth": frozenset(x for x, places in self.subscripts.items() if "0" in map(text_of, places)),
            "from_one": frozenset(x for x, first in self.counters if first == "1" and (x, "") not in self.counters),
        }

    def has_stages(self, name: str) -> bool:
        r"""\mu where \mu_0 and \mu_n are other values of it, before and after n observations, and no members.

        That is so beside a \mu alone, or where the page speaks of what is known after observations.
        """
        written = {tuple(x.text for x in below) for below in self.subscripts[name]}
        counts = self.ends | (self.dimensions if self.speaks_of_updates else set())
        told = name in self.bare or self.speaks_of_updates
        return told and len(written) == 2 and ("0",) in written and any((n,) in written for n in counts - self.bound)

    def last_members(self) -> set[str]:
        """T where a sequence has members x_t, x_{t-1} and x_T: the last one. So for x_N, unless N is something else."""
        found: set[str] = set()
        for many in self.subscripts.values():
            stepped = {x.text for b in many if len(b) > 2 for x in b if x.kind == "name"}
            alone = {b[0].text for b in many if len(b) == 1}
            if any(len(letter) == 1 and letter.islower() for letter in stepped & alone):
                usual = {letter.upper() for letter in stepped} | (LAST - self.reals - self.left_sides)
                found |= usual & alone
        return found

    def entropies(self) -> frozenset[str]:
        r"""H where it is an entropy: the page speaks of one, or it is taken at densities or under a condition."""
        if t.ENTROPIES.isdisjoint(self.called):
            return frozenset()
        own = self.reals | self.bound | self.integers | self.dimensions | self.mapped | self.bare | self.left_sides
        own |= self.of_entries
        told = self.speaks_of_entropy or any(map(self.is_information, self.called))
        return frozenset(name for name in t.ENTROPIES - own if name in self.called and (told or self.is_entropy(name)))

    def is_entropy(self, name: str) -> bool:
        calls = self.called[name]
        return (self.is_of_chance(calls) and not self.is_own(name)) or any(map(self.is_of_laws, calls))

    def is_own(self, name: str) -> bool:
        """Whether a formula defines it as a function: H(A) = A + 1, but not H(X) = 1 of a random X."""
        unused = self.own_formulas.get(name)
        return unused is not None and not (unused and unused <= self.drawn)

    def is_information(self, name: str) -> bool:
        """I(X; Y): the semicolon shows it; I(X, Y) on a page that speaks of information or entropy."""
        if name not in t.INFORMATIONS:
            return False
        calls = self.called[name]
        pairs = all(len(split_commas(inside)) == 2 for inside in calls)
        told = self.speaks_of_entropy and pairs and self.is_of_chance(calls)
        return told or any(len(split(inside, lambda x: x.text == ";")) == 2 for inside in calls)

    def is_of_chance(self, calls: list[Tokens]) -> bool:
        """Whether a page about random things takes it at random variables or distributions, and nothing else."""
        parts = [part for inside in calls for part in split(inside, lambda x: x.text in (*t.MIDS, ","))]
        letters = [plain_letter(part[0].text) for part in parts if plain_arguments(part)]
        fitting = all(x in t.DENSITY_LETTERS or (len(x) == 1 and x.isupper()) for x in letters)
        return self.speaks_of_chance and len(letters) == len(parts) and fitting

    def is_of_laws(self, inside: Tokens) -> bool:
        """Whether a bracket begins with a density, or holds a conditional bar."""
        density = bool(inside) and inside[0].kind == "name" and letter_of(inside[0].text) in self.densities
        return density or len(split(inside, is_bar)) == 2

    def functions(self, of_laws: frozenset[str]) -> set[str]:
        """The symbols that are functions; entropies and their like, which are none, are known."""
        found = set(self.mapped)
        if not self.called:
            return found
        reserved = self.reals | self.bound | self.integers | self.dimensions | of_laws
        for name, calls in self.called.items():
            letter = name.rstrip("'")
            special = letter in t.NOT_FUNCTIONS and not self.is_energy(name)
            if letter_of(name) in self.densities or letter in reserved or special:
                continue
            if name in t.GROWTH_CLASSES and name not in self.mapped:
                continue
            if name in t.SPECIAL_FUNCTIONS and all(len(split_commas(c)) == t.SPECIAL_FUNCTIONS[name][1] for c in calls):
                continue
            always_plain = all(plain_arguments(c) for c in calls)
            if (
                name in self.defined_functions
                or (always_plain and name not in self.bare | t.IDENTITIES and name != "d")
                or (letter in t.SURE_FUNCTIONS and not self.only_multiplies(name))
                or letter.startswith(r"\mathrm{")
                or (letter in t.DEFAULT_FUNCTIONS and not {letter, name} & self.scalars and name not in self.bare)
            ):
                found.add(name)
        found |= {name for name in self.called if name.rstrip("'") in found}
        return found

    def is_energy(self, name: str) -> bool:
        """E(z) = ... and E(w, b) = ... define functions; E(X) of a random variable is none."""
        plain = name in self.defined_functions and name in ("E", r"\mathcal{E}")
        several = all(len(split_commas(call)) > 1 and plain_arguments(call) for call in self.called[name])
        return plain and (several or not self.parameters.get(name, ("X",))[-1].isupper())

    def only_multiplies(self, name: str) -> bool:
        """Whether a letter is a factor elsewhere, and no bracket behind it holds plain arguments."""
        return name in self.plain_factors and not any(map(plain_arguments, self.called[name]))

    def ambiguous(self, functions: set[str]) -> set[str]:
        """Letters that are functions elsewhere, stand in front of brackets here, and are used as numbers, too."""
        candidates = {name for name in self.called if name in t.DEFAULT_FUNCTIONS and name not in functions}
        if not candidates:
            return candidates
        candidates -= {name for name in candidates - t.SURE_FUNCTIONS if self.only_multiplies(name)}
        return candidates - self.reals - self.bound - self.integers - self.densities

    def spelled(self) -> set[str]:
        """Words among the runs of capitals: their letters stand nowhere else. `AB = BA` is about products."""
        return {run for run in self.whole_runs if not set(run) & self.loose_letters and not self.is_product(run)}

    def is_product(self, run: str) -> bool:
        """Whether another run has the same letters in another order, or shares one letter of two."""
        others = [x for x in self.runs if x not in run and run not in x]
        return any(sorted(x) == sorted(run) or (len(run) == 2 and set(x) & set(run)) for x in others)

    def is_kronecker(self) -> bool:
        r"""Whether \delta_{ij} is Kronecker's, also beside the \delta^{(l)} of backpropagation."""
        return r"\delta" not in self.reals and not self.own_delta


def survey(formulas: Iterable[list[Token]]) -> Names:
    """The decisions for some formulas, given their tidy tokens and nothing else."""
    seen, page = Survey(), list(formulas)
    for tokens in page:
        seen.look(tokens)
    return conclude(seen, page)


def conclude(seen: Survey, formulas: Iterable[list[Token]]) -> Names:
    """The decisions for a page of which all formulas were seen."""
    names, page = seen.names(), list(formulas)
    if UPRIGHT in names.functions and writes_differentials(page):  # d(XY) = (dX)Y + X dY defines no function
        names = replace(names, functions=names.functions - {UPRIGHT})
    if gradients := own_gradients(page, seen.dimensions | seen.integers):
        names = replace(names, gradients=gradients)
    return replace(names, differentials=True) if speaks_of_differentials(page) else names


def _is_letter(tokens: Tokens) -> bool:
    return len(tokens) == 1 and tokens[0].text in t.INDEX_LETTERS


__all__ = ["Survey", "conclude", "survey"]
