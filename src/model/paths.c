#include "model/paths.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { HALVINGS = 60 };

/* y^2 beyond which nobody looks: tanh(y) / y is then 0.01. */
static const double MEETS_MOST = 1e4;

/* tanh(y) / y */
static double
different_share(double squared)
{
	const double y = sqrt(squared);
	return y > 0 ? tanh(y) / y : 1;
}

double
gm_paths_found(double draws, double meets, double blocks)
{
	return draws * blocks * different_share(meets * blocks) / different_share(meets);
}

double
gm_paths_meets(double draws, double different, double blocks)
{
	double least = 0, most = MEETS_MOST;
	if (draws <= 0 || blocks <= 0 || different >= draws * blocks)
		return 0;
	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (least + most) / 2;
		if (gm_paths_found(draws, middle, blocks) > different)
			least = middle;
		else
			most = middle;
	}
	return least;
}

bool
gm_paths_follow(const gm_grid_trace *g, int array)
{
	const gm_trace *t = &g->here;
	int64_t all = 0, following = 0;
	for (int w = 0; w < t->warps_count; w++) {
		const gm_program *program = &t->warps[w];
		uint32_t *loads = gm_allocate(program->count + 1, sizeof *loads);
		size_t count = 0;
		for (size_t s = 0; s < program->count; s++) {
			if (program->steps[s].kind != GM_STEP_REQUEST)
				continue;
			const gm_trace_request *r = &t->requests[program->steps[s].index];
			if (r->access != GM_TRACE_LOAD)
				continue;
			const bool ours = g->irregular[r->site] && g->kernel->sites[r->site].array == array;
			const bool needs = r->needs > 0 && r->needs <= count;
			const uint32_t before = needs ? loads[count - r->needs] : 0;
			all += ours;
			following += ours && needs && g->kernel->sites[t->requests[before].site].array == array;
			loads[count++] = program->steps[s].index;
		}
		free(loads);
	}
	return 2 * following > all;
}
