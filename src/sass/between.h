/*
 * What stands between two accesses, as far as ptxas makes one of them: whether it may change what the second
 * finds, and whether everybody who comes to the second has passed the first.
 */
#ifndef GM_SASS_BETWEEN_H
#define GM_SASS_BETWEEN_H

#include "simt/flow.h"
#include "simt/machine.h"

/* It may read or write the same memory, or order it. */
bool gm_ptx_touches(const ptx_step *s, ptx_space space);

bool gm_ptx_is_fence(const ptx_program *program, int32_t step);

/* Divisions and roots that are right to the last bit, and divisions of 64 bits. */
bool gm_ptx_has_subroutine(const ptx_program *program, int32_t step);

/* What is loaded from the space, or its register, may be another behind the step; what is read only is lost to a
   subroutine alone. */
bool gm_ptx_changes(const ptx_program *program, int32_t step, ptx_space space, bool read_only);

/* A step of the loop does. */
bool gm_ptx_changes_in_loop(const ptx_program *program, const ptx_loop *loop, ptx_space space, bool read_only);

/* A load of global or shared memory by all lanes, which may be left out where the same is known. */
bool gm_ptx_is_plain_load(const ptx_program *program, int32_t step);

/* Every way to the step `of` goes through the block of `step`; dominators per node. */
bool gm_ptx_is_above(const ptx_program *program, const int32_t *dominator, int32_t step, int32_t of);

/* Blocks on the ways from one node to another, both left out, that do not stand between them in the text: how many,
   listed in `out`, which has room for as many as there are. */
int32_t gm_ptx_nodes_aside(const ptx_graph *graph, int32_t from, int32_t to, int32_t *out);

/* One of these, from the block of step `from` to that of `to`, may change what a load of the space finds; what is
   read only stays as it is, but is not kept over a subroutine. */
bool gm_ptx_changes_aside(const ptx_program *program, const ptx_graph *graph, int32_t from, int32_t to, ptx_space space,
			  bool read_only);

#endif
