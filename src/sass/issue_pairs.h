/*
 * Inside of the room: arithmetic of pairs of halves, as issue_pairs.c finds them and issue_turns.c shares them out.
 */
#ifndef GM_SASS_ISSUE_PAIRS_H
#define GM_SASS_ISSUE_PAIRS_H

#include "sass/issue_halves.h"

typedef enum pair_kind {
	PAIR_SUM,
	PAIR_PRODUCT,
	PAIR_FUSED,
	PAIR_KINDS
} pair_kind;

enum { TERMS = 3 };

/* What one instruction reads; those of a product that is part of the sum among it. */
typedef struct pair_terms {
	uint32_t units[TERMS];
	int count;
} pair_terms;

/* What pairs are looked for in. */
typedef struct pair_search {
	const issue_plan *plan;
	uint8_t *read;    /* gm_ptx_issue_halves_read */
	int32_t *partner; /* per step, NO_STEP */
	uint8_t *joined;  /* per step, of a pair the first: the terms that were put together for it */
} pair_search;

/* PAIR_KINDS: none of them. */
pair_kind gm_ptx_issue_pair_kind(const issue_plan *plan, int32_t step);

pair_terms gm_ptx_issue_pair_terms(const issue_plan *plan, int32_t step);

/* A literal, or a pair that is made of literals. */
bool gm_ptx_issue_is_known_pair(const issue_plan *plan, uint32_t unit);

static inline bool
issue_reads(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[step];
	return gm_ptx_names_unit(plan->program, s->sources, s->sources_count, unit);
}

/* Marks what the tensor unit makes. */
void gm_ptx_issue_pair_turns(issue_plan *plan, const pair_search *search);

#endif
