/*
 * Loads that ptxas makes elsewhere than PTX writes them (sass/shift.h). How many a warp makes, by where they stand in
 * the code of ptxas 13.0 for sm_90 (seen with cuobjdump): all lanes go around what stands behind `AROUND`, and
 * either half to one side of `SPLIT`.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

/* Each thread's words at %rd6, %rd7 and %r8. */
#define FFMA "fma.rn.f32 %f1, %f1, %f10, 0f3F800001;\n"
#define FFMA_8 FFMA FFMA FFMA FFMA FFMA FFMA FFMA FFMA
#define LONG FFMA_8 FFMA_8 FFMA_8 FFMA_8 FFMA_8
#define HEAD                                                                                                \
	".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 .ptr .align 1 x,\n"   \
	".param .u64 .ptr .align 1 y, .param .u32 n, .param .f32 c)\n{\n"                                   \
	".reg .b64 %rd<12>; .reg .f32 %f<12>; .reg .f64 %d<4>; .reg .b32 %r<14>; .reg .pred %p<5>;\n"       \
	".shared .align 4 .b8 sm[4096];\n"                                                                  \
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r5, [n]; ld.param.f32 %f10, [c];\n"  \
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2; mov.u32 %r3, %tid.x;\n"              \
	"mul.wide.u32 %rd5, %r3, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"                  \
	"shl.b32 %r6, %r3, 2; mov.u32 %r7, sm; add.s32 %r8, %r7, %r6; mov.f32 %f9, %f10; mov.f32 %f1, %f10;\n"
#define SHORT FFMA_8 FFMA_8 FFMA_8 FFMA FFMA FFMA FFMA FFMA FFMA
#define TAIL "END: st.global.f32 [%rd7], %f1; ret;\n}\n"
#define USE "fma.rn.f32 %f1, %f4, %f1, %f9;\n"
#define OTHER "fma.rn.f32 %f1, %f9, %f3, %f1;\n"
#define SAME "fma.rn.f32 %f1, %f9, %f4, %f1;\n"
#define G "ld.global.f32 %f4, [%rd6];\n"
#define NC "ld.global.nc.f32 %f4, [%rd6];\n"
#define S "ld.shared.f32 %f4, [%r8];\n"
#define G2 "ld.global.f32 %f3, [%rd6];\n"
#define NC2 "ld.global.nc.f32 %f3, [%rd6];\n"
#define S2 "ld.shared.f32 %f3, [%r8];\n"
#define AROUND(to) "setp.gt.s32 %p2, %r3, %r5;\n@%p2 bra " to ";\n"
#define SPLIT "setp.gt.s32 %p2, %r3, 15;\n@%p2 bra B;\n"

#define BEHIND(load, between) HEAD load between "\n" AROUND("END") LONG USE TAIL
#define SIDE(load, side) HEAD load AROUND("END") side USE TAIL
/* Arithmetic of a loaded integer before the branch, read behind it as %r10 and in what `behind` does. */
#define ALONG(arithmetic, behind)                                                                            \
	HEAD "ld.global.u32 %r9, [%rd6];\n" arithmetic "\n" AROUND("END") LONG "mov.b32 %f4, %r10;\n" behind "\n" USE TAIL
#define READ(unit) "cvt.rn.f32.s32 %f5, " unit "; add.f32 %f1, %f1, %f5;"
/* `front` before each of the two loads. */
#define BOTH(one, front_one, other, front_other) \
	HEAD SPLIT front_one "\n" one USE "bra END;\nB: " front_other "\n" other OTHER TAIL

static const struct {
	const char *text;
	int global, shared;
} rows[] = {
	/* both sides load into one register, which is read behind them too */
	{HEAD SPLIT G USE "bra END;\nB: " G SAME TAIL, 1, 0},
	{HEAD SPLIT G USE "bra BOTH;\nB: " G SAME "BOTH: " SAME TAIL, 1, 0},
	{HEAD SPLIT S USE "bra BOTH;\nB: " S SAME "BOTH: " SAME TAIL, 0, 1},
	{HEAD SPLIT G LONG USE "bra BOTH;\nB: " G SAME "BOTH: " SAME TAIL, 2, 0},
	/* behind the branch, so that nobody makes it */
	{BEHIND(G, ""), 0, 0},
	{BEHIND(G, "bar.sync 0;"), 1, 0},
	{BEHIND(G, "st.global.f32 [%rd7+64], %f9;"), 1, 0},
	{BEHIND(G, "st.f32 [%rd7+64], %f9;"), 1, 0},
	{BEHIND(G, "st.shared.f32 [%r8+512], %f9;"), 0, 0},
	{BEHIND(G, "red.global.add.u32 [%rd7+64], 1;"), 1, 0},
	{BEHIND(G, "atom.shared.add.u32 %r9, [%r8+512], 1;"), 0, 0},
	{BEHIND(G, "membar.cta;"), 1, 0},
	{BEHIND(G, "bar.warp.sync -1;"), 1, 0},
	{BEHIND(G, "shfl.sync.bfly.b32 %f9, %f9, 1, 31, -1;"), 0, 0},
	{BEHIND(G, "div.rn.f32 %f9, %f9, %f10;"), 1, 0},
	{BEHIND(NC, ""), 0, 0},
	{BEHIND(NC, "bar.sync 0;"), 0, 0},
	{BEHIND(NC, "st.global.f32 [%rd7+64], %f9;"), 0, 0},
	{BEHIND(NC, "membar.cta;"), 1, 0},
	{BEHIND(NC, "div.rn.f32 %f9, %f9, %f10;"), 1, 0},
	{BEHIND(S, ""), 0, 0},
	{BEHIND(S, "bar.sync 0;"), 0, 1},
	{BEHIND(S, "st.global.f32 [%rd7+64], %f9;"), 0, 0},
	{BEHIND(S, "st.f32 [%rd7+64], %f9;"), 0, 1},
	{BEHIND(S, "st.shared.f32 [%r8+512], %f9;"), 0, 1},
	{BEHIND(S, "atom.shared.add.u32 %r9, [%r8+512], 1;"), 0, 1},
	{BEHIND(S, "membar.cta;"), 0, 1},
	{BEHIND(S, "div.rn.f32 %f9, %f9, %f10;"), 0, 1},
	/* with arithmetic that takes no more registers than it frees there */
	{ALONG("add.s32 %r10, %r9, 5;", ""), 0, 0},
	{ALONG("add.s32 %r10, %r9, %r3;", ""), 1, 0},
	{ALONG("add.s32 %r10, %r9, %r3;", READ("%r9")), 0, 0},
	{ALONG("add.s32 %r10, %r9, %r3;", READ("%r3")), 0, 0},
	{ALONG("add.s32 %r10, %r9, %r9;", ""), 1, 0},
	{ALONG("xor.b32 %r10, %r9, 77;", ""), 0, 0},
	{ALONG("mad.lo.s32 %r10, %r9, 77, %r3;", READ("%r3")), 0, 0},
	{ALONG("mad.lo.s32 %r10, %r9, 77, 13;", ""), 1, 0},
	{ALONG("shl.b32 %r11, %r9, 3; xor.b32 %r10, %r11, %r3;", READ("%r3")), 0, 0},
	{ALONG("shl.b32 %r11, %r9, 3; xor.b32 %r10, %r11, %r3;", ""), 1, 0},
	{ALONG("add.s32 %r10, %r9, 5; and.b32 %r11, %r9, 12;", READ("%r11")), 0, 0},
	{ALONG("add.s32 %r10, %r9, 5; st.global.u32 [%rd7+64], %r10;", ""), 1, 0},
	{ALONG("popc.b32 %r10, %r9;", ""), 1, 0},
	/* a side that is predicated has none */
	{SIDE(G, ""), 1, 0},
	{SIDE(G, FFMA FFMA FFMA FFMA), 1, 0},
	{SIDE(S, FFMA FFMA FFMA FFMA), 0, 1},
	{SIDE(S, LONG), 0, 0},
	/* read on both sides, on the first, on the second alone; behind an if that stays, and one that does not */
	{HEAD G AROUND("B") LONG USE "bra END;\nB: " LONG "fma.rn.f32 %f1, %f9, %f4, %f1;\n" TAIL, 1, 0},
	{HEAD S AROUND("B") SHORT USE "bra END;\nB: " SHORT "add.f32 %f1, %f1, %f9;\n" TAIL, 0, 0},
	{HEAD S "setp.le.s32 %p2, %r3, %r5;\n@%p2 bra B;\n" SHORT "bra END;\nB: " SHORT USE TAIL, 0, 1},
	{HEAD S "setp.gt.s32 %p3, %r3, 7;\n@%p3 bra B;\n" SHORT "B: " AROUND("END") SHORT USE TAIL, 0, 1},
	{HEAD S "setp.gt.s32 %p3, %r3, 7;\n@%p3 bra B;\nadd.f32 %f9, %f9, %f10;\nB: " AROUND("END") SHORT USE
	 TAIL, 0, 0},
	{HEAD S "setp.gt.s32 %p3, %r3, 700;\n@%p3 bra OUT;\n" AROUND("END") SHORT USE
	 "END: st.global.f32 [%rd7], %f1;\nOUT: ret;\n}\n", 0, 0},
	/* made on one way only to where it is read, which none comes */
	{HEAD AROUND("B") G "B: setp.le.s32 %p3, %r3, %r5;\n@%p3 bra END;\n" LONG USE TAIL, 0, 0},
	{HEAD AROUND("B") S "B: setp.le.s32 %p3, %r3, %r5;\n@%p3 bra END;\n" LONG USE TAIL, 0, 0},
	/* an if in another */
	{HEAD S AROUND("END") SHORT "setp.gt.f32 %p3, %f1, %f10;\n@%p3 bra END;\n" SHORT USE TAIL, 0, 0},
	/* what both sides load of a predicated if is one; else each loads for itself */
	{BOTH(G, "", G2, ""), 1, 0},
	{BOTH(NC, "", NC2, ""), 1, 0},
	{BOTH(S, "", S2, ""), 0, 1},
	{BOTH(G, LONG, G2, LONG), 2, 0},
	{BOTH(S, LONG, S2, LONG), 0, 2},
	{BOTH(G, FFMA FFMA FFMA FFMA FFMA, G2, LONG), 2, 0},
	{BOTH(S, FFMA_8 FFMA, S2, FFMA_8 FFMA), 0, 2},
	{BOTH(G, "ld.shared.f32 %f5, [%r8+512]; add.f32 %f9, %f9, %f5;", G2, ""), 1, 1},
	{BOTH(G, "", G2, "ld.global.f32 %f5, [%rd7]; add.f32 %f9, %f9, %f5;"), 2, 0},
	{BOTH(S, "ld.shared.f32 %f5, [%r8+512]; add.f32 %f9, %f9, %f5;", S2,
	      "ld.global.f32 %f5, [%rd7]; add.f32 %f9, %f9, %f5;"), 1, 2},
};

START_TEST(loads_are_made_where_ptxas_makes_them)
{
	static const char *const arguments[] = {"f32[4096]:zero", "f32[4096]:zero", "s32=-1", "f32=1"};
	const case_loads s = case_loads_of(rows[_i].text, arguments, 4);
	ck_assert_msg(s.global == rows[_i].global && s.shared == rows[_i].shared, "row %d: %d %d", _i,
		      s.global, s.shared);
}
END_TEST

/* All lanes read in the end what x holds, but half of them come by a way that writes something else there. */
#define BY_FAR_WAY(load, stored) \
	HEAD load "setp.gt.s32 %p3, %r3, 15;\n@%p3 bra FAR;\nBACK: " AROUND("END") LONG USE TAIL_BEFORE \
	"FAR: " stored "bra BACK;\n}\n"
#define TAIL_BEFORE "END: st.global.f32 [%rd7], %f1; ret;\n"
static const char *const by_far_way[] = {
	BY_FAR_WAY(G, "st.global.f32 [%rd6], %f10;\n"),
	BY_FAR_WAY("st.shared.f32 [%r8], %f9;\n" S, "add.f32 %f8, %f9, %f10; st.shared.f32 [%r8], %f8;\n"),
	BY_FAR_WAY(G, "add.s64 %rd6, %rd6, 1048576;\n"),
};

START_TEST(a_load_does_not_pass_what_stands_elsewhere_on_its_way)
{
	static const char *const arguments[] = {"f32[4096]:fill=3", "f32[4096]:zero", "s32=1000", "f32=0.5"};
	float y[32];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_memory *memory;
	gm_kernel *kernel = case_warp(by_far_way[_i], NULL, arguments, 4);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	case_ok(gm_ptx_memory_read(memory, 1, 0, y, sizeof y, &err), &err);
	for (int l = 0; l < 32; l++)
		ck_assert_msg(y[l] == y[0], "way %d: lane %d has %g, not %g", _i, l, (double)y[l], (double)y[0]);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("shift");
	TCase *cases = tcase_create("shift");
	tcase_add_loop_test(cases, loads_are_made_where_ptxas_makes_them, 0, sizeof rows / sizeof *rows);
	tcase_add_loop_test(cases, a_load_does_not_pass_what_stands_elsewhere_on_its_way, 0,
			    sizeof by_far_way / sizeof *by_far_way);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
