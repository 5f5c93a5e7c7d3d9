/*
 * Fragments of which each lane accesses its own parts (wmma.load and wmma.store, but from shared memory by rows):
 * machine instructions of kernels that run straight through, up to EXIT, as nvdisasm shows of code of ptxas 13.0.
 */
#include "ptx/case.h"

#include "kernel/issue.h"
#include "kernel/kernel.h"

enum { LONGEST = 16384, SITES_MOST = 512, APART = 32 /* bytes from one fragment to the next */ };

static const char head[] =
	".version 9.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 .ptr .align 256 x, .param .u64 .ptr .align 256 o, .param .u32 p)\n{\n"
	".reg .b32 %r<99>; .reg .b64 %rd<30>; .reg .f64 %d<40>; .reg .b32 %s, %t;\n"
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [o]; cvta.to.global.u64 %rd1, %rd1; "
	"cvta.to.global.u64 %rd2, %rd2;\n"
	"mov.u32 %t, %tid.x; shr.u32 %t, %t, 5; mul.wide.u32 %rd4, %t, 4096; add.s64 %rd1, %rd1, %rd4;\n";

/* So many fragments are loaded, each 32 bytes behind the one before, and their registers stored; rows lie as far apart
   as a parameter says, or 64 elements. */
static const struct {
	const char *fragment;
	int registers, bits, fragments;
	double by_parameter, by_literal; /* instructions; 0: not looked at */
} rows[] = {
	{"a.sync.aligned.row.m16n16k16.global.f16", 8, 32, 1, 30, 27},
	{"a.sync.aligned.row.m16n16k16.global.f16", 8, 32, 2, 42, 39},
	{"b.sync.aligned.row.m16n16k16.global.f16", 8, 32, 1, 34, 31},
	{"b.sync.aligned.row.m16n16k16.global.f16", 8, 32, 3, 66, 63},
	{"a.sync.aligned.row.m32n8k16.global.bf16", 8, 32, 1, 36, 31},
	{"a.sync.aligned.row.m32n8k16.global.bf16", 8, 32, 2, 57, 47},
	{"a.sync.aligned.row.m16n16k8.global.tf32", 4, 32, 1, 30, 27},
	{"a.sync.aligned.row.m16n16k8.global.tf32", 4, 32, 3, 58, 55},
	{"a.sync.aligned.row.m16n16k16.global.s8", 2, 32, 1, 22, 20},
	{"a.sync.aligned.row.m16n16k16.global.s8", 2, 32, 3, 36, 28},
	{"a.sync.aligned.row.m32n8k16.global.s8", 4, 32, 1, 32, 24},
	{"a.sync.aligned.row.m32n8k16.global.s8", 4, 32, 3, 48, 40},
	{"b.sync.aligned.row.m16n16k16.global.s8", 2, 32, 1, 37, 32},
	{"b.sync.aligned.row.m16n16k16.global.s8", 2, 32, 2, 57, 48},
	{"a.sync.aligned.row.m8n8k4.global.f64", 1, 64, 1, 18, 0},
	{"a.sync.aligned.row.m8n8k4.global.f64", 1, 64, 3, 22, 0},
};

typedef struct events {
	double of[SITES_MOST];
} events;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	events *e = state;
	ck_assert_uint_lt(instr->site, SITES_MOST);
	e->of[instr->site]++;
	return GM_OK;
}

/* Of its one warp. */
static double
issued_by(const char *text)
{
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=64"};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(text, "k", arguments, 3);
	events seen = {{0}};
	const gm_sink sink = {.state = &seen, .instruction = see};
	case_ok(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	gm_issue *issue = case_issue(kernel, 9);
	double sum = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		sum += seen.of[s] * gm_issue_total(&issue[s]);
	free(issue);
	gm_kernel_free(kernel);
	return sum;
}

/* The text of a row. */
static void
write_row(char *text, int row, const char *distance)
{
	const char w = rows[row].bits == 64 ? 'd' : 'r';
	int at = snprintf(text, LONGEST, "%s%s\n", head, distance);
	for (int f = 0; f < rows[row].fragments; f++) {
		if (f > 0)
			at += snprintf(text + at, LONGEST - (size_t)at, "add.s64 %%rd%d, %%rd1, %d; ", 10 + f, f * APART);
		at += snprintf(text + at, LONGEST - (size_t)at, "wmma.load.%s {", rows[row].fragment);
		for (int r = 0; r < rows[row].registers; r++)
			at += snprintf(text + at, LONGEST - (size_t)at, "%s%%%c%d", r ? ", " : "", w,
				       f * rows[row].registers + r);
		at += snprintf(text + at, LONGEST - (size_t)at, "}, [%%rd%d], %%s;\n", f ? 10 + f : 1);
	}
	for (int r = 0; r < rows[row].fragments * rows[row].registers; r++)
		at += snprintf(text + at, LONGEST - (size_t)at, "st.global.b%d [%%rd2+%d], %%%c%d;\n", rows[row].bits,
			       8 * r, w, r);
	snprintf(text + at, LONGEST - (size_t)at, "ret;\n}\n");
}

static void
check_row(int row, const char *distance, double expected)
{
	char text[LONGEST];
	if (expected == 0)
		return;
	write_row(text, row, distance);
	const double issued = issued_by(text);
	ck_assert_msg(fabs(issued - expected) < 1e-3, "%d of %s, %s: %g, the machine code has %g", rows[row].fragments,
		      rows[row].fragment, distance, issued, expected);
}

START_TEST(parts_of_fragments_take_as_many_instructions_as_the_assembler_wrote)
{
	check_row(_i, "ld.param.u32 %s, [p];", rows[_i].by_parameter);
	check_row(_i, "mov.u32 %s, 64;", rows[_i].by_literal);
}
END_TEST

/* Stored sums: halves by rows and columns, floats by columns, 64 elements and a parameter apart. */
static const struct {
	const char *store, *sums;
	double by_parameter, by_literal;
} stores[] = {
	{"row.m16n16k16.global.f16", "%r9, %r9, %r9, %r9", 22, 19},
	{"col.m16n16k16.global.f32", "%f0, %f0, %f0, %f0, %f0, %f0, %f0, %f0", 32, 24},
};

START_TEST(sums_are_stored_by_as_many)
{
	static const char *const distances[] = {"ld.param.u32 %s, [p];", "mov.u32 %s, 64;"};
	const double expected[] = {stores[_i].by_parameter, stores[_i].by_literal};
	for (int d = 0; d < 2; d++) {
		char text[LONGEST];
		snprintf(text, sizeof text,
			 "%s.reg .f32 %%f<2>; mov.u32 %%r9, %%ctaid.x; mov.b32 %%f0, %%r9;\n%s\n"
			 "wmma.store.d.sync.aligned.%s [%%rd1], {%s}, %%s; ret;\n}\n",
			 head, distances[d], stores[_i].store, stores[_i].sums);
		const double issued = issued_by(text);
		ck_assert_msg(fabs(issued - expected[d]) < 1e-3, "%s, %s: %g, the machine code has %g", stores[_i].store,
			      distances[d], issued, expected[d]);
	}
}
END_TEST

/* A fragment in a loop, on a line of its own, behind what may leave it out. */
#define LOOP(branch)                                                                                                  \
	".reg .pred %p<4>; .reg .b32 %i, %n; ld.param.u32 %s, [p]; mov.u32 %i, 0; ld.global.u32 %n, [%rd2];\n"      \
	"L: .pragma \"nounroll\"; " branch "\n"                                                                       \
	"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd1], %s;\n"   \
	"st.global.v4.u32 [%rd2], {%r0, %r1, %r2, %r3};\n"                                                            \
	"S: add.s64 %rd1, %rd1, 4096; add.u32 %i, %i, 1; setp.lt.u32 %p2, %i, %s; @%p2 bra L; ret;\n}\n"

enum { LOADING_LINE = 11, LOADS = 4 };

/* In each turn beside the loads: LEA, IMAD.X and IMAD.WIDE; where some turns leave it out also S2R, the lane's row and
   column, half the distance of rows, a zero, and where the lane's part begins. */
START_TEST(what_is_not_reached_in_each_turn_is_found_anew)
{
	static const char *const loops[] = {LOOP("and.b32 %r60, %i, %n; setp.ne.u32 %p1, %r60, 0; @%p1 bra S;"), LOOP("")};
	static const double expected[] = {9 + LOADS, 3 + LOADS};
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=4"};
	char text[LONGEST];
	snprintf(text, sizeof text, "%s%s", head, loops[_i]);
	gm_kernel *kernel = case_warp(text, "k", arguments, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double sum = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		sum += kernel->sites[s].ptx_line == LOADING_LINE ? LOADS * gm_issue_total(&issue[s]) : 0;
	ck_assert_msg(fabs(sum - expected[_i]) < 1e-3, "%g, the machine code has %g", sum, expected[_i]);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_lanes");
	TCase *tests = tcase_create("issue_lanes");
	tcase_add_loop_test(tests, parts_of_fragments_take_as_many_instructions_as_the_assembler_wrote, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, sums_are_stored_by_as_many, 0, (int)(sizeof stores / sizeof *stores));
	tcase_add_loop_test(tests, what_is_not_reached_in_each_turn_is_found_anew, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
