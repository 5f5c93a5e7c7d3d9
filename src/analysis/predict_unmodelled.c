#include "analysis/predict.h"

#include <string.h>

/*
 * Instructions without a model (a texture fetch, a call of a function that is not there): what they
 * could change is unknown, whatever the rest of the kernel says.
 */
static const char *const why = "the kernel executes instructions without a model";

typedef struct doubt {
	bool any;   /* the time is unknown */
	bool bytes; /* so is the traffic */
	bool flop;  /* so is the work */
} doubt;

static bool
is_executed(const gm_prediction *p, int site)
{
	return p->kernel->sites[site].unmodelled &&
	       p->counts.sites[site].of[GM_COUNT_THREAD_INSTRUCTIONS] > 0;
}

static doubt
doubt_of(const gm_prediction *p)
{
	doubt d = {false, false, false};
	for (int s = 0; s < p->counts.sites_count; s++) {
		if (!is_executed(p, s))
			continue;
		const gm_site *site = &p->kernel->sites[s];
		d.any = true;
		d.bytes |= site->unmodelled_bytes;
		/* A type says that it is a data movement or an operation with its flops counted. */
		d.flop |= site->operation == GM_OTHER;
	}
	return d;
}

void
gm_prediction_doubt_traffic(gm_prediction *p)
{
	if (!doubt_of(p).bytes)
		return;
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		p->traffic.read_bytes[level] = p->traffic.written_bytes[level] =
		        gm_value_unknown(why);
}

void
gm_prediction_doubt_limits(gm_prediction *p)
{
	if (doubt_of(p).bytes)
		p->limits[GM_LIMIT_L1_DATA].expected_s =
		        p->limits[GM_LIMIT_PIPE + GM_PIPE_LOAD_STORE].expected_s = gm_value_unknown(why);
}

void
gm_prediction_doubt_time(gm_prediction *p)
{
	if (doubt_of(p).any && p->time_s.kind != GM_KIND_UNKNOWN)
		p->time_s = gm_value_unknown(why);
}

void
gm_prediction_doubt_metrics(gm_prediction *p)
{
	if (!doubt_of(p).flop)
		return;
	for (int i = 0; i < p->metrics_count; i++)
		if (strcmp(p->metrics[i].name, "gpumodel__flop.sum") == 0)
			p->metrics[i].value = gm_value_unknown(why);
}

int
gm_prediction_next_unmodelled(const gm_prediction *p, int site)
{
	for (site++; site < p->counts.sites_count; site++)
		if (is_executed(p, site))
			return site;
	return -1;
}
