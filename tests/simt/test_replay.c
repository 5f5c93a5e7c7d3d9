/*
 * A replay with loops cut short must be the whole replay once its repeats are written out: the same
 * instructions of each warp in the same order, the same active lanes, the same addresses.
 */
#include "ptx/case.h"

typedef struct event {
	uint32_t site;
	uint16_t warp;
	uint32_t active;
	uint64_t address[32];
} event;

enum { LOOPS = 64 };

typedef struct record {
	event *events;
	size_t count, room;
	struct {
		uint32_t loop;
		size_t from;
	} open[LOOPS]; /* brackets */
	int depth;
	const gm_kernel *kernel;
	int repeats;
} record;

static gm_status
take(void *state, const gm_warp_instr *instr)
{
	record *r = state;
	r->events = gm_grow(r->events, &r->room, r->count + 1, sizeof *r->events);
	event *e = &r->events[r->count++];
	*e = (event){.site = instr->site, .warp = instr->warp, .active = (uint32_t)instr->active};
	ck_assert_uint_lt(instr->site, (unsigned)r->kernel->sites_count);
	ck_assert(instr->active >> 32 == 0);
	ck_assert((instr->address != NULL) == (r->kernel->sites[instr->site].access_bytes > 0));
	for (int l = 0; l < 32 && instr->address; l++)
		if (instr->active >> l & 1)
			e->address[l] = instr->address[l];
	return GM_OK;
}

static gm_status
take_mark(void *state, uint32_t loop)
{
	record *r = state;
	ck_assert_uint_lt(loop, LOOPS);
	ck_assert_int_lt(r->depth, LOOPS);
	r->open[r->depth].loop = loop;
	r->open[r->depth++].from = r->count;
	return GM_OK;
}

static gm_status
take_repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	record *r = state;
	ck_assert_int_gt(r->depth, 0);
	ck_assert_uint_eq(r->open[--r->depth].loop, loop);
	const size_t from = r->open[r->depth].from, span = r->count - from;
	ck_assert_int_ge(times, 0);
	r->repeats += times > 0;
	for (int i = 0; i < r->kernel->sites_count; i++)
		ck_assert_int_eq(advance[i] % GM_SHARED_ALIGNMENT_BYTES, 0);
	for (int64_t k = 1; k <= times; k++)
		for (size_t i = 0; i < span; i++) {
			r->events = gm_grow(r->events, &r->room, r->count + 1, sizeof *r->events);
			event e = r->events[from + i];
			for (int l = 0; l < 32; l++)
				if (e.active >> l & 1 && r->kernel->sites[e.site].access_bytes > 0)
					e.address[l] += (uint64_t)(k * advance[e.site]);
			r->events[r->count++] = e;
		}
	return GM_OK;
}

static record
recorded(const gm_kernel *kernel, gm_dim3 block, bool whole)
{
	record r = {.kernel = kernel};
	const gm_sink sink = {.state = &r, .instruction = take, .mark = take_mark, .repeat = take_repeat};
	gm_error err = GM_ERROR_NONE;
	case_ok((whole ? gm_kernel_replay_whole : gm_kernel_replay)(kernel, block, 32, &sink, &err),
	        &err);
	ck_assert_int_eq(r.depth, 0);
	return r;
}

static size_t
next_of_warp(const record *r, size_t from, int warp)
{
	while (from < r->count && r->events[from].warp != warp)
		from++;
	return from;
}

static void
compare_warps(const record *a, const record *b, int warps, const char *name)
{
	for (int w = 0; w < warps; w++) {
		size_t i = next_of_warp(a, 0, w), k = next_of_warp(b, 0, w), n = 0;
		for (; i < a->count && k < b->count; n++) {
			ck_assert_msg(memcmp(&a->events[i], &b->events[k], sizeof *a->events) == 0,
				      "%s: warp %d, instruction %zu: site %u active %x, expected "
				      "%u %x (%s)",
				      name, w, n, b->events[k].site, b->events[k].active,
				      a->events[i].site, a->events[i].active,
				      a->kernel->sites[a->events[i].site].text);
			i = next_of_warp(a, i + 1, w);
			k = next_of_warp(b, k + 1, w);
		}
		ck_assert_msg(i >= a->count && k >= b->count, "%s: warp %d: another length", name,
			      w);
	}
}

typedef struct cut_case {
	ptx_case row;
	bool cuts; /* at least one loop repeats */
} cut_case;

#define GRID(x, y)                                                                                 \
	{                                                                                          \
		x, y, 1                                                                            \
	}

static const cut_case cases[] = {
	{{"copies",
	  "copy_double2",
	  GRID(3, 1),
	  GRID(96, 1),
	  {"f64[20000]", "f64[20000]:random", "s32=10000"},
	  0},
	 true},
	{{"copies",
	  "chase",
	  GRID(2, 1),
	  GRID(32, 1),
	  {"u32[64]", "u32[65536]:chain=64", "s32=900"},
	  0},
	 true},
	{{"copies",
	  "chase",
	  GRID(2, 1),
	  GRID(32, 1),
	  {"u32[64]", "u32[4096]:random=4096", "s32=90"},
	  0},
	 false},
	{{"copies",
	  "transpose_tiled",
	  GRID(2, 2),
	  GRID(32, 8),
	  {"s32[4096]", "s32[4096]:iota", "s32=64"},
	  0},
	 false},
	{{"products",
	  "matmul_naive",
	  GRID(20, 20),
	  GRID(16, 16),
	  {"f32[102400]:random", "f32[102400]:random", "f32[102400]", "s32=320"},
	  0},
	 true},
	{{"products",
	  "matmul_naive",
	  GRID(20, 20),
	  GRID(16, 16),
	  {"f32[102400]", "f32[102400]", "f32[102400]", "s32=317"},
	  0},
	 true},
	{{"products",
	  "matmul_tiled",
	  GRID(16, 16),
	  GRID(16, 16),
	  {"f32[65536]", "f32[65536]", "f32[65536]", "s32=256"},
	  0},
	 true},
	{{"products",
	  "matmul_edges",
	  GRID(17, 16),
	  GRID(16, 16),
	  {"f32[100000]", "f32[100000]", "f32[100000]", "s32=250", "s32=262", "s32=333"},
	  0},
	 true},
	{{"products",
	  "matmul_blocked",
	  GRID(4, 4),
	  GRID(256, 1),
	  {"f32[65536]", "f32[65536]", "f32[65536]", "s32=256"},
	  0},
	 true},
	{{"products",
	  "matmul_wmma",
	  GRID(32, 32),
	  GRID(32, 1),
	  {"f16[262144]", "f16[262144]", "f32[262144]", "s32=512"},
	  0},
	 true},
	{{"products",
	  "matmul_mma",
	  GRID(64, 32),
	  GRID(32, 1),
	  {"f16[262144]", "f16[262144]", "f32[262144]", "s32=512"},
	  0},
	 true},
	{{"products",
	  "sparse_rows",
	  GRID(2, 1),
	  GRID(64, 1),
	  {"s32[101]:step=40", "s32[4000]:random=80", "f32[4000]", "f32[80]", "f32[100]",
	   "s32=100"},
	  0},
	 false},
	{{"stencils",
	  "stencil_3d",
	  GRID(2, 2),
	  GRID(32, 8),
	  {"f64[40000]", "f64[40000]", "s32=40", "s32=10", "s32=100"},
	  0},
	 true},
	{{"stencils",
	  "convolve_shared",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"f32[300]", "f32[300]", "s32=300", "s32=300"},
	  3000},
	 true},
	{{"reductions",
	  "reduce_tree",
	  GRID(2, 1),
	  GRID(256, 1),
	  {"f32[2]", "f32[50000]", "s32=50000"},
	  0},
	 true},
	{{"reductions",
	  "histogram",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"u32[64]", "u32[9000]:random", "s32=9000"},
	  0},
	 false},
	{{"reductions",
	  "histogram",
	  GRID(4, 1),
	  GRID(128, 1),
	  {"u32[64]", "u32[90000]:step=64", "s32=90000"},
	  0},
	 true},
	{{"reductions", "scan_block", GRID(2, 1), GRID(256, 1), {"s32[512]", "s32[512]"}, 0},
	 false},
	{{"reductions",
	  "softmax",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"f32[60000]", "f32[60000]", "s32=20000"},
	  0},
	 true},
	{{"reductions",
	  "layer_norm",
	  GRID(2, 1),
	  GRID(32, 4),
	  {"f32[16000]", "f32[16000]", "s32=2000"},
	  0},
	 true},
	{{"control", "bitonic", GRID(2, 1), GRID(256, 1), {"s32[512]:step=1103515245"}, 0}, false},
	{{"control", "n_body", GRID(2, 1), GRID(64, 1), {"f32[8192]", "f32[8192]", "s32=2048"}, 0},
	 true},
	{{"control",
	  "mandelbrot",
	  GRID(2, 3),
	  GRID(32, 8),
	  {"s32[960]", "s32=40", "s32=24", "s32=100"},
	  0},
	 false},
	{{"control", "collatz", GRID(2, 1), GRID(128, 1), {"s32[200]", "s32=200"}, 0}, false},
	{{"control",
	  "branches",
	  GRID(3, 1),
	  GRID(128, 1),
	  {"s32[300]", "s32[300]:random=100000", "s32=300"},
	  0},
	 false},
	{{"control",
	  "calls",
	  GRID(1, 1),
	  GRID(128, 1),
	  {"s64[100]", "s32[100]:random", "s32=100", "bytes=0500000003000000e803000000000000"},
	  0},
	 false},
};

enum { CASES = sizeof cases / sizeof *cases };

static void
check_block(const gm_kernel *kernel, gm_dim3 block, const cut_case *c)
{
	record whole = recorded(kernel, block, true), cut = recorded(kernel, block, false);
	ck_assert_int_eq(whole.repeats, 0);
	ck_assert_msg(!c->cuts || cut.repeats > 0, "%s: no loop was cut", c->row.entry);
	compare_warps(&whole, &cut, (int)((c->row.block.x * c->row.block.y + 31) / 32),
		      c->row.entry);
	free(whole.events);
	free(cut.events);
}

START_TEST(a_replay_with_cut_loops_is_the_whole_replay)
{
	const cut_case *c = &cases[_i];
	gm_kernel *kernel = case_kernel(&c->row, 90);
	check_block(kernel, (gm_dim3){0, 0, 0}, c);
	check_block(kernel, (gm_dim3){c->row.grid.x - 1, c->row.grid.y - 1, 0}, c);
	kernel->methods->free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("replay");
	TCase *tests = tcase_create("replay");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, a_replay_with_cut_loops_is_the_whole_replay, 0, CASES);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
