/*
 * A kernel: something that can be replayed, one block at a time.
 *
 * Whatever it was written in, a kernel yields for a given block the stream of warp instructions its
 * warps execute. Everything after that (coalescing, banks, divergence, caches, pipes, time) reads
 * this stream, so each rule exists once and holds for every input format.
 *
 *     gm_kernel_blocks           which blocks stand for the whole grid, and for how many each
 *     gm_kernel_replay           the stream of one of them
 *     gm_kernel_replay_samples   the streams of many, one after the other
 */
#ifndef GM_KERNEL_KERNEL_H
#define GM_KERNEL_KERNEL_H

#include "base/error.h"
#include "base/memory.h"
#include "kernel/site.h"
#include "kernel/spilling.h"
#include "kernel/stream.h"
#include "kernel/waiting.h"

#include <stdbool.h>
#include <stdint.h>

enum { GM_BLOCK_THREADS_MAX = 4096 }; /* more than any device launches; larger is refused */

typedef struct gm_parameter {
	const char *name;
	int64_t value;
	const char *doc; /* "" when there is none */
	bool overridden; /* set on the command line */
} gm_parameter;

#define GM_SAMPLE_ALL INT64_MAX

/* However a kernel is written its global arrays lie at the same places: which lines share a set of a
   simulated cache hangs on that. */
#define GM_GLOBAL_START ((uint64_t)1 << 33)
enum { GM_GLOBAL_ALIGN_BYTES = 256, GM_GLOBAL_GAP_BYTES = 1 << 20 };

typedef struct gm_array {
	const char *name;
	gm_space space;
	gm_type type;
	int64_t length;      /* elements */
	uint64_t base_bytes; /* address of element 0; arrays of a space do not overlap. Global arrays start
	                        at multiples of GM_GLOBAL_ALIGN_BYTES as cudaMalloc gives them, with
	                        GM_GLOBAL_GAP_BYTES between them */
	int line;
	bool of_module;      /* comes with the code: no launch allocates it */
	const char *contents; /* what a launch puts there, "random=256"; "" or NULL when not said */
} gm_array;

/*        enumerator          name */
#define GM_ORIGIN_LIST(X)                                                                          \
	X(GM_FROM_DESCRIPTOR, "descriptor")                                                        \
	X(GM_FROM_PTX, "ptx")

/* What a kernel was written in. */
typedef enum gm_origin {
#define X(id, name) id,
	GM_ORIGIN_LIST(X)
#undef X
	        GM_ORIGIN_COUNT
} gm_origin;

const char *gm_origin_name(gm_origin origin);

/* Registers per thread as a compiler gave them for one compute capability. */
typedef struct gm_registers {
	int cc_major, cc_minor; /* 0.0: stated for any device */
	int64_t count;
	const char *source;
} gm_registers;

/* Resources the compiler decides; -1 when not known. */
typedef struct gm_resources {
	const gm_registers *registers_by_capability; /* looked up first */
	int registers_by_capability_count;
	int64_t registers_count;          /* per thread, for any device */
	const char *registers_source;     /* "" when not stated */
	int64_t shared_static_bytes;      /* per block; known for descriptors: the sum of the arrays */
	int64_t shared_dynamic_bytes;     /* per block, from the launch */
	int64_t local_bytes;              /* per thread, spills included */
	int64_t spilled_bytes;            /* of them, those that the source does not ask for */
	gm_spills_known spills;
	int64_t barriers_count;
} gm_resources;

typedef struct gm_kernel gm_kernel;

/* Which turns of loops are walked. */
typedef enum gm_walk {
	GM_WALK_SAMPLED, /* some stand for others, proven to be like them or not */
	GM_WALK_HASTY,   /* the same, and sooner in a block that is long */
	GM_WALK_BRIEF,   /* and sooner still: for how a block goes, not for how much it is */
	GM_WALK_PROVEN,  /* some stand for others that are proven to be like them */
	GM_WALK_KEPT,    /* the same, and each block finds in memory what those before it have stored */
	GM_WALK_WHOLE    /* all: the reference for tests */
} gm_walk;

typedef struct gm_block_samples {
	gm_block_sample *samples;
	size_t count;
	gm_walk walk;   /* how the samples are to be replayed */
	gm_dim3 common; /* a block like most; where a class does not say, the first that stands for most,
	                   or where each stands for itself the one in the middle */
	bool exact;      /* true: proven that the rest of the grid behaves as these; false: a sample */
	bool same_paths; /* the rest follows the same paths at least, so that instructions, lanes and
	                    requests are exact; true when exact */
	bool timing;     /* not exact for another reason too: what happens depends on the order in which
	                    warps or blocks run */
	bool exact_but_order, paths_but_order; /* exact and same_paths of all else: of sites of which nothing
	                                          `hangs`; as these two where `timing` is not set */
	bool apart;      /* each is replayed against memory as it was given, and none is held against another: pieces of
	                    them may be replayed by themselves */
	bool all;        /* every block of a grid that was asked for whole (gm_kernel.sample), in launch
	                    order */
	bool *scattered; /* when only the paths are the same: per site, the addresses follow data; NULL else */
	struct gm_moves *moves; /* when exact: how blocks of a box differ (kernel/moves.h); NULL: not known */
	char why[256];   /* when not exact */
	int64_t heaviest_instructions; /* of warps of a block, the most seen when it was found out how many
	                                  to draw, in samples or not; 0: not known */
	double work; /* of a block, mean, in warp instructions as far as they are walked, one to memory
	                counted for several; 0: little, or not known */
} gm_block_samples;

void gm_block_samples_dispose(gm_block_samples *samples);

struct gm_issue; /* kernel/issue.h */

/* What a launch finds in memory. */
typedef enum gm_later {
	GM_LATER_NONE, /* what was given, or what decides nothing else than that */
	GM_LATER_ALL,  /* what an equal launch before it has left */
	GM_LATER_OWN,  /* the same, of which each block finds what it has left itself */
	GM_LATER_OWN_ONLY, /* and not what others have left, although it would */
	GM_LATER_GIVEN, /* what was given, although others have left something else there, again and again */
	GM_LATER_DRAWN /* of what is drawn from, that all of it was; of the rest what was given */
} gm_later;

/* Each block is run once, and nobody told, before it is replayed. */
static inline bool
gm_later_is_own(gm_later later)
{
	return later == GM_LATER_OWN || later == GM_LATER_OWN_ONLY;
}

/* What a kind of kernel provides. `issue` may be NULL: every instruction stated is one issued; `on`
   may be NULL: it is the same on every device. */
typedef struct gm_kernel_class {
	gm_status (*blocks)(const gm_kernel *kernel, gm_block_samples *out, gm_error *err);
	gm_status (*replay)(const gm_kernel *kernel, const gm_block_sample *samples, size_t count,
	                    int warp_lanes, gm_walk walk, const gm_sink *sink, gm_error *err);
	void (*free)(gm_kernel *kernel);
	void (*issue)(const gm_kernel *kernel, int cc_major, int cc_minor, struct gm_issue *out);
	const gm_kernel *(*on)(const gm_kernel *kernel, int cc_major, int cc_minor, void **owned);
	/* NULL: blocks never wait for each other. */
	void (*wait)(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out);
	/* NULL: a later launch does what the first one does. */
	gm_kernel *(*again)(const gm_kernel *kernel);
} gm_kernel_class;

/* A __constant__ or __device__ variable of the module and what it holds, "f32[9]:random" or "s32=11". */
typedef struct gm_launch_constant {
	const char *symbol;
	const char *contents;
} gm_launch_constant;

/* Everything but the class's own data is plain and const after loading. A kind of kernel embeds this
   as its first member. */
struct gm_kernel {
	const gm_kernel_class *methods;
	gm_arena *arena;
	gm_origin origin;
	bool issues_known; /* kernel/issue.h tells all that is issued */
	const char *issues_why; /* how that is known, or why not; static */
	bool debug; /* compiled for a debugger: what runs may not be optimized */
	const char *name;
	const char *file; /* where it was read from */
	const char *doc;
	const char *cuda;  /* the source it describes; "" or NULL when there is none */
	const char *entry; /* of PTX: the function, with the arguments as texts; else NULL */
	const char *const *arguments;
	int arguments_count;
	const gm_launch_constant *constants; /* that its launch fills */
	int constants_count;
	gm_dim3 grid, block;
	bool contested; /* threads of other blocks decide how often its loops turn; see gm_sink.resident */
	bool awaits; /* blocks wait for what others write to global memory; see gm_kernel_wait */
	bool cooperative; /* launched so that all blocks are on the device at once, or refused */
	bool waits_for_earlier; /* each block waits for what those before it leave in memory */
	gm_later later;
	int64_t sample; /* blocks to be walked where they are not proven to be alike: 0 as few as will do;
	                   else at least so many, GM_SAMPLE_ALL for all. Whoever loads the kernel says so */
	gm_resources resources;
	const gm_parameter *parameters;
	int parameters_count;
	const gm_array *arrays;
	int arrays_count;
	const gm_site *sites;
	int sites_count;
};

void gm_kernel_free(gm_kernel *kernel); /* NULL accepted */

/* The kernel as a device of this capability runs it: what a compiler makes of a descriptor that does
   not state its instructions (kernel/compile.h), with sites of its own; else the kernel itself. It
   borrows from the kernel and must not outlive it. *owned is for the caller to free(); NULL when it is
   the kernel itself. */
const gm_kernel *gm_kernel_on(const gm_kernel *kernel, int cc_major, int cc_minor, void **owned);

/* The kernel as a launch finds it that follows an equal one, where what that has left in memory decides paths or
   addresses; NULL where it does not. For the caller to free; it must not outlive the kernel. */
gm_kernel *gm_kernel_again(const gm_kernel *kernel);

/* Which blocks stand for the grid. The weights add up to the number of blocks. `out` is disposed by
   the caller also after a failure. */
gm_status gm_kernel_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err);

/* Every block of the grid with weight 1, in launch order (x fastest): the reference for tests. */
gm_status gm_kernel_blocks_all(const gm_kernel *kernel, gm_block_samples *out, gm_error *err);

/* Streams one block. warp_lanes is 32 or 64. Instructions of a warp come in program order; a barrier
   comes as an instruction of every warp that reaches it, and no instruction of a later phase comes
   before the last of an earlier one. */
gm_status gm_kernel_replay(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, const gm_sink *sink,
                           gm_error *err);

/* The same without cutting any loop: the reference for tests. */
gm_status gm_kernel_replay_whole(const gm_kernel *kernel, gm_dim3 block, int warp_lanes,
                                 const gm_sink *sink, gm_error *err);

/* Streams several blocks, each as if it ran alone. What a replay needs is made once for all. */
gm_status gm_kernel_replay_samples(const gm_kernel *kernel, const gm_block_sample *samples,
                                   size_t count, int warp_lanes, gm_walk walk, const gm_sink *sink,
                                   gm_error *err);

/* Runs blocks side by side where they wait for each other. Not known where they do not. */
void gm_kernel_wait(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out);

/* Shared memory of a block, static and dynamic; what is not known counts as none. */
int64_t gm_kernel_shared_bytes(const gm_kernel *kernel);

/* Registers per thread on a compute capability: the row for it, else the count stated for any device.
   -1 when neither is there: a neighbour's count is never taken. `source` may be NULL. */
int64_t gm_kernel_registers(const gm_kernel *kernel, int cc_major, int cc_minor, const char **source);

/* Warps of a block: ceil(threads / warp_lanes). */
int gm_kernel_warps(const gm_kernel *kernel, int warp_lanes);

#endif
