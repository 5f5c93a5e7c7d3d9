/*
 * Divergence: what it costs that the lanes of a warp execute together.
 *
 * A warp takes a path when at least one of its lanes does. If lanes take it independently with
 * probability p, a warp of w lanes pays for it with probability
 *
 *     1 - (1 - p)^w          w = 32 on NVIDIA, 64 on AMD
 *
 * Paths that have lanes are executed one after the other (before cc 7.0 up to the reconvergence point;
 * since then lanes may interleave, but an instruction still issues for the lanes of one path only).
 *
 * Source: the lecture of Jyvaskyla (wavefronts of 64 against warps of 32); CUDA C programming guide,
 * "SIMT architecture".
 */
#ifndef GM_MODEL_DIVERGENCE_H
#define GM_MODEL_DIVERGENCE_H

#include <stddef.h>
#include <stdint.h>

/* The fraction of warps that pay for a branch which each lane takes with probability 0 <= p <= 1. */
double gm_divergence_paying_ratio(double lane_probability, int warp_lanes);

/* Lanes used over lanes issued: 1 when every instruction ran with a full warp, 1/32 when with single
   lanes. Nsight Compute: smsp__thread_inst_executed_per_inst_executed.ratio / 32. 1 when nothing was
   issued: no lane was wasted. */
double gm_divergence_lane_use_ratio(int64_t warp_instructions, int64_t lane_instructions,
                                    int warp_lanes);

typedef struct gm_divergent_paths {
	int serialised_count;     /* paths that have an active lane: executed one after the other */
	int active_count;         /* active lanes */
	int widest_count;         /* lanes of the widest path */
	int without_path_count;   /* active lanes that no path holds: they skip the construct */
	double lane_use_ratio;    /* active lanes with a path / (paths executed x active lanes), if all paths
	                             are as long; 1 when none is executed */
} gm_divergent_paths;

/* A condition met by the lanes `active`, whose `count` ways on take the lanes of each mask. A lane is
   counted for the first path that holds it. */
gm_divergent_paths gm_divergence_paths(uint64_t active, const uint64_t *paths, size_t count);

#endif
