/*
 * Loads of what a turn before has loaded, in loops that are unrolled. How many a warp makes in so many turns: in code
 * of ptxas 13.0 for sm_90 (cuobjdump), a round of four turns, two turns and the last one have those that the row
 * says; 27 turns are six rounds, two and one. 24 turns are written out; of 101 turns of 19 sums two stand before
 * nine rounds of eleven, with three loads and twelve each.
 *
 * Loops that are entered in their middle (simt/lower_rotated.h): 4 words and those 16 further on a turn, of which six
 * loads stand before the loop, and 37 in each round of 5 turns; without a window all are made.
 */
#include "ptx/case.h"

enum { IN_27 = 27 };

#define ROUNDS(FOUR, TWO, ONE) (6 * (FOUR) + (TWO) + (ONE))
#define ON "add.s64 %rd1, %rd1, 4;"
#define SHARED_ON "add.s32 %r4, %r4, 4;"
#define USE "fma.rn.f32 %f1, %f3, %f4, %f1;"
#define PAIR "ld.global.f32 %f3, [%rd1]; ld.global.f32 %f4, [%rd1+4]; " USE
#define READ_ONLY "ld.global.nc.f32 %f3, [%rd1]; ld.global.nc.f32 %f4, [%rd1+4]; " USE
#define FAR(BYTES) "ld.global.f32 %f3, [%rd1]; ld.global.f32 %f4, [%rd1+" #BYTES "]; " USE
#define AT_SUM "add.s64 %rd6, %rd1, %rd3; ld.global.f32 %f3, [%rd6]; ld.global.f32 %f4, [%rd6+4]; " USE
#define SHARED "ld.shared.f32 %f3, [%r4]; ld.shared.f32 %f4, [%r4+4]; " USE
#define AT_INDEX "mul.wide.s32 %rd5, %r1, 4; add.s64 %rd6, %rd1, %rd5; ld.global.f32 %f3, [%rd6]; "
#define AT_NEXT "add.s32 %r10, %r1, 1; mul.wide.s32 %rd7, %r10, 4; add.s64 %rd8, %rd1, %rd7; ld.global.f32 %f4, [%rd8]; " USE
#define STORE "st.global.f32 [%rd2+400], %f3;"
#define SUM "fma.rn.f32 %f1, %f1, %f2, %f3;"
#define SUMS SUM SUM SUM SUM SUM SUM
#define TO_N "%r9"

static const struct {
	const char *body, *turns;
	int loads;
} rows[] = {
	{PAIR ON, TO_N, ROUNDS(5, 3, 2)},
	{PAIR "add.s64 %rd1, %rd1, -4;", TO_N, ROUNDS(5, 3, 2)},
	{FAR(8) ON, TO_N, ROUNDS(6, 4, 2)},
	{FAR(20) ON, TO_N, ROUNDS(8, 4, 2)},
	{AT_SUM ON, TO_N, ROUNDS(5, 3, 2)},
	{AT_INDEX AT_NEXT, TO_N, ROUNDS(5, 3, 2)},
	{AT_INDEX "ld.global.f32 %f4, [%rd6+4]; " USE, TO_N, ROUNDS(8, 4, 2)},
	{SHARED SHARED_ON, TO_N, ROUNDS(5, 3, 2)},
	{PAIR "st.shared.f32 [%r4], %f1;" ON, TO_N, ROUNDS(5, 3, 2)},
	{PAIR STORE ON, TO_N, ROUNDS(8, 4, 2)},
	{READ_ONLY STORE ON, TO_N, ROUNDS(5, 3, 2)},
	{"ld.volatile.global.f32 %f3, [%rd1]; ld.volatile.global.f32 %f4, [%rd1+4]; " USE ON, TO_N, ROUNDS(8, 4, 2)},
	{"ld.global.u32 %r11, [%rd1]; mul.wide.u32 %rd5, %r11, 4; add.s64 %rd6, %rd2, %rd5; ld.global.f32 %f3, [%rd6];"
	 "cvt.rn.f32.u32 %f4, %r11; " USE ON, TO_N, ROUNDS(8, 4, 2)},
	{PAIR "ld.global.f32 %f5, [%rd1+16]; fma.rn.f32 %f1, %f5, %f4, %f1;" ON, TO_N, ROUNDS(8, 5, 3)},
	{PAIR ON, "24", 25},
	{AT_SUM ON, "24", 25},
	{SHARED SHARED_ON, "24", 25},
	{PAIR SUMS SUMS SUMS ON, "101", 3 + 9 * 12},
};

/* Turns go on from L, the first begins at M. */
#define ROTATED(L_DOES, M_DOES, BOUND)                                                                                 \
	"bra.uni M; L: " L_DOES " add.s64 %rd1, %rd1, 16; add.s32 %r1, %r1, 4; M: add.s64 %rd6, %rd1, %rd3; " M_DOES       \
	" setp.eq.s32 %p1, %r1, " #BOUND "; @%p1 bra E; bra.uni L; E: "
#define FURTHER(AT, FAR, A, B, FROM, TO)                                                                               \
	"ld.global.f32 %f" #A ", [%rd6+" #AT "]; ld.global.f32 %f" #B ", [%rd6+" #FAR "]; "                                \
	"fma.rn.f32 %f" #TO ", %f" #A ", %f" #B ", %f" #FROM "; "
#define THREE_FURTHER FURTHER(0, 64, 11, 12, 1, 13) FURTHER(4, 68, 14, 15, 13, 16) FURTHER(8, 72, 17, 18, 16, 19)
#define OWN "fma.rn.f32 %f1, %f1, %f2, %f2;"
#define OWNS OWN OWN OWN OWN OWN OWN
#define ONE(AT, A, FROM, TO)                                                                                           \
	"ld.global.f32 %f" #A ", [%rd6+" #AT "]; fma.rn.f32 %f" #TO ", %f" #FROM ", %f2, %f" #A "; "
#define THREE ONE(0, 11, 1, 12) ONE(4, 13, 12, 14) ONE(8, 15, 14, 19)
#define RESULT "mov.f32 %f1, %f19;"

static const struct {
	const char *loop;
	int loads;
} rotated[] = {
	{ROTATED(FURTHER(12, 76, 3, 4, 19, 1) OWNS OWNS OWNS OWNS, THREE_FURTHER, 60) RESULT, 6 + 3 * 37},
	{ROTATED(FURTHER(12, 76, 3, 4, 19, 1) OWNS OWNS OWNS OWNS, THREE_FURTHER, 160) RESULT, 6 + 8 * 37},
	{ROTATED(ONE(12, 3, 19, 1), THREE, 60) RESULT, 63},
	{ROTATED(ONE(12, 3, 19, 1), THREE, 1000) RESULT, 1003},
	/* The counter decides how many loads follow: it is what it would be. */
	{ROTATED("", "mov.u32 %r6, %r1;", 60) "mov.u32 %r1, 0; K: ld.volatile.global.f32 %f3, [%rd1]; "
	 "add.s32 %r1, %r1, 1; setp.lt.s32 %p2, %r1, %r6; @%p2 bra K;", 60},
};

/* Of a warp. */
static void
must_load_in(const char *loop, int n, int expected)
{
	static char text[1 << 13];
	char number[16];
	const char *const arguments[] = {"u64[65536]", "f32[65536]", number};
	snprintf(number, sizeof number, "u32=%d", n);
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".visible .entry k(.param .u64 a, .param .u64 o, .param .u32 n)\n{\n"
		 ".reg .f32 %%f<29>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>; .reg .pred %%p<3>;\n"
		 ".shared .align 4 .b8 sm[4096];\n"
		 "ld.param.u64 %%rd1, [a]; ld.param.u64 %%rd2, [o]; ld.param.u32 %%r9, [n]; mov.u32 %%r3, %%tid.x;\n"
		 "mul.wide.u32 %%rd3, %%r3, 4; add.s64 %%rd1, %%rd1, %%rd3; add.s64 %%rd2, %%rd2, %%rd3;\n"
		 "mov.u32 %%r4, sm; shl.b32 %%r5, %%r3, 2; add.s32 %%r4, %%r4, %%r5;\n"
		 "cvt.rn.f32.u32 %%f2, %%r3; mov.f32 %%f1, 0f00000000; mov.u32 %%r1, 0;\n"
		 "%s\nst.global.f32 [%%rd2], %%f1; ret;\n}\n",
		 loop);
	case_must_load(text, arguments, 3, expected);
}

static void
must_load(const char *body, const char *turns, int n, int expected)
{
	static char loop[1 << 12];
	snprintf(loop, sizeof loop, "L: %s\nadd.s32 %%r1, %%r1, 1; setp.lt.s32 %%p1, %%r1, %s; @%%p1 bra L;", body, turns);
	must_load_in(loop, n, expected);
}

START_TEST(what_a_turn_of_the_round_has_loaded_is_not_loaded_again)
{
	must_load(rows[_i].body, rows[_i].turns, IN_27, rows[_i].loads);
}
END_TEST

/* Most of its turns are left out; whatever is left over behind the rounds. */
START_TEST(rounds_of_a_long_loop_are_cut_short)
{
	must_load(PAIR ON, TO_N, 20000 + _i, 5000 * 5 + (_i >= 2 ? 3 : 0) + (_i % 2 ? 2 : 0));
}
END_TEST

/* Of what begins at a parameter, in loops that are written out and in turns ahead of rounds: three words a turn that go on
   by one. Written out: 7 + 2 loads of 7 turns, and 2 more where the first turn is apart; of 103 turns four stand before
   nine rounds of eleven. */
#define AT_PARAMETER "mov.u64 %rd7, %rd10;"
#define AT_OWN "add.s64 %rd7, %rd10, %rd3;"
#define TO_OWN "add.s64 %rd6, %rd7, %rd3;"
#define TO_PARAMETER "add.s64 %rd6, %rd7, %rd10;"
#define AS_IT_IS "mov.u64 %rd6, %rd7;"
static const struct {
	const char *begins, *address, *turns;
	int loads;
} starts[] = {
	{AT_PARAMETER, TO_OWN, "7", 11},
	{AT_PARAMETER, "add.s64 %rd6, %rd7, %rd12;", "7", 11},
	{AT_PARAMETER, "add.s64 %rd8, %rd7, 8;\nadd.s64 %rd6, %rd8, %rd3;", "7", 11},
	{AT_PARAMETER, AS_IT_IS, "7", 11},
	{AT_PARAMETER, TO_OWN, "2", 6},
	{AT_OWN, AS_IT_IS, "7", 9},
	{"add.s64 %rd7, %rd10, 8;", TO_OWN, "7", 9},
	{"mov.u64 %rd7, 0;", TO_PARAMETER, "7", 11},
	{"mov.u64 %rd7, 8;", TO_PARAMETER, "7", 9},
	{"mov.u64 %rd7, %rd3;", TO_PARAMETER, "7", 9},
	{"ld.global.f32 %f7, [%rd10]; ld.global.f32 %f8, [%rd10+4]; ld.global.f32 %f9, [%rd10+16];"
	 "fma.rn.f32 %f1, %f7, %f8, %f9;" AT_PARAMETER, AS_IT_IS, "7", 12},
	{AT_PARAMETER, TO_OWN SUMS SUMS, "103", 8 + 9 * 13},
	{AT_OWN, AS_IT_IS SUMS SUMS, "103", 6 + 9 * 13},
	{AT_PARAMETER, TO_OWN, TO_N, 6 * 6 + 4 + 3},
};

START_TEST(a_first_turn_that_begins_at_a_parameter_is_apart)
{
	static char text[1 << 13];
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "u32=27"};
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".visible .entry k(.param .u64 a, .param .u64 o, .param .u32 n)\n{\n"
		 ".reg .f32 %%f<29>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>; .reg .pred %%p<3>;\n"
		 "ld.param.u64 %%rd9, [a]; cvta.to.global.u64 %%rd10, %%rd9; ld.param.u64 %%rd2, [o]; ld.param.u32 %%r9, [n];\n"
		 "mov.u32 %%r3, %%tid.x; mul.wide.u32 %%rd3, %%r3, 4; add.s64 %%rd12, %%rd3, 4096;\n"
		 "cvt.rn.f32.u32 %%f2, %%r3; mov.f32 %%f1, 0f00000000; mov.u32 %%r1, 0;\n%s\n"
		 "L: %s\nld.global.f32 %%f3, [%%rd6]; ld.global.f32 %%f4, [%%rd6+4]; ld.global.f32 %%f5, [%%rd6+8];\n"
		 "fma.rn.f32 %%f1, %%f3, %%f4, %%f1; fma.rn.f32 %%f1, %%f1, %%f5, %%f2; add.s64 %%rd7, %%rd7, 4;\n"
		 "add.s32 %%r1, %%r1, 1; setp.lt.s32 %%p1, %%r1, %s; @%%p1 bra L;\nst.global.f32 [%%rd2], %%f1; ret;\n}\n",
		 starts[_i].begins, starts[_i].address, starts[_i].turns);
	case_must_load(text, arguments, 3, starts[_i].loads);
}
END_TEST

START_TEST(a_loop_that_is_entered_in_its_middle_begins_behind_it)
{
	must_load_in(rotated[_i].loop, 0, rotated[_i].loads);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("carried");
	TCase *tests = tcase_create("carried");
	tcase_add_loop_test(tests, what_a_turn_of_the_round_has_loaded_is_not_loaded_again, 0,
	                    sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, rounds_of_a_long_loop_are_cut_short, 0, 4);
	tcase_add_loop_test(tests, a_loop_that_is_entered_in_its_middle_begins_behind_it, 0,
	                    sizeof rotated / sizeof *rotated);
	tcase_add_loop_test(tests, a_first_turn_that_begins_at_a_parameter_is_apart, 0, sizeof starts / sizeof *starts);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
