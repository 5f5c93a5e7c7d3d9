#include "ptx/launch.h"
#include "ptx/spill.h"

/* A move, as which nothing of it goes to memory. */
static void
keep(ptx_kernel *k, ptx_step *s)
{
	gm_site *site = &k->sites[s->site];
	s->kept = true;
	site->operation = GM_MOVE;
	site->space = GM_NO_SPACE;
	site->array = -1;
	site->access_bytes = 0;
}

int64_t
gm_ptx_beyond_arrays(int64_t frame_bytes, int64_t arrays_bytes)
{
	enum { ROUNDED = 16 };
	const int64_t arrays = (arrays_bytes + ROUNDED - 1) / ROUNDED * ROUNDED;
	return frame_bytes > arrays ? frame_bytes - arrays : 0;
}

void
gm_ptx_kernel_local(gm_kernel *kernel, int64_t bytes)
{
	ptx_kernel *k = (ptx_kernel *)(void *)kernel;
	kernel->resources.local_bytes = bytes;
	if (k->program.spills != GM_SPILLS_READ)
		kernel->resources.spilled_bytes = gm_ptx_beyond_arrays(bytes, k->program.local_bytes);
	for (int32_t i = 0; i < k->program.steps_count && bytes == 0; i++) {
		ptx_step *s = &k->program.steps[i];
		if (s->action == ACTION_MEMORY && s->space == SPACE_LOCAL && s->site != PTX_NO_SITE)
			keep(k, s);
	}
}
