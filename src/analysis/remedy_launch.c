#include "analysis/remedy_build.h"
#include "model/occupancy_advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- occupancy ---- */

static gm_occupancy_advice
advise(const gm_prediction *p)
{
	const int64_t barriers = p->kernel->resources.barriers_count;
	const gm_occupancy_request request = {
		.block_threads = gm_dim3_volume(p->kernel->block),
		.registers_per_thread = p->registers_per_thread < 0 ? 0 : p->registers_per_thread,
		.shared_bytes = gm_kernel_shared_bytes(p->kernel),
		.carveout_bytes = -1,
		.barriers_count = barriers > 0 ? barriers : 0,
	};
	return gm_occupancy_advise(p->device, &request);
}

static void
say_limit(const gm_prediction *p, gm_remedy *remedy)
{
	const gm_occupancy *o = &p->occupancy;
	gm_remedy_say(remedy->evidence, "%s allow %lld block%s per SM, %lld of %lld warps",
		      gm_limiter_name(o->limiter), (long long)o->blocks_per_sm,
		      o->blocks_per_sm == 1 ? "" : "s", (long long)o->warps_per_sm,
		      (long long)o->warps_max);
}

static gm_status
find_registers(gm_remedy_search *c, const gm_occupancy_step *step)
{
	gm_remedy *remedy =
		step->found && step->gains ? gm_remedy_add(c, GM_REMEDY_REGISTERS, -1) : NULL;
	if (!remedy)
		return GM_OK;
	gm_remedy_say(remedy->what,
		      "Hold the registers to %lld per thread instead of %lld, if none spill",
		      (long long)step->to, (long long)step->from);
	say_limit(c->now, remedy);
	return gm_remedy_predict(c, remedy, &(gm_what_if){.registers_per_thread = step->to});
}

static gm_status
find_shared(gm_remedy_search *c, const gm_occupancy_step *step)
{
	gm_remedy *remedy =
		step->found && step->gains ? gm_remedy_add(c, GM_REMEDY_SHARED, -1) : NULL;
	if (!remedy)
		return GM_OK;
	gm_remedy_say(remedy->what, "Take %lld B of shared memory per block instead of %lld",
		      (long long)step->to, (long long)step->from);
	say_limit(c->now, remedy);
	return gm_remedy_predict(c, remedy,
				 &(gm_what_if){.more_shared_bytes = step->to - step->from});
}

gm_status
gm_remedies_of_occupancy(gm_remedy_search *c)
{
	const gm_prediction *p = c->now;
	if (p->occupancy.warps_per_sm + p->occupancy.warps_per_block > p->occupancy.warps_max)
		return GM_OK;
	const gm_occupancy_advice advice = advise(p);
	gm_status status = find_registers(c, &advice.step[GM_LEVER_REGISTERS]);
	if (status == GM_OK)
		status = find_shared(c, &advice.step[GM_LEVER_SHARED]);
	gm_remedy *remedy = status == GM_OK ? gm_remedy_add(c, GM_REMEDY_RESIDENT, -1) : NULL;
	if (!remedy)
		return status;
	gm_remedy_say(remedy->what, "At most, by all work on occupancy");
	say_limit(p, remedy);
	return gm_remedy_predict(c, remedy, &(gm_what_if){.all_resident = true});
}

/* ---- latency ---- */

static void
halve_waits(void *state, const gm_kernel *kernel, gm_counts *counts)
{
	(void)state;
	(void)kernel;
	for (int i = 0; i < GM_SERVED_COUNT; i++)
		counts->block_cycles.by[i] /= 2;
}

/* Told only where it would help: no reader tries it first. */
gm_status
gm_remedies_of_latency(gm_remedy_search *c)
{
	const double loads = c->now->counts.block_cycles.loads_per_wait;
	gm_remedy *remedy = loads > 0 ? gm_remedy_add(c, GM_REMEDY_UNROLL, -1) : NULL;
	if (!remedy)
		return GM_OK;
	gm_remedy_say(remedy->what,
		      "At most, by twice as many loads under way (unroll, several elements "
		      "per thread, wider loads)");
	const int64_t warps = gm_prediction_resident_warps(c->now);
	const bool one_load = fabs(loads - 1) < 0.005; /* as it is written */
	gm_remedy_say(remedy->evidence,
		      "a thread waits for %.3g load%s at a time, %lld warp%s per SM", loads,
		      one_load ? "" : "s", (long long)warps, warps == 1 ? "" : "s");
	const gm_status status = gm_remedy_predict(c, remedy, &(gm_what_if){.counts = halve_waits});
	if (!gm_remedy_saves(c, remedy))
		c->out->count--;
	return status;
}

/* ---- parameters ---- */

static int64_t
stored_bytes(const gm_prediction *p)
{
	return gm_counts_sum(p->kernel, &p->counts, GM_COUNT_REQUESTED_BYTES, GM_STORE, GM_GLOBAL) +
	       gm_counts_sum(p->kernel, &p->counts, GM_COUNT_REQUESTED_BYTES, GM_ATOMIC,
			     GM_GLOBAL) +
	       gm_counts_sum(p->kernel, &p->counts, GM_COUNT_REQUESTED_BYTES, GM_REDUCE, GM_GLOBAL);
}

static bool
is_reshaped(gm_dim3 a, gm_dim3 b)
{
	return a.x != b.x || a.y != b.y || a.z != b.z;
}

static bool
is_too_large(const gm_device *device, const gm_kernel *kernel)
{
	return (double)gm_dim3_volume(kernel->block) > gm_device_value(device, GM_THREADS_PER_BLOCK);
}

/* The same operations and results. */
static bool
does_the_same(const gm_prediction *a, const gm_prediction *b)
{
	return a->flop == b->flop && stored_bytes(a) == stored_bytes(b);
}

/* "32 x 16" */
static char *
shape(gm_dim3 size, char *out, size_t out_bytes)
{
	const int used = snprintf(out, out_bytes, "%lld", (long long)size.x);
	if (size.z > 1)
		snprintf(out + used, out_bytes - (size_t)used, " x %lld x %lld", (long long)size.y,
			 (long long)size.z);
	else if (size.y > 1)
		snprintf(out + used, out_bytes - (size_t)used, " x %lld", (long long)size.y);
	return out;
}

static void
keep_better(gm_remedy_search *c, gm_remedy *best, const gm_prediction *then,
	    const gm_parameter *parameter, int64_t value)
{
	gm_remedy remedy = *best;
	const gm_dim3 from = c->now->kernel->block, to = then->kernel->block;
	gm_remedy_weigh(c, &remedy, then);
	const bool first = best->what[0] == '\0';
	if (remedy.gain_s.kind == GM_KIND_UNKNOWN ||
	    (!first && remedy.gain_s.value <= best->gain_s.value))
		return;
	gm_remedy_say(remedy.what, "Let %.60s be %lld instead of %lld", parameter->name,
		      (long long)value, (long long)parameter->value);
	char before[80], after[80];
	gm_remedy_say(remedy.evidence, "blocks are then %s threads instead of %s",
		      shape(to, after, sizeof after), shape(from, before, sizeof before));
	*best = remedy;
}

/* A value that cannot be loaded or launched is passed over, and one that leaves the blocks as they are:
   what it changes is the work. */
static void
try_value(gm_remedy_search *c, gm_remedy *best, const gm_parameter *parameter, int64_t value)
{
	const gm_kernel *kernel = c->now->kernel;
	gm_kernel *variant = NULL;
	gm_prediction then;
	if (c->load(c->load_state, kernel, parameter->name, value, &variant, NULL) == GM_OK &&
	    is_reshaped(kernel->block, variant->block) && !is_too_large(c->now->device, variant)) {
		if (gm_predict(variant, c->now->device, &c->now->request, &then, NULL) == GM_OK &&
		    does_the_same(c->now, &then))
			keep_better(c, best, &then, parameter, value);
		gm_prediction_dispose(&then);
	}
	gm_kernel_free(variant);
}

gm_status
gm_remedies_of_parameters(gm_remedy_search *c)
{
	static const struct {
		int64_t times, over;
	} factors[] = {{2, 1}, {1, 2}, {4, 1}, {1, 4}, {8, 1}, {1, 8}};
	const gm_kernel *kernel = c->now->kernel;
	if (!c->load || c->now->time_s.kind == GM_KIND_UNKNOWN)
		return GM_OK;
	for (int i = 0; i < kernel->parameters_count; i++) {
		const gm_parameter *parameter = &kernel->parameters[i];
		gm_remedy best = {.id = GM_REMEDY_PARAMETER, .site = -1, .binding = -1};
		for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
			if (parameter->value > 0 && parameter->value % factors[k].over == 0)
				try_value(c, &best, parameter,
					  parameter->value * factors[k].times / factors[k].over);
		const bool tells = best.what[0] && (gm_remedy_saves(c, &best) ||
						    best.occupancy_ratio > c->now->occupancy.ratio);
		gm_remedy *remedy = tells ? gm_remedy_add(c, GM_REMEDY_PARAMETER, -1) : NULL;
		if (remedy)
			*remedy = best;
	}
	return GM_OK;
}
