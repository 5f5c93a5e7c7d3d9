#include "kernel/runs.h"

static const char *const sets[GM_RUN_SET_COUNT] = {
#define X(id, name, what) [id] = name,
	GM_RUN_SET_LIST(X)
#undef X
};

void
gm_runs_free(gm_runs *runs)
{
	if (runs)
		gm_arena_free(runs->arena);
}

const char *
gm_run_set_name(gm_run_set set)
{
	return sets[set];
}
