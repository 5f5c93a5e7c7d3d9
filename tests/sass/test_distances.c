/*
 * Addresses of a loop that are what it leaves alone and what each turn moves on: sass/issue_unroll.c. Instructions of a
 * round of four turns, as nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "ptx/case.h"

enum { LONGEST = 8192, TURNS = 4 };

static const char head[] =
	".version 9.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 o, .param .u32 n)\n{\n"
	".reg .b32 %r<199>; .reg .f32 %f<90>; .reg .b64 %rd<30>; .reg .b32 %i, %n, %t; .reg .pred %p;\n"
	".shared .align 16 .b8 sm[40000];\n"
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [o]; cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;\n"
	"mov.u32 %t, %tid.x; mul.wide.u32 %rd4, %t, 16; add.s64 %rd1, %rd1, %rd4; ld.param.u32 %n, [n];\n"
	"mov.u32 %i, 0; mov.f32 %f80, 0f00000000; cvt.rn.f32.u32 %f81, %t; mul.wide.u32 %rd3, %t, 4; mov.u32 %r99, %t;\n";

static const struct {
	bool shared;
	int addresses, loads;
	int round; /* instructions */
} rows[] = {
	{false, 1, 1, 15}, {false, 1, 2, 23}, {false, 2, 1, 25}, {false, 4, 1, 45}, {false, 4, 2, 77},
	{true, 1, 1, 13},  {true, 1, 2, 21},  {true, 2, 1, 22},  {true, 4, 1, 40},  {true, 4, 2, 72},
};

static void
write_row(char *text, int row)
{
	const bool shared = rows[row].shared;
	size_t at = (size_t)snprintf(text, LONGEST, "%s", head);
	for (int b = 0; b < rows[row].addresses; b++)
		at += (size_t)snprintf(text + at, LONGEST - at,
				       "mul.wide.u32 %%rd19, %%n, %d; add.s64 %%rd%d, %%rd1, %%rd19; mul.lo.u32 %%r%d, %%t, %d;\n",
				       100 + 7 * b, 5 + b, 5 + b, 100 + 4 * b);
	at += (size_t)snprintf(text + at, LONGEST - at, "L:\n");
	for (int b = 0; b < rows[row].addresses; b++) {
		at += (size_t)snprintf(text + at, LONGEST - at,
				       shared ? "add.s32 %%r%d, %%r%d, %%r99;\n" : "add.s64 %%rd%d, %%rd%d, %%rd3;\n", 20 + b,
				       5 + b);
		for (int l = 0; l < rows[row].loads; l++)
			at += (size_t)snprintf(text + at, LONGEST - at,
					       "ld.%s.f32 %%f%d, [%%%s%d+%d]; fma.rn.f32 %%f80, %%f%d, %%f81, %%f80;\n",
					       shared ? "shared" : "global", b * rows[row].loads + l, shared ? "r" : "rd",
					       20 + b, 4 * l, b * rows[row].loads + l);
	}
	snprintf(text + at, LONGEST - at,
		 "%s add.u32 %%i, %%i, 1; setp.lt.u32 %%p, %%i, %%n; @%%p bra L;\nst.global.f32 [%%rd2], %%f80; ret;\n}\n",
		 shared ? "add.s32 %r99, %r99, 32;" : "add.s64 %rd3, %rd3, 32;");
}

/* Of the loop, which has a block to itself. */
static bool
is_in_loop(const gm_site *site)
{
	static const char *const parts[] = {"ld.global.f32", "ld.shared.f32", "fma.rn", "bra L", "setp.lt", "%i, %i, 1",
					     "add.s32", ", %rd3"};
	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
		if (strstr(site->text, parts[k]))
			return true;
	return false;
}

START_TEST(sums_for_addresses_are_made_once_in_a_round_of_turns)
{
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=64"};
	char text[LONGEST];
	write_row(text, _i);
	gm_kernel *kernel = case_warp(text, "k", arguments, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double turn = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		turn += is_in_loop(&kernel->sites[s]) ? gm_issue_total(&issue[s]) : 0;
	ck_near(turn * TURNS, rows[_i].round, 1e-6);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("distances");
	TCase *tests = tcase_create("distances");
	tcase_add_loop_test(tests, sums_for_addresses_are_made_once_in_a_round_of_turns, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
