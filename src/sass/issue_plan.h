/*
 * What is known of a program while it is worked out what is issued of it (issue.h), and what the passes ask and do most.
 */
#ifndef GM_SASS_ISSUE_PLAN_H
#define GM_SASS_ISSUE_PLAN_H

#include "kernel/issue.h"
#include "simt/flow.h"
#include "simt/machine.h"

enum {
	NO_STEP = -1,
	MANY_STEPS = -2,
	UNROLL = 4,
	UNROLL_LIMIT = 21,        /* length of one turn (gm_ptx_issue_length) without loads, */
	UNROLL_FOR_SHARED = 5,    /* more for each load from shared memory, */
	UNROLL_LIMIT_MOST = 99,   /* and at most so long; */
	UNROLL_LIMIT_GLOBAL = 49, /* of one that loads from global or local memory */
	UNROLL_ENTRY = 10,   /* tests around the unrolled loop and its remainders */
	PREDICATE_LIMIT = 8, /* instructions that an if is predicated over */
	PREDICATE_LIMIT_LOADS = 20, /* where it loads from global memory */
};

/* Clocks of a dependent single-precision multiply-add on an H200 (calibration, latency_ffma): what waits
   are counted in. */
#define PTX_FMA_CYCLES 4.07

/* Who writes and reads each unit of the register file. */
typedef struct issue_values {
	int32_t *definition; /* step, NO_STEP or MANY_STEPS */
	int32_t *user;       /* step, NO_STEP or MANY_STEPS */
	int32_t *uses;       /* reads, guards included */
	int32_t *first;      /* the first of its rows among the readers; one more at the end */
	int32_t *readers;    /* steps that it is a source of, in the order of the program, each once */
	bool *literal;       /* known before a warp starts, and no special register */
	int32_t *initial;    /* row among what is known before a warp starts, -1 none */
	bool *varies;        /* between the lanes of a warp, or comes from memory that is not read-only: no uniform register */
	bool *differs;       /* between the lanes of a warp, as far as is seen: not what all load from one place */
} issue_values;

/* What makes a loop turn. */
typedef struct issue_turn {
	int32_t latch;   /* the last node */
	int32_t branch;  /* the step that turns */
	int32_t test;    /* setp */
	int32_t counter; /* add of a literal */
} issue_turn;

/* Turns that stand side by side in the code of a loop that is unrolled. */
typedef struct issue_rounds {
	int32_t turns; /* of a round */
	int32_t ahead; /* before the first round */
	bool known;    /* how many turns there are; else some may be left over: kernel/rounds.h */
	bool branches; /* an if in it stays behind a branch: what several turns share is not looked for */
} issue_rounds;

/* A loop that is written out as a whole, with those in it: turns of the innermost, what one of them is to ptxas, and steps of
   it that come to be literals. */
typedef struct issue_whole {
	double turns; /* 0: it is not */
	double rest;
	int literals;
} issue_whole;

typedef struct issue_plan {
	const ptx_program *program;
	const gm_site *sites;
	int cc; /* 10 * major + minor */
	ptx_graph graph;
	int32_t *dominator; /* per node */
	ptx_dominance dominance; /* the same, asked of any two */
	bool *predicated;   /* per node: its instructions are issued with the branch before it */
	issue_values values;
	gm_issue *cost; /* per step */
	uint8_t *copies; /* per step: how often its code stands there, as loops are unrolled */
	bool *dropped;   /* per step: nobody reads what it makes, and it reads nothing */
	int32_t *alike;  /* per step: the one that makes its result already, NO_STEP; see issue_alike.c */
	bool *unrolled;  /* per loop */
	issue_rounds *rounds; /* per loop that is unrolled */
	issue_whole *whole;   /* per loop */
} issue_plan;

/* It tests its operands and calls a subroutine for some; where the compiler made something else of the
   step, it does not. */
static inline bool
gm_ptx_issue_calls(const gm_issue *cost)
{
	return (double)cost->of[GM_UNIT_CONTROL] >= 3;
}

static inline gm_issue
issue_of(gm_unit unit, double count)
{
	gm_issue issue = {0};
	issue.of[unit] = (float)count;
	return issue;
}

/* An instruction that ptxas writes for the one unit or for the other. */
static inline gm_issue
issue_either(double count)
{
	return (gm_issue){.either = (float)count};
}

static inline void
issue_add(issue_plan *plan, int32_t step, gm_unit unit, double count)
{
	plan->cost[step].of[unit] += (float)count;
}

static inline void
issue_scale(gm_issue *issue, double by)
{
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		issue->of[u] *= (float)by;
	issue->either *= (float)by;
	issue->constants *= (float)by;
	issue->twice *= (float)by;
	issue->bank_clocks *= (float)by;
	issue->bank_clocks_shared *= (float)by;
}

/* The one step that writes a source; NO_STEP when there is none or several. */
static inline int32_t
issue_definition(const issue_plan *plan, uint32_t unit)
{
	const int32_t step = unit == PTX_NO_UNIT ? NO_STEP : plan->values.definition[unit];
	return step == MANY_STEPS ? NO_STEP : step;
}

static inline uint32_t
issue_source(const issue_plan *plan, int32_t step, int index)
{
	const ptx_step *s = &plan->program->steps[step];
	return index < s->sources_count ? plan->program->units[s->sources + (uint32_t)index]
					: PTX_NO_UNIT;
}

static inline uint32_t
issue_result(const issue_plan *plan, int32_t step)
{
	const ptx_step *s = &plan->program->steps[step];
	return s->results_count > 0 ? plan->program->units[s->results] : PTX_NO_UNIT;
}

static inline bool
issue_is_conditional(const issue_plan *plan, int32_t node)
{
	const ptx_step *s = &plan->program->steps[plan->graph.nodes[node].end - 1];
	return s->action == ACTION_BRANCH && s->guard != PTX_NO_UNIT;
}

static inline bool
issue_same_block(const issue_plan *plan, int32_t a, int32_t b)
{
	return plan->graph.node_of[a] == plan->graph.node_of[b];
}

static inline int32_t
issue_loop_of(const issue_plan *plan, int32_t step)
{
	return plan->program->loop_of[plan->graph.node_of[step]];
}

#endif
