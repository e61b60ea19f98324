"""Equations that follow from equations between numbers: a combination of what is zero is zero."""
