/*
 * Exchanges between lanes that may have parted: sass/issue_converge.c.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 out, .param .u32 n)\n{\n"                              \
	".reg .pred %p<9>; .reg .b32 %r<10>; .reg .b64 %rd<4>;\n"                                    \
	"ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [n];\n"           \
	"mov.u32 %r2, %tid.x; mov.u32 %r3, 0; mov.u32 %r4, %r2; mov.u32 %r6, -1;\n"
#define SUM                                                                                        \
	"shfl.sync.bfly.b32 %r5|%p3, %r4, 16, 31, %r6; add.s32 %r4, %r4, %r5;\n"                      \
	"shfl.sync.bfly.b32 %r5|%p4, %r4, 8, 31, %r6; add.s32 %r4, %r4, %r5;\n"
#define TURN(bound) "add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, " bound "; @%p1 bra LOOP;\n"
#define END "st.global.u32 [%rd2], %r4; ret;\n}\n"

/* As many turns in all lanes, or as each wants; behind a loop of these; an if; behind an exit. With the exit behind
   them: turns as each lane wants, or alike; a side beside one that stores; turns that some lanes leave for it. */
static const char text[] = HEAD
	BEGIN("alike") "LOOP:\n" SUM TURN("%r1") END
	BEGIN("own") "LOOP:\n" SUM TURN("%r2") END
	BEGIN("after") "LOOP:\n" TURN("%r2") SUM END
	BEGIN("side") "setp.gt.u32 %p2, %r2, 7; @%p2 bra OVER;\n" SUM "OVER:\n" END
	BEGIN("left") "setp.gt.u32 %p2, %r2, 7; @%p2 bra OUT;\n" SUM "st.global.u32 [%rd2], %r4;\nOUT: ret;\n}\n"
	BEGIN("last") "LOOP:\n" SUM "st.global.u32 [%rd2], %r4;\n" TURN("%r2") "ret;\n}\n"
	BEGIN("last_alike") "LOOP:\n" SUM "st.global.u32 [%rd2], %r4;\n" TURN("%r1") "ret;\n}\n"
	BEGIN("stores") "setp.gt.u32 %p2, %r2, 7; @%p2 bra OTHER;\n" SUM "st.global.u32 [%rd2], %r4;\nbra OUT;\n"
		"OTHER: st.global.u32 [%rd2+4], %r2;\nOUT: ret;\n}\n"
	BEGIN("left_inside") "LOOP:\n ld.global.u32 %r7, [%rd2]; setp.gt.u32 %p2, %r7, %r2; @%p2 bra OUT;\n" SUM
		"st.global.u32 [%rd2], %r4;\n" TURN("%r1") "OUT: ret;\n}\n";

static const struct {
	const char *entry;
	int halts; /* of two exchanges */
} rows[] = {{"alike", 0}, {"own", 1}, {"after", 0}, {"side", 1}, {"left", 0},
	    {"last", 1}, {"last_alike", 0}, {"stores", 1}, {"left_inside", 0}};

/* Code of ptxas 13.0: BRA.DIV once for the two, where lanes may have parted. */
START_TEST(the_first_exchange_of_a_block_asks_whether_lanes_have_parted)
{
	static const char *const arguments[] = {"u32[4096]", "s32=64"};
	gm_kernel *kernel = case_warp(text, rows[_i].entry, arguments, 2);
	gm_issue *issue = case_issue(kernel, 9);
	int exchanges = 0, halts = 0, asks = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const bool exchange = kernel->sites[s].operation == GM_SHUFFLE;
		exchanges += exchange;
		halts += exchange && issue[s].halts;
		asks += exchange && issue[s].of[GM_UNIT_CONTROL] == 1;
	}
	ck_assert_int_eq(exchanges, 2);
	ck_assert_int_eq(halts, rows[_i].halts);
	ck_assert_int_eq(asks, rows[_i].halts);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* Code of ptxas 13.0: WARPSYNC before a single one, which loads pass. */
START_TEST(before_a_single_exchange_lanes_are_called_together)
{
	static const char single[] = HEAD
		BEGIN("single") "LOOP:\nshfl.sync.bfly.b32 %r5|%p3, %r4, 16, 31, %r6; add.s32 %r4, %r4, %r5;\n" TURN("%r2") END;
	static const char *const arguments[] = {"u32[4096]", "s32=64"};
	gm_kernel *kernel = case_warp(single, "single", arguments, 2);
	gm_issue *issue = case_issue(kernel, 9);
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_SHUFFLE) {
			ck_assert(issue[s].of[GM_UNIT_CONTROL] == 1);
			ck_assert(!issue[s].halts);
		}
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_converge");
	TCase *tests = tcase_create("issue_converge");
	tcase_add_loop_test(tests, the_first_exchange_of_a_block_asks_whether_lanes_have_parted, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, before_a_single_exchange_lanes_are_called_together);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
