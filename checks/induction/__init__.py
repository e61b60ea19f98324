"""Induction on an index: the certificate with its replay, and the search for it."""
