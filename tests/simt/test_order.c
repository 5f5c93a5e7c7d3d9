/*
 * What hangs on the order in which warps and blocks come (simt/order.h). What each kernel does is seen in its
 * text; the site that is asked about is its last store to `out`.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

/* %rd1 table, %rd2 out, %rd4 and %rd5 the thread's place in them, %r1 the thread; s is shared. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 table, .param .u64 out) {\n"                                \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>; .reg .f32 %f<4>;\n"                  \
	".shared .align 4 .b8 s[256];\n"                                                           \
	"ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [out];\n"                                  \
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                                        \
	"add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n" body "ret; }\n"
#define DRAW "atom.global.add.u32 %r2, [%rd1], 1;\n"
#define STORE "st.global.u32 [%rd5], %r2;\n"
#define STORE_AT "mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], %r1;\n"
#define TEST "setp.lt.u32 %p1, %r2, 3;\n"

enum { NEITHER, PLACES, PATHS, BOTH };

static const struct {
	const char *name, *body;
	gm_hang on;
	int hangs;
} rows[] = {
	{"a result that is only stored", KERNEL(DRAW STORE), GM_HANG_ON_TURNS, NEITHER},
	{"a place", KERNEL(DRAW STORE_AT), GM_HANG_ON_TURNS, PLACES},
	{"a reduction beside it", KERNEL("red.global.add.u32 [%rd1], 1; mov.u32 %r2, %r1;\n" STORE_AT),
	 GM_HANG_ON_TURNS, NEITHER},
	{"a way around", KERNEL(DRAW TEST "@%p1 bra E;\n" STORE "E:\n"), GM_HANG_ON_TURNS, PATHS},
	{"a guard", KERNEL(DRAW TEST "@%p1 st.global.u32 [%rd5], %r1;\n"), GM_HANG_ON_TURNS, PATHS},
	{"behind where the ways meet", KERNEL(DRAW TEST "@%p1 bra E; st.shared.u32 [s], %r1;\nE:\n" STORE),
	 GM_HANG_ON_TURNS, NEITHER},
	{"behind an early end", KERNEL(DRAW TEST "@%p1 ret;\n" STORE), GM_HANG_ON_TURNS, PATHS},
	{"a branch on the thread, within a way",
	 KERNEL(DRAW TEST "@%p1 bra E; setp.lt.u32 %p2, %r1, 8; @%p2 bra E;\n" STORE "E:\n"), GM_HANG_ON_TURNS,
	 PATHS},
	{"a place that only one way sets",
	 KERNEL(DRAW TEST "mov.u32 %r3, 0; @%p1 bra E; mov.u32 %r3, 1;\nE: mov.u32 %r2, %r3;\n" STORE_AT),
	 GM_HANG_ON_TURNS, PLACES},
	{"a place that is set again", KERNEL(DRAW TEST "@%p1 bra E; mov.u32 %r2, 1;\nE: mov.u32 %r2, 5;\n" STORE_AT),
	 GM_HANG_ON_TURNS, NEITHER},
	{"a register that is used again later",
	 KERNEL("mov.u32 %r2, %r1;\n" STORE_AT DRAW "st.shared.u32 [s], %r2;\n"), GM_HANG_ON_TURNS, NEITHER},
	{"through shared memory",
	 KERNEL(DRAW "st.shared.u32 [s], %r2; bar.sync 0; ld.shared.u32 %r2, [s];\n" STORE_AT), GM_HANG_ON_TURNS,
	 PLACES},
	{"counts in shared memory",
	 KERNEL("red.shared.add.u32 [s], 1; bar.sync 0; ld.shared.u32 %r2, [s];\n" STORE_AT), GM_HANG_ON_TURNS,
	 NEITHER},
	{"sums of floats in shared memory, rounded in turn",
	 KERNEL("mov.f32 %f1, 0f3DCCCCCD; red.shared.add.f32 [s], %f1; bar.sync 0; ld.shared.u32 %r2, [s];\n" TEST
		"@%p1 bra E;\n" STORE "E:\n"),
	 GM_HANG_ON_TURNS, PATHS},
	{"whoever came last", KERNEL("atom.shared.exch.b32 %r3, [s], %r1; bar.sync 0; ld.shared.u32 %r2, [s];\n" STORE_AT),
	 GM_HANG_ON_TURNS, PLACES},
	{"the clock", KERNEL("mov.u32 %r2, %clock;\n" TEST "@%p1 bra E;\n" STORE "E:\n"), GM_HANG_ON_TURNS, PATHS},
	{"a volatile read of what is written",
	 KERNEL("st.volatile.global.u32 [%rd4], %r1; ld.volatile.global.u32 %r2, [%rd1];\n" STORE_AT), GM_HANG_ON_TURNS,
	 PLACES},
	{"a volatile read of what nobody writes", KERNEL("ld.volatile.global.u32 %r2, [%rd1];\n" STORE_AT),
	 GM_HANG_ON_TURNS, NEITHER},
	{"in a loop until the word is there",
	 KERNEL("L: atom.global.cas.b32 %r2, [%rd1], 0, 1; st.global.u32 [%rd5], %r1;\n"
		"setp.ne.u32 %p1, %r2, 0; @%p1 bra L;\n"),
	 GM_HANG_ON_TURNS, PATHS},
	{"behind such a loop, which lanes leave one by one",
	 KERNEL("L: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra L;\n" STORE),
	 GM_HANG_ON_TURNS, PATHS},
	{"behind such a loop and a barrier, where they have met",
	 KERNEL("L: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra L;\n"
		"bar.sync 0;\n" STORE),
	 GM_HANG_ON_TURNS, NEITHER},
	{"numbers drawn until they have passed a bound",
	 KERNEL("L: atom.global.add.u32 %r2, [%rd1], 1; setp.ge.u32 %p1, %r2, 64; @%p1 bra E;\n" STORE_AT
		"bra L;\nE:\n"),
	 GM_HANG_ON_TURNS, NEITHER},
	{"what blocks store and load",
	 KERNEL("ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd4], %r1;\n" STORE_AT), GM_HANG_ON_MEETING, PLACES},
	{"the same, as order goes",
	 KERNEL("ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd4], %r1;\n" STORE_AT), GM_HANG_ON_TURNS, NEITHER},
	{"what is only read", KERNEL("ld.global.u32 %r2, [%rd4];\n" STORE_AT), GM_HANG_ON_MEETING, NEITHER},
};

START_TEST(what_hangs_on_order_is_found_and_nothing_else)
{
	static const char *const arguments[] = {"u32[64]:zero", "u32[64]:zero"};
	gm_kernel *kernel = case_warp(rows[_i].body, NULL, arguments, 2);
	const gm_site *last = NULL;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_STORE && kernel->sites[s].space == GM_GLOBAL &&
		    kernel->sites[s].array == 1)
			last = &kernel->sites[s];
	ck_assert_msg(last != NULL, "%s", rows[_i].name);
	const gm_hanging *h = &last->hangs[rows[_i].on];
	const int found = (h->paths ? PATHS : 0) + (h->places ? PLACES : 0);
	ck_assert_msg(found == rows[_i].hangs, "%s: %d", rows[_i].name, found);
	gm_kernel_free(kernel);
}
END_TEST

/* Whose result it is. */
START_TEST(what_decides_is_named)
{
	static const char *const arguments[] = {"u32[64]:zero", "u32[64]:zero"};
	gm_kernel *kernel = case_warp(KERNEL("ld.global.u32 %r3, [%rd4];\n" DRAW STORE_AT), NULL, arguments, 2);
	int32_t by = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_STORE)
			by = kernel->sites[s].hangs[GM_HANG_ON_TURNS].places;
	ck_assert_int_gt(by, 0);
	ck_assert_int_eq(kernel->sites[by - 1].operation, GM_ATOMIC);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("order");
	TCase *cases = tcase_create("order");
	tcase_add_loop_test(cases, what_hangs_on_order_is_found_and_nothing_else, 0, sizeof rows / sizeof *rows);
	tcase_add_test(cases, what_decides_is_named);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
