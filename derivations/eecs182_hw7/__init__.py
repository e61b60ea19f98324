"""EECS 182 (spring 2023), homework 7: autoencoders, attention."""

from derivations.eecs182_hw7 import q3_scaled_dot_product

ENTRIES = q3_scaled_dot_product.ENTRIES
