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
 *
 * Loops whose iterations repeat are not walked to their end. The span between `mark(loop)` and its
 * `repeat(loop, times, advance)` stands for `times` more runs of itself; in each further run every site's
 * addresses lie advance[site] bytes further. Marks and repeats pair like brackets; a span that came to
 * nothing is closed by a repeat of 0 times. What a span holds belongs to the spans around it, so that a
 * counter remembers its value at the mark and multiplies what came since.
 * A cut never changes what a rule counts: the advance of a site in shared memory is a multiple of
 * GM_SHARED_ALIGNMENT_BYTES and of one in any other space of GM_GLOBAL_ALIGNMENT_BYTES, so that
 * sectors, lines, segments and banks fall alike. Turns that stand for others without a proof, late in a long block,
 * move shared memory by a multiple of GM_GLOBAL_ALIGNMENT_BYTES alone.
 */
#ifndef GM_KERNEL_KERNEL_H
#define GM_KERNEL_KERNEL_H

#include "base/error.h"
#include "base/memory.h"
#include "kernel/hazard.h"
#include "kernel/operation.h"
#include "kernel/spilling.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	GM_LANES_MAX = 64,               /* the widest warp: an AMD wavefront */
	GM_GLOBAL_ALIGNMENT_BYTES = 128, /* every segment, sector and line rule repeats with this */
	GM_SHARED_ALIGNMENT_BYTES = 256, /* every bank rule repeats with this (Kepler: 32 banks x 8 B) */
	GM_BLOCK_THREADS_MAX = 4096,     /* more than any device launches; larger is refused */
	GM_WAITS_MAX = 3,
};

typedef struct gm_dim3 {
	int64_t x, y, z;
} gm_dim3;

int64_t gm_dim3_volume(gm_dim3 size);
/* The block of a grid with that number, x running fastest. */
gm_dim3 gm_dim3_at(gm_dim3 grid, int64_t number);
/* And back. */
int64_t gm_dim3_number(gm_dim3 grid, gm_dim3 at);

/* x, y or z: axis 0, 1 or 2. */
static inline int64_t *
gm_dim3_side(gm_dim3 *size, int axis)
{
	return axis == 0 ? &size->x : axis == 1 ? &size->y : &size->z;
}
bool gm_dim3_same(gm_dim3 a, gm_dim3 b);
/* "4096 1 1", as launch lists and runs have it: three whole numbers from 1 to 2^31 - 1. */
bool gm_dim3_read(const char *text, gm_dim3 *out);

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

/* Of an address in shared memory of any block of a cluster (gm_site.cluster > 1): from this bit on stands how
   many ranks behind the block's own; 0 at home. */
enum { GM_AWAY_BITS = 24 };

/* A static instruction. Everything constant lives here. */
/* What decides beside the input, and is not known.

          enumerator            what it is */
#define GM_HANG_LIST(X)                                                                            \
	X(GM_HANG_ON_TURNS, "the order in which warps and blocks come")                            \
	X(GM_HANG_ON_MEETING, "the same, if blocks store what others load")                        \
	X(GM_HANG_ON_CLUSTER, "what other blocks of a cluster leave in shared memory")             \
	X(GM_HANG_ON_PARTS, "in which groups lanes go on that leave a loop in different turns")

typedef enum gm_hang {
#define X(id, what) id,
	GM_HANG_LIST(X)
#undef X
		GM_HANG_COUNT
} gm_hang;

/* Sites, from 1, whose result brings it: that of an atomic, of a read. 0: of none. */
typedef struct gm_hanging {
	int32_t paths;  /* whether the site is executed, how often and by which lanes */
	int32_t places; /* its addresses */
} gm_hanging;

/* What an instruction does with the asynchronous copies that its warp has begun:
          enumerator         what it does */
#define GM_COPIES_LIST(X)                                                                          \
	X(GM_COPIES_NONE, "nothing")                                                               \
	X(GM_COPIES_BEGIN, "it is one")                                                            \
	X(GM_COPIES_CLOSE, "those begun since the last are a group")                               \
	X(GM_COPIES_AWAIT, "waits for all groups but the latest `copies_left`")                    \
	X(GM_COPIES_AWAIT_ALL, "waits for all, in a group or not")                                 \
	X(GM_COPIES_PIECE, "it is one in bulk")                                                    \
	X(GM_COPIES_BULK, "what one in bulk reads")                                                \
	X(GM_COPIES_EXPECT, "says how much of those in bulk one test waits for")                   \
	X(GM_COPIES_TEST, "waits for the first of these that nobody has waited for")

typedef enum gm_copies {
#define X(id, what) id,
	GM_COPIES_LIST(X)
#undef X
		GM_COPIES_COUNT
} gm_copies;

typedef struct gm_site {
	gm_operation operation;
	gm_type type;
	gm_space space;        /* GM_NO_SPACE unless a memory operation */
	int array;             /* row of the array table, -1 when unknown or none */
	uint8_t access_bytes;  /* per lane, 1 to 16; 0 unless a memory operation */
	bool goes_along;       /* without an address it is part of another access, and no instruction */
	int64_t count;         /* instructions this site stands for each time it is executed, usually 1 */
	int64_t mma_flop;      /* GM_MMA: floating-point operations of one warp instruction, else 0 */
	bool passes_stores;    /* a load that compilers move up over the stores before it, as it cannot
	                          read what they write */
	bool read_only;        /* a load of what nobody writes while the kernel runs (ld.global.nc): those of
	                          other straight pieces, too */
	bool past_l1;          /* a load that L2 serves whatever L1 holds: .cg, .cv, volatile, or of other blocks' data */
	bool empties_l1;       /* a fence of the device, or a read that acquires: of what L1 holds nothing may be used
	                          behind it (ptxas 13.0, sm_90: CCTL.IVALL follows them) */
	bool parts_stores;     /* a branch that machine code has too: no store behind it joins one before */
	bool in_rounds;        /* an atomic of shared memory that a loop of compare and swap does from cc 5.0
	                          on: model/rounds.h */
	uint8_t lane_passes;   /* of an atomic of shared memory that the banks do, from cc 5.0 on: passes for each
	                          lane of a bank, 2 of a compare-and-swap; 0: lanes that add one to the same
	                          word are one. Of global memory: 2 of a compare-and-swap, as it brings two
	                          words of each lane */
	uint8_t cluster;       /* an access to shared memory of any block of a cluster of so many, or a barrier
	                          of a cluster, of at least one; 0: of its own block */
	gm_copies copies;
	uint8_t copies_left;
	bool goes_on;          /* a barrier at which no warp waits for others: it orders the lanes of one, or
	                          tells a cluster that the block has come */
	int32_t looping;       /* the outermost loop around it that turns when the kernel runs, from 1; 0: none,
	                          code that was unrolled is none */
	bool reads_unsaid;     /* a load of zeros that decide a path or an address, from an array that is only
	                          read and of which nobody said what it holds */
	bool chases;           /* and what it reads becomes its own next address */
	bool spills;           /* stores or loads a register that the compiler spilled (sass/spill.h) */
	bool polls;            /* a read in a loop, for what another block writes */
	bool tells;            /* what writes it */
	bool common_place;     /* a store to one address, the same in every thread of the grid */
	gm_hanging hangs[GM_HANG_COUNT]; /* simt/order.h */
	int line;              /* in the descriptor or the CUDA source; 0 when unknown */
	int ptx_line;          /* in the PTX text; 0 when there is none */
	const char *file;      /* in which `line` counts; NULL: the file the kernel was read from */
	const char *text;      /* for people: "A[row*n + k]"; "" when there is none */
	const char *unmodelled; /* an instruction without a model, with its place: executed and counted,
	                           but nothing is known of what it does; NULL for all others */
	bool unmodelled_bytes;  /* it may move bytes that nobody counts */
} gm_site;

/* An atomic of global memory, with a result or without. */
static inline bool
gm_site_is_global_atomic(const gm_site *site)
{
	return site->space == GM_GLOBAL && gm_operation_is_atomic(site->operation);
}

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

/* One executed warp instruction. */
typedef struct gm_warp_instr {
	uint32_t site;                   /* row of the site table */
	uint16_t warp;                   /* within the block */
	uint16_t waits_for[GM_WAITS_MAX]; /* distance back in this warp's own stream to the producers of its
	                                    operands, 0 = none */
	float delays[GM_WAITS_MAX]; /* from each of these results on, in dependent multiply-adds: what is
	                               computed between and is no instruction of its own here */
	float delay; /* the same from its turn to be issued on */
	uint64_t active;                 /* lanes, bit i = lane i */
	const uint64_t *address;         /* one per lane, in bytes in the space's own range; NULL unless a
	                                    memory operation; entries of inactive lanes are unspecified;
	                                    borrowed until the call returns */
} gm_warp_instr;

/* A block that stands for `weight` blocks of the grid, itself included. */
typedef struct gm_block_sample {
	gm_dim3 block;
	int64_t weight;
	int pool; /* samples of a pool were drawn from like parts of the grid and differ by chance; 0: none,
	             it is known to be like all that it stands for */
	uint16_t warp, warps; /* of its `warps` only this one is walked, and stands for the others; 0: all
	                         are walked */
} gm_block_sample;

/* Of what is walked of a sample, how many such make up what it stands for. */
static inline int64_t
gm_block_sample_times(const gm_block_sample *sample)
{
	return sample->weight * (sample->warps > 0 ? sample->warps : 1);
}

/* Why samples do not stand for the grid exactly. */
typedef enum gm_doubt {
	GM_DOUBT_TURNS,   /* the order in which warps and blocks come decides */
	GM_DOUBT_MEETING, /* blocks store what others load: so it does there */
	GM_DOUBT_GUESS,   /* something was taken for granted that decides */
	GM_DOUBT_PARTS    /* they do, but for what `hangs` on parts: lanes did leave a loop in different turns */
} gm_doubt;

/* What a replay leaves for the next one of the same kernel on the same device: whose it is, that knows. {0} at first;
   for gm_kept_free in the end. A kernel itself keeps nothing: it may be replayed by several at once. */
typedef struct gm_kept {
	void *what;
	void (*free)(void *what);
} gm_kept;

void gm_kept_free(gm_kept *kept); /* it is {0} then */

/* Receives a stream. Any function may be NULL. A status other than GM_OK stops the replay and is
   returned from it. */
typedef struct gm_sink {
	void *state;
	/* A block begins. */
	gm_status (*block)(void *state, const gm_block_sample *sample);
	gm_status (*instruction)(void *state, const gm_warp_instr *instr);
	/* Of a sink that asks for no order: so often was an instruction that is none of memory executed, with
	   so many lanes in all; told some time before the mark, the repeat or the end of the block that
	   follows it. NULL: each comes as an instruction. */
	gm_status (*several)(void *state, uint32_t site, int64_t times, int64_t lanes);
	/* Some lanes of a warp take the branch, others do not. */
	gm_status (*parted)(void *state, uint32_t site);
	gm_status (*mark)(void *state, uint32_t loop);
	/* advance has one entry per site, in bytes; it is 0 for sites outside the span. */
	gm_status (*repeat)(void *state, uint32_t loop, int64_t times, const int64_t *advance);
	/* Each hazard once. */
	gm_status (*hazard)(void *state, const gm_hazard *hazard);
	/* What was promised of the samples does not hold: they do not stand for the grid exactly. Static
	   text, or NULL to say no more. */
	void (*doubt)(void *state, gm_doubt doubt, const char *why);
	/* What was told is less than what happens, by how much is not known. */
	void (*low)(void *state);
	/* Threads fight for words: clocks from the first block's start to the last's end, as far as it was followed. */
	void (*fought)(void *state, double clocks);
	int64_t resident; /* blocks that are on the device at once, where a kernel is contested; 0: each is alone */
	gm_kept *kept;    /* who is at the same time; NULL: found anew by each replay */
	bool hurried; /* waits_for stays 0 and no races are looked for, which saves time */
	/* Of a hurried sink, asked after `block`: of this block it has the time to be told all, and nothing by
	   `several`. NULL: of none. */
	bool (*lingers)(void *state);
} gm_sink;

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

/* What blocks that wait for each other through global memory wait for, in clocks of a device. */
typedef struct gm_ways {
	double fma;          /* a dependent multiply-add */
	double shared;       /* a load from shared memory */
	double load;         /* an answer from L2 */
	double fetch;        /* from wherever data are */
	double atomic;       /* what an atomic returns */
	double fence;        /* a fence, with nothing stored before it */
	double fence_stored; /* and with */
	double apart;        /* SMs are so much nearer to L2 than the mean, or farther */
	double load_served, atomic_served; /* between two that go to the same word of L2 */
	double asker_served; /* what one that asks for it again and again holds up others */
	double block;        /* between the starts of two blocks */
	double gap;          /* between a block and the next in its place */
	int64_t sms;
	int64_t resident;    /* blocks that are on the device at once */
	int cc_major, cc_minor;
	bool again;          /* memory is as an equal launch has left it */
} gm_ways;

enum { GM_TOLD_MOST = 8 };

/* What becomes of it. */
typedef struct gm_waited {
	bool known;
	bool stuck;       /* what is resident waits for what is not, or for nobody */
	bool needs_all;   /* blocks one after the other would not end */
	bool cut;         /* after so many clocks */
	double clocks;    /* until the last block has ended */
	struct {
		uint32_t site;
		double times; /* in them; 0: no more sites */
	} told[GM_TOLD_MOST]; /* where blocks told each other something */
	double asked;     /* how often blocks asked */
	uint32_t site;    /* where they waited longest */
	int64_t resident; /* as gm_ways has them */
	bool again;
} gm_waited;

/* What a launch finds in memory. */
typedef enum gm_later {
	GM_LATER_NONE, /* what was given, or what decides nothing else than that */
	GM_LATER_ALL,  /* what an equal launch before it has left */
	GM_LATER_OWN,  /* the same, of which each block finds what it has left itself */
	GM_LATER_OWN_ONLY, /* and not what others have left, although it would */
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

/* Registers per thread on a compute capability: the row for it, else the count stated for any device.
   -1 when neither is there: a neighbour's count is never taken. `source` may be NULL. */
/* Shared memory of a block, static and dynamic; what is not known counts as none. */
int64_t gm_kernel_shared_bytes(const gm_kernel *kernel);

int64_t gm_kernel_registers(const gm_kernel *kernel, int cc_major, int cc_minor, const char **source);

/* Warps of a block: ceil(threads / warp_lanes). */
int gm_kernel_warps(const gm_kernel *kernel, int warp_lanes);

/* Floating-point operations of one execution of a site by `lanes` active lanes. */
int64_t gm_site_flop(const gm_site *site, int lanes);

#endif
