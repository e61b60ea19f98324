"""EECS 182 (spring 2023), homework 7: autoencoders, attention."""

from hence.derivations.eecs182_hw7 import (
    q0_due_date,
    q1_landscape,
    q1_linear_autoencoder,
    q1_principal_components,
    q2_exact,
    q2_minimisers,
    q2_regularised_autoencoder,
    q3_scaled_dot_product,
    q4_argmax_attention,
    q5_cost,
    q5_kernel_attention,
    q6_debugging,
    remarks,
)

ENTRIES = (
    *q0_due_date.ENTRIES,
    *q1_linear_autoencoder.ENTRIES,
    *q1_principal_components.ENTRIES,
    *q1_landscape.ENTRIES,
    *q2_regularised_autoencoder.ENTRIES,
    *q2_minimisers.ENTRIES,
    *q2_exact.ENTRIES,
    *q3_scaled_dot_product.ENTRIES,
    *q4_argmax_attention.ENTRIES,
    *q5_kernel_attention.ENTRIES,
    *q5_cost.ENTRIES,
    *q6_debugging.ENTRIES,
    *remarks.ENTRIES,
)
