/*
 * What decides: the registers and memory on which paths, active lanes and addresses depend.
 *
 * A register decides when it is a guard, an index of a branch table or an address, or when a step
 * makes a deciding register of it. A load that makes one makes the memory it reads decide, and so
 * the values stored there. Everything else (the sums of a matrix product) may be wrong after a loop
 * was cut short without anybody noticing. Followed without regard to order.
 */
#ifndef GM_SIMT_RELEVANCE_H
#define GM_SIMT_RELEVANCE_H

#include "simt/machine.h"

/* Sets tracked, written, can_cut, why_not and has_spin of every loop, and marks the steps without a
   model whose results decide. */
void gm_ptx_relevance_analyse(ptx_program *program, const gm_site *sites, const ptx_buffer *buffers,
			      int count, gm_arena *arena);

/* Per step, into `needed`: without it a path, an address or what a wanted step reads could be another. After the
   analysis; wanted says so per step. */
void gm_ptx_relevance_of(const ptx_program *program, const ptx_buffer *buffers, int count, const bool *wanted,
			 bool *needed);

/* relevance_copies.c: nvcc clears a dozen registers by copying the first of them, which later becomes
   something else: where the steps between two branches show that a copy is one of a constant, it is made
   of that. */
void gm_ptx_copy_constants(ptx_program *program);

#endif
