"""Inequalities: what is known of the parts of a claim, and the arithmetic that follows from it.

flat         polynomials in finitely many real unknowns
units        a normal form as such a polynomial: each indivisible part becomes an unknown
unit_facts   what is known of each unknown: exponentials, roots, absolute values, sums ...
norm_facts, mean_facts, function_facts   inequalities about norms, means, convex functions
premises     the hypotheses of the author as facts about the unknowns
arithmetic   whether the facts give the claim: squares, products of facts, z3
replay       the certificate, and how the kernel follows it
"""
