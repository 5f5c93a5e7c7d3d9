/*
 * Runs of a row of blocks that do as much as each other.
 */
#include "launch/runs.h"

#include "ptx/case.h"

enum { BLOCKS = 200 };

/* Each block takes a tile, and the next so many blocks further, of so many as its argument says; the block of that
   number one more turn. */
#define KERNEL                                                                                          \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                              \
	".visible .entry k(.param .u64 a, .param .u32 tiles, .param .u32 odd) {\n"                     \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;\n"                                       \
	"ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [tiles]; ld.param.u32 %r2, [odd];\n"                \
	"mov.u32 %r3, %ctaid.x; mov.u32 %r4, %nctaid.x; mov.u32 %r5, %tid.x;\n"                        \
	"setp.eq.u32 %p1, %r3, %r2; @%p1 add.u32 %r1, %r1, %r4;\n"                                     \
	"setp.ge.u32 %p2, %r3, %r1; @%p2 bra END;\n"                                                   \
	"TURN: mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r3;\n"      \
	"add.u32 %r3, %r3, %r4; setp.lt.u32 %p3, %r3, %r1; @%p3 bra TURN;\nEND: ret; }\n"

typedef struct flown {
	gm_ptx_module *module;
	gm_kernel *kernel;
	ptx_pilot pilot;
} flown;

/* The pilot saw the first block, in launch order, and every one that lies so many further. */
static flown
fly(const char *text, gm_dim3 grid, const char *tiles, const char *odd, int64_t apart)
{
	const char *const arguments[] = {"u32[64]", tiles, odd};
	const gm_ptx_launch launch = {
		.grid = grid, .block = {64, 1, 1}, .arguments = arguments, .arguments_count = 3};
	gm_block_sample samples[BLOCKS];
	gm_block_samples looked = {.samples = samples};
	gm_error err = GM_ERROR_NONE;
	flown f;
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &f.module, &err), &err);
	case_ok(gm_ptx_kernel_new(f.module, &launch, &f.kernel, &err), &err);
	for (int64_t i = 0; i < gm_dim3_volume(grid); i += apart)
		samples[looked.count++] = (gm_block_sample){.block = gm_dim3_at(grid, i), .weight = 1};
	case_ok(gm_ptx_pilot_fly((const ptx_kernel *)f.kernel, &looked, looked.count, &f.pilot, &err), &err);
	return f;
}

static void
land(flown *f)
{
	gm_kernel_free(f->kernel);
	gm_ptx_module_free(f->module);
}

typedef struct found {
	bool any;
	ptx_axis axis;
} found;

static found
runs_of(gm_dim3 grid, const char *tiles, const char *odd, int64_t apart)
{
	flown f = fly(KERNEL, grid, tiles, odd, apart);
	found out;
	out.any = gm_ptx_runs_find((const ptx_kernel *)f.kernel, &f.pilot, &out.axis);
	land(&f);
	return out;
}

static void
check_run(const found *f, int i, int64_t first, int64_t count)
{
	ck_assert_int_eq(f->axis.segments[i].first, first);
	ck_assert_int_eq(f->axis.segments[i].count, count);
}

/* 638 tiles for 200 blocks: four for the first 38, three for the others. */
START_TEST(a_border_is_found_to_the_block)
{
	const found f = runs_of((gm_dim3){BLOCKS, 1, 1}, "u32=638", "u32=9999", 30);
	ck_assert(f.any);
	ck_assert_int_eq(f.axis.count, 2);
	check_run(&f, 0, 0, 38);
	check_run(&f, 1, 38, 162);
}
END_TEST

/* The pilot saw no more than every 30th block; the last, number 199, is always looked at. */
START_TEST(the_last_block_is_a_run_where_it_differs)
{
	const found f = runs_of((gm_dim3){BLOCKS, 1, 1}, "u32=637", "u32=199", 30);
	ck_assert(f.any);
	ck_assert_int_eq(f.axis.count, 3);
	check_run(&f, 1, 37, 162);
	check_run(&f, 2, 199, 1);
}
END_TEST

START_TEST(blocks_that_are_alike_are_no_runs)
{
	ck_assert(!runs_of((gm_dim3){BLOCKS, 1, 1}, "u32=600", "u32=9999", 30).any);
}
END_TEST

/* Four turns up to block 39, then three. Between blocks 30 and 60 the border is looked for at block 45, then at 37,
   which has five. */
START_TEST(a_block_like_neither_side_ends_the_search)
{
	ck_assert(!runs_of((gm_dim3){BLOCKS, 1, 1}, "u32=640", "u32=37", 30).any);
}
END_TEST

START_TEST(a_plane_is_no_row)
{
	ck_assert(!runs_of((gm_dim3){BLOCKS, 2, 1}, "u32=637", "u32=9999", 30).any);
}
END_TEST

/* A block makes as many turns as this says of its place, x and y. */
#define PLANE(turns)                                                                                    \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                              \
	".visible .entry k(.param .u64 a, .param .u32 w, .param .u32 h) {\n"                           \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;\n"                                       \
	"ld.param.u64 %rd1, [a]; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y; mov.u32 %r5, %tid.x;\n" \
	"mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2; mov.u32 %r7, 0;\n" turns                 \
	"TURN: st.global.u32 [%rd3], %r3; add.u32 %r7, %r7, 1; setp.le.u32 %p3, %r7, %r6;\n"           \
	"@%p3 bra TURN; ret; }\n"

typedef struct plane {
	bool any;
	ptx_axis axes[PTX_VIEW_AXES];
} plane;

/* The pilot saw every 17th block of 20 by 30. */
static plane
lines_of(const char *text, int64_t drawn)
{
	flown f = fly(text, (gm_dim3){20, 30, 1}, "u32=20", "u32=30", 17);
	plane out;
	out.any = gm_ptx_lines_find((const ptx_kernel *)f.kernel, &f.pilot, drawn, out.axes);
	land(&f);
	return out;
}

static void
check_lines(const plane *p, int decides, int other, int64_t places, int64_t others)
{
	ck_assert(p->any);
	ck_assert_int_eq(p->axes[other].count, 1);
	ck_assert_int_eq(p->axes[other].segments[0].count, others);
	ck_assert_int_eq(p->axes[decides].count, places);
	for (int i = 0; i < places; i++) {
		ck_assert_int_eq(p->axes[decides].segments[i].first, i);
		ck_assert_int_eq(p->axes[decides].segments[i].count, 1);
	}
}

START_TEST(the_axis_that_decides_falls_into_lines)
{
	const plane x = lines_of(PLANE("mov.u32 %r6, %r3;\n"), 60), y = lines_of(PLANE("mov.u32 %r6, %r4;\n"), 60);
	check_lines(&x, 0, 1, 20, 30);
	check_lines(&y, 1, 0, 30, 20);
}
END_TEST

/* Two blocks of each of 30 lines are 60. */
START_TEST(lines_are_no_more_than_may_be_drawn)
{
	ck_assert(!lines_of(PLANE("mov.u32 %r6, %r4;\n"), 59).any);
	ck_assert(lines_of(PLANE("mov.u32 %r6, %r3;\n"), 59).any);
}
END_TEST

START_TEST(where_both_axes_decide_or_none_there_are_no_lines)
{
	ck_assert(!lines_of(PLANE("add.u32 %r6, %r3, %r4;\n"), 600).any);
	ck_assert(!lines_of(PLANE("max.u32 %r6, %r3, %r4;\n"), 600).any);
	ck_assert(!lines_of(PLANE("mov.u32 %r6, 7;\n"), 600).any);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("runs");
	TCase *t = tcase_create("runs");
	tcase_add_test(t, a_border_is_found_to_the_block);
	tcase_add_test(t, the_last_block_is_a_run_where_it_differs);
	tcase_add_test(t, blocks_that_are_alike_are_no_runs);
	tcase_add_test(t, a_block_like_neither_side_ends_the_search);
	tcase_add_test(t, a_plane_is_no_row);
	tcase_add_test(t, the_axis_that_decides_falls_into_lines);
	tcase_add_test(t, lines_are_no_more_than_may_be_drawn);
	tcase_add_test(t, where_both_axes_decide_or_none_there_are_no_lines);
	suite_add_tcase(suite, t);
	return run_suite(suite);
}
