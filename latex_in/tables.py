r"""What the commands of LaTeX mean, as rows of tables. No code here.

A command that is in none of these tables, and that the author did not define, is an "unknown command".
"""

from __future__ import annotations

import re

from hence.language.derivation import Relation
from hence.latex_in.prose.vocabulary import vocabulary


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def commands(text: str) -> frozenset[str]:
    return frozenset("\\" + word for word in text.split())


# Layout: what TeX prints as nothing that matters --------------------------------------------------

SPACING = commands(
    ", ; ! : > quad qquad enspace enskip thinspace medspace thickspace negthinspace noindent hfill hfil par newline"
    " displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag allowbreak smallskip pause"
    " medskip bigskip strut null relax protect centering raggedright"
    ""
    " therefore because square blacksquare qed qedhere Box checkmark boldmath unboldmath normalsize"
    " tiny scriptsize small footnotesize large Large LARGE huge Huge"
    " mathop mathbin mathrel mathord mathopen mathclose mathinner"
)
WIDE_SPACE = commands("quad qquad")
SIZES = commands(
    "left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm"
)
OPENING_SIZES = commands("left bigl Bigl biggl Biggl")
CLOSING_SIZES = commands("right bigr Bigr biggr Biggr")
# command: (arguments dropped before the kept one, is one kept?)
WRAPPERS: dict[str, tuple[int, bool]] = {
    r"\label": (1, False),
    r"\tag": (1, False),
    r"\tag*": (1, False),
    r"\vspace": (1, False),
    r"\vspace*": (1, False),
    r"\hspace": (1, False),
    r"\hspace*": (1, False),
    r"\mspace": (1, False),
    r"\color": (1, False),
    r"\phantom": (1, False),
    r"\hphantom": (1, False),
    r"\vphantom": (1, False),
    r"\cite": (1, False),
    r"\footnote": (1, False),
    r"\vcenter": (0, True),
    r"\boxed": (0, True),
    r"\fbox": (0, True),
    r"\Aboxed": (0, True),
    r"\cancel": (0, True),
    r"\bcancel": (0, True),
    r"\xcancel": (0, True),
    r"\smash": (0, True),
    r"\mathstrut": (0, False),
    r"\textcolor": (1, True),
    r"\colorbox": (1, True),
    r"\underline": (0, True),
    r"\mathclap": (0, True),
    r"\cancelto": (1, True),
    r"\mathcolor": (1, True),
    r"\fcolorbox": (2, True),
    r"\scalebox": (1, True),
    r"\resizebox": (2, True),
    r"\raisebox": (1, True),
    r"\makebox": (0, True),
    r"\framebox": (0, True),
    r"\hl": (0, True),
    r"\tcbhighmath": (0, True),
    r"\mathllap": (0, True),
    r"\mathrlap": (0, True),
    r"\clap": (0, True),
    r"\smashoperator": (0, True),
    r"\ref": (1, False),
    r"\eqref": (1, False),
}
BRANCHING = commands("ifmmode iffalse iftrue")
# what the body of a macro may ask of its arguments, and its branches
QUESTIONS = {
    rf"\If{negated}{asked}{branches}": (
        {"Value": "given", "NoValue": "missing", "Boolean": "starred"}[negated + asked],
        branches,
    )
    for negated, asked in (("", "Value"), ("No", "Value"), ("", "Boolean"))
    for branches in ("TF", "T", "F")
}
LABELLED_BRACES = {r"\underbrace": "_", r"\overbrace": "^", r"\underbracket": "_", r"\overbracket": "^"}
LONG_ARROWS = frozenset((r"\xrightarrow", r"\xlongrightarrow"))
STACKED = {r"\stackrel": True, r"\overset": True, r"\underset": False}  # is the label above?

TEXT_COMMANDS = commands("text textrm textnormal textit textbf textsf texttt mbox hbox textup")
UPRIGHT_COMMANDS = commands("mathrm operatorname operatorname* mathsf mathtt mathit mathnormal")

# Letters -----------------------------------------------------------------------------------------

GREEK_LOWER = words(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi"
    " pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega"
)
GREEK_UPPER = words("Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega")
GREEK = frozenset("\\" + name for name in GREEK_LOWER | GREEK_UPPER)
SYMBOL_COMMANDS = GREEK | commands("ell hbar imath jmath Re Im aleph wp star ast bot")
FONTS = {
    r"\bm": r"\bm",
    r"\mathbf": r"\bm",
    r"\boldsymbol": r"\bm",
    r"\pmb": r"\bm",
    r"\mathbold": r"\bm",
    r"\vec": r"\bm",
    r"\symbf": r"\bm",
    r"\bold": r"\bm",
    r"\mathcal": r"\mathcal",
    r"\mathscr": r"\mathcal",
    r"\cal": r"\mathcal",
    r"\mathbb": r"\mathbb",
    r"\mathds": r"\mathbb",
    r"\mathbbm": r"\mathbb",
    r"\mathfrak": r"\mathfrak",
}
# what class files of others call their bold letters: on a page without its class file nobody defines them
FONTS |= dict.fromkeys((r"\mat", r"\matr", r"\mtx", r"\vect", r"\bvec", r"\bs", r"\vb"), r"\bm")
SWITCHES = {r"\bf": r"\bm", r"\bfseries": r"\bm", r"\rm": r"\mathrm", r"\it": r"\mathit"}
ACCENTS = {
    r"\hat": r"\hat",
    r"\widehat": r"\hat",
    r"\tilde": r"\tilde",
    r"\widetilde": r"\tilde",
    r"\bar": r"\bar",
    r"\overline": r"\bar",
    r"\dot": r"\dot",
    r"\ddot": r"\ddot",
    r"\check": r"\check",
    r"\breve": r"\breve",
    r"\acute": r"\acute",
    r"\mathring": r"\mathring",
}
ACCENTS |= {r"\Hat": r"\hat", r"\Bar": r"\bar", r"\Tilde": r"\tilde"}
UNICODE = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "ζ": r"\zeta",
    "η": r"\eta", "θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi",
    "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "φ": r"\phi", "χ": r"\chi", "ψ": r"\psi",
    "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Σ": r"\Sigma",
    "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx",
    "→": r"\to", "⇒": r"\Rightarrow", "∈": r"\in", "∞": r"\infty", "∑": r"\sum", "∫": r"\int", "∂": r"\partial",
    "∇": r"\nabla", "·": r"\cdot", "×": r"\times", "−": "-", "⊤": r"\top", "√": r"\sqrt", "ℝ": r"\mathbb{R}",
    "∼": r"\sim", "⊙": r"\odot", "ℓ": r"\ell", "∥": r"\|",
}  # fmt: skip
INVISIBLE = frozenset("~\u00a0\u200b\u2009")

# Operators ---------------------------------------------------------------------------------------

RELATIONS: dict[str, Relation] = {
    "=": "=",
    r"\equiv": "=",
    r"\triangleq": "=",
    r"\coloneqq": "=",
    r"\coloneq": "=",
    r"\eqqcolon": "=",
    r"\defeq": "=",
    r"\doteq": "=",
    ":=": "=",
    "=:": "=",
    "<": "<",
    r"\lt": "<",
    ">": ">",
    r"\gt": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    r"\leqq": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    r"\geqq": ">=",
    r"\ne": "!=",
    r"\neq": "!=",
    r"\ll": "<<",
    r"\gg": ">>",
    r"\in\arg": "=",
    r"\approx": "~~",
    r"\simeq": "~~",
    r"\propto": "propto",
    r"\to": "->",
    r"\rightarrow": "->",
    r"\longrightarrow": "->",
    r"\Rightarrow": "=>",
    r"\implies": "=>",
    r"\Longrightarrow": "=>",
    r"\iff": "<=>",
    r"\Leftrightarrow": "<=>",
    r"\Longleftrightarrow": "<=>",
}
# of symmetric matrices: the difference of the sides has eigenvalues of this sign, right minus left where it says so
MATRIX_ORDERS: dict[str, tuple[Relation, bool]] = {
    r"\succeq": (">=", False),
    r"\succcurlyeq": (">=", False),
    r"\succ": (">", False),
    r"\preceq": (">=", True),
    r"\preccurlyeq": (">=", True),
    r"\prec": (">", True),
}
DEFINING = frozenset((r"\triangleq", r"\coloneqq", r"\coloneq", r"\defeq", ":="))
NAMING = frozenset(("=:", r"\eqqcolon"))  # the right side is introduced for the left one
DEFINING_LABELS = words("def def. definition Def let Delta \\triangle \\Delta \\text{def} \\mathrm{def} d")
# Relations that the language has no word for: a row that uses one is unread, by name.
OTHER_RELATIONS = commands(
    "cong subset subseteq supset supseteq perp"
    " lesssim gtrsim leadsto models vdash hookrightarrow leftarrow gets Leftarrow impliedby"
    " asymp"
)
UPDATES = commands("gets leftarrow")  # what a program does: nothing is claimed
MEMBER, DRAWN = r"\in", r"\sim"
TIMES = frozenset((r"\cdot", r"\times", "*", r"\ast"))
HADAMARD = commands("odot circ")
KRONECKER = commands("otimes")
DIVIDED = commands("oslash")  # entry by entry
SEPARATE_OPERATORS = commands("notin ni mapsto longmapsto oplus cup cap setminus wedge vee land lor bullet star pm mp")
PLUS = {"+": False, "-": True}  # is the term after it negated?
OPENERS = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\lbrace": r"\rbrace",
    r"\lbrack": r"\rbrack",
    r"\langle": r"\rangle",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
}
FLOORS = frozenset((r"\lfloor", r"\lceil"))
CLOSERS = frozenset(OPENERS.values()) | {"}"}
BAR, DOUBLE_BAR, MID = "|", r"\|", r"\mid"
BARS = {r"\lvert": BAR, r"\rvert": BAR, r"\vert": BAR, r"\lVert": DOUBLE_BAR, r"\rVert": DOUBLE_BAR}
DOUBLE_BARS = frozenset((r"\|", r"\Vert", r"\parallel"))
# Commands that take no argument in braces: a group behind one is a group of its own
SIGNS = (
    TIMES | HADAMARD | KRONECKER | DIVIDED | SEPARATE_OPERATORS | OPENERS.keys() | CLOSERS | BARS.keys() | DOUBLE_BARS
    | commands("partial nabla mid in notin sim")
)  # fmt: skip
OF_EVENTS = frozenset((r"\cup", r"\cap", r"\wedge", r"\vee", r"\land", r"\lor", r"\neg", r"\lnot", MEMBER))
MIDS = frozenset((BAR, r"\mid", r"\vert", r"\rvert", r"\lvert"))
DOTS = commands("dots ldots cdots dotsc dotsb dotsm dotso vdots ddots")
TRANSPOSES = frozenset(
    ("T", r"\top", r"\intercal", r"\transpose", r"\trans", r"\transp", r"\mathrm{T}", r"\mathrm{t}", r"\bm{T}")
)
TRANSPOSE_LETTERS = words("T t")
STARS = frozenset(("*", r"\ast", r"\star"))
NAME_SUPERSCRIPTS = {
    "*": "*",
    r"\ast": "*",
    r"\star": r"\star",
    r"\dagger": r"\dagger",
    r"\dag": r"\dagger",
    "+": "+",
    "-": "-",
    r"\sharp": r"\sharp",
    r"\circ": r"\circ",
    r"\nabla": r"\nabla",
}

# Functions: spelled, with or without a backslash, and the head they become ----------------------

FUNCTIONS: dict[str, str] = {
    "exp": "exp",
    "log": "log",
    "ln": "log",
    "tanh": "tanh",
    "sin": "sin",
    "cos": "cos",
    "tr": "tr",
    "Tr": "tr",
    "trace": "tr",
    "Trace": "tr",
    "det": "det",
    "diag": "diag",
    "Diag": "diag",
    "vec": "vec",
    "softmax": "softmax",
    "Softmax": "softmax",
}
FUNCTION_COMMANDS = {
    "\\" + name: head for name, head in FUNCTIONS.items() if name in words("exp log ln tanh sin cos det")
}
# functions that are made of others: what they become is in `operators`
COMPOUND = words("tan cot sec csc sinh cosh coth")
DERIVED = words("exp log sin cos tanh")  # functions with a name whose derivatives may be written with a prime
FUNCTIONS |= {name: name for name in COMPOUND}
FUNCTION_COMMANDS |= {"\\" + name: name for name in COMPOUND}
GROWTH_CLASSES = {
    r"\Theta": "Theta",
    "O": "BigO",
    r"\mathcal{O}": "BigO",
    r"\mathrm{O}": "BigO",
    r"\Omega": "BigOmega",
    "o": "little_o",
    r"\mathcal{o}": "little_o",
    r"\mathrm{o}": "little_o",
}
COSTS = {
    "time": "time",
    "flops": "time",
    "FLOPs": "time",
    "ops": "time",
    "multiplications": "mults",
    "mults": "mults",
    "space": "space",
    "memory": "memory",
    "workspace": "workspace",
    "size": "size",
    "stored": "stored",
}
STATISTICS = {"Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov", "V": "Var", "Variance": "Var"}
STATISTICS |= {"Corr": "Corr", "corr": "Corr"}
ARGUMENTS_OF_STATISTICS = {"Var": 1, "Cov": 2, "Corr": 2}
ENTROPIES = frozenset(("H", r"\mathrm{H}", r"\mathbb{H}", r"\mathcal{H}", r"\bm{H}", r"\mathrm{h}"))
INFORMATIONS = frozenset(("I", r"\mathrm{I}", r"\mathbb{I}", r"\mathcal{I}", r"\mathrm{MI}"))
EXPECTATIONS = frozenset((r"\mathbb{E}", r"\mathrm{E}", r"\mathcal{E}", r"\bm{E}", "E"))
OF_CHANCE = EXPECTATIONS | frozenset(("Var", "Cov", "var", "cov", r"\mathrm{Var}", r"\mathrm{Cov}", r"\mathbb{V}"))
# A plain run of these letters in front of a bracket is the function, not a product of letters.
# letters that are numbers in front of what is differentiated, and that nobody takes for a function or a quantity
GREEK_COEFFICIENTS = commands("lambda alpha beta gamma mu nu eta rho tau")
SPELLED = words(
    "exp log ln tanh sin cos softmax diag det tr Tr Var var Cov cov Corr KL ReLU sigmoid relu MSE CE BCE ELBO tan sign"
)
SPELLED_OPTIMA = words("max min argmax argmin")
POWERED = words("sin cos tan log exp tanh")  # nobody takes `sin^2` for s i n^2
LOGARITHMS = frozenset((r"\log", r"\ln", r"\lg"))
# Functions that exist on the page but have no head: refused by name rather than read as something else.
UNSUPPORTED = commands(
    "max min sup inf argmax argmin arg liminf limsup arcsin arccos arctan gcd"
    " dim ker deg lg erf prob bigcup bigcap iint iiint oint forall exists emptyset varnothing"
    " bigoplus bigotimes mod bmod pmod"
)
LABEL_COMMANDS = commands("max min sup inf star ast dagger")
UNSUPPORTED_NAMES = words("argmax argmin max min sup inf rank vec span Pr Bernoulli Categorical Uniform Ber")
BIG = {r"\sum": "sum", r"\prod": "prod"}
IS_AMONG = r"\in\arg"  # the relation of `x^* \in \arg\min ...`
OPTIMA = {
    r"\min": "min",
    r"\max": "max",
    r"\inf": "inf",
    r"\sup": "sup",
    r"\argmin": "argmin",
    r"\argmax": "argmax",
}
# how the words of these are spelled; `\arg\min` is two of them
OPTIMUM_WORDS = {
    spelled: word
    for word in ("arg", "min", "max", "inf", "sup", "argmin", "argmax")
    for spelled in ("\\" + word, rf"\mathrm{{{word}}}")
}
INTEGRAL, LIMIT = r"\int", r"\lim"
DIFFERENTIALS = ("d", r"\mathrm{d}")
FRACTIONS = commands("frac tfrac dfrac cfrac nicefrac sfrac")
BINOMIALS = commands("binom dbinom tbinom")
ARGUMENTS = {**dict.fromkeys(FRACTIONS | BINOMIALS, 2), r"\sqrt": 1}  # in braces, that a command takes with it
MATRICES = words("matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array psmallmatrix bsmallmatrix")
DETERMINANTS = words("vmatrix Vmatrix")
DIVERGENCES = frozenset(
    (
        r"\mathrm{KL}",
        r"D_{\mathrm{KL}}",
        "D_{KL}",
        r"\mathrm{D_{KL}}",
        r"\mathrm{D}_{\mathrm{KL}}",
        "KL",
        r"\mathrm{D}_{KL}",
    )
)
NORMALS = frozenset((r"\mathcal{N}", "N", r"\mathrm{N}", r"\mathrm{Normal}"))
NOT_FUNCTIONS = (
    NORMALS | EXPECTATIONS | DIVERGENCES | frozenset(rf"\mathrm{{{word}}}" for word in STATISTICS) | {r"\mathbb{V}"}
)

# Which letters are what, where the document does not say ----------------------------------------

INDEX_LETTERS = words("a b c g h i j k l m n o r s t i' j' k' t' n' m' l' i'' j'' k'' t'' n'' m'' l'' \\ell")
DEFAULT_LABELS = {"d": words("k v q h m o"), "\\lambda": words("max min")}
LABEL_WORDS = words(
    "max min row col new old model out opt ols ridge mle map avg eff tot train test val obs hid ff std data prior post"
    " true est lin reg rec in pos neg ref sgd mean var err loss approx separable"
)
DEFAULT_FUNCTIONS = words("f g \\sigma \\phi \\psi \\varphi \\Phi h F G L J \\mathcal{L} \\ell \\bm{f} \\bm{g} \\rho")
SURE_FUNCTIONS = words("f g J \\mathcal{L} \\ell \\bm{f} \\bm{g}")
INDICATORS = frozenset((r"\mathbb{I}", r"\bm{1}", r"\mathbb{1}", r"\bm{I}", r"\mathrm{I}"))
# in front of a bracket these mean one certain function: its head, and how many arguments it takes
SPECIAL_FUNCTIONS: dict[str, tuple[str, int]] = {
    r"\Gamma": ("gamma_fn", 1),
    r"\mathrm{B}": ("beta_fn", 2),
    r"\mathrm{erf}": ("erf", 1),
    r"\mathrm{digamma}": ("digamma", 1),
    r"\psi": ("digamma", 1),
}
ONLY_IF_SPOKEN = frozenset((r"\psi",))  # where the page speaks of the function by its name
# Where one of these is a total and its members are indexed (L = \\sum_t L_t), they are two symbols.
VARIED = frozenset(
    ("w", "\\theta", "\\beta", "\\bm{w}", "\\bm{\\theta}", "\\bm{\\beta}")
)  # what a loss is minimised over
TOTALS = words("L J \\mathcal{L} \\ell \\mathcal{J} R C")
PARAMETERS = commands("theta phi psi vartheta varphi omega eta lambda")  # the label of a model: p_\\theta
SPREADS = words("S s \\sigma \\tau")  # letters of variances: an estimator may be called S^2
DENSITY_LETTERS = words("p q r P Q \\pi f_X")
IDENTITIES = frozenset(("I", r"\bm{I}", r"\mathbb{I}", r"\mathrm{I}"))
CONSTANTS = {r"\bm{0}": "zeros", r"\bm{1}": "ones", r"\mathbb{1}": "ones", r"\mathbb{0}": "zeros"}

# Documents ---------------------------------------------------------------------------------------

KINDS_OF_ENVIRONMENT = {"math": "inline", "falsehood": "denied"}
DISPLAYS = words(
    "falsehood equation align aligned gather gathered eqnarray split multline alignat flalign dmath displaymath math"
    " alignedat dgroup IEEEeqnarray subequations empheq"
)
ROW_ENVIRONMENTS = words("aligned gathered split alignedat align gather alignat eqnarray multline dgroup subequations")
ENVIRONMENTS_WITH_ARGUMENT = words("alignat alignedat array IEEEeqnarray empheq")
SKIPPED_ENVIRONMENTS = words(
    "verbatim Verbatim lstlisting minted tikzpicture comment thebibliography python algorithmic algorithm2e"
    " filecontents quote quotation tabular tabularx longtable figure table wrapfigure verified"
)
SECTIONS = words(
    "part chapter section subsection subsubsection paragraph subparagraph question Question problem exercise"
    " titledquestion subpart"
)
SECTION_LEVELS = {"part": 0, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
# what stands beside the argument: it gives nothing
ASIDES = words("footnote footnotetext caption marginpar marginnote sidenote thanks todo captionof")
# environments whose text stands for itself
FENCES = (
    dict.fromkeys(words("proof pf Proof"), "proof")
    | dict.fromkeys(words("example Example examples remark Remark rem note aside"), "example")
    | dict.fromkeys(
        words(
            "theorem Theorem thm lemma Lemma lem proposition Proposition prop corollary Corollary cor claim Claim fact"
            " conjecture"
        ),
        "theorem",
    )
)
HEADING_ENVIRONMENTS = words("question problem exercise Exercise Problem Question homeworkProblem result")
_POSING = re.compile(r"(?:problem|prob|question|exc?erci[sz]e|task|aufgabe)$", re.IGNORECASE)  # `aprob`


def poses(environment: str) -> bool:
    """Whether an environment is a problem, or begins a part of the page like one."""
    return environment in HEADING_ENVIRONMENTS or _POSING.search(environment) is not None


KNOWN_ENVIRONMENTS = DISPLAYS | SKIPPED_ENVIRONMENTS | FENCES.keys() | HEADING_ENVIRONMENTS
FRESH_ENVIRONMENTS = words("result")  # all letters are declared anew inside

# Words of prose ----------------------------------------------------------------------------------

APART = frozenset((r"\perp", r"\indep", r"\independent", r"\bot"))
OR = r"\lor"
OR_SIGNS = frozenset((r"\lor", r"\vee"))


def forms(name: str) -> frozenset[str]:
    """The words of a class of the lexicon, for the text in the rows of a display."""
    signs = vocabulary().classes[name]
    return frozenset(form for form, sign in vocabulary().signs.items() if sign in signs)


CONDITION_WORDS = forms("row-condition")  # they say where a row holds, or why
SEPARATING_WORDS = forms("row-separating")  # they begin another statement
JOINING_WORDS = forms("joining")
EXPLAINING_WORDS = forms("explaining")  # where, with, here
RANGING_WORDS = forms("ranging")  # for, if, when: they say for which values a row holds
CONDITIONAL_WORDS = forms("force-if")
INDEPENDENT_WORDS = forms("independent") | forms("independently") | forms("iid")

IMPLICATIONS = frozenset(("=>", "<=>"))
