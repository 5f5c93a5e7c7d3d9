#include "model/phases.h"

#include <math.h>
#include <stdbool.h>

void
gm_phases_close(gm_phases *phases, const double now[GM_PHASES_LEVELS])
{
	const double busy = fmax(phases->matches, fmax(phases->issue, phases->passes));
	for (int r = 0; r < GM_PHASES_RESIDENT; r++)
		for (int l = 0; l < GM_PHASES_LEVELS; l++)
			phases->sums.together[r][l] += hypot(now[l] - phases->began[l], busy * (double)(1 << r));
	phases->sums.busy += busy;
	phases->issue = phases->passes = phases->matches = 0;
	for (int l = 0; l < GM_PHASES_LEVELS; l++)
		phases->began[l] = now[l];
}

void
gm_phases_repeat(gm_phases *phases, const gm_phases *before, double times,
                 const double more[GM_PHASES_LEVELS])
{
	gm_phase_sums since = phases->sums;
	gm_phase_sums_add(&since, &before->sums, -1);
	gm_phase_sums_add(&phases->sums, &since, times);
	const bool closed = since.busy > 0 || since.together[0][0] > 0;
	if (!closed) {
		phases->issue += (phases->issue - before->issue) * times;
		phases->passes += (phases->passes - before->passes) * times;
		phases->matches += (phases->matches - before->matches) * times;
		return;
	}
	for (int l = 0; l < GM_PHASES_LEVELS; l++)
		phases->began[l] += more[l] * times;
}

void
gm_phase_sums_add(gm_phase_sums *to, const gm_phase_sums *from, double by)
{
	for (int r = 0; r < GM_PHASES_RESIDENT; r++)
		for (int l = 0; l < GM_PHASES_LEVELS; l++)
			to->together[r][l] += by * from->together[r][l];
	to->busy += by * from->busy;
}

double
gm_phase_sums_at(const gm_phase_sums *sums, double resident, int level)
{
	const double at = fmin(fmax(log2(fmax(resident, 1)), 0), GM_PHASES_RESIDENT - 1);
	const int below = (int)fmin(at, GM_PHASES_RESIDENT - 2);
	const double part = at - below;
	return (1 - part) * sums->together[below][level] + part * sums->together[below + 1][level];
}
