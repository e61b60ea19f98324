"""Assignment 5: complexity, attention, the variational bound, a bilinear game."""

from derivations.assignment5 import q3_elbo

ENTRIES = q3_elbo.ENTRIES
