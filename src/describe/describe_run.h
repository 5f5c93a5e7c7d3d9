/*
 * The state of a description, shared by describe*.c. Not for other files.
 */
#ifndef GM_DESCRIBE_DESCRIBE_RUN_H
#define GM_DESCRIBE_DESCRIBE_RUN_H

#include "describe/describe.h"
#include "simt/flow.h"
#include "simt/ptx_kernel.h"

enum {
	PTX_FACTS_MAX = 64,
	PTX_DESCRIBED_STEPS_MAX = 4000000, /* loops in loops are walked more than once */
	PTX_STATEMENTS_MAX = 4000,         /* a descriptor has at most 4096 instructions */
};

/* Where a value comes from: the statements that made it, and when it is ready of overhead alone, in
   clocks from the start of the window. */
typedef struct ptx_origin {
	int count;
	gm_outline_wait of[GM_OUTLINE_WAITS_MAX];
	double ready;
	int window;
} ptx_origin;

/* What is known at one place of the program. */
typedef struct ptx_view {
	const gm_sum **values; /* per unit; NULL: data */
	int32_t *producers;    /* per unit: the arithmetic step that made it, -1 none */
	bool *loaded;          /* per unit: an address made of it waits for a load */
	int32_t latest;        /* arithmetic step, -1 none */
	const ptx_origin **origins; /* per unit; NULL: there from the start */
	int window;                 /* number of the piece of code between two branches */
	double slot;                /* instructions issued in it */
} ptx_view;

/* A loop being walked, from the inside out. */
typedef struct ptx_turning {
	struct ptx_turning *outer;
	const ptx_loop *loop;
	int32_t header;           /* node */
	int ifs;                  /* conditions open around the place that is being walked */
	bool latched, left, torn; /* torn: left in a way that is not followed */
	ptx_view latch, exit;
	const gm_sum *stays;  /* at the exit: the loop goes on */
	int line;             /* of the source, of that test */
	gm_outline_list rest; /* what follows the exit in a turn */
} ptx_turning;

/* A parameter that says what data decide. */
typedef struct ptx_decided {
	const char *stem;
	int line; /* of the PTX: negative */
	const gm_sum *symbol;
} ptx_decided;

typedef struct ptx_describing {
	const ptx_kernel *kernel;
	const ptx_program *program;
	const gm_ptx_request *request;
	ptx_graph graph;
	int32_t *after; /* per node: where its ways meet again, -1 at the end */
	gm_algebra *a;
	gm_outline *outline;
	gm_error *err;
	gm_status status;
	const gm_sum *specials[SPECIAL_COUNT];
	const gm_sum **sizes; /* parameters, blockDim, gridDim */
	int64_t *size_values; /* in this launch */
	int sizes_count;
	const gm_sum **arguments; /* per argument; NULL: a number that is no formula */
	const gm_sum **bases;     /* per buffer, then per placed variable */
	int arrays_count;
	ptx_view now;
	bool dead; /* no thread comes here */
	ptx_turning *turning;
	const gm_sum *facts[PTX_FACTS_MAX]; /* truths on the way here */
	int facts_count;
	gm_issue *issues;              /* per site, for the capability that the PTX is for */
	gm_issue pending;              /* overhead not yet listed */
	int windows;
	bool listed;                   /* the step that is described is a statement */
	int64_t steps_left;
	int sides; /* of conditions that stand in each other */
	int statements;
	bool trial; /* what is walked is walked again */
	gm_outline_parameter *parameters;
	size_t parameters_count, parameters_room;
	ptx_decided *decided; /* the parameters for what data decide */
	size_t decided_count, decided_room;
	const char **doubts;
	size_t doubts_count, doubts_room;
	int lets;
} ptx_describing;

/* The words of a step's instruction. */
static inline const ptx_word *
ptx_word_of(const ptx_describing *d, const ptx_step *step)
{
	return &d->program->words[step - d->program->steps];
}

/* ---- describe.c ---- */

ptx_view gm_ptx_view_copy(const ptx_describing *d, const ptx_view *view);
void gm_ptx_view_dispose(ptx_view *view);

/* ---- describe_doubt.c ---- */

/* Of the outline, after those of the request. */
void gm_ptx_add_parameter(ptx_describing *d, const char *name, const char *value, int64_t number,
			  const char *doc);
/* Adds a line to what the outline does not say exactly; nothing during a trial. */
void gm_ptx_doubt(ptx_describing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Where the step is from: "line 17" of the source, or of the PTX where that says no lines. */
const char *gm_ptx_place(const ptx_describing *d, const ptx_step *step);
/* A parameter of the value 1 for what data decide on the step's line: `stem`, stem_2, ... */
const gm_sum *gm_ptx_decided_by_data(ptx_describing *d, const char *stem, const ptx_step *step);

/* ---- describe_value.c ---- */

const gm_sum *gm_ptx_unit_value(const ptx_describing *d, uint32_t unit); /* NULL: data */
/* The guard of a step; true without one, NULL: data. */
const gm_sum *gm_ptx_guard_value(ptx_describing *d, const ptx_step *step);
/* Carries the step's results into d->now. */
void gm_ptx_step_values(ptx_describing *d, const ptx_step *step);

/* ---- describe_compare.c ---- */

const gm_sum *gm_ptx_compared(ptx_describing *d, const ptx_step *step, bool second);

/* ---- describe_site.c ---- */

/* Adds what the step does to the list. */
void gm_ptx_describe_step(ptx_describing *d, const ptx_step *step, gm_outline_list *list);
/* The list of what the first lanes of each warp do. */
gm_outline_list *gm_ptx_first_lanes(ptx_describing *d, const ptx_step *step, int lanes,
				    gm_outline_list *list);
/* The step is issued, by itself or beside a statement. */
void gm_ptx_count_step(ptx_describing *d, const ptx_step *step);
/* What the statement of the step issues, where that is not one instruction of its own unit. */
void gm_ptx_state_issue(const ptx_describing *d, const ptx_step *step, gm_outline_node *node);
void gm_ptx_describe_branch(ptx_describing *d, const ptx_step *step, gm_outline_list *list);
/* Adds a statement of the step. */
void gm_ptx_list(ptx_describing *d, const ptx_step *step, gm_outline_node node,
		 gm_outline_list *list);
/* Lists the overhead that is pending. */
void gm_ptx_flush(ptx_describing *d, gm_outline_list *list);
/* Where statements go that only the lanes of a test do; NULL: nowhere. */
gm_outline_list *gm_ptx_behind(ptx_describing *d, const ptx_step *step, const gm_sum *test,
			       gm_outline_list *list);

/* ---- describe_access.c ---- */

/* Returns what is known of the value that is loaded, or NULL. */
const gm_sum *gm_ptx_describe_memory(ptx_describing *d, const ptx_step *step, gm_outline_list *list);
/* The array of an address, and the byte in it; -1 when that is not known. */
int gm_ptx_array_of(ptx_describing *d, const gm_sum *address, const gm_sum **offset);

/* ---- describe_wait.c ---- */

/* Fills in what the statement of a step waits for. */
void gm_ptx_wait(ptx_describing *d, const ptx_step *step, gm_outline_node *node);
/* Carries over to the step's results where they come from. */
void gm_ptx_wait_result(ptx_describing *d, const ptx_step *step, bool is_statement);
/* Where a register comes from in either case; the overhead of the other is long done. */
void gm_ptx_wait_join(ptx_describing *d, uint32_t unit, const ptx_origin *other);
/* Where it comes from in a loop, after the first turn. */
void gm_ptx_wait_carry(ptx_describing *d, uint32_t unit, const ptx_origin *last,
		       const ptx_loop *loop);
/* The step is issued; a window ends. */
void gm_ptx_wait_issue(ptx_describing *d, const ptx_step *step);
void gm_ptx_wait_window(ptx_describing *d);

/* ---- describe_data.c ---- */

/* What a load from an array gives, where a formula is known; NULL: data. May add lets to the list.
 */
const gm_sum *gm_ptx_loaded_value(ptx_describing *d, const ptx_step *step, int array,
				  const gm_sum *offset, gm_outline_list *list);
/* A place of a buffer, in bytes, that no other thread has much chance to name; NULL inside of a loop. */
const gm_sum *gm_ptx_scattered_place(ptx_describing *d, int array, int64_t bytes);
const char *gm_ptx_array_name(const ptx_describing *d, int array);

/* ---- describe_matrix.c ---- */

void gm_ptx_describe_fragment(ptx_describing *d, const ptx_step *step, gm_outline_list *list);

/* ---- describe_flow.c ---- */

/* Everything from the node on, up to the node `stop` (-1: the end). */
void gm_ptx_walk(ptx_describing *d, int32_t node, int32_t stop, gm_outline_list *list);
void gm_ptx_add_if(ptx_describing *d, const gm_sum *test, gm_outline_list *then,
		   gm_outline_list *other, int line, gm_outline_list *list);
/* The sum with this launch's numbers in place of parameters, blockDim and gridDim. */
const gm_sum *gm_ptx_at_launch(ptx_describing *d, const gm_sum *sum);
void gm_ptx_add_fact(ptx_describing *d, const gm_sum *truth);
bool gm_ptx_is_implied(ptx_describing *d, const gm_sum *truth);
/* By its range or by the facts. */
bool gm_ptx_is_natural(ptx_describing *d, const gm_sum *x);
/* The sum where it is divided by, or is a step on a way that ends: blockDim.x/32 is 0 for a block of
   16, where neither is. max(x, 1) where only the numbers of this launch say that x is positive; NULL
   where they do not. */
const gm_sum *gm_ptx_at_least_one(ptx_describing *d, const gm_sum *x);

/* ---- describe_loop.c ---- */

/* The loop from its header on. Returns the node where it leads, -1 when nowhere. */
int32_t gm_ptx_describe_loop(ptx_describing *d, int32_t loop, gm_outline_list *list);

/* Whether threads or blocks differ in it. */
bool gm_ptx_differs(const gm_sum *sum);

/* describe_trips.c: how often `stays` is true, turn after turn, before it is false; NULL: not
 * known. */
const gm_sum *gm_ptx_turns(ptx_describing *d, const gm_sum *stays, const gm_factor *turn);

/* ---- describe_arrays.c: element types, lengths and names, and indices from bytes. ---- */

void gm_ptx_describe_arrays(ptx_describing *d);

#endif
