"""What commands of LaTeX look like in MathML: data only.

Letters are letters of Unicode, fonts are ranges of Unicode: browsers draw them without `mathvariant`, which MathML Core
does not have.
"""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    r"""`alpha α beta β` as {"\\alpha": "α", ...}."""
    words = text.split()
    return {"\\" + name: character for name, character in zip(words[::2], words[1::2], strict=True)}


LETTERS = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ "
    "lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ "
    "chi χ psi ψ omega ω ell ℓ imath ı jmath ȷ"
)
# these stand upright
UPRIGHT = _pairs(
    "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω nabla ∇ partial ∂ infty ∞ hbar ℏ "
    "emptyset ∅ varnothing ∅ top ⊤ bot ⊥ forall ∀ exists ∃ nexists ∄ aleph ℵ Re ℜ Im ℑ wp ℘ prime ′ angle ∠ "
    "triangle △ square □ Box □ blacksquare ■ qed □ qedsymbol □ checkmark ✓ dagger † ddagger ‡ ldots … dots … dotsc … "
    "dotso … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱ % % $ $ & & # # _ _ S § P ¶ copyright © degree °"
)
RELATIONS = _pairs(
    "le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ ll ≪ gg ≫ "
    "in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ subsetneq ⊊ mid ∣ nmid ∤ parallel ∥ perp ⊥ "
    "to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ "
    "impliedby ⟸ iff ⟺ longrightarrow ⟶ longleftarrow ⟵ Longrightarrow ⟹ Longleftrightarrow ⟺ mapsto ↦ longmapsto ⟼ "
    "hookrightarrow ↪ uparrow ↑ downarrow ↓ nearrow ↗ searrow ↘ leadsto ⇝ rightsquigarrow ⇝ prec ≺ preceq ⪯ succ ≻ "
    "succeq ⪰ coloneqq ≔ coloneq ≔ colon : vdash ⊢ models ⊨ asymp ≍ doteq ≐ triangleq ≜ lesssim ≲ gtrsim ≳ "
    "trianglelefteq ⊴ defeq ≔ upuparrows ⇈"
) | {"=": "=", "<": "<", ">": ">", ":": ":", "\\vcentcolon": ":"}
BINARY = _pairs(
    "cdot ⋅ times × div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ setminus ∖ smallsetminus ∖ wedge ∧ land ∧ "
    "vee ∨ lor ∨ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ boxtimes ⊠ boxplus ⊞ dag † amalg ⨿ sqcup ⊔ uplus ⊎"
) | {"+": "+", "-": "−", "*": "∗", "−": "−"}
PREFIXES = _pairs("neg ¬ lnot ¬")
LARGE = _pairs(
    "sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ bigsqcup ⨆ biguplus ⨄"
)
INTEGRALS = _pairs("int ∫ iint ∬ iiint ∭ oint ∮ smallint ∫")
OPENING = _pairs("lbrace { lbrack [ langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lbrack [ lgroup ⟮ llbracket ⟦ { {") | {
    "(": "(",
    "[": "[",
}
CLOSING = _pairs("rbrace } rbrack ] rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rgroup ⟯ rrbracket ⟧ } }") | {
    ")": ")",
    "]": "]",
}
BARS = {"|": "|", "\\|": "‖", "\\vert": "|", "\\Vert": "‖", "\\backslash": "\\"}
DELIMITERS = OPENING | CLOSING | BARS | {"/": "/", "<": "⟨", ">": "⟩", ".": ""} | _pairs("uparrow ↑ downarrow ↓")
PUNCTUATION = {",": ",", ";": ";"}

# functions that take their limits below
LIMIT_WORDS = {
    "\\" + name: shown
    for name, shown in (
        *((n, n) for n in "lim max min sup inf det Pr gcd".split()),
        ("argmax", "arg\u2009max"),
        ("argmin", "arg\u2009min"),
        ("limsup", "lim\u2009sup"),
        ("liminf", "lim\u2009inf"),
    )
}
WORDS = {
    "\\" + n: n
    for n in "log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arg deg dim hom ker sgn "
    "sign rank mod erf ReLU relu logit".split()
}
SPACES = {
    "\\,": "0.167em",
    "\\thinspace": "0.167em",
    "\\:": "0.222em",
    "\\>": "0.222em",
    "\\medspace": "0.222em",
    "\\;": "0.278em",
    "\\thickspace": "0.278em",
    "\\!": "-0.167em",
    "\\ ": "0.25em",
    "\\\n": "0.25em",
    "~": "0.25em",
    "\\enspace": "0.5em",
    "\\quad": "1em",
    "\\qquad": "2em",
}
ACCENTS = _pairs("hat ^ widehat ^ bar ¯ tilde ~ widetilde ~ vec → overrightarrow → dot ˙ ddot ¨ check ˇ breve ˘")
STRETCHED = frozenset("\\widehat \\widetilde \\overrightarrow".split())
BRACES = {"\\overbrace": ("mover", "⏞"), "\\underbrace": ("munder", "⏟")}
RULED = {"\\overline": "over", "\\underline": "under"}  # drawn by the style sheet
SIZES = {
    "\\" + size + side: height
    for size, height in (("big", "1.2em"), ("Big", "1.8em"), ("bigg", "2.4em"), ("Bigg", "3em"))
    for side in ("", "l", "r", "m")
}
FRACTIONS = frozenset("\\frac \\dfrac \\tfrac \\cfrac \\nicefrac \\sfrac".split())
BINOMIALS = frozenset("\\binom \\dbinom \\tbinom".split())
STACKED = {"\\overset": "mover", "\\stackrel": "mover", "\\underset": "munder"}
ARROWS = {"\\xrightarrow": "→", "\\xleftarrow": "←", "\\xRightarrow": "⇒"}
TEXTS = frozenset(
    "\\text \\textrm \\textnormal \\textup \\mbox \\hbox \\textit \\textbf \\textsf \\texttt \\emph".split()
)
OPERATORS = frozenset("\\operatorname \\operatorname* \\mathop".split())
# commands without a look, and how many arguments go with them
SILENT = (
    dict.fromkeys(
        "\\displaystyle \\textstyle \\scriptstyle \\scriptscriptstyle \\limits \\nolimits \\nonumber \\notag \\hfill "
        "\\allowbreak \\relax \\noindent \\strut \\mathstrut \\boldmath \\hline \\centering \\small \\normalsize "
        "\\large \\Large \\footnotesize \\scriptsize \\tiny \\qedhere \\bigskip \\medskip \\smallskip \\par \\protect "
        "\\nobreak \\break \\newline \\linebreak \\pagebreak \\mathrel \\mathbin \\mathord \\mathopen \\mathclose "
        "\\mathinner \\mathpunct \\ensuremath \\middle".split(),
        0,
    )
    | dict.fromkeys(
        "\\label \\hspace \\hspace* \\vspace \\vspace* \\hskip \\color \\cite \\footnote \\index".split(), 1
    )
    | dict.fromkeys("\\phantom \\hphantom \\vphantom".split(), 1)
)
# commands whose last argument is all that is seen; before it stand so many others
TRANSPARENT = (
    dict.fromkeys("\\boxed \\mathstrut \\smash \\cancel \\bcancel \\xcancel \\rlap \\llap \\mathclap".split(), 0)
    | dict.fromkeys("\\ref \\eqref".split(), 0)
    | dict.fromkeys("\\textcolor \\colorbox \\href \\hyperref \\raisebox \\fcolorbox".split(), 1)
)

# Fonts -------------------------------------------------------------------------------------------

FONT_OF = {
    "\\mathbf": "bold",
    "\\mathbfit": "bold-italic",
    "\\boldsymbol": "bold-italic",
    "\\bm": "bold-italic",
    "\\pmb": "bold-italic",
    "\\symbf": "bold",
    "\\mathbb": "double",
    "\\mathbbm": "double",
    "\\mathds": "double",
    "\\mathcal": "script",
    "\\mathscr": "script",
    "\\mathfrak": "fraktur",
    "\\mathsf": "sans",
    "\\mathtt": "mono",
    "\\mathrm": "upright",
    "\\mathup": "upright",
    "\\mathit": "italic",
    "\\mathnormal": "italic",
    "\\rm": "upright",
    "\\bf": "bold",
    "\\it": "italic",
    "\\cal": "script",
}
_LATIN = {  # first capital, first small letter, first digit (0: none)
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "bold-italic": (0x1D468, 0x1D482, 0x1D7CE),
    "double": (0x1D538, 0x1D552, 0x1D7D8),
    "script": (0x1D49C, 0x1D4B6, 0),
    "fraktur": (0x1D504, 0x1D51E, 0),
    "sans": (0x1D5A0, 0x1D5BA, 0x1D7E2),
    "mono": (0x1D670, 0x1D68A, 0x1D7F6),
}
_GREEK = {"bold": (0x1D6A8, 0x1D6C2), "bold-italic": (0x1D71C, 0x1D736)}
_GREEK_CAPITALS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇"
_GREEK_SMALL = "αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"
_ELSEWHERE = {  # letters that Unicode had before it had their alphabet
    "double": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}


def styled(character: str, font: str) -> str:
    """The character in a font; as it is where the font does not have it. Never fails."""
    if character in _ELSEWHERE.get(font, {}):
        return _ELSEWHERE[font][character]
    capital, small, digit = _LATIN.get(font, (0, 0, 0))
    if capital and "A" <= character <= "Z":
        return chr(capital + ord(character) - ord("A"))
    if small and "a" <= character <= "z":
        return chr(small + ord(character) - ord("a"))
    if digit and "0" <= character <= "9":
        return chr(digit + ord(character) - ord("0"))
    for alphabet, start in zip((_GREEK_CAPITALS, _GREEK_SMALL), _GREEK.get(font, ()), strict=False):
        if character in alphabet:
            return chr(start + alphabet.index(character))
    return character
