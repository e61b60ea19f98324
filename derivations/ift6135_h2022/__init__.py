"""IFT6135 (winter 2022): recurrent networks, momentum, attention, weight decay."""

from hence.derivations.ift6135_h2022 import (
    q1_exploding,
    q1_gradients,
    q1_jacobian,
    q1_rnn,
    q2_momentum,
    q2_variance,
    q3_attention,
    q3_cost,
    q3_feature_variance,
    q3_rank,
    q3_separable,
    q4_weight_decay,
    remarks,
)

ENTRIES = (
    *q1_rnn.ENTRIES,
    *q1_jacobian.ENTRIES,
    *q1_exploding.ENTRIES,
    *q1_gradients.ENTRIES,
    *q2_momentum.ENTRIES,
    *q2_variance.ENTRIES,
    *q3_separable.ENTRIES,
    *q3_rank.ENTRIES,
    *q3_attention.ENTRIES,
    *q3_cost.ENTRIES,
    *q3_feature_variance.ENTRIES,
    *q4_weight_decay.ENTRIES,
    *remarks.ENTRIES,
)
