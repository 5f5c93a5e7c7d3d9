#include "model/footprint.h"

/* Total length from the first to the last sector of the inner `levels` strides. */
static int64_t
extent(const gm_sector_run *p, int levels)
{
	int64_t length = p->width;
	for (int i = 0; i < levels; i++)
		length += p->strides[i].stride * (p->strides[i].count - 1);
	return length;
}

static void
drop(gm_sector_run *p, int level)
{
	for (int i = level; i + 1 < p->strides_count; i++)
		p->strides[i] = p->strides[i + 1];
	p->strides_count--;
}

/* Joins whatever continues: runs that meet become one run, a stride that steps by whole counts of the
   one below it lengthens that one. Neither changes the set. */
static void
join(gm_sector_run *p)
{
	for (bool changed = true; changed;) {
		changed = false;
		if (p->strides_count && p->strides[0].stride <= p->width) {
			p->width += p->strides[0].stride * (p->strides[0].count - 1);
			drop(p, 0);
			changed = true;
		}
		for (int i = 0; i + 1 < p->strides_count; i++) {
			const int64_t inner = p->strides[i].stride, outer = p->strides[i + 1].stride;
			if (outer % inner != 0 || outer / inner > p->strides[i].count)
				continue;
			p->strides[i].count += (p->strides[i + 1].count - 1) * (outer / inner);
			drop(p, i + 1);
			changed = true;
		}
	}
}

bool
gm_sector_run_repeat(gm_sector_run *p, int64_t stride, int64_t count)
{
	if (stride == 0 || count <= 1)
		return true;
	if (stride < 0) {
		p->first += stride * (count - 1);
		stride = -stride;
	}
	if (p->strides_count == GM_STRIDES_MAX)
		return false;
	int at = p->strides_count++;
	for (; at > 0 && p->strides[at - 1].stride > stride; at--)
		p->strides[at] = p->strides[at - 1];
	p->strides[at].stride = stride;
	p->strides[at].count = count;
	join(p);
	return true;
}

double
gm_sector_run_sectors(const gm_sector_run *p, bool *exact)
{
	double sectors = (double)p->width;
	for (int i = 0; i < p->strides_count; i++) {
		if (extent(p, i) > p->strides[i].stride)
			*exact = false;
		sectors *= (double)p->strides[i].count;
	}
	const double hull = (double)extent(p, p->strides_count);
	return sectors < hull ? sectors : hull;
}
