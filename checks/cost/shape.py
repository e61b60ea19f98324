r"""What a growth claim says: `f = O(g)`, `O(f) = O(g)`, `f = h + O(g)`, `f \ll g`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, names_in, walk
from hence.checks.normal.common import NoRule
from hence.language.heads import CLASSES
from hence.language.records import dataclass

THETA, BIG_O, OMEGA, LITTLE_O = "Theta", "BigO", "BigOmega", "little_o"
ORDERS = frozenset(("<<", ">>"))
LETTERS = {THETA: "Theta", BIG_O: "O", OMEGA: "Omega", LITTLE_O: "o"}


@dataclass(frozen=True)
class GrowthClaim:
    """`left` is in the class of `right`; `of` is the class of the left side where that is one itself."""

    left: Node
    kind: str
    right: Node
    of: str = ""


def has_class(node: Node) -> bool:
    return any(isinstance(n, Op) and n.head in CLASSES for n in walk(node))


def is_growth(claim: Claim) -> bool:
    """Whether a claim is about growth rather than about values."""
    return claim.relation in ORDERS or has_class(claim.lhs) or has_class(claim.rhs)


def parted(constraints: Iterable[Constraint]) -> tuple[tuple[Constraint, ...], tuple[Constraint, ...]]:
    """Hypotheses about values, and those about growth, which say nothing of any single value."""
    every = tuple(constraints)
    growth = tuple(
        c for c in every if c.relation in ("->", "~~", "propto") or is_growth(Claim(c.lhs, c.relation, c.rhs))
    )
    return tuple(c for c in every if c not in growth), growth


def fixed(name: str) -> Constraint:
    """A quantity that does not grow."""
    return Constraint(Ref(name), "=", Op(THETA, (Lit(Fraction(1)),)))


def growth_hypotheses(setting: Setting) -> list[frozenset[str]]:
    """What each hypothesis on growth is about; that something is constant says nothing of growth."""
    stated = [c for c in setting.regime if c.relation != "->"]
    told = [c for c in stated if c.rhs != Op(THETA, (Lit(Fraction(1)),))]
    return [names_in(c.lhs) | names_in(c.rhs) for c in told]


def growth_claim(claim: Claim) -> GrowthClaim:
    """The claim in one form. Raises NoRule where it has no agreed meaning."""
    if claim.relation in ORDERS:
        if has_class(claim.lhs) or has_class(claim.rhs):
            raise NoRule(f"{claim.relation} between classes of functions")
        small, large = (claim.lhs, claim.rhs) if claim.relation == "<<" else (claim.rhs, claim.lhs)
        return GrowthClaim(small, LITTLE_O, large)
    if not has_class(claim.rhs):
        raise NoRule("an equation with O is read from left to right: on the right stands no class of functions")
    kind, right, rest = _right_side(claim.rhs)
    one_sided = (claim.relation, kind) in (("<=", BIG_O), ("<=", LITTLE_O), (">=", OMEGA))
    if claim.relation != "=" and not one_sided:
        raise NoRule(f"{claim.relation} before {LETTERS[kind]} has no agreed meaning")
    left, of = _left_side(claim.lhs)
    if rest is not None:
        if of or kind not in (BIG_O, LITTLE_O):
            raise NoRule("a remainder that is not O or o")
        left = Op("add", (left, Op("neg", (rest,))))
    return GrowthClaim(_added(left), kind, _added(right), of)


def _added(node: Node) -> Node:
    """The greatest of positive quantities grows like their sum, the least like the inverse of the sum of inverses."""
    if any(isinstance(n, Op) and n.head == "neg" for n in walk(node)):
        return node
    match node:
        case Op("maximum", args):
            return Op("add", tuple(_added(a) for a in args))
        case Op("minimum", (one, other)):  # grows like their product over their sum
            one, other = _added(one), _added(other)
            return Op("div", (Op("mul", (one, other)), Op("add", (one, other))))
        case Op("div", (above, below)):
            return Op("div", (_added(above), _added(below)), node.shape)
        case Op("add" | "mul" | "sqrt", args):
            return Op(node.head, tuple(_added(a) for a in args), node.shape)
        case _:
            return node


def _right_side(node: Node) -> tuple[str, Node, Node | None]:
    """Class, representative, and what is added to it: of `n (n + O(1))` it is n^2, to O(n)."""
    match node:
        case Op(head, (inner,)) if head in CLASSES and not has_class(inner):
            return head, inner, None
        case Op("add" | "mul" as head, args):
            plain = [a for a in args if not has_class(a)]
            found = [_right_side(_unsigned(a) if head == "add" and plain else a) for a in args if has_class(a)]
            classes = {kind for kind, _, _ in found}
            if len(found) == 1 and head == "add":
                ((kind, right, more),) = found
                if more is None or not any(_is_negative(a) for a in args):
                    return kind, right, _joined("add", [*plain, *([more] if more is not None else [])])
            elif len(classes) == 1 and classes <= {BIG_O, THETA} and not any(map(_is_signed, plain)):
                added = [more for _, _, more in found if more is not None]
                right = _joined(head, [*plain, *(inner for _, inner, _ in found)])
                if not added and (head == "mul" or not plain):
                    return classes.pop(), right, None
                if head == "mul" and len(found) == 1:
                    return classes.pop(), right, _joined("mul", [*plain, *added])
        case _:
            pass
    raise NoRule("a class of functions inside an expression")


def _joined(head: str, args: Sequence[Node]) -> Node:
    return args[0] if len(args) == 1 else Op(head, tuple(args))


def _is_negative(node: Node) -> bool:
    return isinstance(node, Op) and node.head == "neg" and has_class(node)


def _unsigned(node: Node) -> Node:
    """-O(g) is O(g)."""
    return node.args[0] if isinstance(node, Op) and node.head == "neg" else node


def _left_side(node: Node) -> tuple[Node, str]:
    """Sums and products of one class, O(n) + O(d) or n O(d), are the class of the sum or product."""
    if not has_class(node):
        return node, ""
    match node:
        case Op(head, (inner,)) if head in CLASSES and not has_class(inner):
            return inner, head
        case Op("add" | "mul" as head, args):
            sides = [_left_side(a) for a in args]
            classes = {of for _, of in sides if of}
            plain = [a for a, (_, of) in zip(args, sides, strict=True) if not of]
            if len(classes) == 1 and classes <= {BIG_O, THETA} and not any(_is_signed(a) for a in plain):
                return Op(head, tuple(inner for inner, _ in sides)), classes.pop()
        case _:
            pass
    raise NoRule("a class of functions inside an expression")


def _is_signed(node: Node) -> bool:
    return any(isinstance(n, Op) and n.head == "neg" for n in walk(node))
