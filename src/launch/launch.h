/*
 * PTX as input: an entry of a module becomes a kernel that replays.
 *
 *     module text --parse--> gm_ptx_module --entry, launch, arguments--> gm_kernel
 *
 * A kernel is interpreted, one block at a time: 32 lanes per warp with an active mask, divergence
 * and reconvergence at the immediate post-dominator, barriers, shared and local memory, loads that
 * read the contents of the buffers given as arguments. Nothing runs on a GPU.
 *
 * What is a warp instruction of the stream: each PTX instruction that a compiler turns into machine
 * work. Register moves, address conversions (cvta) and reads of kernel parameters are not: they
 * vanish in registers and in constant operands. Accesses of shared memory that the assembler joins
 * are one (sass/join.h, sass/again.h). An instruction with a false guard is still issued, with no active
 * lane. How many machine instructions each of them costs is another question: kernel/issue.h, and
 * sass/issue.h for the model that answers it.
 *
 * Arguments are texts, one for each parameter of the entry, in order:
 *
 *     TYPE=VALUE          a scalar: s32=1024, f32=0.5, u64=0
 *     TYPE[COUNT]         a buffer of zeros
 *     TYPE[COUNT]:zero    the same
 *     TYPE[COUNT]:fill=V  V everywhere: -1, 0.5
 *     TYPE[COUNT]:iota    element i holds i
 *     TYPE[COUNT]:random  floats in [0,1), integers of any bits
 *     TYPE[COUNT]:signed  floats in [-1,1), integers of any bits but the sign bit
 *     TYPE[COUNT]:random=MAX   floats in [0, MAX), integers 0 to MAX-1
 *     TYPE[COUNT]:step=K  element i holds i*K
 *     TYPE[COUNT]:gather=K element i holds i*K mod COUNT
 *     TYPE[COUNT]:chain=K element i holds (i+K) mod COUNT
 *     TYPE[COUNT]:band=W  a random column near row i/W, i/W to i/W+4W-1, below COUNT/W: a sparse matrix
 *     TYPE[COUNT]:cycle=K a chase in random order through every K-th element, back to element 0
 *     TYPE[COUNT]@FILE    the file's bytes, little-endian
 *     u64[COUNT]:to=TYPE[N]...  pointers into a buffer of its own, evenly apart
 *     same=NAME+BYTES     an address in the buffer of an argument before: in place, or an end beside a start
 *     TYPE[XxY]/AxB       a tensor map over a buffer of its own, extents and box innermost first;
 *                         then ~32, ~64 or ~128 for a swizzle, and contents (simt/tensor.h)
 *     bytes=HEX           a structure passed by value
 *     struct=M,M,...      the same, each member M an argument as above, laid out as C does
 *
 * NAME is what the launch calls the argument, or param_2, or param_2_0 for the first member of a structure;
 * with TYPE one of s8 u8 s16 u16 s32 u32 s64 u64 f16 f32 f64. Contents are functions of the index,
 * so that a buffer of 4 GB costs nothing; what a kernel stores lies in sparse pages.
 */
#ifndef GM_LAUNCH_LAUNCH_H
#define GM_LAUNCH_LAUNCH_H

#include "kernel/kernel.h"
#include "kernel/launch.h"
#include "ptx/ptx.h"

/* Reads the whole text. `file` is for messages and may be NULL. Errors carry line and column. */
gm_status gm_ptx_module_parse(const char *text, size_t length, const char *file,
			      gm_ptx_module **out, gm_error *err);
/* The same for the sake of one entry, which is named as gm_symbol_fits reads names: bodies of other
   entries are passed over unread, whatever stands in them. NULL: all are read. */
gm_status gm_ptx_module_parse_entry(const char *text, size_t length, const char *file,
				    const char *entry, gm_ptx_module **out, gm_error *err);

typedef struct gm_ptx_launch {
	const char *entry; /* NULL when the module has exactly one */
	gm_dim3 grid, block;
	const char *const *arguments;
	int arguments_count;
	const char *const *names; /* what people call each argument, NULL where not said; NULL: none */
	int64_t shared_dynamic_bytes;
	int64_t registers_count; /* per thread, that the compiler gave; 0: not said, and nothing is spilled */
	int64_t local_bytes;     /* the same, spilled registers included; -1: not said */
	const gm_spilling *spilling; /* where its machine code spills; NULL: not said */
	const gm_launch_constant *constants; /* filled before; the others hold what the module says */
	int constants_count;
	bool cooperative; /* all blocks at once, by cudaLaunchCooperativeKernel; also where the kernel asks for what only
	                     that gives, the barrier of a grid */
	int64_t budget; /* warp instructions that one block may execute, those that go to memory weighing
	                   more; 0 for GM_PTX_BUDGET */
} gm_ptx_launch;

enum { GM_PTX_BUDGET = 1 << 25 };

/* The kernel keeps nothing of the module or the launch. */
gm_status gm_ptx_kernel_new(const gm_ptx_module *module, const gm_ptx_launch *launch,
			    gm_kernel **out, gm_error *err);

/* Says what the compiler left of local memory, in bytes per thread. None: registers hold the arrays of the
   PTX, whose loads and stores are moves (issue_kept.c). Not said: all is in memory. */
void gm_ptx_kernel_local(gm_kernel *kernel, int64_t bytes);

/* What the buffers of a kernel hold after a run. */
typedef struct gm_ptx_memory gm_ptx_memory;

/* Runs every block of the grid, one after the other, without streaming. */
gm_status gm_ptx_kernel_run(const gm_kernel *kernel, gm_ptx_memory **out, gm_error *err);
void gm_ptx_memory_free(gm_ptx_memory *memory); /* NULL accepted */

/* Copies bytes of the buffer that was given as argument number `argument` (from 0). */
gm_status gm_ptx_memory_read(const gm_ptx_memory *memory, int argument, uint64_t offset_bytes,
			     void *out, size_t bytes, gm_error *err);

/* Lane-instructions executed by the run: active lanes summed over warp instructions. */
int64_t gm_ptx_memory_lane_instructions(const gm_ptx_memory *memory);

#endif
