"""Experiments: results of the catalogue tried out on numbers, in code that shares nothing with the checker."""

from derivations.experiments.attention import attention_in_linear_time, inner_product_from_norms, softmax_attention
from derivations.experiments.autoencoders import autoencoder_gradients, scaled_dot_product
from derivations.experiments.bounds import evidence, lower_bound
from derivations.experiments.measuring import LEVEL
from derivations.experiments.optimisers import (
    average_without_mean,
    biased_average,
    matched_updates,
    recurrent_units,
    sum_of_weights,
    unrolled_average,
)
from derivations.experiments.remarks import permutations_without_fixed_points, rank_of_features, sequential_depth

__all__ = [
    "LEVEL",
    "attention_in_linear_time",
    "autoencoder_gradients",
    "average_without_mean",
    "biased_average",
    "evidence",
    "inner_product_from_norms",
    "lower_bound",
    "matched_updates",
    "permutations_without_fixed_points",
    "rank_of_features",
    "recurrent_units",
    "scaled_dot_product",
    "sequential_depth",
    "softmax_attention",
    "sum_of_weights",
    "unrolled_average",
]
