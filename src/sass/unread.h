/*
 * Atomics whose old value nobody reads. nvcc writes atomicAdd(&x, 1) as atom with a register that
 * is then forgotten; ptxas makes a red of it, and nothing waits for its result. Exchanges stay atom, and so
 * does what goes to a generic address, written atom or red.
 */
#ifndef GM_SASS_UNREAD_H
#define GM_SASS_UNREAD_H

#include "simt/machine.h"

/* Sites of such atomics become GM_REDUCE. */
void gm_ptx_name_reductions(const ptx_program *program, gm_site *sites);

#endif
