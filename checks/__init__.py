"""Derivation in, report out: elaboration, the kernel and its normal form, refutation, Monte-Carlo."""

from hence.checks.check import check

__all__ = ["check"]
