/*
 * A kernel as the interpreter runs it: steps, the loops they form, and what registers hold at the start.
 *
 * lower*.c make it of the module's text, calls inlined; nothing changes it afterwards.
 */
#ifndef GM_SIMT_PROGRAM_H
#define GM_SIMT_PROGRAM_H

#include "kernel/kernel.h"
#include "ptx/module.h"
#include "simt/memory.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	PTX_LANES = 32,
	PTX_UNIT_BYTES = 128,
	PTX_BARRIERS = 16,
	PTX_SCRATCH_UNITS = 8, /* at the start of the file, for steps that need room */
	PTX_UNMADE_TURNS = 32, /* bits of ptx_step.unmade */
};

#define PTX_ALL_LANES 0xffffffffu
#define PTX_NO_UNIT UINT32_MAX
#define PTX_NO_SITE UINT32_MAX

typedef struct ptx_step ptx_step;
typedef struct ptx_warp ptx_warp;
typedef struct ptx_machine ptx_machine;

/* Writes the results of the lanes in `mask`, which is never 0. */
typedef void (*ptx_run)(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* What the loop over steps itself must do. */
typedef enum ptx_action {
	ACTION_LANES,  /* call run */
	ACTION_MEMORY, /* call run, which may fail, and stream the addresses it left */
	ACTION_BRANCH,
	ACTION_TABLE, /* branch to one of a list */
	ACTION_EXIT,
	ACTION_BARRIER,
	ACTION_TRAP,
	ACTION_UNKNOWN, /* streamed; what of its results see ptx_unknown */
	ACTION_NOTHING, /* streamed only */
	ACTION_WAIT     /* call run; then let other warps run when it asks for it */
} ptx_action;

/* How a step carries a constant change of its sources over to its result; see change.h. */
typedef enum ptx_rule {
	RULE_OPAQUE, /* changed sources: unknown */
	RULE_COPY,
	RULE_ADD,
	RULE_SUB,
	RULE_NEG,
	RULE_MUL,
	RULE_MUL_HIGH,
	RULE_MUL_WIDE,
	RULE_MAD,
	RULE_MAD_WIDE,
	RULE_SHL,
	RULE_SHR,
	RULE_AND,
	RULE_OR,
	RULE_FIELD,
	RULE_INSERT,
	RULE_DIV,
	RULE_REM,
	RULE_MIN,
	RULE_MAX,
	RULE_COMPARE,
	RULE_SELECT,
	RULE_CONVERT,
	RULE_LOAD,
	RULE_PACK,
	RULE_UNPACK,
	RULE_NONE /* no result */
} ptx_rule;

struct ptx_step {
	ptx_run run;
	ptx_run inner;       /* the plain form, when `run` wraps rounding, flushing or saturation */
	uint32_t d, a, b, c; /* units of the result and of the sources, PTX_NO_UNIT */
	uint32_t guard;      /* unit of the predicate, PTX_NO_UNIT */
	uint32_t results, sources; /* ranges of program->units: everything written and read */
	uint32_t site;             /* PTX_NO_SITE: no machine work */
	uint32_t traffic_site;     /* a second site of the same step, PTX_NO_SITE */
	uint32_t local_site;       /* a third, of a generic access that may lead to local memory */
	int32_t target;            /* step of a branch, first row of a branch table */
	int32_t reconverge;        /* step where the sides of a branch meet, -1 */
	int32_t within;            /* step before it where some of their lanes meet, -1; see breaks.h */
	int32_t loop;              /* the loop whose first step this is, -1 */
	int64_t immediate;         /* address offset, comparison, truth table, ... */
	uint8_t results_count, sources_count;
	uint8_t action, rule;
	uint8_t type;     /* of the operation (ptx_type) */
	uint8_t from;     /* second type: of a conversion, of a comparison */
	uint8_t space;    /* ptx_space of a memory step */
	uint8_t vector;   /* elements per lane of a memory step, 1 to 8 */
	uint8_t detail;   /* an enum of the step's own: which atomic, which shuffle */
	uint8_t rounding; /* 0: to nearest */
	bool guard_negated;
	bool flush, saturate; /* .ftz, .sat */
	bool clamp;
	bool finite; /* .satfinite: beyond the range the largest number */
	uint8_t parts[2];                /* registers of A and of B */
	const struct ptx_matrix *matrix; /* of a matrix step */
	bool streams_itself;             /* run calls gm_ptx_stream */
	uint32_t named;                  /* the lanes that a shuffle says take part, where a literal says it; else 0 */
	bool offers;                     /* an atomic of a site that looks first: run tells what the lanes bring */
	bool matches;                    /* run tells how many values the lanes have: each is told by itself */
	bool opaque_load;                /* its addresses are known, its values are not followed */
	bool decides;       /* its results or what it stores decide paths or addresses */
	bool calls;         /* a call of a function without a body */
	bool copies;        /* writes shared or global memory without a store */
	bool tensor;        /* such a copy whose sources are coordinates; see tensor.h */
	bool volatile_read; /* may return what another thread wrote meanwhile */
	bool spins;         /* such a read in a loop, on which paths depend */
	bool suspends;      /* a test that the hardware answers when what it asks for has come */
	bool elects;        /* one lane goes to memory for all; see combine.h */
	bool same_value;    /* a store whose value does not depend on the thread */
	uint32_t straight;  /* steps from this one on that go straight on; see straight.h */
	uint32_t aside;     /* of them, those before the first that decides something or has a guard */
	bool aligned;       /* a barrier that all lanes of a warp must reach together */
	uint8_t orders;     /* ptx_order: what it orders, for the search for races */
	uint8_t joined_bytes; /* the access that this one makes for others too, 0: its own; see join.h */
	int32_t joined_to;    /* step whose access this one is part of, -1 */
	uint8_t leaves;       /* ptx_leaves: a branch of which one side leaves a loop for the end; see apart.h */
	uint8_t breaks;       /* ptx_leaves: one side goes past where others meet before; see breaks.h */
	bool leaves_apart;    /* a branch whose sides do not meet where it says; see apart.h */
	bool gathers;         /* the first of such a loop in another: all meet there again; see apart.h */
	bool contested;       /* reads words that threads fight for; see contest.h */
	bool yields;          /* and is what they fight with: others have their turn meanwhile */
	bool polls;           /* asks in a loop for what another block writes; see await.h */
	bool tells;           /* writes it */
	bool ticket;          /* draws a number in the order of blocks */
	bool draws;           /* draws numbers until they have passed a bound; see queue.h */
	bool draws_in_turn;   /* each warp its own: the others have their turn meanwhile */
	bool releases;        /* such a store or atomic comes after all before it */
	bool one_word;        /* an atomic of the same word in every thread of the grid */
	bool kept;            /* of local memory that the compiler keeps in registers */
	bool spills;          /* from or to the place of a spilled register, at `immediate`; A is the value. See spill.h */
	uint8_t every;        /* the access is made once for so many turns, in the first of them; see turns.h */
	int32_t once;         /* loop before which the load is made: only its first turn has it, -1; see turns.h */
	uint32_t unmade;      /* bit per turn of its loop, the first 32, in which it is not made; see turns.h */
	uint8_t carried;      /* so many turns before in its round the same was loaded: not made again, 0; see turns.h */
	bool not_alone;       /* not made in a turn that stands alone behind the rounds; see turns.h */
	bool first_apart;     /* not of the loop's first turn, which finds its address otherwise */
	bool by_rounds;       /* what it is of an access depends on where its turn stands in a round; see turns.h */
	uint8_t of_two[2], of_four[4]; /* `by_rounds`: bytes of its access there, 0: part of another's */
	int32_t picks;        /* of a selection: the step that makes its value under the predicate, -1; see
	                         pick.h */
	int32_t behind;       /* and one behind an exit that alone reads the selection, whose lanes are counted by the same
	                         predicate, -1 */
	uint8_t sides;        /* ptx_sides: of a branch, what became of them before loads were moved; see shift.h */
	uint32_t only;        /* predicate of the lanes that are counted, PTX_NO_UNIT: all */
	bool only_negated;
	int line, source_line;
	const char *text;
};

/* Detail of ACTION_UNKNOWN: its results decide nothing, are taken to be 0, or end the replay. */
typedef enum ptx_unknown { UNKNOWN_IDLE, UNKNOWN_ZERO, UNKNOWN_STOPS } ptx_unknown;

typedef enum ptx_sides { SIDES_OPEN, SIDES_STAY, SIDES_PREDICATED } ptx_sides;

typedef enum ptx_leaves { LEAVES_NOT, LEAVES_BY_TARGET, LEAVES_BY_NEXT } ptx_leaves;

/* What the accesses before a step and those after it are ordered by it; see kernel/races.h. */
typedef enum ptx_order { ORDER_NONE, ORDER_LANES, ORDER_RELEASE, ORDER_BOTH } ptx_order;
/* The words of a step's instruction, as far as the model of issued instructions asks for them. */
enum {
	WORD_FIRST = 1 << 0, /* of the steps of its instruction */
	WORD_WIDE = 1 << 1,
	WORD_HIGH = 1 << 2,
	WORD_ROUNDED = 1 << 3, /* .rn and the like: never contracted */
	WORD_APPROXIMATE = 1 << 4,
	WORD_FULL = 1 << 5,
	WORD_FLUSH = 1 << 6,
	WORD_PARAMETER = 1 << 7, /* of the entry: the constant bank */
	WORD_SHARED_SYMBOL = 1 << 8,
	WORD_LOCAL_SYMBOL = 1 << 9,
	WORD_NO_UNROLL = 1 << 10, /* .pragma "nounroll" stands before it */
	WORD_OF_WARP = 1 << 11,   /* bar.warp.sync */
	WORD_CALLED = 1 << 12,    /* of a device function that was called */
	WORD_VOLATILE = 1 << 13,  /* or ordered with other threads */
	WORD_OF_BLOCK = 1 << 14,  /* .cta */
	WORD_READ_ONLY = 1 << 15  /* .nc: nobody writes there */
};

typedef struct ptx_word {
	uint8_t opcode;
	uint8_t type, second;
	uint16_t flags;
	int32_t offset; /* of a parameter */
	uint32_t members; /* unit: the lanes that shfl.sync and bar.warp.sync name; PTX_NO_UNIT */
} ptx_word;

/* A natural loop of the control flow graph. */
typedef struct ptx_loop {
	int32_t header; /* first step */
	int32_t parent; /* enclosing loop, -1 */
	bool has_barrier;
	bool has_spin; /* its exit may depend on another thread: it reads volatile memory */
	bool yields;   /* one of its steps does; see await.h */
	int32_t line;
	const uint64_t *members; /* bit per node of the graph */
	const uint32_t *tracked; /* units that the loop writes and that decide paths or addresses */
	int32_t tracked_count;
	const uint32_t *written; /* all units that it writes */
	int32_t written_count;
	bool can_cut;
	const char *why_not;
	/* Of a loop that is unrolled by four and is walked by rounds, else -1; see turns.h. */
	int32_t counter, test, latch; /* steps: the sum, the comparison, the branch back */
	bool apart;       /* its lanes turn differently often */
	uint8_t tails;    /* turns behind its rounds that are issued whether lanes take them or not: 1, 2 or both */
	bool has_once;    /* it has loads that are made before it, or steps that are not in some turns */
	int32_t round, ahead; /* it has loads `carried` in a round of so many turns, and so many before the first; 0 */
	bool ends_alone;  /* it has steps `not_alone` */
	bool rests;       /* turns may be left over behind its rounds */
	bool takes_along; /* it has loads `by_rounds`, or one made for several turns */
} ptx_loop;

/* A register whose lanes start with a value known at launch. */
typedef enum ptx_special {
	SPECIAL_TID_X,
	SPECIAL_TID_Y,
	SPECIAL_TID_Z,
	SPECIAL_NTID_X,
	SPECIAL_NTID_Y,
	SPECIAL_NTID_Z,
	SPECIAL_CTAID_X,
	SPECIAL_CTAID_Y,
	SPECIAL_CTAID_Z,
	SPECIAL_NCTAID_X,
	SPECIAL_NCTAID_Y,
	SPECIAL_NCTAID_Z,
	SPECIAL_LANEID,
	SPECIAL_WARPID,
	SPECIAL_NWARPID,
	SPECIAL_LANEMASK_EQ,
	SPECIAL_LANEMASK_LT,
	SPECIAL_LANEMASK_LE,
	SPECIAL_LANEMASK_GT,
	SPECIAL_LANEMASK_GE,
	SPECIAL_CLOCK,
	SPECIAL_CLOCK64,
	SPECIAL_GLOBALTIMER,
	SPECIAL_DYNAMIC_SHARED,
	SPECIAL_TOTAL_SHARED,
	SPECIAL_ONE,  /* extents of a cluster of one block */
	SPECIAL_ZERO, /* ranks in it, and identities of SM and grid */
	SPECIAL_COUNT
} ptx_special;

typedef struct ptx_initial {
	uint32_t unit;
	uint8_t units;   /* 1 or 2 */
	uint8_t special; /* ptx_special, or SPECIAL_COUNT for a constant */
	uint8_t space;   /* ptx_space where it is the address of a shared or local variable, GLOBAL where it is half of
	                    the address of the workspace, else 0 */
	bool predicate;
	uint64_t value;
} ptx_initial;

/* What a tensor map says; see tensor.h. */
typedef struct ptx_map {
	int rank, element_bytes;
	int swizzle_mask;       /* 0, 1, 3 or 7 pieces of 16 bytes */
	int64_t extent[5];      /* elements, innermost first */
	int64_t box[5];
	uint64_t address, base; /* of the map itself, with its window, and of the tensor */
} ptx_map;

/* A variable that was given a place in shared or local memory. */
typedef struct ptx_placed {
	const char *name;
	ptx_space space;
	ptx_type type;
	int64_t offset_bytes, bytes;
	bool dynamic; /* its size is the launch's */
} ptx_placed;

/* Registers that lie one behind the other. */
typedef struct ptx_run_of_units {
	uint32_t first, count;
} ptx_run_of_units;

typedef struct ptx_program {
	ptx_step *steps;
	int32_t steps_count;
	ptx_word *words; /* per step */
	uint32_t *units; /* of results and sources */
	size_t units_used;
	int32_t *tables; /* branch targets */
	size_t tables_count;
	ptx_initial *initials;
	size_t initials_count;
	ptx_placed *placed;
	size_t placed_count;
	uint32_t units_count; /* size of a warp's register file */
	uint8_t *unit_bits;   /* of the value that begins in a unit: 1, 32, 64, 128; 0 inside one */
	ptx_run_of_units *fresh; /* as the launch leaves them when a block begins; see live.h */
	size_t fresh_count;
	int sites_count;
	int64_t local_bytes;    /* per lane */
	int64_t spilled_bytes;  /* per lane, beside them; see spill.h */
	gm_spills_known spills;
	int64_t shared_bytes;   /* static */
	int64_t dynamic_offset; /* where dynamic shared memory begins in the window */
	unsigned char *parameters;
	int64_t parameters_bytes;
	ptx_loop *loops;
	int32_t loops_count;
	int32_t *node_of; /* per step: its basic block */
	int32_t *loop_of; /* per basic block: the innermost loop, -1 */
	int32_t nodes_count;
	bool writes_what_decides; /* stores to memory from which paths or addresses are computed */
	bool order_decides;       /* atomics return what paths or addresses are computed from: warps take
				     turns in an order that nobody knows */
	bool places_by_order;     /* and they decide where something is stored, but no path */
	bool drawn_stays;         /* nothing but the step that draws may write to where its counter lies */
	bool leaves_what_decides; /* a later launch finds other memory, and that decides what it does */
	bool *meeting_places;     /* per buffer: it is such memory; NULL: none is */
	bool unknown_copies;      /* some copies signal an mbarrier with bytes nobody knows */
	bool narrow;              /* generic pointers have 32 bits */
	int64_t cluster[3];       /* blocks, as the entry requires, 0 when it does not */
	bool asks_for_cluster;    /* for memory of its other blocks */
	bool assumes;             /* some step's results are taken to be 0 */
	bool awaits;              /* what other blocks write to global memory; see await.h */
	bool seeks;               /* who loses a word goes on to another; see contest.h */
	bool reads_clock;         /* time itself may end a wait */
	uint64_t workspace;       /* address of what only a cooperative launch gives; 0: it is not asked for */
	struct ptx_rare_tally *rare; /* per step, what was seen of rare operands; NULL: none can be */
	ptx_map *maps;            /* tensor maps among the arguments */
	int maps_count;
} ptx_program;

static inline int64_t
gm_ptx_cluster_blocks(const ptx_program *program)
{
	return program->cluster[0] * program->cluster[1] * program->cluster[2];
}

/* One that orders what other blocks see. */
static inline bool
gm_ptx_orders_blocks(const ptx_word *word)
{
	return (word->opcode == OP_MEMBAR || word->opcode == OP_FENCE) && !(word->flags & WORD_OF_BLOCK);
}

/* Whether the unit is among a step's results or sources: `count` of them, from row `first` of units. */
static inline bool
gm_ptx_names_unit(const ptx_program *program, uint32_t first, int count, uint32_t unit)
{
	for (int k = 0; k < count; k++)
		if (program->units[first + (uint32_t)k] == unit)
			return true;
	return false;
}

/* Whether a node of the graph, or a step, is part of the loop. */
static inline bool
gm_ptx_loop_has_node(const ptx_loop *loop, int32_t node)
{
	return (loop->members[node / 64] >> (node % 64)) & 1;
}

static inline bool
gm_ptx_loop_has_step(const ptx_program *program, const ptx_loop *loop, int32_t step)
{
	return gm_ptx_loop_has_node(loop, program->node_of[step]);
}

#endif
