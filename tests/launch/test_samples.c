/*
 * Samples against the whole: where blocks() says `exact`, instructions, active lanes, sectors and
 * lines of the samples, times their weights, must be those of the grid walked block by block
 * without any cut.
 */
#include "ptx/case.h"

enum { LOOPS = 64, SITES = 512 };

typedef struct tally {
	int64_t instructions[SITES], lanes[SITES], sectors[SITES], lines[SITES];
} tally;

typedef struct counter {
	tally now, marks[LOOPS];
	const gm_kernel *kernel;
} counter;

static int
distinct(const gm_warp_instr *instr, uint64_t unit, int bytes)
{
	uint64_t seen[64];
	int count = 0;
	for (int l = 0; l < 32; l++)
		for (int end = 0; end < 2 && (instr->active >> l & 1); end++) {
			const uint64_t number =
				(instr->address[l] + (end ? (uint64_t)bytes - 1 : 0)) / unit;
			int i = 0;
			while (i < count && seen[i] != number)
				i++;
			if (i == count)
				seen[count++] = number;
		}
	return count;
}

static gm_status
take(void *state, const gm_warp_instr *instr)
{
	counter *c = state;
	ck_assert_uint_lt(instr->site, SITES);
	c->now.instructions[instr->site]++;
	c->now.lanes[instr->site] += __builtin_popcountll(instr->active);
	const int bytes = c->kernel->sites[instr->site].access_bytes;
	if (bytes) {
		c->now.sectors[instr->site] += distinct(instr, 32, bytes);
		c->now.lines[instr->site] += distinct(instr, 128, bytes);
	}
	return GM_OK;
}

static gm_status
take_mark(void *state, uint32_t loop)
{
	counter *c = state;
	ck_assert_uint_lt(loop, LOOPS);
	c->marks[loop] = c->now;
	return GM_OK;
}

static void
multiply(int64_t *now, const int64_t *mark, int64_t times)
{
	for (int s = 0; s < SITES; s++)
		now[s] += (now[s] - mark[s]) * times;
}

static gm_status
take_repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	counter *c = state;
	(void)advance;
	multiply(c->now.instructions, c->marks[loop].instructions, times);
	multiply(c->now.lanes, c->marks[loop].lanes, times);
	multiply(c->now.sectors, c->marks[loop].sectors, times);
	multiply(c->now.lines, c->marks[loop].lines, times);
	return GM_OK;
}

static void
add(tally *sum, const gm_kernel *kernel, gm_dim3 block, int64_t weight, bool whole)
{
	counter *c = gm_allocate(1, sizeof *c);
	const gm_sink sink = {.state = c, .instruction = take, .mark = take_mark, .repeat = take_repeat};
	gm_error err = GM_ERROR_NONE;
	c->kernel = kernel;
	case_ok((whole ? gm_kernel_replay_whole : gm_kernel_replay)(kernel, block, 32, &sink, &err),
	        &err);
	for (int s = 0; s < SITES; s++) {
		sum->instructions[s] += weight * c->now.instructions[s];
		sum->lanes[s] += weight * c->now.lanes[s];
		sum->sectors[s] += weight * c->now.sectors[s];
		sum->lines[s] += weight * c->now.lines[s];
	}
	free(c);
}

static void
check_equal(const char *what, const int64_t *a, const int64_t *b, const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		ck_assert_msg(a[s] == b[s], "%s of '%s': %lld sampled, %lld in the grid", what,
			      kernel->sites[s].text, (long long)a[s], (long long)b[s]);
}

typedef struct sample_case {
	ptx_case row;
	bool exact;
	size_t most; /* samples */
} sample_case;

#define GRID(x, y)                                                                                 \
	{                                                                                          \
		x, y, 1                                                                            \
	}

static const sample_case cases[] = {
	/* Blocks in a row: 4 of them to a row of 1024 elements, 150 rows. The stores of a warp lie
	   4 bytes further in each row: 32 ways relative to a line. */
	{{"models/transpose_simple",
	  "transpose_simple",
	  GRID(600, 1),
	  GRID(256, 1),
	  {"s32[153600]", "s32[153600]", "u64=150", "u64=1024"},
	  0},
	 true,
	 128},
	/* Rows of 1000 elements do not end with a block. */
	{{"models/transpose_simple",
	  "transpose_simple",
	  GRID(600, 1),
	  GRID(256, 1),
	  {"s32[153600]", "s32[153600]", "u64=150", "u64=1000"},
	  0},
	 true, /* not followed, but so few that all are taken */
	 600},
	/* The last two rows of blocks lie outside. */
	{{"models/transpose_simple",
	  "transpose_simple",
	  GRID(608, 1),
	  GRID(256, 1),
	  {"s32[153600]", "s32[153600]", "u64=150", "u64=1024"},
	  0},
	 true,
	 136},
	{{"copies",
	  "copy_offset",
	  GRID(40, 1),
	  GRID(256, 1),
	  {"f32[10000]", "f32[10000]", "s32=10000", "s32=17"},
	  0},
	 true,
	 4},
	{{"copies",
	  "copy_offset",
	  GRID(40, 1),
	  GRID(40, 1),
	  {"f32[10000]", "f32[10000]", "s32=1000", "s32=3"},
	  0},
	 true,
	 24},
	{{"copies",
	  "copy_stride",
	  GRID(20, 1),
	  GRID(64, 1),
	  {"f32[4000]", "f32[4000]", "s32=4000", "s32=3"},
	  0},
	 true,
	 8},
	{{"copies",
	  "copy_double2",
	  GRID(12, 1),
	  GRID(64, 1),
	  {"f64[20000]", "f64[20000]", "s32=9999"},
	  0},
	 true,
	 8},
	/* 12 turns of all threads and one of 383: where the last turn ends, in the sixth block, is not
	   where any earlier one would. */
	{{"copies",
	  "copy_double2",
	  GRID(12, 1),
	  GRID(64, 1),
	  {"f64[20000]", "f64[20000]", "s32=9599"},
	  0},
	 true,
	 12},
	/* 29 turns of all threads, and of the thirtieth 5 blocks and a half. */
	{{"reductions",
	  "sum_of_tiles",
	  GRID(20, 1),
	  GRID(64, 1),
	  {"f32[1280]", "f32[38400]", "s32=37472", "s32=40"},
	  0},
	 true,
	 20},
	{{"copies",
	  "transpose_naive",
	  GRID(8, 8),
	  GRID(16, 16),
	  {"s32[16384]", "s32[16384]", "s32=128"},
	  0},
	 true,
	 16},
	{{"copies",
	  "transpose_tiled",
	  GRID(4, 4),
	  GRID(32, 8),
	  {"s32[16384]", "s32[16384]", "s32=128"},
	  0},
	 true,
	 4},
	{{"copies",
	  "gather",
	  GRID(20, 1),
	  GRID(128, 1),
	  {"f32[2500]", "f32[999]", "s32[2500]:random=999", "s32=2500"},
	  0},
	 true,
	 20},
	{{"copies",
	  "gather",
	  GRID(200000, 1),
	  GRID(128, 1),
	  {"f32[25600000]", "f32[999]", "s32[25600000]:random=999", "s32=25600000"},
	  0},
	 false,
	 60000},
	{{"products",
	  "matmul_naive",
	  GRID(6, 6),
	  GRID(16, 16),
	  {"f32[9216]", "f32[9216]", "f32[9216]", "s32=96"},
	  0},
	 true,
	 8},
	{{"products",
	  "matmul_edges",
	  GRID(7, 5),
	  GRID(16, 16),
	  {"f32[8000]", "f32[8000]", "f32[8000]", "s32=70", "s32=100", "s32=72"},
	  0},
	 true,
	 40},
	{{"products",
	  "matmul_blocked",
	  GRID(3, 2),
	  GRID(256, 1),
	  {"f32[36864]", "f32[36864]", "f32[36864]", "s32=192"},
	  0},
	 true,
	 2},
	{{"stencils",
	  "stencil_2d",
	  GRID(7, 9),
	  GRID(32, 8),
	  {"f32[20000]", "f32[20000]", "s32=200", "s32=68"},
	  0},
	 true,
	 16},
	{{"stencils",
	  "convolve_constant",
	  GRID(5, 8),
	  GRID(32, 8),
	  {"f32[20000]", "f32[20000]", "s32=150", "s32=60"},
	  0},
	 true,
	 40},
	/* Corner, first row, first column and the rest. */
	{{"edges",
	  "border_sum",
	  GRID(6, 9),
	  GRID(32, 8),
	  {"f32[13824]", "f32[13824]", "s32=192"},
	  0},
	 true,
	 4},
	/* Of blocks of 64 each 4 work and 4 do not. */
	{{"edges", "partners", GRID(64, 1), GRID(64, 1), {"s32[4096]", "s32=256"}, 0}, true, 2},
	{{"edges", "halves", GRID(64, 1), GRID(64, 1), {"s32[4096]", "s32=512"}, 0}, true, 2},
	/* Of 8 blocks the bit is never seen to change. */
	{{"edges", "halves", GRID(8, 1), GRID(64, 1), {"s32[4096]", "s32=512"}, 0}, true, 1},
	{{"reductions", "scan_warp", GRID(9, 1), GRID(128, 1), {"s32[1152]", "s32[1152]"}, 0},
	 true,
	 1},
	{{"reductions",
	  "softmax",
	  GRID(9, 1),
	  GRID(128, 1),
	  {"f32[9216]", "f32[9216]", "s32=1024"},
	  0},
	 true,
	 1},
	{{"control", "n_body", GRID(5, 1), GRID(64, 1), {"f32[1280]", "f32[1280]", "s32=320"}, 0},
	 true,
	 1},
	{{"control",
	  "mandelbrot",
	  GRID(5, 6),
	  GRID(32, 8),
	  {"s32[9600]", "s32=160", "s32=48", "s32=50"},
	  0},
	 true,
	 30},
	{{"control",
	  "mandelbrot",
	  GRID(40, 40),
	  GRID(32, 8),
	  {"s32[409600]", "s32=1280", "s32=320", "s32=9000"},
	  0},
	 false,
	 1000},
	/* Fields that reach the top move as a shift does. */
	{{"fields", "insert_block", GRID(4000, 1), GRID(64, 1), {"f32[128000]"}, 0}, true, 8},
	{{"fields", "insert_block_long", GRID(4000, 1), GRID(64, 1), {"f32[128000]"}, 0}, true, 8},
	/* 4 bits of the block begin anew with every 16 blocks. */
	{{"fields", "insert_turns", GRID(4000, 1), GRID(64, 1), {"f32[65536]", "s32=0", "s32=8", "s32=4", "s32=2000"}, 0}, true, 4000},
	/* A field without bits, and one that ends above the top. */
	{{"fields", "insert_turns", GRID(4000, 1), GRID(64, 1), {"f32[65536]", "s32=7", "s32=20", "s32=0", "s32=60"}, 0}, true, 8},
	{{"fields", "insert_turns", GRID(4000, 1), GRID(64, 1), {"f32[16384]", "s32=65", "s32=2", "s32=40", "s32=8000"}, 0}, true, 16},
	/* What moves goes above the field, below it, and through it. */
	{{"fields", "insert_thread", GRID(4000, 1), GRID(64, 1), {"f32[1048576]", "s32=256", "s32=2", "s32=6", "s32=300000"}, 0}, true, 16},
	{{"fields", "insert_thread", GRID(4000, 1), GRID(64, 1), {"f32[8192]", "s32=1", "s32=12", "s32=1", "s32=3000"}, 0}, true, 4000},
	{{"fields", "insert_thread", GRID(4000, 1), GRID(64, 1), {"f32[1048576]", "s32=128", "s32=2", "s32=6", "s32=300000"}, 0}, true, 4000},
	/* The field moves by whole numbers, by parts of one, and not at all. */
	{{"fields", "extract_block", GRID(4000, 1), GRID(64, 1), {"f32[65536]", "s32=64", "s32=6", "s32=10", "s32=700"}, 0}, true, 4000},
	{{"fields", "extract_block", GRID(4000, 1), GRID(64, 1), {"f32[65536]", "s32=16", "s32=6", "s32=10", "s32=700"}, 0}, true, 4000},
	{{"fields", "extract_block", GRID(4000, 1), GRID(64, 1), {"f32[65536]", "s32=4096", "s32=2", "s32=10", "s32=9"}, 0}, true, 8},
	{{"fields", "extract_block", GRID(4000, 1), GRID(64, 1), {"f32[262144]", "s32=64", "s32=6", "s32=26", "s32=700"}, 0}, true, 16},
};

static void
check_samples(const gm_kernel *kernel, gm_dim3 grid, bool exact, size_t most)
{
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	tally sampled = {0}, all = {0};
	int64_t weight = 0;
	case_ok(kernel->methods->blocks(kernel, &samples, &err), &err);
	for (size_t i = 0; i < samples.count; i++) {
		weight += samples.samples[i].weight;
		if (exact)
			add(&sampled, kernel, samples.samples[i].block, samples.samples[i].weight,
			    false);
	}
	ck_assert_int_eq(weight, grid.x * grid.y);
	ck_assert_msg(samples.exact == exact, "%s", samples.why);
	ck_assert_msg(samples.exact == (samples.why[0] == '\0'), "%s", samples.why);
	ck_assert_uint_le(samples.count, most);
	for (int64_t b = 0; b < grid.x * grid.y && exact; b++)
		add(&all, kernel, (gm_dim3){b % grid.x, b / grid.x, 0}, 1, true);
	if (exact) {
		check_equal("instructions", sampled.instructions, all.instructions, kernel);
		check_equal("lanes", sampled.lanes, all.lanes, kernel);
		check_equal("sectors", sampled.sectors, all.sectors, kernel);
		check_equal("lines", sampled.lines, all.lines, kernel);
	}
	gm_block_samples_dispose(&samples);
}

START_TEST(exact_samples_stand_for_the_whole_grid)
{
	const sample_case *c = &cases[_i];
	gm_kernel *kernel = case_kernel(&c->row, 90);
	check_samples(kernel, c->row.grid, c->exact, c->most);
	kernel->methods->free(kernel);
}
END_TEST

/* %r3 is negative in 100 blocks of 130, by its sign alone; it is -1 in lanes that differ from block to
   block: those whose bits are set where block - 100 has none. Each condition is true in some. */
#define WIDE(mask) "cvt.u64.u32 %rd4, %r1; or.b64 %rd5, %rd4, 21; and.b64 %rd6, %rd5, " mask ";\n"

static const struct {
	const char *condition;
	size_t most; /* samples */
} signs[] = {
	{"setp.lt.s32 %p1, %r3, 0;", 2},  {"setp.ge.s32 %p1, %r3, 0;", 2},
	{"setp.gt.s32 %p1, %r3, -1;", 2}, {"setp.le.s32 %p1, %r3, -1;", 2},
	{"setp.eq.s32 %p1, %r3, -1;", 130}, {"setp.ne.s32 %p1, %r3, -1;", 130},
	{"setp.lt.s32 %p1, %r3, -1;", 130}, {"setp.ge.s32 %p1, %r3, -1;", 130},
	{"setp.gt.s32 %p1, %r3, 0;", 130},  {"setp.le.s32 %p1, %r3, -9;", 130},
	/* The upper half of (block | 21) stands still, and what lies below does not. */
	{WIDE("0xffffffff00000000") "setp.eq.u64 %p1, %rd6, 0;", 2},
	{WIDE("0xff") "setp.eq.u64 %p1, %rd6, 23;", 130},
	{WIDE("0xff000000ff") "setp.eq.u64 %p1, %rd6, 23;", 130},
};

START_TEST(a_sign_that_stays_says_nothing_of_the_number)
{
	static const char *const arguments[] = {"u32[32]"};
	const gm_dim3 grid = {130, 1, 1};
	const gm_ptx_launch launch = {.grid = grid, .block = {32, 1, 1}, .arguments = arguments,
				      .arguments_count = 1};
	char text[1024];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
		 ".reg .b32 %%r<9>; .reg .b64 %%rd<9>; .reg .pred %%p<3>;\nld.param.u64 %%rd1, [a];\n"
		 "mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x; add.s32 %%r4, %%r1, -100;\n"
		 "or.b32 %%r3, %%r4, %%r2; mul.wide.u32 %%rd2, %%r2, 4; add.s64 %%rd3, %%rd1, %%rd2;\n"
		 "%s\n@%%p1 bra E;\nst.global.u32 [%%rd3], %%r2;\nE: ret; }\n",
		 signs[_i].condition);
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	check_samples(kernel, grid, true, signs[_i].most);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

/* Addresses that follow data are sampled, but the path is proven: counts stay exact. */
static const ptx_case scattered[] = {
	{"reductions",
	 "histogram",
	 GRID(1, 1),
	 GRID(128, 1),
	 {"u32[64]", "u32[1000000]:random", "s32=1000000"},
	 0},
	{"copies",
	 "chase",
	 GRID(1, 1),
	 GRID(64, 1),
	 {"u32[64]", "u32[50000]:random=50000", "s32=9000"},
	 0},
	{"products",
	 "sparse_rows",
	 GRID(1, 1),
	 GRID(64, 1),
	 {"s32[101]:step=4000", "s32[400000]:random=80", "f32[400000]", "f32[80]", "f32[100]",
	  "s32=100"},
	 0},
};

START_TEST(a_loop_that_gathers_keeps_its_counts)
{
	gm_kernel *kernel = case_kernel(&scattered[_i], 90);
	tally cut = {0}, whole = {0};
	add(&cut, kernel, (gm_dim3){0, 0, 0}, 1, false);
	add(&whole, kernel, (gm_dim3){0, 0, 0}, 1, true);
	check_equal("instructions", cut.instructions, whole.instructions, kernel);
	check_equal("lanes", cut.lanes, whole.lanes, kernel);
	kernel->methods->free(kernel);
}
END_TEST

/* Every block of a gather executes as many instructions as any other and makes as many requests, which
   is proven; but it reads other sectors, of which the drawn blocks are a sample. */
START_TEST(blocks_that_read_elsewhere_share_their_paths)
{
	static const ptx_case gather = {
		"copies",
		"gather",
		GRID(200000, 1),
		GRID(128, 1),
		{"f32[25600000]", "f32[999]", "s32[25600000]:random=999", "s32=25600000"},
		0};
	gm_kernel *kernel = case_kernel(&gather, 90);
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	int elsewhere = 0;
	case_ok(gm_kernel_blocks(kernel, &samples, &err), &err);
	ck_assert(!samples.exact && samples.same_paths && !samples.timing);
	ck_assert_uint_gt(samples.count, 100);
	for (int s = 0; s < kernel->sites_count; s++) {
		const bool loads = kernel->sites[s].operation == GM_LOAD;
		ck_assert(loads || !samples.scattered[s]);
		elsewhere += samples.scattered[s];
	}
	ck_assert_int_eq(elsewhere, 1);
	gm_block_samples_dispose(&samples);
	kernel->methods->free(kernel);
}
END_TEST

static int64_t
streamed(const ptx_case *row)
{
	gm_kernel *kernel = case_kernel(row, 90);
	counter *c = gm_allocate(1, sizeof *c);
	int64_t count = 0;
	const gm_sink sink = {.state = c, .instruction = take};
	gm_error err = GM_ERROR_NONE;
	c->kernel = kernel;
	case_ok(gm_kernel_replay(kernel, (gm_dim3){1, 0, 0}, 32, &sink, &err), &err);
	for (int s = 0; s < SITES; s++)
		count += c->now.instructions[s];
	free(c);
	kernel->methods->free(kernel);
	return count;
}

/* The same kernel on a problem and on one 8 times as wide; the last has a loop in a loop. */
static const ptx_case widths[][2] = {
	{{"products",
	  "matmul_naive",
	  GRID(64, 64),
	  GRID(16, 16),
	  {"f32[1048576]", "f32[1048576]", "f32[1048576]", "s32=1024"},
	  0},
	 {"products",
	  "matmul_naive",
	  GRID(512, 512),
	  GRID(16, 16),
	  {"f32[67108864]", "f32[67108864]", "f32[67108864]", "s32=8192"},
	  0}},
	{{"products",
	  "matmul_tiled",
	  GRID(64, 64),
	  GRID(16, 16),
	  {"f32[1048576]", "f32[1048576]", "f32[1048576]", "s32=1024"},
	  0},
	 {"products",
	  "matmul_tiled",
	  GRID(512, 512),
	  GRID(16, 16),
	  {"f32[67108864]", "f32[67108864]", "f32[67108864]", "s32=8192"},
	  0}},
	{{"control", "n_body", GRID(16, 1), GRID(64, 1), {"f32[4096]", "f32[4096]", "s32=1024"}, 0},
	 {"control",
	  "n_body",
	  GRID(128, 1),
	  GRID(64, 1),
	  {"f32[32768]", "f32[32768]", "s32=8192"},
	  0}},
};

START_TEST(the_work_of_a_replay_does_not_grow_with_the_problem)
{
	ck_assert_int_eq(streamed(&widths[_i][0]), streamed(&widths[_i][1]));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("samples");
	TCase *tests = tcase_create("samples");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, a_sign_that_stays_says_nothing_of_the_number, 0,
			    sizeof signs / sizeof *signs);
	tcase_add_loop_test(tests, exact_samples_stand_for_the_whole_grid, 0,
			    sizeof cases / sizeof *cases);
	tcase_add_loop_test(tests, a_loop_that_gathers_keeps_its_counts, 0,
			    sizeof scattered / sizeof *scattered);
	tcase_add_test(tests, blocks_that_read_elsewhere_share_their_paths);
	tcase_add_loop_test(tests, the_work_of_a_replay_does_not_grow_with_the_problem, 0,
			    sizeof widths / sizeof *widths);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
