#include "model/spilled.h"

#include <math.h>

static const double AGE_SCALE = 1.2, SOON_AGAIN = 0.04; /* see the header */

double
gm_spilled_written_bytes(const gm_spilled *s, gm_cache_state state)
{
	const double places = s->block_bytes * fmin(s->wave, s->blocks);
	const double once = fmin(s->block_bytes * s->blocks, s->stored_bytes);
	const double age = (places + s->wave_written) / s->kept_written + s->wave_read / s->kept_read;
	const double back = -expm1(-(age / AGE_SCALE) * (age / AGE_SCALE));
	const double again = (s->stored_bytes - once) * SOON_AGAIN * fmin(1, age * age);
	if (places <= 0 || once <= 0)
		return 0;
	if (state == GM_CACHE_WARM)
		return once * back + again;
	const double left = fmin(places, once) * fmin(1, 1 / age);
	return fmax(once - places, 0) * back + fmin(places, once) - left + again;
}
