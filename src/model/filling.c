#include "model/filling.h"

#include "model/l1_cache.h"

void
gm_filling_next(gm_filling *filling, double empty)
{
	filling->requests++;
	filling->empty = empty;
}

static void
open_sector(gm_filling *f, int64_t sector)
{
	uint32_t *open = gm_sector_set_at(&f->open, sector / GM_LINE_SECTORS);
	if ((*open)++ == 0)
		*gm_sector_set_at(&f->line_since, sector / GM_LINE_SECTORS) = f->requests;
	*gm_sector_set_at(&f->since, sector) = f->requests;
}

static void
close_sector(gm_filling *f, int64_t sector)
{
	const int64_t line = sector / GM_LINE_SECTORS;
	f->warp.sectors++;
	f->warp.apart += f->empty;
	f->warp.again += *gm_sector_set_at(&f->stores, sector) - 1;
	f->warp.share += f->requests - *gm_sector_set_at(&f->since, sector);
	if (--*gm_sector_set_at(&f->open, line) == 0)
		f->warp.lines += f->requests - *gm_sector_set_at(&f->line_since, line);
}

void
gm_filling_store(gm_filling *f, int64_t sector, uint32_t bytes)
{
	if (bytes == UINT32_MAX && gm_sector_set_find(&f->written, sector) == 0)
		return;
	uint32_t *written = gm_sector_set_at(&f->written, sector);
	const uint32_t before = *written, after = before | bytes;
	*written = after;
	if (before == UINT32_MAX)
		return;
	++*gm_sector_set_at(&f->stores, sector);
	if (before == 0)
		open_sector(f, sector);
	else if (after == UINT32_MAX)
		close_sector(f, sector);
}

void
gm_filling_end_warp(gm_filling *f)
{
	gm_sector_set *sets[] = {&f->written, &f->since, &f->stores, &f->open, &f->line_since};
	if (f->requests > 0) {
		f->sums.sectors += f->warp.sectors;
		f->sums.again += f->warp.again;
		f->sums.apart += f->warp.apart;
		f->sums.lines += f->warp.lines / f->requests;
		f->sums.share += f->warp.share / f->requests;
	}
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		gm_sector_set_clear(sets[i]);
	f->warp = (gm_filling_sums){0};
	f->requests = 0;
}

void
gm_filling_dispose(gm_filling *f)
{
	gm_sector_set *sets[] = {&f->written, &f->since, &f->stores, &f->open, &f->line_since};
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		gm_sector_set_dispose(sets[i]);
}
