/*
 * What hangs on the order in which warps and blocks come, before anything runs.
 *
 * A value hangs on it
 *
 *     that an atomic returns, that is read where others write meanwhile (a volatile read, a wait for a
 *     barrier in memory, in a loop), or from a clock;
 *     that is made from one that does, or where it is not known whether it is made: in a block of
 *     the flow that a branch on one decides, or a branch that is decided so itself, and what follows a
 *     loop that lanes leave apart (apart.h);
 *     that is read from memory where one was stored, where a store hangs on it, or where an atomic has
 *     worked whose order is seen afterwards: an exchange, a compare and swap, a sum of floats.
 *
 * A site hangs on it by its paths, where its guard or block of the flow does, or by its places, where its
 * address does. What atomics of integers add up in memory does not: it is the same in any order, when
 * all have come. Registers are followed along the flow, memory is not, so that a kernel may be said to
 * hang on it that does not; none that does is left out, unless it reads shared memory before a barrier
 * (hazards.h) or draws its work from a counter, each number of which is drawn once (queue.h).
 *
 * The same is followed of what is read from global memory that the kernel writes, for the case that blocks
 * meet there (meetings.h), and of shared memory that other blocks of a cluster write; and the ways are followed
 * on which lanes go on apart that leave a loop in different turns (apart.h).
 */
#ifndef GM_SIMT_ORDER_H
#define GM_SIMT_ORDER_H

#include "simt/machine.h"

/* Sets `hangs` of the sites. Needs relevance.h. */
void gm_ptx_note_order(const ptx_program *program, const ptx_buffer *buffers, int count, gm_site *sites);

#endif
