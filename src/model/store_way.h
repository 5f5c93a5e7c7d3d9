/*
 * Has the way of stores to L2 time to spare? Where it has, what a warp stores side by side joins (model/l1_joins.h);
 * else the queue is full, and stores of other warps get in between.
 *
 *     spare    = (1.25 - joined_s / rest_s) / 0.5, at least 0, at most 1
 *     joined_s = max(sectors left when all join that can * 32 B / L2's rate of writes,
 *                    lines of all stores / SMs / l1_store_lines / clock)
 *     rest_s   = max(of the blocks, waiting or busy; what they load / L2's rate; each array once / DRAM's rate)
 *
 * The joined stores of the table in model/l1_joins.h take 8, 8, 13, 13, 25 and 13 us, and 128 multiply-adds some 8.
 * Near 1 it is either: once the queue is full it stays so, for what does not join takes longer.
 */
#ifndef GM_MODEL_STORE_WAY_H
#define GM_MODEL_STORE_WAY_H

#include "model/counts.h"
#include "model/l1_simulation.h"
#include "model/turns.h"

typedef struct gm_store_way {
	double joined_s, rest_s; /* infinite where no rate is known */
	double spare;            /* 0: the queue is full; 1: there is time */
	double shared;           /* sectors that stores in a row both touch, over the grid */
} gm_store_way;

double gm_store_way_spare(double joined_s, double rest_s);

/* `tally`: of each site; `resident` blocks on an SM. */
gm_store_way gm_store_way_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                                   const gm_l1_tally *tally, double resident, const gm_turns *turns);

/* Of pieces of sectors, those that leave L1 still in part when so many have joined. Of n pieces of a sector all are
   one, and the sector is whole, with p^(n-1), where each but the first joins with a chance of p. */
double gm_store_way_pieces(const gm_store_way *way, double pieces, double merged);

#endif
