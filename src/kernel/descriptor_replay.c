#include "kernel/descriptor_run.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets of threads ---- */

gm_active
gm_active_new(const gm_run *r)
{
	return (gm_active){gm_allocate((size_t)r->threads, 1),
	                    gm_allocate((size_t)r->warps, sizeof(uint64_t)), false};
}

void
gm_active_dispose(gm_active *set)
{
	free(set->threads);
	free(set->lanes);
}

/* Derives the masks once the threads are set. */
void
gm_active_pack(const gm_run *r, gm_active *set)
{
	set->any = false;
	for (int w = 0; w < r->warps; w++) {
		const int first = w * r->warp_lanes;
		const int lanes = r->threads - first < r->warp_lanes ? r->threads - first : r->warp_lanes;
		uint64_t mask = 0;
		for (int lane = 0; lane < lanes; lane++)
			mask |= (uint64_t)set->threads[first + lane] << lane;
		set->lanes[w] = mask;
		set->any = set->any || mask;
	}
}

/* ---- values ---- */

gm_status
gm_run_evaluate(gm_run *r, const gm_expression *expression, const gm_active *active, gm_column *out)
{
	const gm_status status = gm_expression_evaluate_threads(
	        expression, r->values, active->threads, r->threads, r->scratch, out, r->err);
	if (status != GM_OK)
		gm_error_locate(r->err, r->kernel->file, expression->line, expression->column);
	return status;
}

/* Keeps a result beyond the next evaluation. */
static void
assign(gm_run *r, int slot, gm_column value)
{
	if (value.each) {
		int64_t *own = r->storage + (size_t)slot * (size_t)r->threads;
		memmove(own, value.each, (size_t)r->threads * sizeof *own);
		value.each = own;
	}
	r->values[slot] = value;
}

/* ---- conditions ---- */

/* Of a branch right before its <if>. */
static gm_status
tell_parted(const gm_run *r, const gm_statement *branch, const gm_active *taken, const gm_active *left)
{
	gm_status status = GM_OK;
	if (!r->sink->parted || !branch || branch->kind != GM_STATEMENT_SITE ||
	    r->kernel->sites[branch->site].operation != GM_BRANCH)
		return status;
	for (int w = 0; w < r->warps && status == GM_OK; w++)
		if (taken->lanes[w] && left->lanes[w])
			status = r->sink->parted(r->sink->state, branch->site);
	return status;
}

static gm_status
run_if(gm_run *r, const gm_statement *statement, const gm_statement *before, const gm_active *active, int depth)
{
	gm_column test;
	gm_status status = gm_run_evaluate(r, statement->value, active, &test);
	if (status != GM_OK)
		return status;
	if (!test.each)
		return gm_run_statements(r, test.same ? statement->body : statement->other, active, depth);
	gm_active taken = gm_active_new(r), left = gm_active_new(r);
	for (int t = 0; t < r->threads; t++) {
		taken.threads[t] = active->threads[t] && test.each[t] != 0;
		left.threads[t] = active->threads[t] && test.each[t] == 0;
	}
	gm_active_pack(r, &taken);
	gm_active_pack(r, &left);
	status = tell_parted(r, before, &taken, &left);
	if (status == GM_OK)
		status = gm_run_statements(r, statement->body, &taken, depth);
	if (status == GM_OK)
		status = gm_run_statements(r, statement->other, &left, depth);
	gm_active_dispose(&taken);
	gm_active_dispose(&left);
	return status;
}

static gm_status
run_let(gm_run *r, const gm_statement *statement, const gm_active *active)
{
	gm_column value;
	const gm_status status = gm_run_evaluate(r, statement->value, active, &value);
	if (status != GM_OK)
		return status;
	assign(r, statement->slot, value);
	if (r->follows)
		r->forms[statement->slot] = gm_form_evaluate(statement->value, r->forms, &r->box);
	return GM_OK;
}

gm_status
gm_run_statements(gm_run *r, gm_statements statements, const gm_active *active, int depth)
{
	gm_status status = GM_OK;
	for (int i = 0; i < statements.count && active->any && status == GM_OK; i++) {
		const gm_statement *statement = &statements.items[i];
		switch (statement->kind) {
		case GM_STATEMENT_LET: status = run_let(r, statement, active); break;
		case GM_STATEMENT_LOOP: status = gm_run_loop(r, statement, active, depth); break;
		case GM_STATEMENT_IF: status = run_if(r, statement, i > 0 ? statement - 1 : NULL, active, depth); break;
		case GM_STATEMENT_SITE: status = gm_run_site(r, statement, active); break;
		}
	}
	return status;
}

/* ---- the whole block ---- */

static void
set_builtins(gm_run *r, gm_dim3 block)
{
	const gm_kernel *k = r->kernel;
	const int64_t index[3] = {block.x, block.y, block.z};
	const int64_t dims[3] = {k->block.x, k->block.y, k->block.z};
	for (int slot = 0; slot < r->descriptor->slots_count; slot++)
		r->values[slot] = (gm_column){NULL, r->descriptor->parameter_values[slot]};
	for (int axis = 0; axis < 3; axis++) {
		r->values[GM_BLOCK_INDEX_X + axis].same = index[axis];
		r->box.low[GM_VARIABLE_BLOCK + axis] = r->box.high[GM_VARIABLE_BLOCK + axis] = index[axis];
		r->box.high[GM_VARIABLE_THREAD + axis] = dims[axis] - 1;
	}
	int64_t *own = r->storage;
	const int slots[5] = {GM_THREAD_X, GM_THREAD_Y, GM_THREAD_Z, GM_LANE, GM_WARP};
	for (int i = 0; i < 5; i++) {
		int64_t *column = own + (size_t)slots[i] * (size_t)r->threads;
		for (int t = 0; t < r->threads; t++)
			column[t] = i == 0   ? t % dims[0]
			            : i == 1 ? t / dims[0] % dims[1]
			            : i == 2 ? t / (dims[0] * dims[1])
			            : i == 3 ? t % r->warp_lanes
			                     : t / r->warp_lanes;
		const bool same = i < 3 && dims[i] == 1;
		r->values[slots[i]] = same ? (gm_column){NULL, 0} : (gm_column){column, 0};
	}
	gm_descriptor_forms(r->descriptor, &r->box, r->forms);
}

static void
make_results(gm_run *r, gm_arena *arena)
{
	const size_t count = (size_t)r->descriptor->results_count;
	const size_t ago = (size_t)r->descriptor->ago_max;
	for (int w = 0; w < r->warps && count; w++) {
		int64_t *ring = gm_arena_allocate(arena, count * ago, sizeof *ring);
		r->history[w].results = gm_arena_allocate(arena, count + 1, sizeof(gm_made));
		for (size_t i = 0; i < count; i++)
			r->history[w].results[i + 1].position = ring + i * ago;
	}
}

static gm_status
replay_block(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, bool whole, const gm_sink *sink,
             gm_error *err)
{
	const gm_descriptor *d = (const gm_descriptor *)kernel;
	const size_t threads = (size_t)gm_dim3_volume(kernel->block);
	const size_t slots = (size_t)d->slots_count, sites = (size_t)kernel->sites_count;
	gm_arena *arena = gm_arena_new();
	gm_run r = {.descriptor = d,
	            .kernel = kernel,
	            .sink = sink,
	            .err = err,
	            .threads = (int)threads,
	            .warps = gm_kernel_warps(kernel, warp_lanes),
	            .warp_lanes = warp_lanes,
	            .whole = whole,
	            .follows = !whole};
	r.values = gm_arena_allocate(arena, slots, sizeof *r.values);
	r.storage = gm_arena_allocate(arena, slots * threads, sizeof *r.storage);
	r.scratch = gm_arena_allocate(arena, (size_t)d->nodes_max * threads, sizeof *r.scratch);
	r.address = gm_arena_allocate(arena, threads + GM_LANES_MAX, sizeof *r.address);
	r.history = gm_arena_allocate(arena, (size_t)r.warps, sizeof *r.history);
	make_results(&r, arena);
	r.forms = gm_arena_allocate(arena, slots, sizeof *r.forms);
	r.reaches = gm_arena_allocate(arena, sites + 1, sizeof *r.reaches);
	r.advance = gm_arena_allocate(arena, sites + 1, sizeof *r.advance);
	r.nowhere = gm_arena_allocate(arena, sites + 1, sizeof *r.nowhere);
	set_builtins(&r, block);
	gm_run_hazards_start(&r);
	gm_active all = gm_active_new(&r);
	memset(all.threads, 1, threads);
	gm_active_pack(&r, &all);
	const gm_status status = gm_run_statements(&r, d->body, &all, 0);
	gm_active_dispose(&all);
	gm_races_free(r.races);
	gm_arena_free(arena);
	return status;
}

gm_status
gm_descriptor_replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count,
                     int warp_lanes, gm_walk walk, const gm_sink *sink, gm_error *err)
{
	gm_status status = GM_OK;
	for (size_t i = 0; i < count && status == GM_OK; i++) {
		if (sink->block)
			status = sink->block(sink->state, &samples[i]);
		if (status == GM_OK)
			status = replay_block(kernel, samples[i].block, warp_lanes,
			                      walk == GM_WALK_WHOLE, sink, err);
	}
	return status;
}
