/*
 * What a kernel's warp instructions amount to: exact counters per site, over the whole grid.
 *
 * A sink counts one block's stream by the device's own rules (coalescing, banks); the blocks that
 * stand for the grid are added with their weights. Where the kernel proved its samples, the counters
 * are exact; integers throughout, an overflow is an error and never a wrong number. Where blocks were
 * drawn, some counters may be exact all the same, and for the others the spread is known
 * (model/replicates.h).
 */
#ifndef GM_MODEL_COUNTS_H
#define GM_MODEL_COUNTS_H

#include "device/device.h"
#include "kernel/issue.h"
#include "kernel/kernel.h"
#include "model/clash.h"
#include "model/chain.h"
#include "model/uneven.h"

/*        enumerator                    what is counted, per site */
#define GM_COUNTER_LIST(X)                                                                         \
	X(GM_COUNT_INSTRUCTIONS, "warp instructions executed")                                     \
	X(GM_COUNT_THREAD_INSTRUCTIONS, "lanes active in them")                                    \
	X(GM_COUNT_FLOP, "floating-point operations")                                              \
	X(GM_COUNT_PARTINGS, "branches that lanes of a warp take differently")                     \
	X(GM_COUNT_MATCHED, "values that matches of lanes go through one by one")                  \
	X(GM_COUNT_REQUESTS, "memory requests: warp instructions that access memory")              \
	X(GM_COUNT_TRANSACTIONS, "global transactions by the device's coalescing rule")            \
	X(GM_COUNT_MOVED_BYTES, "bytes of those transactions")                                     \
	X(GM_COUNT_OF_64, "those of 64 B, by rules with several sizes")                            \
	X(GM_COUNT_OF_128, "those of 128 B, by rules with several sizes")                          \
	X(GM_COUNT_IDEAL_BYTES, "bytes a perfectly coalesced request of these lanes moves")        \
	X(GM_COUNT_SECTORS, "distinct 32 B sectors per request; of copies past L1 see model/copies.h") \
	X(GM_COUNT_FETCHED, "sectors that copies past L1 fetch, the same twice included")          \
	X(GM_COUNT_GROUP_SECTORS, "distinct 32 B sectors per part a request is served in: half-warps on 1.x") \
	X(GM_COUNT_LINES, "distinct lines per request: L1 tags")                                   \
	X(GM_COUNT_PART_LINES, "lines of local memory of which a request has a part of a sector")   \
	X(GM_COUNT_TAG_TURNS, "turns of the L1 tag banks that loads take: model/line_passes.h")       \
	X(GM_COUNT_TAGGED_PASSES, "passes of the L1 data banks that global requests may take more: model/line_passes.h") \
	X(GM_COUNT_REQUESTED_BYTES, "bytes the active lanes name")                                 \
	X(GM_COUNT_DISTINCT_BYTES, "bytes left when lanes that name the same are merged")          \
	X(GM_COUNT_ATOMIC_PASSES, "passes of global atomics: lanes that meet on a byte come one by one") \
	X(GM_COUNT_WAVEFRONTS, "passes through the L1 data banks, shared or global")               \
	X(GM_COUNT_IDEAL_WAVEFRONTS, "passes without conflicts")                                   \
	X(GM_COUNT_PACKED_WAVEFRONTS, "those if lanes that take part stood side by side")          \
	X(GM_COUNT_ROUNDS, "rounds of compare and swap: model/rounds.h")                           \
	X(GM_COUNT_ROUND_LANES, "lanes that take part in them")                                       \
	X(GM_COUNT_CONSTANT_LINES, "lines of constant memory: requests of model/constants.h")         \
	X(GM_COUNT_CONSTANT_FRESH, "those that are fresh")                                          \
	X(GM_COUNT_CONSTANT_AGAIN, "instructions that name the line of those before them again")      \
	X(GM_COUNT_CONSTANT_OF_LOADS, "by LDC: lines of each load: model/constant_lanes.h")            \
	X(GM_COUNT_CONSTANT_RENEWED, "those of them that are others than the time before")             \
	X(GM_COUNT_CONSTANT_ADDED, "those that nobody in the block has named before")                  \
	X(GM_COUNT_CONSTANT_COMPARED, "those of the first turns of a warp")                            \
	X(GM_COUNT_CONSTANT_DISTINCT, "and those that no other warp has named in its turn")

typedef enum gm_counter {
#define X(id, what) id,
	GM_COUNTER_LIST(X)
#undef X
	        GM_COUNTER_COUNT,
	/* Those before are the same however a kernel is written; after it, it matters what is unrolled. */
	GM_COUNTERS_ALIKE = GM_COUNT_CONSTANT_LINES
} gm_counter;

typedef struct gm_site_counts {
	int64_t of[GM_COUNTER_COUNT];
	int64_t worst_degree; /* the worst bank conflict of any request of the site */
	struct {
		double passes, packed, lanes; /* more where a profiler has patched the code: model/clash.h */
	} patched;
	double parted; /* of its loads: gm_chain_parted */
} gm_site_counts;

/* Counters of a block's row of which any can be other than 0: without a request the first alone, and the rest of
   the row is 0 too. Most sites of a kernel ask for nothing. */
static inline int
gm_counters_of(const gm_site_counts *row)
{
	return row->of[GM_COUNT_REQUESTS] ? GM_COUNTER_COUNT : GM_COUNT_REQUESTS;
}

typedef struct gm_replicates gm_replicates;

/* Loads from constant memory: model/constants.h. */
typedef enum gm_constant_by {
	GM_CONSTANT_BY_LANES,    /* LDC */
	GM_CONSTANT_BY_REGISTER, /* ULDC, from a register and an offset */
	GM_CONSTANT_BY_PLACE,    /* ULDC, the place stands in the code */
	GM_CONSTANT_BY_COUNT
} gm_constant_by;

typedef struct gm_counts {
	gm_site_counts *sites; /* one per site of the kernel */
	gm_issue *issue; /* one per site: machine instructions per execution */
	int sites_count;
	gm_chain_cycles block_cycles; /* mean over the grid: a block held up by latency alone */
	double looks_cycles;    /* among them, of waiting for earlier blocks: looks.h */
	gm_waited waited;       /* of blocks that wait for each other: waited.h */
	double longest_ratio;   /* the longest block of those whose latency was followed, to the mean; 1 and
	                           more */
	double constant_lines[GM_CONSTANT_BY_COUNT]; /* of constant memory that a block names: the most */
	double guarded_passes; /* wavefronts that hang on which register a predicate is in: counts_guarded.c */
	double failed_rounds;   /* of each request in rounds, because of other warps; the counters have them */
	gm_clash_outcome clash[GM_CLASH_WAYS]; /* of these requests */
	double atomic_bytes;    /* of global memory that atomics update, over the grid; 0 without any */
	double atomic_block_bytes; /* of it, between the first and the last that a block updates */
	int64_t blocks_count;  /* of the grid */
	gm_block_work *works;  /* one for each block that was replayed */
	size_t works_count;
	size_t blocks_replayed;
	gm_dim3 common_block;  /* one that stands for many */
	bool exact;            /* the replayed blocks are proven to stand for all */
	bool same_paths;       /* the others take the same paths at least */
	bool *scattered;       /* when only that: per site, the addresses follow data */
	struct gm_moves *moves; /* when exact: how blocks of a box differ (kernel/moves.h); NULL: not known */
	bool all_walked;       /* every block was replayed, because it was asked for */
	double fought_cycles;  /* of blocks that fight for words, until the last has ended; 0: none do */
	bool too_low;          /* by nobody knows how much: no spread is stated */
	bool timing;           /* when not exact: what happens depends on the order of warps or blocks too */
	bool meets;            /* blocks store what others load */
	bool parts;            /* lanes left a loop in different turns and went on apart */
	bool guessed;          /* when not exact: something that decides was taken for granted */
	bool exact_but_order, paths_but_order; /* exact and same_paths of all that does not hang on that order */
	gm_replicates *replicates; /* when not exact: NULL where nothing is known of the spread */
	char why[256];         /* when not exact */
	gm_hazard *hazards;    /* that the replayed blocks met, each kind and place once */
	size_t hazards_count;
	double spread_ratio;   /* when not exact: of the moved bytes, see gm_counts_spread */
	double work_spread_ratio; /* the same of the warp instructions that are executed */
} gm_counts;

void gm_counts_dispose(gm_counts *counts);

/* What is disposed of one is not missed by the other. */
void gm_counts_copy(const gm_counts *from, gm_counts *out);

/* A hazard that a block met; once more is no more. */
void gm_counts_add_hazard(gm_counts *counts, const gm_hazard *hazard);

/* Counts the whole grid. `every_block` walks every block and cuts no loop: the slow reference. */
gm_status gm_counts_gather(const gm_kernel *kernel, const gm_device *device, bool every_block,
                           gm_counts *out, gm_error *err);

/* Whether a sum of the counter over the selected sites is exact. */
bool gm_counts_is_exact(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
                        gm_operation operation, gm_space space);

/* A number that is made of counters. */
typedef double gm_counted(const void *what, const gm_counts *counts);

/* How far the sum may be from that of the whole grid, in its own unit: in 95 of 100 cases no
   further. 0 when no blocks were drawn, and where no site adds to it. */
double gm_counts_spread(const gm_counts *counts, gm_counted *of, const void *what);

/* The same of any number, were nothing there that no block showed; and how often each such thing may be. */
double gm_counts_by_chance(const gm_counts *counts, gm_counted *of, const void *what);
double gm_counts_unseen(const gm_counts *counts);

/* What no walked block did no other does. */
bool gm_counts_shows_all(const gm_counts *counts);

/* An instruction that goes through a generic pointer has a site for each memory that may lead to:
   this one was not executed, but another of the same instruction was. */
bool gm_counts_went_elsewhere(const gm_kernel *kernel, const gm_counts *counts, int site);

/* Sum of a counter over the sites that `operation` and `space` select; GM_OPERATION_COUNT and
   GM_SPACE_COUNT select all. */
int64_t gm_counts_sum(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
                      gm_operation operation, gm_space space);

/* Machine instructions that warps issue, of one unit or of all (GM_UNIT_COUNT): executions of each
   site times what it issues. `lanes` counts the active lanes of each instead of one. A double: the
   model spreads instructions over iterations. */
double gm_counts_issued(const gm_kernel *kernel, const gm_counts *counts, gm_unit unit, bool lanes);

/* Passes through the data banks of L1 and shared memory by instructions that find no data there: a
   shuffle takes one, so does what reads the place of a thread (threadIdx), and a load or store for
   which no lane of the warp is left. Source: l1tex__data_pipe_lsu_wavefronts.sum on an H200 is never
   less than smsp__inst_executed_pipe_lsu.sum; calibration, tree_steps: as many passes with one warp
   at work as with all of 2 to 31, and as long. */
double gm_counts_empty_passes(const gm_kernel *kernel, const gm_counts *counts);

/* GM_BAD_VALUE at its place when <overhead>, which may be negative where a compiler joins what is stated,
   takes away more of a unit than there is. */
gm_status gm_counts_check_issued(const gm_kernel *kernel, const gm_counts *counts, gm_error *err);

/* Clocks for which banks of registers are read, all warps together; see gm_issue. */
typedef struct gm_bank_clocks {
	double beyond; /* one for each instruction */
	double shared;
} gm_bank_clocks;

gm_bank_clocks gm_counts_bank_clocks(const gm_kernel *kernel, const gm_counts *counts);

/* Of the instructions for the multiply-add unit, those of integers, moves among them; those that take
   twice as long twice. */
double gm_counts_heavy(const gm_kernel *kernel, const gm_counts *counts);

/* Of these, products with a result of 64 bits, or its upper half: IMAD.WIDE and IMAD.HI. */
double gm_counts_wide(const gm_kernel *kernel, const gm_counts *counts);

/* Loads of constants by an instruction of their own (LDC). */
double gm_counts_constants(const gm_kernel *kernel, const gm_counts *counts);

/* Loads or stores that warps issue, those included in which no lane takes part. */
double gm_counts_accesses(const gm_kernel *kernel, const gm_counts *counts, gm_issued kind);

/* Passes through the banks that a profiler's patched code makes more: GM_COUNT_WAVEFRONTS or _PACKED_WAVEFRONTS. */
double gm_counts_patched_passes(const gm_counts *counts, gm_counter counter);

/* counts_guarded.c: adds to what patched code makes more. */
void gm_counts_add_guarded(const gm_kernel *kernel, gm_counts *counts);

/* Instructions of lanes that are this arithmetic, as patched code makes them. */
double gm_counts_floats(const gm_kernel *kernel, const gm_counts *counts, gm_float kind);

/* How far these may be off where only a few blocks were asked for the values that they hang on (gm_issue.unsure):
   blocks that have more of one have more of the others. */
double gm_counts_floats_unsure(const gm_kernel *kernel, const gm_counts *counts, gm_float kind);

#endif
