/*
 * A descriptor being drafted: statements with formulas, before they are written as XML.
 *
 * It has what models/README.md lets a descriptor say, with sums (base/algebra.h) where the
 * descriptor has expressions. describe/describe.h drafts one from PTX; report/descriptor.h writes it.
 */
#ifndef GM_KERNEL_OUTLINE_H
#define GM_KERNEL_OUTLINE_H

#include "base/algebra.h"
#include "kernel/issue.h"

typedef enum gm_outline_kind {
	GM_OUTLINE_LOOP,
	GM_OUTLINE_IF,
	GM_OUTLINE_LET,
	GM_OUTLINE_ACCESS,
	GM_OUTLINE_COMPUTE,
	GM_OUTLINE_OVERHEAD,
	GM_OUTLINE_BRANCH,
	GM_OUTLINE_BARRIER
} gm_outline_kind;

typedef struct gm_outline_node gm_outline_node;

enum { GM_OUTLINE_WAITS_MAX = 16 };

/* Statement `result` made it (gm_outline_node); what is computed of it before it is used takes so
   many dependent multiply-adds. */
typedef struct gm_outline_wait {
	int result;
	int ago; /* not the latest of them but the one before, ...; 0 until gm_outline_name_results */
	float delay;
	const void *carrier; /* the loop whose turns pass it on, and nothing before; NULL: none */
	bool own_run;        /* none that was made before the loop around began */
} gm_outline_wait;

typedef struct gm_outline_list {
	gm_outline_node **nodes;
	int count, room;
} gm_outline_list;

struct gm_outline_node {
	gm_outline_kind kind;
	int source_line; /* 0 when unknown */
	/* Loop: `variable` is `from`, `from` + `step`, ..., `count` values. */
	const gm_sum *variable, *from, *step, *count;
	bool unrolled;       /* by the compiler */
	const gm_sum *bound; /* the variable stays below it; NULL: only the count is known */
	gm_outline_list body, other;
	const gm_sum *test; /* if */
	/* Access: element `index` of the array. Let: the value `index` of the symbol `variable`. */
	gm_operation operation;
	gm_type type; /* of an access: as wide as it is; of a compute: what it computes with */
	int array;
	const gm_sum *index;
	const char *atomic; /* add, min, ... */
	bool dependent, async;
	bool early;  /* a load that is issued before the stores above it */
	bool passes; /* there are some: gm_outline_settle_early */
	float held, held_address; /* of a load: gm_issue.held and own */
	float turn, turn_most;    /* gm_issue.loaded and alive */
	/* Compute. */
	int64_t times; /* of an access: bytes of a lane */
	bool chain;
	int m, n, k;
	const char *unmodelled; /* gm_site.unmodelled, and its bytes; NULL: it has a model */
	bool unmodelled_bytes;
	bool own;        /* `issue` is all that is issued of it; false: one instruction */
	float latency;   /* of a compute that is told: until its result is there (gm_issue.wait) */
	gm_issue issue;  /* overhead; of a branch, what is issued of it */
	gm_issue before; /* overhead that is issued before the statement */
	/* Access, compute, branch: what it waits for. */
	bool told;
	int result; /* a number of its own, from 1; 0: none */
	int after_count;
	gm_outline_wait after[GM_OUTLINE_WAITS_MAX];
	float delay; /* from its turn to be issued on */
	gm_outline_list turns;       /* the statements that were rolled up into this one; none: itself */
	const gm_outline_list *home; /* the list in which it was described, */
	int place;                   /* where in it, */
	bool turning;                /* and whether that is the body of a loop */
};

/* What a person leaves out. */
static inline bool
gm_outline_is_overhead(const gm_outline_node *node)
{
	return node->kind == GM_OUTLINE_OVERHEAD || node->kind == GM_OUTLINE_BRANCH;
}

typedef struct gm_outline_array {
	const char *name;
	gm_space space;
	gm_type type;
	const char *length; /* an expression, in elements */
	bool dynamic;
	const char *doc;
} gm_outline_array;

typedef struct gm_outline_parameter {
	const char *name, *value, *doc;
	int64_t number; /* what the value comes to */
} gm_outline_parameter;

typedef struct gm_outline_let {
	const char *name;
	const gm_sum *symbol, *value;
} gm_outline_let;

enum { GM_OUTLINE_LETS_MAX = 8 };

typedef struct gm_outline {
	gm_algebra *algebra; /* owns everything */
	const char *name, *doc;
	const char *source; /* the file that source lines are of, "" when unknown */
	const char *grid, *block,
		*dynamic_shared;               /* expressions; the last NULL when there is none */
	gm_dim3 threads;                       /* what `block` comes to */
	const char *require, *require_message; /* NULL: for every block */
	const gm_resources *resources;         /* registers */
	const gm_outline_parameter *parameters;
	int parameters_count;
	const gm_outline_array *arrays;
	int arrays_count;
	gm_outline_let lets[GM_OUTLINE_LETS_MAX];
	int lets_count;
	gm_outline_list body;
	int results_count; /* numbers of results are at most that */
	int *same;         /* per number: another that stands for it, or itself */
	const char **results; /* names, by number; NULL: nobody waits for it */
	const char **doubts; /* what the outline does not say exactly, one line each */
	int doubts_count;
} gm_outline;

void gm_outline_free(gm_outline *outline); /* NULL accepted */

/* A node that is there already; several lists may hold it. */
void gm_outline_list_add(gm_algebra *a, gm_outline_list *list, gm_outline_node *node);

/* Overhead joins what stands last in the list, if that is overhead too. */
gm_outline_node *gm_outline_append(gm_algebra *a, gm_outline_list *list, gm_outline_node node);

/* Statements that repeat with indices a constant step apart become a loop over one of them: what a
   compiler unrolled is rolled up again. Nested loops too. `same`: of the outline, NULL when no
   statement tells what it waits for; results of the turns become those of the statement that is
   left. */
void gm_outline_roll(gm_algebra *a, gm_outline_list *list, int *same);

/* Notes where each statement was described, before any is rolled up. */
void gm_outline_note_places(gm_outline *outline);

/* The number that stands for a result. */
int gm_outline_result(const int *same, int result);

/* Names the results that are waited for, and forgets waits for what no statement makes. */
void gm_outline_name_results(gm_outline *outline);

/* Leaves out address arithmetic, loop counters and branches, and makes one loop of a loop in steps
   and the remainder that follows it: what a person would have written. */
void gm_outline_plain(gm_algebra *a, gm_outline_list *list);

/* Gives loop variables their names, chooses from/to or count for each, and names the global indices
   (x, y, z) where formulas use them. Called last. */
void gm_outline_finish(gm_outline *outline);

/* Loads stay `early` only where there is a store for them to pass. */
void gm_outline_settle_early(gm_outline *outline);

/* All of the above in their order, what a draft goes through before it is written. `plain`: as a person
   would write it, gm_outline_plain. */
void gm_outline_settle(gm_outline *outline, bool plain);

/* Calls `change` for every formula of the statements, inside and out, and puts its result there. */
typedef const gm_sum *gm_outline_change(void *state, const gm_sum *sum);
void gm_outline_each(gm_outline_list *list, gm_outline_change *change, void *state);

#endif
