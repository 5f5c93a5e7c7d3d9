/*
 * Which blocks run on SMs whose reads can join, while the first blocks of a grid do: blocks that are neighbours run on
 * SMs of one group (a GPC), an H200's 132 in 8 of them.
 *
 * Which SMs they are on was read off an H200 (%smid of grids of 1 to 2112 blocks): the first 8 blocks come to the 8 SMs
 * that are left over when the others go in sixteens; then 16 blocks come to each group, one group after the other; and
 * when all SMs have one, so again. Fewer blocks than SMs are spread evenly over the groups, neighbours still in one.
 *
 * Reads of one sector by SMs of a group at the same time are joined by fours (device fact l2_join_sms): so many times 2
 * to 128 blocks fetch the same tiles (H200, work 0 and 128; here the first 8 blocks are a group of their own):
 *
 *     blocks        2   4   8   16   24   32   48    64    96   128
 *     measured      1   1   2   10   10   10   17    17    25    32
 *     here          1   1   2   10   10   10   18    18    26    34
 *
 * Where the blocks of an SM run in turn, those that came to their SMs in the same round are in step, and no others. Blocks
 * in rows of 16, 8 on an SM, of which those of a column read the same tiles: 16 SMs have 2 of a column among their
 * eighths, and none among their first blocks. So much joined (H200, crossing, 16 to 1024 reads of shared memory between
 * tiles), beside what would if all were in step, and that of blocks of a row:
 *
 *     reads               16    64   256  1024   could
 *     columns, 1 of an SM 0.03  0.03  0.03  0.03      0
 *              2          0.47  0.32  0.03  0.02   0.46
 *              8          0.18  0.01  0.01  0.01   0.70
 *     rows,    8          0.64  0.59  0.51  0.34   0.73
 */
#ifndef GM_MODEL_SM_GROUPS_H
#define GM_MODEL_SM_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_sm_groups {
	int64_t blocks, sms, resident; /* of the grid, of the device, at most on one SM at once */
	int64_t groups;                /* of SMs */
	int64_t joined;                /* SMs whose reads become one, at most */
	bool in_turn;                  /* the blocks of an SM run one ahead of the other (model/turns.h) */
} gm_sm_groups;

/* Of what the first blocks fetch for a site. */
typedef struct gm_sm_sharing {
	double could_join; /* the part of the fetches that is less when all that can be joined are */
	double sharers;    /* SMs of a group that fetch the same, as the mean fetch has it; 1: nobody else does */
	double groups;     /* of SMs that fetch the same */
} gm_sm_sharing;

/* Blocks for which `place` is the same read the same; those of one SM fetch it once. */
gm_sm_sharing gm_sm_groups_share(const gm_sm_groups *groups, int64_t (*place)(const void *state, int64_t block),
                                 const void *state);

#endif
