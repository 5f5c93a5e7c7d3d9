/*
 * How much registers change from one period of a loop to the next.
 *
 * While one period is walked, every register carries next to its value the constant by which that
 * value will differ at the same place of the next period: nothing, a number, or unknown. Sums and
 * shifts carry it exactly, modulo the width of the register. Steps that are linear only within a
 * range (a widening, a comparison) give a limit: the number of further periods for which it holds.
 * If all that decides paths and addresses is known to change by constants, and at the end of the
 * period the registers have changed by what was assumed at its start, the next `limit` periods are
 * proven to run the same way.
 */
#ifndef GM_SIMT_CHANGE_H
#define GM_SIMT_CHANGE_H

#include "simt/machine.h"

/* CHANGE_LOW: in the lower 32 bits of 64 in some way, not above. CHANGE_SIGN: of 32 bits in some way, but
   not in sign. Only what asks for these sees them, for the others they are unknown. */
typedef enum ptx_change_state {
	CHANGE_NONE,
	CHANGE_BY,
	CHANGE_UNKNOWN,
	CHANGE_LOW,
	CHANGE_SIGN
} ptx_change_state;

typedef struct ptx_change {
	int64_t by;
	uint32_t lanes;   /* for which `state` and `by` hold; the others are unknown */
	uint32_t written; /* lanes that a step of this period has written */
	uint8_t state;
	bool used; /* read in this period before it was written */
} ptx_change;

/* Periods after which a quotient moves by a whole number, where it does not before. */
enum { PTX_ROWS_MAX = 8, PTX_ROW_LONGEST = 1 << 16 };
typedef struct ptx_rows {
	int64_t lengths[PTX_ROWS_MAX];
	int count;
} ptx_rows;

typedef struct ptx_period {
	ptx_change *changes; /* per unit */
	int64_t limit;       /* further periods */
	bool of_blocks; /* from block to block: short limits are of use; a loop rather looks for a
			   longer period */
	bool shortened; /* some of what limits it decides perhaps nothing but addresses */
	bool failed;
	bool by_address; /* what failed was an address, not a path */
	bool admits; /* of blocks: accesses may move in ways that are not followed */
	bool loose; /* addresses may be scattered: only paths are proven */
	int32_t guess; /* a loop whose branches may follow data as long as they stay in it, -1 none */
	const char *why;
	ptx_rows rows; /* of blocks */
	int64_t *advance; /* per site */
	bool *touched;    /* per site */
	bool *crowded;    /* per site: several lanes at several addresses at once */
	bool *scattered;  /* per site, of blocks: the addresses move in ways that are not followed */
	uint32_t *sites;  /* those touched */
	int sites_count;
} ptx_period;

static const int64_t PTX_LIMIT_NONE = INT64_MAX;

/* Carries the changes over one step that is about to run (its sources are still in place) on the
   `active` lanes; `path` are all lanes of the path. */
void gm_ptx_change_step(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t path,
			uint32_t active);

/* change_rules.c: what the rule of the step makes of its sources. */
ptx_change gm_ptx_change_rule(ptx_period *period, ptx_warp *warp, const ptx_step *step,
			      uint32_t active);
/* The state of a source's change as the active lanes see it, and that it was read. */
static inline ptx_change_state
gm_ptx_change_read(ptx_period *period, uint32_t unit, uint32_t active)
{
	if (unit == PTX_NO_UNIT)
		return CHANGE_NONE;
	ptx_change *c = &period->changes[unit];
	if (active & ~c->written)
		c->used = true;
	return (active & ~c->lanes) || c->state >= CHANGE_LOW ? CHANGE_UNKNOWN : (ptx_change_state)c->state;
}

/* And all of the change. */
static inline ptx_change
gm_ptx_change_of(ptx_period *period, uint32_t unit, uint32_t active)
{
	const ptx_change none = {.state = CHANGE_NONE, .lanes = PTX_ALL_LANES};
	const ptx_change unknown = {.state = CHANGE_UNKNOWN};
	if (unit == PTX_NO_UNIT)
		return none;
	return gm_ptx_change_read(period, unit, active) == CHANGE_UNKNOWN ? unknown : period->changes[unit];
}

/* CHANGE_NONE or CHANGE_LOW on the active lanes. */
bool gm_ptx_change_is_low(const ptx_period *period, uint32_t unit, uint32_t active);

/* CHANGE_NONE or CHANGE_SIGN on the active lanes. */
bool gm_ptx_change_keeps_sign(const ptx_period *period, uint32_t unit, uint32_t active);

void gm_ptx_rows_add(ptx_rows *rows, int64_t length);

/* At most `periods` more. */
void gm_ptx_change_limit(ptx_period *period, int64_t periods);

#endif
