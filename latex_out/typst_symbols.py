"""LaTeX commands and what Typst's mathematics calls them. Tables only."""

from __future__ import annotations

GREEK = dict(
    zip(
        (
            "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho "
            "varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon "
            "Phi Psi Omega"
        ).split(),
        "αβγδϵεζηθϑικλμνξπϖρϱσςτυϕφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        strict=True,
    )
)

SYMBOLS: dict[str, str] = {
    **GREEK,
    # relations
    "le": "≤",
    "leq": "≤",
    "leqslant": "≤",
    "ge": "≥",
    "geq": "≥",
    "geqslant": "≥",
    "ne": "≠",
    "neq": "≠",
    "approx": "≈",
    "sim": "∼",
    "simeq": "≃",
    "cong": "≅",
    "equiv": "≡",
    "propto": "∝",
    "asymp": "≍",
    "ll": "≪",
    "gg": "≫",
    "in": "∈",
    "notin": "∉",
    "ni": "∋",
    "subset": "⊂",
    "subseteq": "⊆",
    "mid": "∣",
    "parallel": "∥",
    "perp": "⟂",
    "to": "→",
    "rightarrow": "→",
    "leftarrow": "←",
    "longrightarrow": "⟶",
    "mapsto": "↦",
    "Rightarrow": "⇒",
    "Leftarrow": "⇐",
    "Leftrightarrow": "⇔",
    "implies": "⟹",
    "iff": "⟺",
    "coloneqq": "≔",
    "triangleq": "≜",
    "succ": "≻",
    "succeq": "⪰",
    "prec": "≺",
    "preceq": "⪯",
    "colon": r"\:",
    # operators
    "cdot": "⋅",
    "times": "×",
    "pm": "±",
    "mp": "∓",
    "odot": "⊙",
    "otimes": "⊗",
    "oplus": "⊕",
    "circ": "∘",
    "star": "⋆",
    "ast": "∗",
    "cup": "∪",
    "cap": "∩",
    "setminus": "∖",
    "wedge": "∧",
    "land": "∧",
    "vee": "∨",
    "lor": "∨",
    "neg": "¬",
    "lnot": "¬",
    "div": "÷",
    "sum": "∑",
    "prod": "∏",
    "int": "∫",
    "iint": "∬",
    "bigcup": "⋃",
    "bigcap": "⋂",
    "nabla": "∇",
    "partial": "∂",
    # letters and marks
    "infty": "∞",
    "ell": "ℓ",
    "top": "⊤",
    "bot": "⊥",
    "forall": "∀",
    "exists": "∃",
    "emptyset": "∅",
    "varnothing": "∅",
    "prime": "′",
    "dagger": "†",
    "Re": "ℜ",
    "Im": "ℑ",
    "hbar": "ℏ",
    "blacksquare": "■",
    "square": "□",
    "Box": "□",
    "checkmark": "✓",
    "dots": "…",
    "ldots": "…",
    "dotsc": "…",
    "cdots": "⋯",
    "dotsb": "⋯",
    "vdots": "⋮",
    "ddots": "⋱",
    # delimiters
    "langle": "⟨",
    "rangle": "⟩",
    "lvert": 'class("opening", |)',
    "rvert": 'class("closing", |)',
    "lVert": 'class("opening", ‖)',
    "rVert": 'class("closing", ‖)',
    "vert": "|",
    "Vert": "‖",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
    "lbrace": r"\{",
    "rbrace": r"\}",
    # spaces
    "quad": "quad",
    "qquad": "quad quad",
}

OPERATORS = frozenset(
    "exp log ln sin cos tan sinh cosh tanh arctan det dim ker deg gcd arg".split(),
)
LIMIT_OPERATORS = frozenset("lim max min sup inf limsup liminf Pr argmax argmin".split())

# commands of one argument, as Typst functions
WRAPPERS: dict[str, str] = {
    "hat": "hat({})",
    "widehat": "hat({})",
    "tilde": "tilde({})",
    "widetilde": "tilde({})",
    "bar": "macron({})",
    "overline": "overline({})",
    "underline": "underline({})",
    "vec": "arrow({})",
    "dot": "dot({})",
    "ddot": "dot.double({})",
    "check": "caron({})",
    "bm": "bold({})",
    "boldsymbol": "bold({})",
    "mathbf": "upright(bold({}))",
    "mathbb": "bb({})",
    "mathcal": "cal({})",
    "mathscr": "scr({})",
    "mathfrak": "frak({})",
    "mathsf": "sans({})",
    "mathit": "italic({})",
    "mathrel": 'class("relation", {})',
    "mathbin": 'class("binary", {})',
    "mathop": "limits({})",
    "boxed": "#box(stroke: 0.5pt, inset: 4pt)[${}$]",
    "cancel": "cancel({})",
    "phantom": "#hide[${}$]",
    "sqrt": "sqrt({})",
    "ensuremath": "{}",
    "smash": "{}",
    "mathstrut": "{}",
}
ROMAN = frozenset("text textrm textnormal mathrm mathnormal textup mbox hbox textit textbf".split())
FRACTIONS = {
    "binom": "binom({}, {})",
    "frac": "frac({}, {})",
    "dfrac": "display(frac({}, {}))",
    "tfrac": "inline(frac({}, {}))",
}
SPACES = {",": "thin", ":": "med", ">": "med", ";": "thick", "!": "#h(-0.167em)", " ": "space"}
ESCAPED = {"{": r"\{", "}": r"\}", "%": "%", "&": "\\&", "_": r"\_", "#": r"\#", "$": r"\$"}
SIZES = frozenset("big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm".split())
IGNORED = frozenset("limits nolimits displaystyle textstyle scriptstyle nonumber notag allowbreak relax".split())
MATRICES = {
    "pmatrix": '"("',
    "bmatrix": '"["',
    "Bmatrix": '"{"',
    "vmatrix": '"|"',
    "Vmatrix": '"‖"',
    "matrix": "#none",
    "smallmatrix": "#none",
    "array": "#none",
}
ALIGNED = frozenset(
    ("aligned", "align", "align*", "gathered", "gather", "gather*", "split", "equation", "equation*", "falsehood")
)
