/*
 * Atomics: the passes of one warp request, and which device has which.
 *
 * Lanes that meet on a byte are served one after the other. Within a request the passes of a segment of
 * memory are the largest number of lanes that meet on one of its bytes; segments add up:
 *
 *     passes = sum over groups, over segments, of max over bytes of (lanes that name the byte)
 *
 *   rule                groups      segment
 *   half_warp_strict    half-warps  by word: 32 B (1), 64 B (2), 128 B (4, 8, 16)
 *   half_warp_segments  half-warps  the same
 *   lines_128           warp        the same
 *   sectors_32          warp        32 B sector, and see below
 *   gcn_lines_64        16 lanes    64 B line
 *
 * The rule is GPGPU-Sim's (coalescing of atomics); that the segment is the line on GCN is inferred. From
 * cc 3.0 on, where the L2 cache performs them, the segment is the sector, and aligned words of at least 4 B
 * on several lines are taken apart by the banks of L1's tags, which makes a few passes more (model/tags.h:
 * measured on an H200, taken to hold for all). A reduction whose result is not used may be combined by the
 * compiler or the L2 before it gets there: the count is an upper bound then.
 *
 * In shared memory nothing is broadcast: every lane is a pass of its bank, also on the same word. The
 * passes of a phase (see model/banks.h) are the largest number of lanes that name a word of one bank.
 * Exact for hardware that performs them in the banks (cc 5.0 on); before, the compiler writes a loop
 * that locks, tries and repeats, and the count is the number of its rounds, a lower bound of the cost.
 */
#ifndef GM_MODEL_ATOMICS_H
#define GM_MODEL_ATOMICS_H

#include "model/access.h"

#include "device/rules.h"
#include "kernel/kernel.h"

#include <stdbool.h>

typedef struct gm_atomic_passes {
	int passes_count;       /* 0 without active lanes */
	int ideal_passes_count; /* with no two lanes on the same byte (global: segments touched) or the same
	                           bank (shared: phases) */
	int multiplicity;       /* the most lanes that meet: on one byte (global), in one bank (shared) */
} gm_atomic_passes;

/* `start_bytes`: of the array, from which lines are counted, as drivers put arrays at multiples of many
   lines. `swaps`: it compares and swaps. Pure; cannot fail for a well-formed access. */
gm_atomic_passes gm_atomics_global_evaluate(gm_coalescing_rule rule, const gm_access *access,
                                            uint64_t start_bytes, bool swaps);
/* The passes alone. */
int gm_atomics_global_passes(gm_coalescing_rule rule, const gm_access *access, uint64_t start_bytes,
                             bool swaps);
gm_atomic_passes gm_atomics_shared_evaluate(gm_bank_rule rule, const gm_access *access);

/* First compute capability of each kind, from the CUDA C programming guide: "Atomic functions" and
   "Compute capabilities", table "Feature support per compute capability" (editions 4.2, 8.0 and 12);
   1.0 has none.
          enumerator                  name in messages                              major minor */
#define GM_ATOMIC_LIST(X)                                                                          \
	X(GM_ATOMIC_GLOBAL_32, "32-bit integer atomics in global memory", 1, 1)                    \
	X(GM_ATOMIC_SHARED_32, "32-bit integer atomics in shared memory", 1, 2)                    \
	X(GM_ATOMIC_GLOBAL_64, "64-bit integer add, exchange and compare-and-swap in global memory", 1, 2) \
	X(GM_ATOMIC_SHARED_64, "64-bit integer atomics in shared memory", 2, 0)                    \
	X(GM_ATOMIC_ADD_F32, "32-bit floating-point addition", 2, 0)                               \
	X(GM_ATOMIC_MIN_MAX_LOGIC_64, "64-bit minimum, maximum and logic", 3, 5)                   \
	X(GM_ATOMIC_ADD_F64, "64-bit floating-point addition", 6, 0)                               \
	X(GM_ATOMIC_ADD_F16X2, "half2 addition", 6, 0)                                             \
	X(GM_ATOMIC_ADD_F16, "half addition and 16-bit compare-and-swap", 7, 0)                    \
	X(GM_ATOMIC_ADD_BF16, "bfloat16 addition", 8, 0)                                           \
	X(GM_ATOMIC_ADD_F32X4, "float2 and float4 addition in global memory", 9, 0)                \
	X(GM_ATOMIC_128, "128-bit exchange and compare-and-swap", 9, 0)

typedef enum gm_atomic {
#define X(id, what, major, minor) id,
	GM_ATOMIC_LIST(X)
#undef X
	        GM_ATOMIC_COUNT
} gm_atomic;

/* Static text. */
const char *gm_atomic_what(gm_atomic atomic);

/* What a site that updates memory has to have; floats are taken to be added. */
gm_atomic gm_atomic_of(const gm_site *site);

/* The first compute capability with it. */
void gm_atomic_since(gm_atomic atomic, int *cc_major, int *cc_minor);

/* Does a device of this compute capability have it in hardware? */
bool gm_atomic_supported(gm_atomic atomic, int cc_major, int cc_minor);

#endif
