/*
 * The state of one compilation: shared by compile.c (statements), compile_loop.c (unrolling),
 * compile_join.c, compile_issue.c (what is issued besides) and compile_expression.c. Not for other
 * files.
 */
#ifndef GM_KERNEL_COMPILE_RUN_H
#define GM_KERNEL_COMPILE_RUN_H

#include "base/algebra.h"
#include "kernel/compile.h"

/* A statement, and what the joining of accesses asks of it. */
typedef struct gm_compile_item {
	gm_statement statement;
	const gm_sum *address; /* of a lane's access, in bytes of the space; else NULL */
} gm_compile_item;

typedef struct gm_compile_list {
	gm_compile_item *items;
	size_t count, room;
	int size;         /* statements as a compiler counts them */
	double issue;     /* instructions of one pass, those beside the statements left out */
	bool has_loop;     /* one that was not unrolled whole */
	bool has_barrier;
	bool has_exchange; /* between lanes: it is not predicated */
} gm_compile_list;

/* What an argument or a let is called in sums that are paid for: a symbol, whose formula is worked out
   once, where it is first needed. */
typedef struct gm_compile_name {
	const gm_factor *symbol;
	bool wide;           /* of 64 bits */
	bool small;          /* its upper half is known to be zero, or there is none */
	bool is_unsigned;
	const gm_sum *value; /* of a let, in such symbols; NULL: none is worked out */
} gm_compile_name;

/* An address that a piece of code needs. */
typedef struct gm_compile_need {
	int array;
	const gm_sum *index; /* in elements, without its constant */
	bool shared;
} gm_compile_need;

typedef struct gm_compiling {
	const gm_descriptor *written;
	gm_arena *arena;
	gm_algebra *algebra;
	const gm_sum **values; /* per slot */
	const gm_sum **named;  /* the same with lets by their names */
	int slots_count;
	size_t values_room, named_room;
	gm_compile_name *names;
	size_t names_count, names_room;
	gm_site *sites;
	gm_overhead *overheads; /* per site, as the next */
	uint8_t *joined;
	size_t sites_count, sites_room, overheads_room, joined_room;
	uint32_t loops; /* numbers given */
	int nodes_max;
	int depth; /* of loops around, those unrolled whole included */
	gm_compile_need *needs;
	size_t needs_count, needs_room;
	gm_setup *setup;
	const void **made; /* sums and factors that were computed before any loop */
	size_t made_count, made_room;
	struct gm_compile_data { /* what stands for data, and how deep it changes */
		const gm_factor *symbol;
		int depth;
	} *data;
	size_t data_count, data_room;
} gm_compiling;

/* ---- compile.c ---- */

gm_compile_list gm_compile_statements(gm_compiling *c, gm_statements statements, bool last);
void gm_compile_list_dispose(gm_compile_list *list);
gm_compile_item *gm_compile_append(gm_compile_list *list, gm_compile_item item);
/* Kept in the arena. */
gm_statements gm_compile_keep(gm_compiling *c, const gm_compile_list *list);
uint32_t gm_compile_add_site(gm_compiling *c, gm_site site, gm_overhead overhead);

/* ---- compile_loop.c ---- */

void gm_compile_loop(gm_compiling *c, const gm_statement *loop, gm_compile_list *out);

/* ---- compile_join.c ---- */

/* What becomes of an item in a copy. */
typedef struct gm_compile_decision {
	bool dropped;       /* part of another access */
	uint8_t bytes;      /* of the access that it makes for others too; 0: its own */
	uint8_t elements;   /* that are named */
	int64_t shift;      /* from its index to the first that is named */
} gm_compile_decision;

/* `turns` copies of the items, the symbol `variable` (may be NULL) being from + turn*step. `out` has
   turns * count rows. */
bool gm_compile_joins(gm_compiling *c, const gm_compile_item *items, size_t count,
		      const gm_factor *variable, const gm_sum *from, const gm_sum *step, int turns,
		      gm_compile_decision *out);
/* The item as decided; false when it is dropped. */
bool gm_compile_decided(gm_compiling *c, const gm_compile_item *item,
			const gm_compile_decision *decision, gm_compile_item *out);
/* Of a list that stands for itself. */
void gm_compile_join_list(gm_compiling *c, gm_compile_list *list);

/* ---- compile_expression.c ---- */

typedef struct gm_expression_draft {
	gm_expression_node *nodes;
	size_t count, room;
} gm_expression_draft;

int gm_draft_constant(gm_expression_draft *d, int64_t value);
int gm_draft_slot(gm_expression_draft *d, int slot);
int gm_draft_operator(gm_expression_draft *d, gm_operator op, int x, int y);
int gm_draft_expression(gm_expression_draft *d, const gm_expression *expression);
/* Ends the draft. */
const gm_expression *gm_draft_end(gm_compiling *c, gm_expression_draft *d, const char *text, int line);

/* ---- compile_issue.c ---- */

/* An operation of many machine instructions; of others nothing is stated. */
gm_overhead gm_compile_arithmetic(const gm_site *site);
/* At the front, or at the end; a branch also where nothing is issued. */
void gm_compile_overhead_first(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line);
void gm_compile_overhead(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line);
void gm_compile_branch(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line);
/* What is read once: its cost hangs on the device. */
void gm_compile_setup_first(gm_compiling *c, gm_compile_list *list);

/* ---- compile_value.c ---- */

/* Symbols for arguments, whose sign alone is taken for given, and lets. */
const gm_sum *gm_compile_name_argument(gm_compiling *c, gm_type type, int64_t value);
const gm_sum *gm_compile_name_let(gm_compiling *c, gm_type type, const gm_sum *value);
/* The operations of a sum that have not been made before. */
gm_issue gm_compile_cost(gm_compiling *c, const gm_sum *sum);
/* Whether the value differs between the lanes of a warp. */
bool gm_compile_varies(const gm_sum *sum);
/* Whether it is worked out in 64 bits. */
bool gm_compile_is_wide(const gm_compiling *c, const gm_sum *sum);

/* ---- compile_address.c ---- */

void gm_compile_need_address(gm_compiling *c, int array, const gm_sum *index);
/* What a turn pays for the addresses needed from `first` on; left are those that the code around
   the loop needs instead. */
typedef struct gm_compile_turn_cost {
	gm_issue each; /* of the copies of a turn */
	gm_issue once; /* whatever their number */
} gm_compile_turn_cost;
gm_compile_turn_cost gm_compile_turn_needs(gm_compiling *c, size_t first, const gm_factor *variable,
					   const gm_sum *from, const gm_sum *step);
/* The same of code outside of loops; none are left. */
gm_issue gm_compile_make_needs(gm_compiling *c, size_t first);

#endif
