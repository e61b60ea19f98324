"""How fast, compared with what people use otherwise. `python -m benchmarks` prints ratios; no test depends on them."""
