"""Practical No. 4: attention with few and with random keys, heads, self-attention, random features."""

from hence.derivations.practical4 import (
    q2_chance,
    q2_heads,
    q2_keys,
    q2_limits,
    q2_self_attention,
    q3_cost,
    q3_efficient,
    q3_features,
    remarks,
)

ENTRIES = (
    *q2_keys.ENTRIES,
    *q2_heads.ENTRIES,
    *q2_chance.ENTRIES,
    *q2_self_attention.ENTRIES,
    *q2_limits.ENTRIES,
    *q3_efficient.ENTRIES,
    *q3_features.ENTRIES,
    *q3_cost.ENTRIES,
    *remarks.ENTRIES,
)
