"""Comparisons with other tools: `make bench`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processor time is compared, and idle threads would count
