"""The core results with statements that look almost like them, and their sides evaluated by hand."""

from tests.core_results import attention, averages, bound, dot_products, recurrent

RESULTS = (*attention.RESULTS, *recurrent.RESULTS, *averages.RESULTS, *bound.RESULTS, *dot_products.RESULTS)
