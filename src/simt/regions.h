/*
 * Regions of memory, before anything runs: what a step reads and writes.
 *
 * One for each buffer, then those of ptx_region, then one for each variable of shared memory. An access of
 * shared memory of which the variable is not known may be one of any.
 */
#ifndef GM_SIMT_REGIONS_H
#define GM_SIMT_REGIONS_H

#include "simt/machine.h"

/* Behind the buffers. */
typedef enum ptx_region { PTX_REGION_SHARED, PTX_REGION_LOCAL, PTX_REGION_ANY, PTX_REGIONS } ptx_region;

typedef struct ptx_regions {
	const ptx_program *program;
	const int *roots; /* gm_ptx_roots_of_all; borrowed */
	int buffers;
	int count; /* of regions */
} ptx_regions;

ptx_regions gm_ptx_regions_of(const ptx_program *program, const int *roots, int buffers);

/* Memory a step reads and writes; -1 for none. */
typedef struct ptx_effects {
	int reads, writes;
	int first_value; /* sources from here on are written */
} ptx_effects;

ptx_effects gm_ptx_effects(const ptx_regions *regions, const ptx_step *step);

/* A region with its flag set that may have memory in common with this one; -1: none. */
int gm_ptx_regions_find(const ptx_regions *regions, const bool *flags, int region);

bool gm_ptx_region_is_global(const ptx_regions *regions, int region);
bool gm_ptx_region_is_shared(const ptx_regions *regions, int region);

#endif
