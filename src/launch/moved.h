/*
 * How far accesses move from block to block in boxes that are alike (kernel/moves.h), from what was proven at
 * their corners.
 *
 * From the first block of a box the proof says it along each side. Along two sides it is the sum where the
 * proofs at the other corners say the same: an address is linear along each side, so what a step along one
 * moves is linear in the place along the other, and alike at both ends of it alike between them. A product of
 * the places along two sides moves nothing at the first block; at the far end of one it moves along the other.
 */
#ifndef GM_LAUNCH_MOVED_H
#define GM_LAUNCH_MOVED_H

#include "kernel/moves.h"
#include "launch/alike.h"

/* NULL: of too many boxes. The caller frees it. */
gm_moves *gm_ptx_moved(const ptx_prover *prover, const ptx_boxes *boxes);

#endif
