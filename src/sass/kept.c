#include "sass/kept.h"

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

void
gm_ptx_keep_arrays(ptx_kernel *k)
{
	for (int32_t i = 0; i < k->program.steps_count; i++) {
		ptx_step *s = &k->program.steps[i];
		if (s->action == ACTION_MEMORY && s->space == SPACE_LOCAL && s->site != PTX_NO_SITE)
			keep(k, s);
	}
}
