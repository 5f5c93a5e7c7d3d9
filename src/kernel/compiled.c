#include "kernel/compiled.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void
gm_compiled_free(gm_compiled *compiled)
{
	if (compiled)
		gm_arena_free(compiled->arena);
}

gm_spills
gm_compiled_spills(const gm_compiled_kernel *kernel)
{
	if (kernel->spill_instructions > 0 || kernel->spill_stores_bytes > 0 ||
	    kernel->spill_loads_bytes > 0)
		return GM_SPILLS_SOME;
	const bool stated = kernel->spill_instructions == 0 || kernel->spill_stores_bytes == 0;
	return stated || kernel->stack_bytes == 0 ? GM_SPILLS_NONE : GM_SPILLS_UNKNOWN;
}

const gm_compiled_kernel *
gm_compiled_find(const gm_compiled *compiled, const char *name, int cc_major, int cc_minor)
{
	for (int i = 0; i < compiled->kernels_count; i++) {
		const gm_compiled_kernel *kernel = &compiled->kernels[i];
		if (kernel->cc_major == cc_major && kernel->cc_minor == cc_minor &&
		    strcmp(kernel->name, name) == 0)
			return kernel;
	}
	return NULL;
}
