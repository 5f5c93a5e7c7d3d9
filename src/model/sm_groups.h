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
 */
#ifndef GM_MODEL_SM_GROUPS_H
#define GM_MODEL_SM_GROUPS_H

#include <stdint.h>

typedef struct gm_sm_groups {
	int64_t blocks, sms, resident; /* of the grid, of the device, at most on one SM at once */
	int64_t groups;                /* of SMs */
	int64_t joined;                /* SMs whose reads become one, at most */
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
