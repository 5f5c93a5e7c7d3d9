#include "kernel/descriptor.h"

#include <stdlib.h>
#include <string.h>

enum {
	WALK_SHORTER_THAN = 3,              /* a stretch this short is walked without asking */
	PENDING_MAX = GM_WAITS_MAX - 1,     /* loads a compute waits for, besides the compute before */
	ASKED_MAX = 20000,                  /* proofs asked for, after which loops are walked */
};

/* Statements executed before a replay gives up, so that a loop nobody can shorten ends in a message. */
static const int64_t work_max = INT64_C(400) * 1000 * 1000;

/* The threads that take part, and the same as one mask per warp. */
typedef struct active_set {
	unsigned char *threads;
	uint64_t *lanes;
	bool any;
} active_set;

/* What a warp's next instruction may wait for; positions count from 1 in the warp's own stream. */
typedef struct warp_history {
	int64_t position;
	int64_t loads[PENDING_MAX]; /* youngest first; 0 none */
	int64_t last_load, last_compute;
} warp_history;

/* Lowest and highest element index of a site within the span being walked. */
typedef struct reach {
	int64_t low, high;
	bool used;
} reach;

typedef struct replay {
	const gm_descriptor *descriptor;
	const gm_kernel *kernel;
	const gm_sink *sink;
	gm_error *err;
	int threads, warps, warp_lanes;
	bool whole;
	gm_column *values; /* per slot */
	int64_t *storage;  /* threads per slot, for values that differ */
	int64_t *scratch;
	uint64_t *address;
	warp_history *history;
	gm_form *forms;
	gm_box box;
	reach *reaches; /* per site */
	int64_t *advance;
	int64_t work;
	int asked;
} replay;

static gm_status run(replay *r, gm_statements statements, const active_set *active, int depth);

/* ---- sets of threads ---- */

static active_set
active_new(const replay *r)
{
	return (active_set){gm_allocate((size_t)r->threads, 1),
	                    gm_allocate((size_t)r->warps, sizeof(uint64_t)), false};
}

static void
active_dispose(active_set *set)
{
	free(set->threads);
	free(set->lanes);
}

/* Derives the masks once the threads are set. */
static void
active_pack(const replay *r, active_set *set)
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

static int64_t
at_thread(gm_column column, int t)
{
	return column.each ? column.each[t] : column.same;
}

/* ---- values ---- */

static gm_status
evaluate(replay *r, const gm_expression *expression, const active_set *active, gm_column *out)
{
	const gm_status status = gm_expression_evaluate_threads(
	        expression, r->values, active->threads, r->threads, r->scratch, out, r->err);
	if (status != GM_OK)
		gm_error_locate(r->err, r->kernel->file, expression->line, expression->column);
	return status;
}

/* Keeps a result beyond the next evaluation. */
static void
assign(replay *r, int slot, gm_column value)
{
	if (value.each) {
		int64_t *own = r->storage + (size_t)slot * (size_t)r->threads;
		memmove(own, value.each, (size_t)r->threads * sizeof *own);
		value.each = own;
	}
	r->values[slot] = value;
}

/* ---- dependences ---- */

static uint16_t
distance(const warp_history *h, int64_t producer)
{
	const int64_t back = h->position - producer;
	return producer == 0 ? 0 : back > UINT16_MAX ? UINT16_MAX : (uint16_t)back;
}

static void
remember_load(warp_history *h)
{
	for (int i = PENDING_MAX - 1; i > 0; i--)
		h->loads[i] = h->loads[i - 1];
	h->loads[0] = h->last_load = h->position;
}

static void
forget_loads(warp_history *h)
{
	memset(h->loads, 0, sizeof h->loads);
}

static void
depend(warp_history *h, const gm_statement *statement, const gm_site *site, gm_warp_instr *instr)
{
	h->position++;
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
	case GM_BARRIER:
	case GM_BRANCH:
	case GM_FENCE:
		break;
	default:
		for (int i = 0; i < PENDING_MAX; i++)
			instr->waits_for[i] = distance(h, h->loads[i]);
		if (statement->chain)
			instr->waits_for[PENDING_MAX] = distance(h, h->last_compute);
		forget_loads(h);
		h->last_compute = h->position;
		break;
	}
}

/* ---- memory ---- */

static gm_status
refuse_index(replay *r, const gm_statement *statement, int64_t index, int thread)
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
refuse_alignment(replay *r, const gm_statement *statement, int64_t index)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	gm_fail(r->err, GM_BAD_VALUE, "%s of %s: an access of %d bytes at element %lld is misaligned and "
	                              "would fault",
	        gm_operation_name(site->operation), site->text, site->access_bytes, (long long)index);
	gm_error_locate(r->err, r->kernel->file, statement->line, 0);
	return GM_BAD_VALUE;
}

static int64_t
elements_of(const replay *r, const gm_site *site)
{
	const int element = gm_type_bytes(r->kernel->arrays[site->array].type);
	return site->access_bytes > element ? site->access_bytes / element : 1;
}

static gm_status
place(replay *r, const gm_statement *statement, const active_set *active)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	const gm_array *array = &r->kernel->arrays[site->array];
	gm_column index;
	const gm_status status = evaluate(r, statement->value, active, &index);
	if (status != GM_OK)
		return status;
	const int64_t last = array->length - elements_of(r, site);
	const uint64_t element = (uint64_t)gm_type_bytes(array->type);
	reach *span = &r->reaches[statement->site];
	for (int t = 0; t < r->threads; t++) {
		if (!active->threads[t])
			continue;
		const int64_t i = at_thread(index, t);
		if (i < 0 || i > last)
			return refuse_index(r, statement, i, t);
		span->low = span->used && span->low < i ? span->low : i;
		span->high = span->used && span->high > i ? span->high : i;
		span->used = true;
		r->address[t] = array->base_bytes + (uint64_t)i * element;
		if (r->address[t] % site->access_bytes)
			return refuse_alignment(r, statement, i);
	}
	return GM_OK;
}

static gm_status
execute(replay *r, const gm_statement *statement, const active_set *active)
{
	const gm_site *site = &r->kernel->sites[statement->site];
	const gm_status status = statement->value ? place(r, statement, active) : GM_OK;
	if (status != GM_OK)
		return status;
	for (int w = 0; w < r->warps; w++) {
		if (active->lanes[w] == 0)
			continue;
		gm_warp_instr instr = {.site = statement->site,
		                       .warp = (uint16_t)w,
		                       .active = active->lanes[w],
		                       .address = statement->value
		                                          ? r->address + (size_t)w * (size_t)r->warp_lanes
		                                          : NULL};
		depend(&r->history[w], statement, site, &instr);
		const gm_status taken =
		        r->sink->instruction ? r->sink->instruction(r->sink->state, &instr) : GM_OK;
		if (taken != GM_OK)
			return taken;
	}
	return GM_OK;
}

/* ---- loops ---- */

typedef struct looping {
	const gm_statement *statement;
	const active_set *active;
	gm_column from, step;
	gm_form from_form, step_form;
	int64_t *trips; /* per thread */
	int64_t *from_storage, *step_storage;
	int depth;
} looping;

static gm_status
walk(replay *r, const looping *loop, const active_set *active, int64_t first, int64_t end)
{
	const gm_statement *statement = loop->statement;
	int64_t *own = r->storage + (size_t)statement->slot * (size_t)r->threads;
	const bool differs = loop->from.each || loop->step.each;
	const int variable = GM_VARIABLE_LOOP + loop->depth;
	for (int64_t i = first; i < end; i++) {
		if ((r->work += r->threads) > work_max) {
			gm_fail(r->err, GM_TOO_LARGE, "this loop cannot be shortened and is too long to walk");
			gm_error_locate(r->err, r->kernel->file, statement->line, 0);
			return GM_TOO_LARGE;
		}
		for (int t = 0; t < (differs ? r->threads : 0); t++)
			if (active->threads[t])
				own[t] = at_thread(loop->from, t) + i * at_thread(loop->step, t);
		r->values[statement->slot] =
		        differs ? (gm_column){own, 0}
		                : (gm_column){NULL, loop->from.same + i * loop->step.same};
		r->box.low[variable] = r->box.high[variable] = i;
		r->forms[statement->slot] = gm_form_scaled_sum(&loop->from_form, &loop->step_form, i);
		const gm_status status = run(r, statement->body, active, loop->depth + 1);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

/* Whether the iterations first to end-1 repeat, in the context the replay has reached. */
static gm_cut
ask(replay *r, const looping *loop, int64_t first, int64_t end)
{
	const int variable = GM_VARIABLE_LOOP + loop->depth;
	r->box.low[variable] = first;
	r->box.high[variable] = end - 1;
	const gm_form iteration = gm_form_variable(&r->box, variable);
	const gm_form moved = gm_form_product(&iteration, &loop->step_form, &r->box);
	r->forms[loop->statement->slot] = gm_form_scaled_sum(&loop->from_form, &moved, 1);
	return gm_descriptor_cut(r->descriptor, loop->statement->body, variable, r->forms, &r->box,
	                         loop->depth + 1, r->advance);
}

/* The iterations left out must stay inside their arrays too. */
static gm_status
check_reach(replay *r, const looping *loop, int64_t times, const int64_t *advance)
{
	for (int i = 0; i < r->kernel->sites_count; i++) {
		const gm_site *site = &r->kernel->sites[i];
		if (!r->reaches[i].used || site->array < 0)
			continue;
		const gm_array *array = &r->kernel->arrays[site->array];
		const int64_t moved = advance[i] / gm_type_bytes(array->type) * times;
		const int64_t low = r->reaches[i].low + moved, high = r->reaches[i].high + moved;
		const int64_t bad = low < 0 ? low : high;
		if (low < 0 || high > array->length - elements_of(r, site)) {
			gm_fail(r->err, GM_OUT_OF_BOUNDS,
			        "%s of %s: index %lld is outside its %lld elements, in a later iteration of "
			        "the loop at line %d",
			        gm_operation_name(site->operation), site->text, (long long)bad,
			        (long long)array->length, loop->statement->line);
			gm_error_locate(r->err, r->kernel->file, site->line, 0);
			return GM_OUT_OF_BOUNDS;
		}
	}
	return GM_OK;
}

static void
join_reaches(const replay *r, const reach *before)
{
	for (int i = 0; i < r->kernel->sites_count; i++) {
		reach *now = &r->reaches[i];
		if (!before[i].used)
			continue;
		now->low = now->used && now->low < before[i].low ? now->low : before[i].low;
		now->high = now->used && now->high > before[i].high ? now->high : before[i].high;
		now->used = true;
	}
}

/* Walks one period and lets it stand for `times` more. */
static gm_status
walk_and_repeat(replay *r, const looping *loop, const active_set *active, int64_t first,
                int64_t period, int64_t times)
{
	const size_t sites = (size_t)r->kernel->sites_count;
	int64_t *advance = gm_allocate(sites, sizeof *advance);
	reach *before = gm_allocate(sites, sizeof *before);
	memcpy(advance, r->advance, sites * sizeof *advance);
	memcpy(before, r->reaches, sites * sizeof *before);
	memset(r->reaches, 0, sites * sizeof *before);
	const gm_sink *sink = r->sink;
	const uint32_t name = loop->statement->loop;
	gm_status status = sink->mark ? sink->mark(sink->state, name) : GM_OK;
	if (status == GM_OK)
		status = walk(r, loop, active, first, first + period);
	if (status == GM_OK)
		status = check_reach(r, loop, times, advance);
	if (status == GM_OK && sink->repeat)
		status = sink->repeat(sink->state, name, times, advance);
	join_reaches(r, before);
	free(advance);
	free(before);
	return status;
}

typedef struct asking {
	replay *r;
	const looping *loop;
} asking;

static gm_cut
ask_through(void *state, int64_t first, int64_t end)
{
	const asking *a = state;
	a->r->asked++;
	return ask(a->r, a->loop, first, end);
}

/* Iterations in which the same threads take part: stretches that repeat, each as long as can be. */
static gm_status
run_stretch(replay *r, const looping *loop, const active_set *active, int64_t first, int64_t end)
{
	asking a = {r, loop};
	gm_status status = GM_OK;
	while (first < end && status == GM_OK) {
		gm_cut cut = {0};
		const bool asks = !r->whole && end - first >= WALK_SHORTER_THAN && r->asked < ASKED_MAX;
		const int64_t until = asks ? gm_descriptor_longest(ask_through, &a, first, end, &cut) : end;
		const int64_t length = until - first;
		if (cut.period && length / cut.period >= 2) {
			const int64_t times = length / cut.period - 1;
			status = walk_and_repeat(r, loop, active, first, cut.period, times);
			first += cut.period * (times + 1);
		}
		if (status == GM_OK)
			status = walk(r, loop, active, first, until);
		first = until;
	}
	return status;
}

static int64_t
trip_count(int64_t from, int64_t to, int64_t step)
{
	return to <= from ? 0 : (to - from - 1) / step + 1;
}

static gm_status
count_trips(replay *r, looping *loop)
{
	const gm_statement *statement = loop->statement;
	const active_set *active = loop->active;
	gm_column to;
	gm_status status = evaluate(r, statement->to, active, &to);
	if (status != GM_OK)
		return status;
	for (int t = 0; t < r->threads; t++) {
		if (!active->threads[t])
			continue;
		const int64_t step = at_thread(loop->step, t), from = at_thread(loop->from, t);
		int64_t span;
		if (step <= 0 || __builtin_sub_overflow(at_thread(to, t), from, &span)) {
			status = gm_fail(r->err, GM_BAD_VALUE, "this loop has a step of %lld, expected at least 1",
			                 (long long)step);
			gm_error_locate(r->err, r->kernel->file, statement->line, 0);
			return status;
		}
		loop->trips[t] = trip_count(from, at_thread(to, t), step);
	}
	return GM_OK;
}

/* The next smallest trip count above `done` among the active threads; 0 when there is none. */
static int64_t
next_end(const replay *r, const looping *loop, int64_t done)
{
	int64_t next = 0;
	for (int t = 0; t < r->threads; t++)
		if (loop->active->threads[t] && loop->trips[t] > done && (!next || loop->trips[t] < next))
			next = loop->trips[t];
	return next;
}

static gm_status
run_trips(replay *r, const looping *loop)
{
	gm_status status = GM_OK;
	active_set some = active_new(r);
	int64_t done = 0;
	for (int64_t end; status == GM_OK && (end = next_end(r, loop, done)) != 0; done = end) {
		for (int t = 0; t < r->threads; t++)
			some.threads[t] = loop->active->threads[t] && loop->trips[t] > done;
		active_pack(r, &some);
		status = run_stretch(r, loop, &some, done, end);
	}
	active_dispose(&some);
	return status;
}

static gm_column
keep(const replay *r, gm_column value, int64_t *own)
{
	if (!value.each)
		return value;
	memcpy(own, value.each, (size_t)r->threads * sizeof *own);
	return (gm_column){own, 0};
}

static gm_status
run_loop(replay *r, const gm_statement *statement, const active_set *active, int depth)
{
	const size_t threads = (size_t)r->threads;
	int64_t *storage = gm_allocate(3 * threads, sizeof *storage);
	looping loop = {.statement = statement,
	                .active = active,
	                .from = {NULL, 0},
	                .step = {NULL, 1},
	                .from_form = gm_form_constant(0),
	                .step_form = gm_form_constant(1),
	                .trips = storage,
	                .depth = depth};
	gm_status status = GM_OK;
	if (statement->from && (status = evaluate(r, statement->from, active, &loop.from)) == GM_OK) {
		loop.from = keep(r, loop.from, storage + threads);
		loop.from_form = gm_form_evaluate(statement->from, r->forms, &r->box);
	}
	if (status == GM_OK && statement->step &&
	    (status = evaluate(r, statement->step, active, &loop.step)) == GM_OK) {
		loop.step = keep(r, loop.step, storage + 2 * threads);
		loop.step_form = gm_form_evaluate(statement->step, r->forms, &r->box);
	}
	if (status == GM_OK)
		status = count_trips(r, &loop);
	if (status == GM_OK)
		status = run_trips(r, &loop);
	free(storage);
	return status;
}

/* ---- conditions ---- */

static gm_status
run_if(replay *r, const gm_statement *statement, const active_set *active, int depth)
{
	gm_column test;
	gm_status status = evaluate(r, statement->value, active, &test);
	if (status != GM_OK)
		return status;
	if (!test.each)
		return run(r, test.same ? statement->body : statement->other, active, depth);
	active_set taken = active_new(r), left = active_new(r);
	for (int t = 0; t < r->threads; t++) {
		taken.threads[t] = active->threads[t] && test.each[t] != 0;
		left.threads[t] = active->threads[t] && test.each[t] == 0;
	}
	active_pack(r, &taken);
	active_pack(r, &left);
	status = run(r, statement->body, &taken, depth);
	if (status == GM_OK)
		status = run(r, statement->other, &left, depth);
	active_dispose(&taken);
	active_dispose(&left);
	return status;
}

static gm_status
run_let(replay *r, const gm_statement *statement, const active_set *active)
{
	gm_column value;
	const gm_status status = evaluate(r, statement->value, active, &value);
	if (status != GM_OK)
		return status;
	assign(r, statement->slot, value);
	if (!r->whole)
		r->forms[statement->slot] = gm_form_evaluate(statement->value, r->forms, &r->box);
	return GM_OK;
}

static gm_status
run(replay *r, gm_statements statements, const active_set *active, int depth)
{
	gm_status status = GM_OK;
	for (int i = 0; i < statements.count && active->any && status == GM_OK; i++) {
		const gm_statement *statement = &statements.items[i];
		switch (statement->kind) {
		case GM_STATEMENT_LET: status = run_let(r, statement, active); break;
		case GM_STATEMENT_LOOP: status = run_loop(r, statement, active, depth); break;
		case GM_STATEMENT_IF: status = run_if(r, statement, active, depth); break;
		case GM_STATEMENT_SITE: status = execute(r, statement, active); break;
		}
	}
	return status;
}

/* ---- the whole block ---- */

static void
set_builtins(replay *r, gm_dim3 block)
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

gm_status
gm_descriptor_replay(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, bool whole,
                     const gm_sink *sink, gm_error *err)
{
	const gm_descriptor *d = (const gm_descriptor *)kernel;
	const size_t threads = (size_t)gm_dim3_volume(kernel->block);
	const size_t slots = (size_t)d->slots_count, sites = (size_t)kernel->sites_count;
	gm_arena *arena = gm_arena_new();
	replay r = {.descriptor = d,
	            .kernel = kernel,
	            .sink = sink,
	            .err = err,
	            .threads = (int)threads,
	            .warps = gm_kernel_warps(kernel, warp_lanes),
	            .warp_lanes = warp_lanes,
	            .whole = whole};
	r.values = gm_arena_allocate(arena, slots, sizeof *r.values);
	r.storage = gm_arena_allocate(arena, slots * threads, sizeof *r.storage);
	r.scratch = gm_arena_allocate(arena, (size_t)d->nodes_max * threads, sizeof *r.scratch);
	r.address = gm_arena_allocate(arena, threads + GM_LANES_MAX, sizeof *r.address);
	r.history = gm_arena_allocate(arena, (size_t)r.warps, sizeof *r.history);
	r.forms = gm_arena_allocate(arena, slots, sizeof *r.forms);
	r.reaches = gm_arena_allocate(arena, sites + 1, sizeof *r.reaches);
	r.advance = gm_arena_allocate(arena, sites + 1, sizeof *r.advance);
	set_builtins(&r, block);
	active_set all = active_new(&r);
	memset(all.threads, 1, threads);
	active_pack(&r, &all);
	const gm_status status = run(&r, d->body, &all, 0);
	active_dispose(&all);
	gm_arena_free(arena);
	return status;
}
