"""The index normal form: every expression as sums of products of entries with exact coefficients.

What is canonical and what is only sound is said in `docs/normal-form.md`.
"""
