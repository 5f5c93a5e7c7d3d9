/*
 * Single instructions and the stream they leave, from PTX written here. Expected values by hand.
 */
#include "ptx/case.h"

#define HEAD                                                                                       \
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"     \
	".reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n.reg .pred %q<6>;\n.reg .f32 %f<9>;\n"              \
	".reg .b16 %h<5>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"                        \
	"mad.wide.u32 %rd2, %r1, 4, %rd1;\n"
#define TAIL "st.global.u32 [%rd2], %r2;\nret;\n}\n"

static gm_kernel *
kernel_of(const char *text)
{
	static const char *const arguments[] = {"u32[32]"};
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	return kernel;
}

typedef struct instruction {
	const char *text;
	int lane;
	uint32_t result; /* of %r2 in the lane */
} instruction;

static const instruction rows[] = {
	{"mov.u32 %r2, 0x2A;", 0, 42},
	{"mov.u32 %r2, 052;", 0, 42},
	{"mov.u32 %r2, 0b101010;", 0, 42},
	{"mov.u32 %r2, WARP_SZ;", 0, 32},
	{"mov.u32 %r2, %lanemask_lt;", 4, 15},
	{"mov.f32 %f1, 0f40490FDB; cvt.rzi.s32.f32 %r2, %f1;", 0, 3},
	/* 0xFFFFFFFF + 1 carries into the next word. */
	{"add.cc.u32 %r3, 0xFFFFFFFF, 1; addc.u32 %r2, 5, 0;", 0, 6},
	{"sub.cc.u32 %r3, 0, 1; subc.u32 %r2, 5, 0;", 0, 4},
	{"mad.lo.cc.u32 %r3, 0x10000, 0x10000, 7; madc.hi.u32 %r2, 0x10000, 0x10000, 1;", 0, 2},
	{"shl.b32 %r2, %r1, 40;", 3, 0},
	{"mov.s32 %r3, -8; shr.s32 %r2, %r3, 40;", 0, 0xFFFFFFFF},
	{"bfe.u32 %r2, 0xABCD, 4, 8;", 0, 0xBC},
	{"mov.u32 %r3, 0xF0; bfe.s32 %r2, %r3, 4, 4;", 0, 0xFFFFFFFF},
	{"bfi.b32 %r2, 0xF, 0, 8, 4;", 0, 0xF00},
	{"bfind.u32 %r2, 0x900;", 0, 11},
	{"bfind.shiftamt.u32 %r2, 0x900;", 0, 20},
	{"prmt.b32 %r2, 0x03020100, 0x07060504, 0x7531;", 0, 0x07050301},
	{"prmt.b32.rc8 %r2, 0x03020100, 0, 2;", 0, 0x02020202},
	/* a & b | c: the table 0xF0 & 0xCC | 0xAA = 0xEA. */
	{"lop3.b32 %r2, 12, 10, 1, 0xEA;", 0, 9},
	/* 9 is not zero; 12 & 1 is, so that the predicate given decides. */
	{"setp.lt.u32 %q1, %r1, 0; lop3.or.b32 %r3|%q2, 12, 10, 1, 0xEA, %q1; "
	 "selp.u32 %r2, %r3, 2, %q2;",
	 0, 9},
	{"setp.lt.u32 %q1, %r1, 7; lop3.or.b32 _|%q2, 12, 1, 0, 0xC0, %q1; selp.u32 %r2, 1, 2, %q2;",
	 6, 1},
	{"setp.lt.u32 %q1, %r1, 7; lop3.or.b32 _|%q2, 12, 1, 0, 0xC0, %q1; selp.u32 %r2, 1, 2, %q2;",
	 7, 2},
	{"setp.lt.u32 %q1, %r1, 7; lop3.and.b32 _|%q2, 12, 4, 0, 0xC0, %q1; selp.u32 %r2, 1, 2, %q2;",
	 7, 2},
	{"szext.wrap.s32 %r2, 0xF, 4;", 0, 0xFFFFFFFF},
	{"bmsk.clamp.b32 %r2, 4, 8;", 0, 0xFF0},
	{"fns.b32 %r2, 0xF0, 0, 2;", 0, 5},
	{"div.s32 %r2, -7, 2;", 0, (uint32_t)-3},
	{"rem.s32 %r2, -7, 2;", 0, (uint32_t)-1},
	{"mul24.lo.u32 %r2, 0xFF000003, 5;", 0, 15},
	{"sad.u32 %r2, 3, 10, 100;", 0, 107},
	{"setp.lt.u32 %q1|%q2, %r1, 7; selp.u32 %r2, 1, 2, %q2;", 6, 2},
	{"setp.lt.u32 %q1, %r1, 7; setp.gt.and.u32 %q2, %r1, 3, %q1; selp.u32 %r2, 1, 2, %q2;", 5,
	 1},
	{"setp.lt.u32 %q1, %r1, 7; setp.gt.or.u32 %q2, %r1, 3, !%q1; selp.u32 %r2, 1, 2, %q2;", 2,
	 2},
	{"set.lt.u32.u32 %r2, %r1, 7;", 3, 0xFFFFFFFF},
	{"set.lt.f32.u32 %f1, %r1, 7; mov.b32 %r2, %f1;", 3, 0x3F800000},
	{"slct.u32.s32 %r2, 1, 2, -5;", 0, 2},
	/* NaN: ordered comparisons are false, unordered ones true. */
	{"mov.f32 %f1, 0f7FFFFFFF; setp.ne.f32 %q1, %f1, %f1; selp.u32 %r2, 1, 2, %q1;", 0, 2},
	{"mov.f32 %f1, 0f7FFFFFFF; setp.neu.f32 %q1, %f1, %f1; selp.u32 %r2, 1, 2, %q1;", 0, 1},
	{"mov.f32 %f1, 0f7FFFFFFF; max.f32 %f2, %f1, 0f40000000; mov.b32 %r2, %f2;", 0, 0x40000000},
	/* The smallest subnormal: kept, or flushed with .ftz. */
	{"mov.f32 %f1, 0f00000001; add.f32 %f2, %f1, %f1; mov.b32 %r2, %f2;", 0, 2},
	{"mov.f32 %f1, 0f00000001; add.ftz.f32 %f2, %f1, %f1; mov.b32 %r2, %f2;", 0, 0},
	{"mov.f32 %f1, 0f3F800000; add.sat.f32 %f2, %f1, %f1; mov.b32 %r2, %f2;", 0, 0x3F800000},
	/* 1 + 2^-24 is a tie: down to 1 to nearest, up with .rp. */
	{"add.rp.f32 %f2, 0f3F800000, 0f33800000; mov.b32 %r2, %f2;", 0, 0x3F800001},
	{"add.rn.f32 %f2, 0f3F800000, 0f33800000; mov.b32 %r2, %f2;", 0, 0x3F800000},
	/* 65504 is the largest binary16 (0x7BFF); 65520 rounds to infinity. */
	{"cvt.rn.f16.f32 %h1, 0f477FE000; cvt.u32.u16 %r2, %h1;", 0, 0x7BFF},
	{"cvt.rn.f16.f32 %h1, 0f477FF000; cvt.u32.u16 %r2, %h1;", 0, 0x7C00},
	{"mov.f32 %f1, 0fC0200000; cvt.rni.s32.f32 %r2, %f1;", 0, (uint32_t)-2},
	{"mov.f32 %f1, 0f4F800000; cvt.rzi.s32.f32 %r2, %f1;", 0, 0x7FFFFFFF},
	{"cvt.sat.u8.s32 %r2, 300;", 0, 255},
	{"cvt.s32.s8 %r2, 200;", 0, (uint32_t)-56},
	/* 200 is -56 in eight bits, 300 is 44, 0x8765 in sixteen is negative. */
	{"cvt.u32.u8 %r2, 300;", 0, 44},
	{"cvt.s8.s32 %r2, 456;", 0, (uint32_t)-56},
	{"cvt.u8.s32 %r2, -56;", 0, 200},
	{"cvt.s32.s16 %r2, 0x18765;", 0, 0xFFFF8765},
	{"cvt.s64.s16 %rd3, 0x8765; mov.b64 {%r4, %r2}, %rd3;", 0, UINT32_MAX},
	{"cvt.u64.u16 %rd3, 0x8765; mov.b64 {%r4, %r2}, %rd3;", 0, 0},
	{"cvt.u64.u16 %rd3, 0x18765; mov.b64 {%r2, %r4}, %rd3;", 0, 0x8765},
	{"mov.u64 %rd3, 0x1234567887654321; cvt.s16.u64 %r2, %rd3;", 0, 0x4321},
	{"mov.u64 %rd3, 0x123456788765C321; cvt.s16.u64 %r2, %rd3;", 0, 0xFFFFC321},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 12; @%q1 cvt.s32.s8 %r2, 200;", 11, (uint32_t)-56},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 12; @%q1 cvt.s32.s8 %r2, 200;", 12, 5},
	/* 2.5 and 3.5 are ties, to even; 2^40 and what is no number. */
	{"cvt.rni.s32.f64 %r2, 0d4004000000000000;", 0, 2},
	{"cvt.rni.s32.f64 %r2, 0dC00C000000000000;", 0, (uint32_t)-4},
	{"cvt.rni.s32.f64 %r2, 0d4270000000000000;", 0, 0x7FFFFFFF},
	{"cvt.rni.s32.f64 %r2, 0dC270000000000000;", 0, 0x80000000},
	{"cvt.rni.s32.f64 %r2, 0d7FF8000000000000;", 0, 0},
	{"{.reg .f64 %d; cvt.rni.f64.f64 %d, 0d400C000000000000; mov.b64 {_, %r2}, %d;}", 0, 0x40100000},
	{"mov.b64 %rd3, {%r1, 7}; mov.b64 {%r4, %r2}, %rd3;", 9, 7},
	{"mov.b64 %rd3, {%r1, 7}; mov.b64 {%r2, %r4}, %rd3;", 9, 9},
	{"mov.b64 %rd3, {%r1, 7}; mov.b64 {_, %r2}, %rd3;", 9, 7},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; mov.b64 %rd3, {%r1, 7}; @%q1 mov.b64 {%r4, %r2}, %rd3;", 3, 7},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; mov.b64 %rd3, {%r1, 7}; @%q1 mov.b64 {%r4, %r2}, %rd3;", 4, 5},
	/* 2^63, 2^32 - 1, and 2^53 + 1, a tie: down to nearest. */
	{"{.reg .f64 %d; mov.u64 %rd3, 0x8000000000000000; cvt.rn.f64.u64 %d, %rd3; mov.b64 {_, %r2}, %d;}", 0,
	 0x43E00000},
	{"{.reg .f64 %d; cvt.rn.f64.u32 %d, 0xFFFFFFFF; mov.b64 {_, %r2}, %d;}", 0, 0x41EFFFFF},
	{"{.reg .f64 %d; mov.u64 %rd3, 0x20000000000001; cvt.rn.f64.u64 %d, %rd3; mov.b64 {%r2, _}, %d;}", 0, 0},
	{"mov.u32 %r3, 0x12345678; mov.b32 {%h1, %h2}, %r3; cvt.u32.u16 %r2, %h2;", 0, 0x1234},
	{"mov.u32 %r3, 0x12345678; mov.b32 {%h1, %h2}, %r3; mov.b32 %r2, {%h2, %h1};", 0, 0x56781234},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; mov.u32 %r3, 0x12345678; mov.b32 {%h1, %h2}, %r3;\n"
	 "@%q1 mov.b32 %r2, {%h2, %h1};", 3, 0x56781234},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; mov.u32 %r3, 0x12345678; mov.b32 {%h1, %h2}, %r3;\n"
	 "@%q1 mov.b32 %r2, {%h2, %h1};", 4, 5},
	{"mov.u64 %rd3, 0x123456789abcdef0; mov.b64 {_, _, %h1, %h2}, %rd3; mov.b64 %rd3, {%h2, %h1, %h1, %h2};\n"
	 "mov.b64 {_, %r2}, %rd3;", 0, 0x12345678},
	{"mov.u64 %rd3, 0x123456789abcdef0; mov.b64 {_, _, %h1, %h2}, %rd3; mov.b64 %rd3, {%h2, %h1, %h1, %h2};\n"
	 "mov.b64 {%r2, _}, %rd3;", 0, 0x56781234},
	{"shfl.sync.up.b32 %r2, %r1, 3, 0, -1;", 2, 2},
	{"shfl.sync.up.b32 %r2|%q1, %r1, 3, 0, -1;", 10, 7},
	{"shfl.sync.idx.b32 %r2, %r1, 1, 0x181F, -1;", 13, 9}, /* segments of 8 */
	{"shfl.sync.down.b32 %r2, %r1, 5, 31, -1;", 3, 8},
	{"shfl.sync.down.b32 %r2, %r1, 5, 31, -1;", 30, 30}, /* beyond the last lane: its own */
	{"shfl.sync.down.b32 %r2|%q1, %r1, 5, 31, -1; selp.u32 %r2, 1, 0, %q1;", 26, 1},
	{"shfl.sync.down.b32 %r2|%q1, %r1, 5, 31, -1; selp.u32 %r2, 1, 0, %q1;", 27, 0},
	{"shfl.sync.down.b32 %r2, %r1, 4, 0x101F, -1;", 20, 24}, /* segments of 16 */
	{"shfl.sync.down.b32 %r2, %r1, 4, 0x101F, -1;", 14, 14},
	{"shfl.sync.up.b32 %r2, %r1, 3, 0x1800, -1;", 12, 9}, /* of 8 */
	{"shfl.sync.up.b32 %r2, %r1, 3, 0x1800, -1;", 9, 9},
	{"shfl.sync.bfly.b32 %r2, %r1, 7, 31, -1;", 12, 11},
	{"xor.b32 %r3, %r1, 31; shfl.sync.idx.b32 %r2, %r1, %r3, 31, -1;", 4, 27},
	{"mov.u32 %r2, 77; setp.lt.u32 %q1, %r1, 4; @%q1 shfl.sync.down.b32 %r2, %r1, 1, 31, 15;", 2, 3},
	{"mov.u32 %r2, 77; setp.lt.u32 %q1, %r1, 4; @%q1 shfl.sync.down.b32 %r2, %r1, 1, 31, 15;", 4, 77},
	{"vote.sync.ballot.b32 %r2, %q5, -1;", 0, 0},
	{"setp.gt.u32 %q1, %r1, 29; vote.sync.ballot.b32 %r2, %q1, -1;", 0, 0xC0000000},
	{"mov.u32 %r2, 9; { .reg .b32 %r2; mov.u32 %r2, 1; }", 0, 9},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; @%q1 bra A; mov.u32 %r2, 6; A:", 3, 5},
	{"mov.u32 %r2, 5; setp.lt.u32 %q1, %r1, 4; @%q1 bra A; mov.u32 %r2, 6; A:", 4, 6},
	{"and.b32 %r3, %r1, 3; T: .branchtargets X, Y, Z, Y; brx.idx %r3, T;"
	 "X: mov.u32 %r2, 10; bra E; Y: mov.u32 %r2, 20; bra E; Z: mov.u32 %r2, 30; E:",
	 6, 30},
	{"and.b32 %r3, %r1, 3; T: .branchtargets X, Y, Z, Y; brx.idx %r3, T;"
	 "X: mov.u32 %r2, 10; bra E; Y: mov.u32 %r2, 20; bra E; Z: mov.u32 %r2, 30; E:",
	 7, 20},
};

START_TEST(an_instruction_does_what_the_manual_says)
{
	char text[2048];
	gm_ptx_memory *memory;
	gm_error err = GM_ERROR_NONE;
	snprintf(text, sizeof text, "%s%s\n%s", HEAD, rows[_i].text, TAIL);
	gm_kernel *kernel = kernel_of(text);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	ck_assert_msg(u32_at(memory, 0, rows[_i].lane) == rows[_i].result,
		      "%s: 0x%x, expected 0x%x", rows[_i].text, u32_at(memory, 0, rows[_i].lane),
		      rows[_i].result);
	gm_ptx_memory_free(memory);
	kernel->methods->free(kernel);
}
END_TEST

typedef struct line {
	const char *text;
	uint64_t active;
	uint16_t waits[3];
} line;

typedef struct reader {
	const gm_kernel *kernel;
	const line *expected;
	int count;
} reader;

static gm_status
compare_line(void *state, const gm_warp_instr *instr)
{
	reader *r = state;
	const line *e = &r->expected[r->count++];
	ck_assert_str_eq(r->kernel->sites[instr->site].text, e->text);
	ck_assert_uint_eq(instr->active, e->active);
	for (int i = 0; i < 3; i++)
		ck_assert_msg(instr->waits_for[i] == e->waits[i], "%s: wait %d is %u", e->text, i,
			      instr->waits_for[i]);
	return GM_OK;
}

/* Moves, parameters and constants leave no instruction; a producer is found through them. A false
   guard leaves an instruction without lanes. */
START_TEST(the_stream_names_producers_and_lanes)
{
	static const line expected[] = {
		{"mov.u32 %r1, %tid.x", 0xffffffff, {0}},
		{"mad.wide.u32 %rd2, %r1, 4, %rd1", 0xffffffff, {1}},
		{"ld.global.u32 %r3, [%rd2]", 0xffffffff, {1}},
		{"add.u32 %r5, %r1, 1", 0xffffffff, {3}},
		{"setp.lt.u32 %q1, %r1, 4", 0xffffffff, {4}},
		{"@%q1 add.u32 %r5, %r5, %r4", 0xf, {1, 2, 3}},
		{"@!%q1 bra A", 0xffffffff, {2}},
		{"mul.lo.u32 %r5, %r5, 3", 0xf, {2}},
		{"st.global.u32 [%rd2], %r5", 0xffffffff, {1, 7}},
		{"ret", 0xffffffff, {0}},
	};
	gm_kernel *kernel = kernel_of(
		HEAD "ld.global.u32 %r3, [%rd2];\nmov.b32 %r4, %r3;\nadd.u32 %r5, %r1, 1;\n"
		     "setp.lt.u32 %q1, %r1, 4;\n@%q1 add.u32 %r5, %r5, %r4;\n@!%q1 bra A;\n"
		     "mul.lo.u32 %r5, %r5, 3;\nA: st.global.u32 [%rd2], %r5;\nret;\n}\n");
	reader r = {.kernel = kernel, .expected = expected};
	const gm_sink sink = {.state = &r, .instruction = compare_line};
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	ck_assert_int_eq(r.count, sizeof expected / sizeof *expected);
	kernel->methods->free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("text");
	TCase *cases = tcase_create("text");
	tcase_add_loop_test(cases, an_instruction_does_what_the_manual_says, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_test(cases, the_stream_names_producers_and_lanes);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
