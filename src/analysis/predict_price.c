#include "analysis/predict.h"

/*
 * What a finding costs, and what its removal gains: the limits once more without the excess.
 *
 *     limit' = limit * (1 - excess work / work of the limit)
 */

static double
bytes_of(const gm_prediction *p, gm_level level, bool writes)
{
	const gm_value bytes =
		writes ? p->traffic.written_bytes[level] : p->traffic.read_bytes[level];
	return bytes.kind == GM_KIND_UNKNOWN ? 0 : bytes.value;
}

/* Bytes of a level that a site moves beyond its ideal. Its part of the level is its part of the
   transactions; a cache that leaves less than the ideal has made good for the excess. */
static double
excess_bytes(const gm_prediction *p, int site, gm_level level)
{
	const int64_t *of = p->counts.sites[site].of;
	const bool writes = p->kernel->sites[site].operation != GM_LOAD &&
			    p->kernel->sites[site].operation != GM_ASYNC_COPY;
	const double moved = (double)of[GM_COUNT_MOVED_BYTES];
	const double all = bytes_of(p, GM_LEVEL_TRANSACTIONS, writes);
	const double ideal = (double)of[GM_COUNT_IDEAL_BYTES];
	if (all <= 0)
		return 0;
	const double excess = bytes_of(p, level, writes) * moved / all - ideal;
	return excess > 0 ? excess : 0;
}

static double
share(const gm_prediction *p, int limit, double excess)
{
	const double work = p->limits[limit].work;
	return work > 0 ? excess / work : 0;
}

void
gm_prediction_excess_of_site(const gm_prediction *p, int site, double out[GM_LIMITS_COUNT])
{
	const int64_t *of = p->counts.sites[site].of;
	const double passes = (double)(of[GM_COUNT_WAVEFRONTS] - of[GM_COUNT_IDEAL_WAVEFRONTS]);
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		out[i] = 0;
	out[GM_LIMIT_L1_DATA] = share(p, GM_LIMIT_L1_DATA, passes > 0 ? passes : 0);
	if (p->kernel->sites[site].space != GM_GLOBAL)
		return;
	out[GM_LIMIT_L2] = share(p, GM_LIMIT_L2, excess_bytes(p, site, GM_LEVEL_L2));
	out[GM_LIMIT_DRAM] = share(p, GM_LIMIT_DRAM, excess_bytes(p, site, GM_LEVEL_DRAM));
}

void
gm_prediction_excess_of_place(const gm_prediction *p, int site, double out[GM_LIMITS_COUNT])
{
	double one[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		out[i] = 0;
	for (int s = site; s < p->counts.sites_count; s++) {
		if (!gm_prediction_same_place(&p->kernel->sites[site], &p->kernel->sites[s]))
			continue;
		gm_prediction_excess_of_site(p, s, one);
		for (int i = 0; i < GM_LIMITS_COUNT; i++)
			out[i] += one[i];
	}
}

void
gm_finding_price(gm_finding *f, const gm_prediction *p, const double excess[GM_LIMITS_COUNT])
{
	gm_limit_time without[GM_LIMITS_COUNT];
	int unit = -1;
	double cost = 0;
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		gm_value *time = &without[i].expected_s;
		without[i] = p->limits[i];
		if (time->kind == GM_KIND_UNKNOWN || excess[i] <= 0)
			continue;
		const double busy = time->value * excess[i];
		time->value -= busy < time->value ? busy : time->value;
		unit = busy > cost ? i : unit;
		cost = busy > cost ? busy : cost;
	}
	if (unit < 0) {
		f->cost_s = gm_value_unknown("the limit of the unit that serves it is not known");
		f->gain_s = f->cost_s;
		return;
	}
	f->cost_s = (gm_value){cost, GM_KIND_MODEL, gm_limit_what(unit)};
	const gm_value time = gm_limits_time(without);
	if (p->time_s.kind == GM_KIND_UNKNOWN || time.kind == GM_KIND_UNKNOWN) {
		f->gain_s = gm_value_unknown("the time is not known");
		return;
	}
	const double gain = p->time_s.value - time.value;
	f->gain_s = (gm_value){gain > 0 ? gain : 0, GM_KIND_MODEL,
			       gain > 0 ? "the largest limit without the excess"
					: "another limit binds: the unit would be less busy, the "
					  "kernel not faster"};
}
