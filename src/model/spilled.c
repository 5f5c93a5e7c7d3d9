#include "model/spilled.h"

#include <math.h>

static const double AGE_SCALE = 1.2, SOON_AGAIN = 0.03, ARRAY_SCALE = 2.14, READ_SCALE = 1.54, POWER = 3, READ_POWER = 5; /* see the header */

double
gm_spilled_written_bytes(const gm_spilled *s, gm_cache_state state)
{
	const double places = s->block_bytes * fmin(s->wave, s->blocks);
	const double once = fmin(s->block_bytes * s->blocks, s->stored_bytes);
	const double age = (places + s->wave_written) / s->kept_written + s->wave_read / s->kept_read;
	const double back = -expm1(-pow(age / AGE_SCALE, POWER)), own = places / s->kept_written;
	const double registers = SOON_AGAIN * fmin(1, pow(own, POWER));
	const double arrays = -expm1(-pow(s->array_swept * own / ARRAY_SCALE, POWER));
	const double soon = registers + s->array_ratio * (arrays - registers);
	const double again = (s->stored_bytes - once) * soon;
	if (places <= 0 || once <= 0)
		return 0;
	if (state == GM_CACHE_WARM)
		return once * back + again;
	const double left = fmin(places, once) * fmin(1, 1 / age);
	return fmax(once - places, 0) * back + fmin(places, once) - left + again;
}

double
gm_spilled_read_bytes(const gm_spilled *s)
{
	const double places = s->block_bytes * fmin(s->wave, s->blocks);
	return places > 0 ? s->fetched_bytes * -expm1(-pow(places / s->kept_read / READ_SCALE, READ_POWER)) : 0;
}
