"""Deep Learning HW3: attention, heads, positions, the transformer block, image patches."""

from hence.derivations.hw3 import (
    q11_attention,
    q11_limits,
    q12_heads,
    q13_layers,
    q13_permutation,
    q13_positions,
    q14_layer_norm,
    q14_path_length,
    q14_transformer,
    q15_vision,
    remarks,
)

ENTRIES = (
    *q11_attention.ENTRIES,
    *q11_limits.ENTRIES,
    *q12_heads.ENTRIES,
    *q13_positions.ENTRIES,
    *q13_layers.ENTRIES,
    *q13_permutation.ENTRIES,
    *q14_transformer.ENTRIES,
    *q14_layer_norm.ENTRIES,
    *q14_path_length.ENTRIES,
    *q15_vision.ENTRIES,
    *remarks.ENTRIES,
)
