/*
 * Which values leave their registers where; see spill.h.
 */
#ifndef GM_SASS_SPILL_PLAN_H
#define GM_SASS_SPILL_PLAN_H

#include "simt/flow.h"
#include "sass/spill_insert.h"

#include <stdbool.h>
#include <stdint.h>

#define SPILL_NEVER UINT32_MAX

enum { SPILL_CELLS_MOST = 1 << 19 }; /* values times blocks: a program with more, which would take long, has no values */

/* The values of a program and where they are read. Rows of `count` for each node. */
typedef struct spill_values {
	const ptx_program *program; /* flow analysed */
	ptx_graph graph;
	uint32_t *number; /* per unit: of its value, plus 1; 0: another */
	uint32_t *unit;   /* per value */
	uint8_t *words;   /* per value: registers */
	bool *partial;    /* per value: only made where a predicate says so */
	int count;
	int32_t *order;     /* of the nodes that the begin reaches, each behind those that lead there but for ways back */
	int32_t reached;    /* how many they are */
	int32_t *header_of; /* per node: the loop that begins there, -1 */
	bool *narrow;       /* per node: in a loop without another in it */
	bool *full;         /* the same, of a loop that cannot hold what it needs */
	int *depth;         /* per node: loops around it */
	uint32_t *first, *last; /* steps until a value is read, from the begin and the end of a node; SPILL_NEVER */
	int *most;          /* per loop: words of values that live at its fullest */
} spill_values;

/* Behind the step, which has the value for a result, nothing of what it was before is left. */
static inline bool
gm_ptx_spill_makes(const spill_values *values, const ptx_step *step, int value)
{
	return step->guard == PTX_NO_UNIT || values->partial[value];
}

void gm_ptx_spill_values_init(spill_values *values, const ptx_program *program);
void gm_ptx_spill_values_dispose(spill_values *values);

/* spill_order.c: the values of each block have room in so many words, where arithmetic that ends more of them than it
   makes stands as early as it can. */
bool gm_ptx_spill_fits(const spill_values *values, int words);

/* Words for values; and the least outside of loops, and in one without another in it that is not full. */
typedef struct spill_room {
	int words, least;
} spill_room;

/* Before the step, `value` is loaded; of a node's end: before what ends it, for the next. */
typedef struct spill_load {
	int32_t step, value;
	bool for_next;
} spill_load;

typedef struct spill_plan {
	bool *spilled;   /* per value */
	int32_t *leaves; /* the same: the step before which it leaves its register, the outermost; -1: none */
	spill_load *loads;
	size_t loads_count, loads_room;
	int64_t bytes; /* of places */
	int addresses; /* words besides, of addresses that are stored and loaded once, outside of loops */
} spill_plan;

void gm_ptx_spill_plan_init(spill_plan *plan, const spill_values *values, spill_room room);
void gm_ptx_spill_plan_dispose(spill_plan *plan);

enum { SPILL_WORD = 4 }; /* bytes */

/* spill_places.c: where the values spilled lie. A value that is made once and leaves its register in the same block is
   stored when it leaves; so is one that leaves it outside of the loop in which it is made, and is not loaded in that.
   Others are stored where they are made. What a place held is loaded for the last time by LDL.LU, and its line is
   free in L1: values that do not live at a time share a place here, though the compiler gives each its own. */
typedef struct spill_places {
	bool *where_made; /* per value: it is stored there; else where it leaves its register */
	int64_t *at;      /* per value: its place in local memory, -1: none */
	int64_t end;      /* of them */
} spill_places;

/* Places from `begin` on, pairs first. */
void gm_ptx_spill_places_init(spill_places *places, const spill_values *values, const spill_plan *plan, int64_t begin);
void gm_ptx_spill_places_dispose(spill_places *places);

/* spill_moves.c: the stores and loads of a plan, whose loads are sorted by it, behind those that are there. */
void gm_ptx_spill_moves(const spill_values *values, spill_plan *plan, spill_accesses *out);

#endif
