/*
 * Which loops of machine code are which of the PTX; see spill_sites.h.
 */
#ifndef GM_SASS_SPILL_REGIONS_H
#define GM_SASS_SPILL_REGIONS_H

#include "kernel/spilling.h"
#include "sass/spill_plan.h"

enum { SPILL_MARKS = GM_SPILL_BARRIER + 1 };

/* What the program has in one loop and in none within it; the first: in none. */
typedef struct spill_region {
	int32_t parent;   /* -1 */
	int32_t children; /* loops right in it */
	int32_t *steps;   /* in order */
	int32_t count;
	int32_t *marks[SPILL_MARKS]; /* by kind: which of the steps those are, or begin those */
	int32_t marks_count[SPILL_MARKS];
} spill_region;

typedef struct spill_regions {
	spill_region *items;
	int32_t count;
} spill_regions;

void gm_ptx_spill_regions_init(spill_regions *regions, const ptx_lowering *lo, const spill_values *values);
void gm_ptx_spill_regions_dispose(spill_regions *regions);

/* How many items of the kind. */
int32_t gm_ptx_spill_count(const gm_spill_region *region, gm_spill_kind kind);

/* to[r]: the region of the program that region r of the machine code is, -1 where it does not matter. False where a
   loop that spills has none, or where there are more than a thousand. */
bool gm_ptx_spill_match(const spill_regions *regions, const gm_spilling *spilling, int32_t *to);

#endif
