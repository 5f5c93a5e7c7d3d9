#include "model/returns.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double sector_bytes = 32;

static void
add_return(gm_return_bin *bins, gm_return_time between, double bytes)
{
	const int at = (int)(2 * log2(1 + (between.read + between.written) / sector_bytes));
	gm_return_bin *bin = &bins[at < GM_RETURN_BINS ? at : GM_RETURN_BINS - 1];
	bin->read += between.read * bytes;
	bin->written += between.written * bytes;
	bin->bytes += bytes;
}

static gm_return_time
since(const gm_returns *r, gm_return_time then)
{
	return (gm_return_time){r->now.read - then.read, r->now.written - then.written};
}

void
gm_returns_touch(gm_returns *r, int64_t sector, double bytes, bool store, bool back)
{
	uint32_t *place = gm_sector_set_at(&r->known, sector);
	const bool is_new = *place == 0;
	if (is_new) {
		r->past = gm_grow(r->past, &r->capacity, r->count + 1, sizeof *r->past);
		r->past[r->count] = (gm_return_past){.is_stored = false};
		*place = (uint32_t)++r->count;
	}
	gm_return_past *past = &r->past[*place - 1];
	if (back)
		add_return(store ? r->sums.stores : r->sums.loads, since(r, store ? past->stored : past->touched),
		           bytes);
	r->now.read += is_new && !store ? bytes : 0;
	r->now.written += store && !past->is_stored ? bytes : 0;
	past->touched = r->now;
	past->stored = store ? r->now : past->stored;
	past->is_stored |= store;
}

void
gm_returns_end_warp(gm_returns *r)
{
	gm_sector_set_clear(&r->known);
	r->count = 0;
	r->now = (gm_return_time){0, 0};
}

void
gm_returns_dispose(gm_returns *r)
{
	gm_sector_set_dispose(&r->known);
	free(r->past);
	*r = (gm_returns){0};
}

double
gm_returns_lost(const gm_return_bin *bins, double warps, double room, double room_written)
{
	double lost = 0;
	for (int i = 0; i < GM_RETURN_BINS; i++) {
		const double passed = warps * fmax((bins[i].read + bins[i].written) / room, bins[i].written / room_written);
		lost += passed > bins[i].bytes ? bins[i].bytes : 0;
	}
	return lost;
}
