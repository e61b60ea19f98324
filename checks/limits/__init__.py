"""Limits: a small calculus of growth on normal forms, its refutations and its oracle."""
