/*
 * The roofs of each device. One device shows all it has; several show the memories of the levels
 * that are plotted, and the arithmetic that some kernel on the plot does.
 */
#include "analysis/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Roofs nearer than this are one line. */
static const double same_ratio = 0.005;

static bool
has(const gm_device *device, gm_fact_id id)
{
	return gm_device_knows(device, id) && gm_device_value(device, id) > 0;
}

const char *
gm_roofline_memory(const gm_device *device, gm_level level)
{
	const bool l2 = has(device, GM_L2_SIZE);
	if (level == GM_LEVEL_TRANSACTIONS && l2 && has(device, GM_L1_CACHES_GLOBAL))
		return "L1";
	return l2 && (level == GM_LEVEL_TRANSACTIONS || level == GM_LEVEL_L2) ? "L2" : "DRAM";
}

/* Joins the name of a roof that is already there with the same rate. */
static void
add_roof(gm_roofline *r, int device, bool memory, double rate, const char *name)
{
	for (int i = 0; i < r->roofs_count; i++) {
		gm_roof *old = &r->roofs[i];
		if (old->device != device || old->memory != memory ||
		    fabs(old->rate / rate - 1) > same_ratio)
			continue;
		if (strcmp(old->name, name) != 0)
			old->name = gm_arena_print(r->arena, "%s, %s", old->name, name);
		return;
	}
	r->roofs = gm_grow(r->roofs, &r->roofs_capacity, (size_t)r->roofs_count + 1,
			   sizeof *r->roofs);
	r->roofs[r->roofs_count++] = (gm_roof){device, memory, rate, name};
}

gm_value
gm_roofline_bandwidth(const gm_device *device, gm_level level, bool *measured)
{
	double seen;
	const gm_value stated = gm_traffic_bandwidth(device, level);
	*measured = false;
	if (stated.kind != GM_KIND_UNKNOWN ||
	    strcmp(gm_roofline_memory(device, level), "L2") != 0 ||
	    !gm_device_achievable(device, GM_L2_BANDWIDTH, &seen))
		return stated;
	*measured = true;
	return (gm_value){seen, GM_KIND_MODEL, "the rate that was measured; no peak is published"};
}

static void
note_unknown(gm_roofline *r, int index, gm_level level, const char *why)
{
	gm_roofline_note(r, gm_arena_print(r->arena, "%s: no roof of %s: %s",
					   r->devices[index].name,
					   gm_roofline_memory(r->devices[index].device, level), why));
}

static void
add_memories(gm_roofline *r, int index, bool all)
{
	const gm_device *device = r->devices[index].device;
	double shared_byte_per_s;
	for (int level = GM_LEVEL_COUNT - 1; level >= 0; level--) {
		bool measured;
		const gm_value bandwidth = gm_roofline_bandwidth(device, (gm_level)level, &measured);
		const char *memory = gm_roofline_memory(device, (gm_level)level);
		if (!all && !r->wanted[level])
			continue;
		if (bandwidth.kind == GM_KIND_UNKNOWN)
			note_unknown(r, index, (gm_level)level, bandwidth.why);
		else
			add_roof(r, index, true, bandwidth.value,
				 measured ? gm_arena_print(r->arena, "%s measured", memory)
					  : memory);
	}
	if (all && has(device, GM_SHARED_BANDWIDTH) &&
	    gm_device_peak_per_s(device, GM_SHARED_BANDWIDTH, &shared_byte_per_s))
		add_roof(r, index, true, shared_byte_per_s, "shared memory");
}

/* `flop`: operations of one result. A special function is one result and one operation. */
static const struct {
	const char *name;
	gm_pipe pipe;
	gm_fact_id rate;
	double flop;
} ceilings[] = {
	{"FP32", GM_PIPE_F32, GM_RATE_F32, 2},
	{"FP32 without FMA", GM_PIPE_F32, GM_RATE_F32, 1},
	{"FP64", GM_PIPE_F64, GM_RATE_F64, 2},
	{"FP16", GM_PIPE_F16, GM_RATE_F16, 2},
	{"FP16 tensor", GM_PIPE_TENSOR, GM_RATE_TENSOR_F16, 2},
};

static void
add_ceilings(gm_roofline *r, int index, bool all)
{
	const gm_device *device = r->devices[index].device;
	double results_per_s;
	bool none = true;
	for (int pipe = 0; pipe < GM_PIPE_COUNT; pipe++)
		none = none && !r->arithmetic[pipe];
	for (size_t i = 0; i < sizeof ceilings / sizeof *ceilings; i++) {
		const bool used =
			r->arithmetic[ceilings[i].pipe] || (none && ceilings[i].rate == GM_RATE_F32);
		if ((all || used) && has(device, ceilings[i].rate) &&
		    gm_device_peak_per_s(device, ceilings[i].rate, &results_per_s))
			add_roof(r, index, false, results_per_s * ceilings[i].flop,
				 ceilings[i].name);
	}
}

static int
by_device(const void *a, const void *b)
{
	const gm_roof *p = a, *q = b;
	if (p->device != q->device)
		return p->device - q->device;
	if (p->memory != q->memory)
		return p->memory ? -1 : 1;
	return (p->rate > q->rate) - (p->rate < q->rate);
}

void
gm_roofline_fill_roofs(gm_roofline *r)
{
	const bool all = r->devices_count == 1;
	for (int i = 0; i < r->devices_count; i++) {
		add_memories(r, i, all && !r->levels_chosen);
		add_ceilings(r, i, all);
	}
	if (r->roofs_count)
		qsort(r->roofs, (size_t)r->roofs_count, sizeof *r->roofs, by_device);
}
