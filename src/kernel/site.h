/*
 * A static instruction: everything about it that is constant.
 */
#ifndef GM_KERNEL_SITE_H
#define GM_KERNEL_SITE_H

#include "kernel/operation.h"

#include <stdbool.h>
#include <stdint.h>

/* Of an address in shared memory of any block of a cluster (gm_site.cluster > 1): from this bit on stands how
   many ranks behind the block's own; 0 at home. */
enum { GM_AWAY_BITS = 24 };

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
	X(GM_COPIES_SIGNAL, "lets a barrier know when all are there")                              \
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
	bool looks_first;      /* of these, one that swaps only what is better than its word (min and max of 64 bits) */
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

/* Floating-point operations of one execution of a site by `lanes` active lanes. */
int64_t gm_site_flop(const gm_site *site, int lanes);

#endif
