"""Claims written out in small explicit dimensions, as matrices of SymPy expressions.

A third way to look at a claim, apart from the normal form (symbolic dimension) and from the numeric engine
(random numbers): here the dimension is a number and everything else is a symbol. Only
`checks.crosscheck` imports this package, and only when a second opinion is asked for: SymPy is slow to load.
"""
