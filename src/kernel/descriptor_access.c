#include "kernel/descriptor_run.h"

#include <stddef.h>
#include <string.h>

/* ---- dependences ---- */

static uint16_t
distance(const gm_warp_history *h, int64_t producer)
{
	const int64_t back = h->position - producer;
	return producer == 0 ? 0 : back > UINT16_MAX ? UINT16_MAX : (uint16_t)back;
}

static void
remember_load(gm_warp_history *h)
{
	for (int i = GM_PENDING_MAX - 1; i > 0; i--)
		h->loads[i] = h->loads[i - 1];
	h->loads[0] = h->last_load = h->position;
}

static void
forget_loads(gm_warp_history *h)
{
	memset(h->loads, 0, sizeof h->loads);
}

/* By the rule of the header. */
static void
depend_by_rule(gm_warp_history *h, const gm_statement *statement, const gm_site *site,
	       gm_warp_instr *instr)
{
	switch (site->operation) {
	case GM_LOAD:
		if (statement->dependent)
			instr->waits_for[0] = distance(h, h->last_load);
		remember_load(h);
		break;
	case GM_STORE:
	case GM_ATOMIC:
	case GM_REDUCE:
		instr->waits_for[0] =
		        distance(h, h->loads[0] > h->last_compute ? h->loads[0] : h->last_compute);
		forget_loads(h);
		if (site->operation == GM_ATOMIC)
			remember_load(h);
		break;
	case GM_ASYNC_COPY:
		if (statement->dependent)
			instr->waits_for[0] = distance(h, h->last_load);
		break;
	case GM_BARRIER:
	case GM_BRANCH:
	case GM_FENCE:
		break;
	default:
		for (int i = 0; i < GM_PENDING_MAX; i++)
			instr->waits_for[i] = distance(h, h->loads[i]);
		if (statement->chain)
			instr->waits_for[GM_PENDING_MAX] = distance(h, h->last_compute);
		forget_loads(h);
		h->last_compute = h->position;
		break;
	}
}

static int64_t
maker_of(const gm_warp_history *h, const gm_wait *wait, int ring)
{
	const gm_made *made = &h->results[wait->result];
	const int64_t position =
		made->count < wait->ago ? 0 : made->position[(made->count - wait->ago) % ring];
	return wait->own_run && position <= h->began ? 0 : position;
}

/* Of more than fit the latest: they are waited for longest. */
static void
add_wait(const gm_warp_history *h, const gm_wait *wait, int ring, gm_warp_instr *instr)
{
	uint16_t from = distance(h, maker_of(h, wait, ring));
	float delay = wait->delay;
	for (int i = 0; i < GM_WAITS_MAX && from; i++) {
		const uint16_t other = instr->waits_for[i];
		const float others = instr->delays[i];
		if (other == from) {
			instr->delays[i] = others > delay ? others : delay;
			return;
		}
		if (other != 0 && other < from)
			continue;
		instr->waits_for[i] = from;
		instr->delays[i] = delay;
		from = other;
		delay = others;
	}
}

static void
depend_as_told(const gm_warp_history *h, const gm_statement *statement, int ring,
	       gm_warp_instr *instr)
{
	memset(instr->waits_for, 0, sizeof instr->waits_for);
	for (int i = 0; i < statement->after_count; i++)
		add_wait(h, &statement->after[i], ring, instr);
	instr->delay = statement->delay;
}

static void
note_result(gm_warp_history *h, int result, int ring)
{
	gm_made *made = &h->results[result];
	made->position[made->count % ring] = h->position;
	made->count++;
}

static void
depend(gm_warp_history *h, const gm_statement *statement, const gm_site *site, int ring,
       gm_warp_instr *instr)
{
	h->position++;
	if (!statement->overhead)
		depend_by_rule(h, statement, site, instr);
	if (statement->told)
		depend_as_told(h, statement, ring, instr);
	if (statement->result)
		note_result(h, statement->result, ring);
}

/* ---- memory ---- */

static gm_status
refuse_index(gm_run *r, const gm_statement *statement, int64_t index, int thread)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	const gm_array *array = &r->kernel->arrays[site->array];
	const gm_dim3 size = r->kernel->block;
	gm_fail(r->err, GM_OUT_OF_BOUNDS,
	        "%s of %s: index %lld is outside its %lld elements (block %lld,%lld,%lld, thread "
	        "%lld,%lld,%lld)",
	        gm_operation_name(site->operation), site->text, (long long)index,
	        (long long)array->length, (long long)r->box.low[GM_VARIABLE_BLOCK],
	        (long long)r->box.low[GM_VARIABLE_BLOCK + 1],
	        (long long)r->box.low[GM_VARIABLE_BLOCK + 2], (long long)(thread % size.x),
	        (long long)(thread / size.x % size.y), (long long)(thread / (size.x * size.y)));
	gm_error_locate(r->err, r->kernel->file, statement->line, 0);
	return GM_OUT_OF_BOUNDS;
}

static gm_status
refuse_alignment(gm_run *r, const gm_statement *statement, int64_t index)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	gm_fail(r->err, GM_BAD_VALUE, "%s of %s: an access of %d bytes at element %lld is misaligned and "
	                              "would fault",
	        gm_operation_name(site->operation), site->text, site->access_bytes, (long long)index);
	gm_error_locate(r->err, r->kernel->file, statement->line, 0);
	return GM_BAD_VALUE;
}

int64_t
gm_run_elements(const gm_run *r, const gm_site *site)
{
	const uint8_t *joined = r->descriptor->joined;
	const ptrdiff_t row = site - r->kernel->sites;
	if (joined && joined[row])
		return joined[row];
	const int element = gm_type_bytes(r->kernel->arrays[site->array].type);
	return site->access_bytes > element ? site->access_bytes / element : 1;
}

static gm_status
place(gm_run *r, const gm_statement *statement, const gm_active *active)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	const gm_array *array = &r->kernel->arrays[site->array];
	gm_column index;
	const gm_status status = gm_run_evaluate(r, statement->value, active, &index);
	if (status != GM_OK)
		return status;
	const int64_t last = array->length - gm_run_elements(r, site);
	const uint64_t element = (uint64_t)gm_type_bytes(array->type);
	const bool joined = r->descriptor->joined && r->descriptor->joined[statement->site];
	gm_reach *span = &r->reaches[statement->site];
	for (int t = 0; t < r->threads; t++) {
		if (!active->threads[t])
			continue;
		const int64_t i = gm_column_at(index, t);
		if (i < 0 || i > last)
			return refuse_index(r, statement, i, t);
		span->low = span->used && span->low < i ? span->low : i;
		span->high = span->used && span->high > i ? span->high : i;
		span->used = true;
		r->address[t] = array->base_bytes + (uint64_t)i * element;
		if (joined)
			r->address[t] -= r->address[t] % site->access_bytes;
		else if (r->address[t] % site->access_bytes)
			return refuse_alignment(r, statement, i);
	}
	return GM_OK;
}

gm_status
gm_run_site(gm_run *r, const gm_statement *statement, const gm_active *active)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	const gm_status status = statement->value ? place(r, statement, active) : GM_OK;
	if (status != GM_OK)
		return status;
	if (site->operation == GM_BARRIER) {
		const gm_status heard = gm_run_hazards_barrier(r, statement->site, active);
		if (heard != GM_OK)
			return heard;
	}
	for (int w = 0; w < r->warps; w++) {
		if (active->lanes[w] == 0)
			continue;
		gm_warp_instr instr = {.site = statement->site,
		                       .warp = (uint16_t)w,
		                       .active = active->lanes[w],
		                       .address = statement->value
		                                          ? r->address + (size_t)w * (size_t)r->warp_lanes
		                                          : NULL};
		depend(&r->history[w], statement, site, r->descriptor->ago_max, &instr);
		const gm_status taken =
		        r->sink->instruction ? r->sink->instruction(r->sink->state, &instr) : GM_OK;
		const gm_status heard = taken == GM_OK ? gm_run_hazards_access(r, &instr) : taken;
		if (heard != GM_OK)
			return heard;
	}
	return GM_OK;
}

