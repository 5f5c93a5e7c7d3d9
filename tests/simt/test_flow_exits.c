/*
 * Where lanes meet that some ways let out before, seen by how often a store is requested: once for those
 * that meet before it. As BSSY, BSYNC and EXIT lie in code of ptxas 13.0 for sm_90.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

/* %r1 is the lane, [%rd1] its word, one behind the other every 128 bytes. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 a) {\n"                                                     \
	".reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<9>;\n"                                   \
	"ld.param.u64 %rd2, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                \
	"add.s64 %rd1, %rd2, %rd3; mov.u32 %r2, 0;\n" body "}\n"

static const struct {
	const char *name, *text;
	int stores;
} rows[] = {
	/* Lanes 0 to 7 and 8 to 15 by two tests to one store, the others to another. */
	{"two tests and one store",
	 KERNEL("setp.lt.u32 %p1, %r1, 8; @%p1 bra L; mov.u32 %r2, 4; setp.lt.u32 %p2, %r1, 16; @%p2 bra L;\n"
		"st.global.u32 [%rd1+128], %r1; ret;\nL: popc.b32 %r3, %r1; st.global.u32 [%rd1], %r3; ret;\n"),
	 2},
	/* Lane l turns l + 1 times; those below 4 return from the first turn, those from 28 on pass it by. */
	{"a loop that some return from",
	 KERNEL("setp.gt.u32 %p3, %r1, 27; @%p3 bra E;\nL: setp.lt.u32 %p1, %r1, 4; @%p1 bra R; add.u32 %r2, %r2, 1;\n"
		"setp.le.u32 %p2, %r2, %r1; @%p2 bra L;\n"
		"E: popc.b32 %r3, %r2; st.global.u32 [%rd1+128], %r3; ret;\nR: st.global.u32 [%rd1], %r2; ret;\n"),
	 2},
	/* The same, but the way from the return is the longer one: 24 lanes leave the loop one by one, and four
	   have passed it by. */
	{"a loop that some return from, to do more",
	 KERNEL("setp.gt.u32 %p3, %r1, 27; @%p3 bra E;\nL: setp.lt.u32 %p1, %r1, 4; @%p1 bra R; add.u32 %r2, %r2, 1;\n"
		"setp.le.u32 %p2, %r2, %r1; @%p2 bra L;\n"
		"E: st.global.u32 [%rd1+128], %r2; ret;\nR: popc.b32 %r3, %r2; st.global.u32 [%rd1], %r3; ret;\n"),
	 26},
	/* An if in which some return; the rest stores behind it, together. */
	{"an if that some return from",
	 KERNEL("setp.lt.u32 %p1, %r1, 16; @%p1 bra M; setp.lt.u32 %p2, %r1, 20; @%p2 bra R;\n"
		"st.global.u32 [%rd1+256], %r1;\nM: st.global.u32 [%rd1+128], %r2; ret;\n"
		"R: st.global.u32 [%rd1], %r2; ret;\n"),
	 3},
};

static gm_status
count(void *state, const gm_warp_instr *instr)
{
	void *const *both = state;
	const gm_kernel *kernel = both[1];
	if (instr->active && kernel->sites[instr->site].operation == GM_STORE)
		++*(int *)both[0];
	return GM_OK;
}

START_TEST(lanes_that_stay_meet_before_they_store)
{
	gm_error err = GM_ERROR_NONE;
	int stores = 0;
	const char *arguments[] = {"u32[128]"};
	const char *text = rows[_i].text;
	gm_kernel *kernel = case_warp(text, "k", arguments, 1);
	const gm_sink sink = {.state = (void *[]){&stores, kernel}, .instruction = count};
	ck_assert_int_eq(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), GM_OK);
	ck_assert_msg(stores == rows[_i].stores, "%s: %d stores, the machine code has %d", rows[_i].name,
		      stores, rows[_i].stores);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("flow_exits");
	TCase *tests = tcase_create("flow_exits");
	tcase_add_loop_test(tests, lanes_that_stay_meet_before_they_store, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
