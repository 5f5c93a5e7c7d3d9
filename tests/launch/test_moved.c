/*
 * How far accesses move in boxes of alike blocks, against replays of the blocks themselves: where it is known how
 * far a site moves, its first access of each block lies there.
 */
#include "kernel/moves.h"
#include "ptx/case.h"

enum { SITES = 32 };

/* A warp stores at base + 4 tid + what is made of the block's x and y. */
#define KERNEL(made)                                                                               \
	".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_0) {\n"    \
	".reg .b32 %r<8>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [k_0];\n"                        \
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %tid.x;\n" made             \
	"mad.lo.s32 %r5, %r3, 4, %r4;\ncvt.u64.u32 %rd2, %r5;\nadd.s64 %rd3, %rd1, %rd2;\n"       \
	"st.global.u32 [%rd3], %r3;\nret;\n}\n"

/* At 8 x 6 blocks. */
static const struct {
	const char *text;
	bool along, across; /* known from block to block in a row of any; from 0,0 to 1,1 */
	int64_t across_by;
} cases[] = {
	{KERNEL("mul.lo.s32 %r6, %r2, 4096;\nmad.lo.s32 %r4, %r1, 128, %r6;\n"), true, true, 4096 + 128},
	/* Along x it moves by 128 y, along y by 128 x: no sum of both. */
	{KERNEL("mul.lo.s32 %r6, %r1, %r2;\nmul.lo.s32 %r4, %r6, 128;\n"), false, false, 0},
	/* Rows of 4 in x: its two sides. */
	{KERNEL("shr.u32 %r6, %r1, 2;\nand.b32 %r7, %r1, 3;\nmul.lo.s32 %r6, %r6, 4096;\n"
		"mad.lo.s32 %r4, %r7, 128, %r6;\n"),
	 true, true, 128},
};

static gm_status
keep_first(void *state, const gm_warp_instr *instr)
{
	int64_t *first = state;
	ck_assert_uint_lt(instr->site, SITES);
	if (instr->address && first[instr->site] < 0)
		first[instr->site] = (int64_t)instr->address[0];
	return GM_OK;
}

static void
first_of(const gm_kernel *kernel, gm_dim3 block, int64_t first[SITES])
{
	const gm_sink sink = {.state = first, .instruction = keep_first};
	gm_error err = GM_ERROR_NONE;
	for (int s = 0; s < SITES; s++)
		first[s] = -1;
	case_ok(gm_kernel_replay_whole(kernel, block, 32, &sink, &err), &err);
}

/* How many sites it is known of. */
static int
check_pair(const gm_kernel *kernel, const gm_moves *moves, gm_dim3 here, gm_dim3 there, int64_t *by)
{
	int64_t a[SITES], b[SITES];
	int known = 0;
	const gm_moves_box *box = gm_moves_find(moves, here, there);
	first_of(kernel, here, a);
	first_of(kernel, there, b);
	for (int s = 0; box && s < kernel->sites_count; s++) {
		const int64_t moved = gm_moves_between(moves, box, here, there, s);
		if (a[s] < 0 || moved == GM_MOVES_UNKNOWN)
			continue;
		ck_assert_int_eq(b[s] - a[s], moved);
		*by = moved;
		known++;
	}
	return known;
}

START_TEST(what_is_known_of_moves_is_so)
{
	static const char *const arguments[] = {"s32[65536]"};
	const gm_ptx_launch launch = {.entry = "k", .grid = {8, 6, 1}, .block = {32, 1, 1},
				      .arguments = arguments, .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_block_samples samples;
	int64_t by = 0;
	case_ok(gm_ptx_module_parse(cases[_i].text, strlen(cases[_i].text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_kernel_blocks(kernel, &samples, &err), &err);
	ck_assert(samples.exact);
	for (int64_t n = 0; n < 8 * 6; n++)
		for (int64_t m = 0; m < n; m++)
			check_pair(kernel, samples.moves, gm_dim3_at(launch.grid, m), gm_dim3_at(launch.grid, n), &by);
	ck_assert_int_eq(check_pair(kernel, samples.moves, (gm_dim3){1, 2, 0}, (gm_dim3){2, 2, 0}, &by),
			 cases[_i].along);
	ck_assert_int_eq(check_pair(kernel, samples.moves, (gm_dim3){0, 0, 0}, (gm_dim3){1, 1, 0}, &by),
			 cases[_i].across);
	if (cases[_i].across)
		ck_assert_int_eq(by, cases[_i].across_by);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("moved");
	TCase *tests = tcase_create("moved");
	tcase_add_loop_test(tests, what_is_known_of_moves_is_so, 0, sizeof cases / sizeof *cases);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
