#include "ptx/paths.h"

enum { TURNS_BEFORE_OTHER_WARPS = 32, TURNS_BEFORE_OTHER_LANES = 256 };

/* The lanes of path i that are in no path above it: they have arrived and wait. */
static uint32_t
waiting_lanes(const ptx_warp *warp, int i)
{
	uint32_t above = 0;
	for (int k = i + 1; k < warp->paths_count; k++)
		above |= warp->paths[k].mask;
	return warp->paths[i].mask & ~above;
}

/* Lanes that wait at a meeting point go on from there to the next one, and the paths that would
   have met them there will meet them at that next one instead. */
static bool
release(ptx_warp *warp)
{
	for (int i = warp->paths_count - 2; i >= 0; i--) {
		const ptx_path waiting = warp->paths[i];
		const uint32_t lanes = waiting_lanes(warp, i);
		if (lanes == 0)
			continue;
		for (int k = i + 1; k < warp->paths_count; k++) {
			if (warp->paths[k].reconverge == waiting.pc)
				warp->paths[k].reconverge = waiting.reconverge;
			warp->paths[k - 1] = warp->paths[k];
		}
		warp->paths[warp->paths_count - 1] =
			(ptx_path){waiting.pc, waiting.reconverge, lanes};
		return true;
	}
	return false;
}

bool
gm_ptx_paths_spin(ptx_warp *warp)
{
	warp->spins++;
	if (warp->spins % TURNS_BEFORE_OTHER_LANES == 0 && warp->paths_count > 1)
		return release(warp);
	if (warp->spins % TURNS_BEFORE_OTHER_WARPS == 0)
		warp->state = WARP_WAITING;
	return warp->state == WARP_WAITING;
}
