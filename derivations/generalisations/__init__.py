"""Results beyond the five homework documents: the same questions, asked more generally."""

from hence.derivations.generalisations import (
    attention,
    autoencoders,
    estimators,
    games,
    gaussians,
    heavy_ball,
    inequalities,
    kernels,
    optimisers,
    random_features,
    sequences,
)

ENTRIES = (
    *random_features.ENTRIES,
    *gaussians.ENTRIES,
    *estimators.ENTRIES,
    *kernels.ENTRIES,
    *attention.ENTRIES,
    *sequences.ENTRIES,
    *optimisers.ENTRIES,
    *autoencoders.ENTRIES,
    *games.ENTRIES,
    *heavy_ball.ENTRIES,
    *inequalities.ENTRIES,
)
