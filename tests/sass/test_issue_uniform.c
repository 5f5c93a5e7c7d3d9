/*
 * Loads from constant memory through uniform registers, and products that take the multiply-add unit
 * twice: sass/issue_uniform.c, sass/issue_product.c.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n.const .align 8 .b8 table[4096];\n"
#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 out, .param .u32 n)\n{\n"                              \
	".reg .pred %p<4>; .reg .f32 %f<16>; .reg .b32 %r<10>; .reg .b64 %rd<9>;\n"                    \
	"ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [n];\n"           \
	"mov.u32 %r2, %tid.x; mov.u32 %r3, 0; mov.f32 %f1, 0f00000000; mov.u64 %rd3, table;\n"        \
	"mul.wide.u32 %rd7, %r2, 4; add.s64 %rd8, %rd2, %rd7;\n"
#define WALK_BEYOND(offset, index)                                                                 \
	"LOOP: mul.wide.u32 %rd4, " index ", 4; add.s64 %rd5, %rd3, %rd4; ld.const.f32 %f2, [%rd5+" offset "];\n" \
	"add.f32 %f1, %f1, %f2; add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, "
#define WALK(index) WALK_BEYOND("0", index)
#define TURN(work)                                                                                 \
	"cvt.rn.f32.u32 %f5, %r2; LOOP: .pragma \"nounroll\"; mul.wide.u32 %rd4, %r3, 8; add.s64 %rd5, %rd3, %rd4;\n" \
	"ld.const.f32 %f2, [%rd5];\n"                                                               \
	work " add.f32 %f1, %f1, %f3; add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP;\n" END
#define SUMS                                                                                       \
	"cvt.rn.f32.u32 %f5, %r2; mov.f32 %f6, %f1; mov.f32 %f12, %f1; mov.f32 %f13, %f1;\n"             \
	"add.f32 %f2, %f5, 0f3F800000; add.f32 %f14, %f2, 0f3F800000; add.f32 %f15, %f14, 0f3F800000;\n" \
	"mov.u64 %rd5, table; LOOP: .pragma \"nounroll\";\n"
#define SUMMED                                                                                     \
	" add.s64 %rd5, %rd5, 16; add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra LOOP; add.f32 %f1, %f1, %f6;\n"      \
	"add.f32 %f1, %f1, %f12; add.f32 %f1, %f1, %f13;\n" END
#define QUAD(work) SUMS "ld.const.v4.f32 {%f7, %f8, %f9, %f10}, [%rd5]; " work SUMMED
#define PAIRS(first, second)                                                                         \
	SUMS "ld.const.v2.f32 {%f7, %f8}, [%rd5]; " first "\n"                                          \
	"ld.const.v2.f32 {%f10, %f11}, [%rd5+8]; " second SUMMED
#define END "END: st.global.f32 [%rd8], %f1; ret;\n}\n"

/* A counter that all lanes share; one of their own; as many turns as each lane wants; a side of a branch
   that some take; what goes on after others have left. Code of ptxas 13.0, loops kept rolled: ULDC, LDC, LDC, LDC,
   ULDC. Two lines further on, beside the counter; a place; eight turns, which are written out: ULDC of UR + 0x80,
   of 0x140, of 0 to 0x18. */
static const char text[] = HEAD
	BEGIN("alike") WALK("%r3") "%r1; @%p1 bra LOOP;\n" END
	BEGIN("own") WALK("%r2") "%r1; @%p1 bra LOOP;\n" END
	BEGIN("turns") WALK("%r3") "%r2; @%p1 bra LOOP;\n" END
	BEGIN("side") "setp.gt.u32 %p2, %r2, 7; @%p2 bra END;\n" WALK("%r3") "%r1; @%p1 bra LOOP;\n" END
	BEGIN("left") "setp.gt.u32 %p2, %r2, 7; @%p2 bra OUT;\n" WALK("%r3")
		"%r1; @%p1 bra LOOP; st.global.f32 [%rd8], %f1;\nOUT: ret;\n}\n"
	BEGIN("beyond") WALK_BEYOND("128", "%r3") "%r1; @%p1 bra LOOP;\n" END
	BEGIN("place") "ld.const.f32 %f1, [table+320];\n" END
	BEGIN("eight") WALK("%r3") "8; @%p1 bra LOOP;\n" END
	/* What is loaded is multiplied, added to a literal, squared, its root taken, added to what is multiplied by a
	   literal; the second of two is; integers: ULDC, LDC, LDC, LDC, LDC, LDC.64, ULDC (ptxas 13.0) */
	BEGIN("times") TURN("mul.f32 %f3, %f2, %f5;")
	BEGIN("literal") TURN("add.f32 %f3, %f2, 0f3FC00000;")
	BEGIN("squared") TURN("mul.f32 %f3, %f2, %f2;")
	BEGIN("root") TURN("sqrt.rn.f32 %f3, %f2;")
	BEGIN("fused") TURN("mul.f32 %f4, %f5, 0f3FC00000; sub.f32 %f3, %f4, %f2;")
	BEGIN("second") TURN("ld.const.f32 %f4, [%rd5+4]; add.f32 %f3, %f4, 0f3FC00000; fma.rn.f32 %f3, %f2, %f5, %f3;")
	BEGIN("integer") TURN("mov.b32 %r4, %f2; add.s32 %r4, %r4, 5; cvt.rn.f32.s32 %f3, %r4;")
	/* A chain of products: ULDC.64, two FFMA, ULDC.64, 7 clocks later; sums apart: both at once (ptxas 13.0) */
	BEGIN("chain") QUAD("fma.rn.f32 %f1, %f5, %f7, %f1; fma.rn.f32 %f1, %f5, %f8, %f1;\n"
		"fma.rn.f32 %f1, %f5, %f9, %f1; fma.rn.f32 %f1, %f5, %f10, %f1;")
	BEGIN("sums") QUAD("fma.rn.f32 %f1, %f7, %f5, %f1; fma.rn.f32 %f6, %f9, %f5, %f6;\n"
		"fma.rn.f32 %f1, %f8, %f1, %f1; fma.rn.f32 %f6, %f10, %f6, %f6;")
	/* As the first two, of two loads of 8 B; four chains from each word: both at once */
	BEGIN("chained") PAIRS("mul.f32 %f9, %f8, %f5; fma.rn.f32 %f1, %f7, %f5, %f9;",
		"fma.rn.f32 %f1, %f5, %f10, %f1; fma.rn.f32 %f6, %f1, %f11, %f6;")
	BEGIN("four") SUMS "ld.const.f32 %f7, [%rd5]; fma.rn.f32 %f1, %f7, %f5, %f1; fma.rn.f32 %f6, %f7, %f2, %f6; fma.rn.f32 %f12, %f7, %f14, %f12; fma.rn.f32 %f13, %f7, %f15, %f13;\n"
		"ld.const.f32 %f8, [%rd5+4]; fma.rn.f32 %f1, %f8, %f5, %f1; fma.rn.f32 %f6, %f8, %f2, %f6; fma.rn.f32 %f12, %f8, %f14, %f12; fma.rn.f32 %f13, %f8, %f15, %f13;\n"
		"ld.const.f32 %f9, [%rd5+8]; fma.rn.f32 %f1, %f9, %f5, %f1; fma.rn.f32 %f6, %f9, %f2, %f6; fma.rn.f32 %f12, %f9, %f14, %f12; fma.rn.f32 %f13, %f9, %f15, %f13;\n"
		"ld.const.f32 %f10, [%rd5+12]; fma.rn.f32 %f1, %f10, %f5, %f1; fma.rn.f32 %f6, %f10, %f2, %f6; fma.rn.f32 %f12, %f10, %f14, %f12; fma.rn.f32 %f13, %f10, %f15, %f13;\n" SUMMED
	BEGIN("paired") PAIRS("fma.rn.f32 %f1, %f7, %f5, %f1;", "fma.rn.f32 %f6, %f10, %f5, %f6;\n"
		"fma.rn.f32 %f1, %f8, %f1, %f1; fma.rn.f32 %f6, %f11, %f6, %f6;")
	/* IMAD.HI; IMAD.WIDE; IMAD; IMAD.WIDE, the sum taken in; FFMA */
	BEGIN("high") "mul.hi.u32 %r4, %r2, %r1; st.global.u32 [%rd2], %r4; ret;\n}\n"
	BEGIN("wide") "mul.wide.u32 %rd4, %r2, %r1; st.global.u64 [%rd2], %rd4; ret;\n}\n"
	BEGIN("low") "mad.lo.u32 %r4, %r2, %r1, %r2; st.global.u32 [%rd2], %r4; ret;\n}\n"
	BEGIN("sum") "mul.wide.u32 %rd4, %r2, %r1; add.s64 %rd5, %rd4, %rd7; st.global.u64 [%rd2], %rd5; ret;\n}\n"
	/* ptxas 13.0: two IMAD.HI; nine and six IMAD.WIDE in the subroutine */
	BEGIN("rest") "rem.u32 %r4, %r2, %r1; st.global.u32 [%rd2], %r4; ret;\n}\n"
	BEGIN("quotient") "div.s64 %rd4, %rd1, %rd2; st.global.u64 [%rd2], %rd4; ret;\n}\n"
	BEGIN("single") "fma.rn.f32 %f2, %f1, %f1, %f1; st.global.f32 [%rd2], %f2; ret;\n}\n";

typedef struct totals {
	uint8_t sets, loads;
	bool in_turn;
	double twice;
} totals;

static totals
issue_of(const char *entry, int cc_major)
{
	static const char *const arguments[] = {"u32[4096]", "s32=64"};
	gm_kernel *kernel = case_warp(text, entry, arguments, 2);
	gm_issue *issue = case_issue(kernel, cc_major);
	totals out = {0};
	for (int s = 0; s < kernel->sites_count; s++) {
		out.sets |= issue[s].constant_sets;
		out.loads = (uint8_t)(out.loads + issue[s].constant_loads);
		out.in_turn |= issue[s].constant_in_turn;
		out.twice += (double)issue[s].twice;
	}
	free(issue);
	gm_kernel_free(kernel);
	return out;
}

static const struct {
	const char *entry;
	uint8_t sets;
} loads[] = {{"alike", 1}, {"own", 0},    {"turns", 0},    {"side", 0},
	     {"left", 1},  {"beyond", 4}, {"place", 0xff}, {"eight", 0xff},
	     {"times", 1}, {"literal", 0}, {"squared", 0}, {"root", 0},
	     {"fused", 0}, {"second", 0}, {"integer", 1}};

START_TEST(a_place_that_all_lanes_share_is_loaded_once_for_them)
{
	ck_assert_int_eq(issue_of(loads[_i].entry, 9).sets, loads[_i].sets);
	ck_assert_int_eq(issue_of(loads[_i].entry, 7).sets, 0);
}
END_TEST

START_TEST(halves_stand_apart_where_the_second_is_read_with_what_the_first_makes)
{
	const totals chain = issue_of("chain", 9), sums = issue_of("sums", 9);
	ck_assert_int_eq(chain.loads, 2);
	ck_assert_int_eq(sums.loads, 2);
	ck_assert(chain.in_turn);
	ck_assert(!sums.in_turn);
	const totals chained = issue_of("chained", 9), paired = issue_of("paired", 9), four = issue_of("four", 9);
	ck_assert_int_eq(chained.loads, 2);
	ck_assert_int_eq(paired.loads, 2);
	ck_assert_int_eq(four.loads, 2);
	ck_assert(chained.in_turn);
	ck_assert(!paired.in_turn);
	ck_assert(!four.in_turn);
}
END_TEST

static const struct {
	const char *entry;
	int more; /* than `low` has of its address */
} products[] = {{"high", 1}, {"wide", 1}, {"low", 0}, {"sum", 1}, {"rest", 2}, {"quotient", 15}, {"single", 0}};

START_TEST(products_of_64_bits_take_twice_as_long)
{
	const double address = issue_of("low", 9).twice;
	ck_near(issue_of(products[_i].entry, 9).twice - address, products[_i].more, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_uniform");
	TCase *tests = tcase_create("issue_uniform");
	tcase_add_loop_test(tests, a_place_that_all_lanes_share_is_loaded_once_for_them, 0,
			    (int)(sizeof loads / sizeof *loads));
	tcase_add_test(tests, halves_stand_apart_where_the_second_is_read_with_what_the_first_makes);
	tcase_add_loop_test(tests, products_of_64_bits_take_twice_as_long, 0,
			    (int)(sizeof products / sizeof *products));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
