/*
 * Loads of neighbouring words join within a piece of code and not across a place that other code leads
 * to (sass/join.h): requests as they stand in the text.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

/* Each thread's own 8 bytes of shared memory at %r7; every result is stored. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 a) {\n"                                                     \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>; .shared .align 8 .b8 s[512];\n"     \
	"ld.param.u64 %rd1, [a]; cvta.to.global.u64 %rd2, %rd1;\n"                                 \
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 8; add.s64 %rd4, %rd2, %rd3;\n"              \
	"mov.u32 %r5, 0; mov.u32 %r7, s; shl.b32 %r8, %r1, 3; add.u32 %r7, %r7, %r8;\n" body "st.global.u32 [%rd4+4096], %r2; st.global.u32 [%rd4+8192], %r3;\n" \
	"ret; }\n"
#define FIRST "ld.shared.u32 %r2, [%r7];\n"
#define SECOND "ld.shared.u32 %r3, [%r7+4];\n"
#define BETWEEN(step) ".reg .f32 %f<4>; .reg .f64 %d<4>; mov.b32 %f1, %r1; cvt.f64.f32 %d1, %f1;\n" FIRST step "\n" SECOND
#define HALVES(sign, step)                                                                         \
	KERNEL(".reg .b16 %h<4>; .reg .f32 %f<4>; mov.u32 %r2, 0; mov.u32 %r3, 0;\n"               \
	       "ld.shared." sign "16 %h1, [%r7]; ld.shared." sign "16 %h2, [%r7+2];\n" step "\n")
#define COMPARED(type) "setp.lt." type " %p1, %h1, %h2; selp.u32 %r2, 1, 2, %p1;"
#define CONVERTED(type) "cvt." type " %r2, %h1; cvt." type " %r3, %h2;"
#define KEPT "st.shared.u16 [%r7+128], %h1; st.shared.u16 [%r7+130], %h2;"
#define MADE "cvt.u32.u16 %r2, %h3;"
#define BESIDE(word, first, second, step)                                                                  \
	KERNEL(".reg .b16 %h<4>; .reg .f32 %f<4>; mov.u32 %r2, 0; mov.u32 %r3, 0; mov.u32 %r6, 0;\n" word      \
	       "ld.global.u16 %h1, [%rd4+" first "]; ld.global.u16 %h2, [%rd4+" second "];\n" step "\n"      \
	       "st.global.u32 [%rd4+12288], %r6;\n")
#define FLOATS "cvt.f32.f16 %f1, %h1; cvt.f32.f16 %f2, %h2; mov.b32 %r2, %f1; mov.b32 %r3, %f2;"
#define WORD "ld.global.u32 %r6, [%rd4];\n"
#define AGAIN "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra L;\n"

/* Four words and a vector behind them, which shows that they are at a multiple of 16 bytes. */
#define SHOWN(between)                                                                             \
	KERNEL(".reg .b32 %q<9>; mov.u32 %r2, 0; mov.u32 %r3, 0; shl.b64 %rd5, %rd3, 4; add.s64 %rd6, %rd2, %rd5;\n" between \
	       "ld.global.u32 %q1, [%rd6]; ld.global.u32 %q2, [%rd6+4]; ld.global.u32 %q3, [%rd6+8]; ld.global.u32 %q4, [%rd6+12];\n" \
	       "ld.global.v4.u32 {%q5, %q6, %q7, %q8}, [%rd6+16]; add.u32 %q1, %q1, %q2; add.u32 %q3, %q3, %q4;\n"          \
	       "add.u32 %r2, %q1, %q3; add.u32 %q5, %q5, %q6; add.u32 %q7, %q7, %q8; add.u32 %r3, %q5, %q7;\nOUT:\n")

static const struct {
	const char *text;
	int requests; /* of loads, by the one warp */
} rows[] = {
	/* LDG.128 twice; and four LDG and LDG.128 where the register is made in another block */
	{SHOWN(""), 2},
	{SHOWN("setp.gt.u32 %p1, %r1, 99; @%p1 bra OUT;\n"), 5},
	{KERNEL(FIRST SECOND), 1},
	{KERNEL(SECOND FIRST), 1},
	/* the second alone turns three times */
	{KERNEL(FIRST "L: \n" SECOND AGAIN), 1 + 3},
	{KERNEL(FIRST "L: add.u32 %r6, %r5, 1;\n" SECOND AGAIN), 1 + 3},
	/* both turn */
	{KERNEL("L: \n" FIRST SECOND AGAIN), 3},
	/* four bytes at once are a word (LDS.64), two of two are not */
	{KERNEL(".reg .b16 %h<5>;\n" FIRST "ld.shared.v4.u8 {%h1, %h2, %h3, %h4}, [%r7+4]; add.u16 %h1, %h1, %h3; cvt.u32.u16 %r3, %h1;\n"), 1},
	{KERNEL(".reg .b16 %h<5>;\n" FIRST "ld.shared.v2.u16 {%h1, %h2}, [%r7+4]; add.u16 %h1, %h1, %h2; cvt.u32.u16 %r3, %h1;\n"), 1},
	{KERNEL(".reg .b16 %h<5>; mov.u32 %r2, 0;\n ld.shared.v2.u8 {%h1, %h2}, [%r7]; ld.shared.v2.u8 {%h3, %h4}, [%r7+2];\n"
		"add.u16 %h1, %h1, %h3; add.u16 %h2, %h2, %h4; mul.lo.u16 %h1, %h1, %h2; cvt.u32.u16 %r3, %h1;\n"), 2},
	/* of two sides, and what follows both: LDS, on each side LDS, and LDS */
	{KERNEL("ld.shared.u32 %r6, [%r7+64]; setp.lt.u32 %p1, %r6, 9; @%p1 bra A;\n" FIRST
		"add.u32 %r2, %r2, 7; bra.uni M;\nA: ld.shared.u32 %r2, [%r7]; mul.lo.u32 %r2, %r2, %r6;\nM:\n" SECOND), 3},
	/* LDS.64 or two LDS around a subroutine, in the code of ptxas 13.0 for sm_90 */
	{KERNEL(BETWEEN("div.rn.f32 %f2, %f1, %f1;")), 2},
	{KERNEL(BETWEEN("div.full.f32 %f2, %f1, %f1;")), 1},
	{KERNEL(BETWEEN("sqrt.rn.f32 %f2, %f1;")), 2},
	{KERNEL(BETWEEN("sqrt.approx.f32 %f2, %f1;")), 1},
	{KERNEL(BETWEEN("rcp.rn.f32 %f2, %f1;")), 2},
	{KERNEL(BETWEEN("rcp.approx.ftz.f64 %d2, %d1;")), 1},
	{KERNEL(BETWEEN("rsqrt.approx.f64 %d2, %d1;")), 2},
	{KERNEL(BETWEEN("rsqrt.approx.f32 %f2, %f1;")), 1},
	{KERNEL(BETWEEN("div.u64 %rd8, %rd2, %rd1;")), 2},
	{KERNEL(BETWEEN("rem.u32 %r6, %r8, %r1;")), 1},
	/* LDS or two LDS.U16 or LDS.S16, there */
	{HALVES("u", COMPARED("u16")), 2},
	{HALVES("u", COMPARED("s16")), 1},
	{HALVES("u", COMPARED("s16") KEPT), 1},
	{HALVES("u", COMPARED("u16") KEPT), 2},
	{HALVES("s", COMPARED("u16")), 1},
	{HALVES("s", COMPARED("s16")), 2},
	{HALVES("u", CONVERTED("u32.u16")), 2},
	{HALVES("u", CONVERTED("s32.s16")), 1},
	{HALVES("s", CONVERTED("s32.s16")), 2},
	{HALVES("u", "mul.wide.u16 %r2, %h1, %h2;"), 2},
	{HALVES("u", "mul.wide.s16 %r2, %h1, %h2;"), 1},
	{HALVES("u", "min.u16 %h3, %h1, %h2;" MADE), 1},
	{HALVES("u", "add.s16 %h3, %h1, %h2;" MADE), 2},
	{HALVES("u", "shl.b16 %h3, %h1, 3; xor.b16 %h3, %h3, %h2;" MADE), 2},
	{HALVES("u", COMPARED("s16") "add.s16 %h3, %h1, %h2;" MADE), 2},
	{HALVES("u", "cvt.rn.f32.u16 %f1, %h1; cvt.rn.f32.u16 %f2, %h2; add.f32 %f1, %f1, %f2; mov.b32 %r2, %f1;"), 1},
	/* LDG or two LDG.U16, there, beside an LDG or an STG of 32 bits */
	{BESIDE(WORD, "4", "6", FLOATS), 1 + 1},
	{BESIDE("st.global.u32 [%rd4], %r6;", "4", "6", FLOATS), 1},
	{BESIDE("", "4", "6", FLOATS), 1}, /* the kernel ends with stores of 32 bits there */
	{KERNEL(".reg .b16 %h<4>; .reg .f32 %f<4>; mul.wide.u32 %rd6, %r1, 20; add.s64 %rd5, %rd2, %rd6;\n"
	        "ld.global.u16 %h1, [%rd5+4]; ld.global.u16 %h2, [%rd5+6];\n" FLOATS), 2},
	{BESIDE(WORD, "6", "8", FLOATS), 1 + 2},
	{BESIDE(WORD, "4", "6", CONVERTED("u32.u16")), 1 + 2},
	{BESIDE(WORD, "4", "6", CONVERTED("s32.s16")), 1 + 1},
	{BESIDE(WORD, "4", "6", "add.s16 %h3, %h1, %h2;" MADE), 1 + 2},
	/* the first alone turns, and is loaded once by each turn */
	{KERNEL("L: \n" FIRST AGAIN SECOND), 3 + 1},
	/* one that all come through, then words of another place: the first by no lane, the second by all */
	{KERNEL(FIRST "mov.u32 %r4, s; xor.b32 %r6, %r8, 128; add.u32 %r6, %r4, %r6; setp.ne.u32 %p1, %r1, 99;\n"
		"@%p1 bra M; ld.shared.u32 %r3, [%r6]; M: setp.eq.u32 %p2, %r2, 99; @%p2 bra N;\n"
		"ld.shared.u32 %r3, [%r6+4]; N:\n"), 1 + 1},
};

typedef struct seen {
	const gm_kernel *kernel;
	int requests;
} seen;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	s->requests += s->kernel->sites[instr->site].operation == GM_LOAD && instr->address &&
		       instr->active;
	return GM_OK;
}

START_TEST(loads_join_within_a_piece_of_code)
{
	static const char *const arguments[] = {"u32[4096]"};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(rows[_i].text, NULL, arguments, 1);
	seen s = {.kernel = kernel};
	const gm_sink sink = {.state = &s, .instruction = see};
	case_ok(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	ck_assert_int_eq(s.requests, rows[_i].requests);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("join edges");
	TCase *cases = tcase_create("join edges");
	tcase_add_loop_test(cases, loads_join_within_a_piece_of_code, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
