#include "model/trace_needs.h"

static uint32_t
latest_load(const gm_trace_needs *needs, const gm_warp_instr *instr)
{
	uint32_t latest = 0;
	for (int i = 0; i < GM_WAITS_MAX; i++) {
		const uint32_t back = instr->waits_for[i];
		if (back == 0 || back >= GM_NEEDS_HISTORY || back > needs->position)
			continue;
		const uint32_t load = needs->latest[(needs->position - back) % GM_NEEDS_HISTORY];
		latest = load > latest ? load : latest;
	}
	return latest;
}

uint32_t
gm_trace_needs_add(gm_trace_needs *needs, const gm_warp_instr *instr, bool loads)
{
	const uint32_t load = latest_load(needs, instr), before = needs->loads;
	needs->loads += loads;
	needs->latest[needs->position++ % GM_NEEDS_HISTORY] = loads ? needs->loads : load;
	return load > 0 ? before + 1 - load : 0;
}
