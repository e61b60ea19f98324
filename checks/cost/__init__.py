r"""Cost claims: growth (`f = \Theta(g)`), and the operations and memory that an expression needs.

`docs/cost.md` says what is counted and how growth in several variables is decided.
"""
