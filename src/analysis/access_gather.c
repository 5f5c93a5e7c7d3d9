#include "analysis/access_advice.h"

#include "kernel/spans.h"

#include <stdlib.h>
#include <string.h>

enum {
	DISTINCT_MAX = 4096,  /* patterns */
	WALKED_MAX = 1 << 20, /* accesses, where loops cannot be cut */
	SLOTS = 4 * DISTINCT_MAX,
};

typedef struct gathering {
	const gm_kernel *kernel;
	int array, warp_lanes;
	gm_array_accesses *out;
	uint32_t *slots;              /* hash of a pattern -> its row + 1 */
	int64_t *marks[GM_SPANS_MAX]; /* times of every row at the mark */
	size_t marked[GM_SPANS_MAX];  /* rows there were */
	gm_spans spans;
	bool moves; /* a cut loop moves the array's accesses: it has to be walked */
	bool whole;
	int64_t walked;
	bool *sites_seen, *warps_seen;
	gm_error *err;
} gathering;

static uint64_t
hash_of(const gm_array_access *a)
{
	uint64_t hash = a->active ^ (uint64_t)a->access_bytes << 56;
	for (int lane = 0; lane < GM_LANES_MAX; lane++)
		hash = (hash ^ a->index[lane]) * UINT64_C(0x9e3779b97f4a7c15) >> 1;
	return hash ^ hash >> 29;
}

static bool
is_same(const gm_array_access *a, const gm_array_access *b)
{
	return a->active == b->active && a->access_bytes == b->access_bytes &&
	       memcmp(a->index, b->index, sizeof a->index) == 0;
}

static void
add(gathering *g, const gm_array_access *access)
{
	gm_array_accesses *out = g->out;
	for (uint64_t slot = hash_of(access) % SLOTS;; slot = (slot + 1) % SLOTS) {
		if (g->slots[slot] == 0) {
			if (out->count == DISTINCT_MAX) {
				out->complete = false;
				return;
			}
			out->items = gm_grow(out->items, &out->capacity, out->count + 1,
					     sizeof *out->items);
			out->items[out->count++] = *access;
			g->slots[slot] = (uint32_t)out->count;
			return;
		}
		gm_array_access *known = &out->items[g->slots[slot] - 1];
		if (is_same(known, access)) {
			known->times++;
			return;
		}
	}
}

/* The pattern of an instruction in elements of the array. */
static gm_array_access
pattern_of(const gathering *g, const gm_warp_instr *instr)
{
	const gm_array *array = &g->kernel->arrays[g->array];
	const unsigned element = (unsigned)gm_type_bytes(array->type);
	gm_array_access access = {.site = instr->site,
				  .active = instr->active,
				  .access_bytes = g->kernel->sites[instr->site].access_bytes,
				  .times = 1};
	for (uint64_t rest = instr->active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		access.index[lane] = (instr->address[lane] - array->base_bytes) / element;
	}
	return access;
}

static gm_status
take(void *state, const gm_warp_instr *instr)
{
	gathering *g = state;
	const gm_site *site = &g->kernel->sites[instr->site];
	if (site->array != g->array || !instr->address)
		return GM_OK;
	if (gm_operation_is_atomic(site->operation)) {
		g->out->atomics_count++;
		return GM_OK;
	}
	if (g->whole && ++g->walked > WALKED_MAX) {
		g->out->complete = false;
		return GM_CHECK_FAILED;
	}
	g->sites_seen[instr->site] = g->warps_seen[instr->warp] = true;
	const gm_array_access access = pattern_of(g, instr);
	add(g, &access);
	return GM_OK;
}

static gm_status
open_span(void *state, uint32_t loop)
{
	gathering *g = state;
	const int slot = gm_spans_mark(&g->spans, loop);
	if (slot < 0)
		return gm_fail(g->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	if (!g->marks[slot])
		g->marks[slot] = gm_allocate(DISTINCT_MAX + 1, sizeof **g->marks);
	for (size_t i = 0; i < g->out->count; i++)
		g->marks[slot][i] = g->out->items[i].times;
	g->marks[slot][DISTINCT_MAX] = g->out->atomics_count;
	g->marked[slot] = g->out->count;
	return GM_OK;
}

static gm_status
multiply(gathering *g, int64_t *now, int64_t before, int64_t times)
{
	int64_t more;
	if (__builtin_mul_overflow(*now - before, times, &more) ||
	    __builtin_add_overflow(*now, more, now))
		return gm_fail(g->err, GM_OVERFLOW, "an array is accessed more than 2^63 times");
	return GM_OK;
}

static gm_status
close_span(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	gathering *g = state;
	const int slot = gm_spans_repeat(&g->spans, loop);
	const int64_t *mark = g->marks[slot];
	for (int s = 0; s < g->kernel->sites_count; s++)
		if (g->kernel->sites[s].array == g->array && advance[s] != 0)
			g->moves = true;
	gm_status status = multiply(g, &g->out->atomics_count, mark[DISTINCT_MAX], times);
	for (size_t i = 0; i < g->out->count && status == GM_OK; i++)
		status = multiply(g, &g->out->items[i].times, i < g->marked[slot] ? mark[i] : 0,
				  times);
	return status;
}

static int
count_set(const bool *seen, int count)
{
	int set = 0;
	for (int i = 0; i < count; i++)
		set += seen[i];
	return set;
}

/* Loops that leave the array's accesses where they are can be cut; if one moves them, all over
   again and iteration by iteration. */
static gm_status
replay(gathering *g, gm_dim3 block)
{
	const gm_sink cut = {.state = g,
	                      .instruction = take,
	                      .mark = open_span,
	                      .repeat = close_span};
	const gm_sink whole = {.state = g, .instruction = take};
	gm_status status = gm_kernel_replay(g->kernel, block, g->warp_lanes, &cut, g->err);
	if (status != GM_OK || !g->moves)
		return status;
	g->whole = true;
	g->out->count = 0;
	g->out->atomics_count = 0;
	g->out->complete = true;
	memset(g->slots, 0, SLOTS * sizeof *g->slots);
	status = gm_kernel_replay_whole(g->kernel, block, g->warp_lanes, &whole, g->err);
	return status == GM_CHECK_FAILED && g->walked > WALKED_MAX ? GM_OK : status;
}

/* So many accesses, with their passes added up, stay below 2^63. */
static gm_status
check_sum(const gathering *g)
{
	int64_t sum = 0;
	for (size_t i = 0; i < g->out->count; i++)
		if (__builtin_add_overflow(sum, g->out->items[i].times, &sum) ||
		    sum > INT64_MAX >> 9)
			return gm_fail(g->err, GM_OVERFLOW,
				       "an array is accessed more than 2^54 times");
	return GM_OK;
}

gm_status
gm_array_accesses_gather(const gm_kernel *kernel, int warp_lanes, gm_dim3 block, int array,
			 gm_array_accesses *out, gm_error *err)
{
	const int warps = gm_kernel_warps(kernel, warp_lanes);
	*out = (gm_array_accesses){.warp_lanes = warp_lanes, .complete = true};
	gathering g = {
		.kernel = kernel, .array = array, .warp_lanes = warp_lanes, .out = out, .err = err};
	g.slots = gm_allocate(SLOTS, sizeof *g.slots);
	g.sites_seen = gm_allocate((size_t)kernel->sites_count, sizeof *g.sites_seen);
	g.warps_seen = gm_allocate((size_t)warps, sizeof *g.warps_seen);
	gm_status status = replay(&g, block);
	if (status == GM_OK)
		status = check_sum(&g);
	out->sites_count = count_set(g.sites_seen, kernel->sites_count);
	out->warps_count = count_set(g.warps_seen, warps);
	for (int i = 0; i < GM_SPANS_MAX; i++)
		free(g.marks[i]);
	free(g.slots);
	free(g.sites_seen);
	free(g.warps_seen);
	return status;
}

void
gm_array_accesses_dispose(gm_array_accesses *accesses)
{
	free(accesses->items);
	*accesses = (gm_array_accesses){0};
}
