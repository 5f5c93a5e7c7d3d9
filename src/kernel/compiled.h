/*
 * What a compiler decided for a kernel: registers, static shared memory, launch bounds, spills.
 *
 * Nothing here can be replayed. It is what occupancy needs, read by input/cubin.h from machine code
 * or by input/ptxas_log.h from what ptxas says about it, always for one compute capability: another
 * architecture's counts are never taken.
 *
 * Spilled registers live in the stack frame, but so do local arrays, hence a frame alone proves
 * nothing. ptxas -v states the bytes; from CUDA 12.9 on a cubin lists the instructions that spill
 * and refill.
 */
#ifndef GM_KERNEL_COMPILED_H
#define GM_KERNEL_COMPILED_H

#include "base/memory.h"
#include "kernel/spilling.h"

#include <stdint.h>

typedef struct gm_compiled_kernel {
	const char *name; /* as the linker sees it: C++ names are mangled */
	int cc_major, cc_minor;
	int64_t registers_count;     /* per thread, those of called functions included */
	int64_t shared_static_bytes; /* per block, without what the device reserves */
	int64_t barriers_count;      /* named barriers of a block; 0 when unknown */
	int64_t threads_max; /* __launch_bounds__: no larger block can be launched; 0: not stated */
	int64_t threads_required; /* .reqntid: every block has this size; 0: not stated */
	int64_t stack_bytes;      /* per thread: spills, local arrays, calls */
	int64_t spill_stores_bytes, spill_loads_bytes; /* per thread; -1 unknown */
	int64_t spill_instructions;                    /* stores and loads; -1 unknown */
	gm_spilling spilling;                          /* where they stand; of a cubin that lists them */
} gm_compiled_kernel;

/* Code that is there but cannot be read. */
typedef struct gm_compiled_closed {
	int cc_major, cc_minor;
	const char *why; /* "device code for sm_90 is compressed (Zstandard); ..." */
} gm_compiled_closed;

/* Kernels in the order of the file. Owns its texts. */
typedef struct gm_compiled {
	gm_arena *arena;
	const char *file;
	const gm_compiled_kernel *kernels;
	int kernels_count;
	const gm_compiled_closed *closed;
	int closed_count;
} gm_compiled;

void gm_compiled_free(gm_compiled *compiled); /* NULL accepted */

typedef enum gm_spills { GM_SPILLS_NONE, GM_SPILLS_SOME, GM_SPILLS_UNKNOWN } gm_spills;

gm_spills gm_compiled_spills(const gm_compiled_kernel *kernel);

/* The kernel of this name for this capability; NULL when there is none. */
const gm_compiled_kernel *gm_compiled_find(const gm_compiled *compiled, const char *name,
					   int cc_major, int cc_minor);

#endif
