"""Assignment 5: complexity, attention, the variational bound, a bilinear game."""

from hence.derivations.assignment5 import (
    q1_cost,
    q1_parallelism,
    q2_attention,
    q2_limits,
    q2_one_key,
    q3_elbo,
    q4_fixed_point,
    q4_game,
    q4_step_size,
    remarks,
)

ENTRIES = (
    *q1_cost.ENTRIES,
    *q1_parallelism.ENTRIES,
    *q2_attention.ENTRIES,
    *q2_one_key.ENTRIES,
    *q2_limits.ENTRIES,
    *q3_elbo.ENTRIES,
    *q4_game.ENTRIES,
    *q4_step_size.ENTRIES,
    *q4_fixed_point.ENTRIES,
    *remarks.ENTRIES,
)
