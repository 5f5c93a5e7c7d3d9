/*
 * Paths through an array that meet: chains of records whose next ones lie anywhere, walks from lane to lane of
 * their own. Where one comes to a piece that another has been at, it goes on where that went: from there on it
 * finds nothing new.
 *
 * Of P paths, each k steps through N pieces, those that have met nobody find V pieces in s steps:
 *
 *     dV/ds = p, dp/ds = -p V / N, p(0) = P      V = P k * tanh(y) / y      y = k * (P / (2 N))^(1/2)
 *
 * y^2 grows as the number of paths, so as blocks. What a few blocks find tells y, and that what all do. Draws by lot, each for itself, meet 3 / k as often at first.
 *
 * Source: the limit of many pieces of a random mapping. 8448 paths of 64 steps through 1048576 pieces (records of
 * 64 bytes, the next of each at random) find 128877, here 133000.
 */
#ifndef GM_MODEL_PATHS_H
#define GM_MODEL_PATHS_H

#include "model/grid_trace.h"

/* Different pieces of so many blocks, one of which finds `draws`; `meets`: y^2 of one block. */
double gm_paths_found(double draws, double meets, double blocks);

/* y^2 of one block, where `blocks` found so many `different` pieces; 0 when all are. */
double gm_paths_meets(double draws, double different, double blocks);

/* Do most data-dependent loads of the array need an earlier load of it? */
bool gm_paths_follow(const gm_grid_trace *trace, int array);

#endif
