/*
 * Operands for which divisions and roots call a subroutine, and what that costs. Expected values were
 * measured on an H200: the operation alone in a loop, 1024 times, by one warp, under counters; which
 * operands are rare is seen by the time it takes.
 */
#include "sass/rare.h"

#include "ptx/case.h"

#include <math.h>

static float
with_exponent(int biased)
{
	const uint32_t bits = (uint32_t)biased << 23 | 0x400000u;
	float x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Both sides of each limit of FCHK, by biased exponents, as the sweep over all pairs showed them. */
static const struct {
	int a, b;
	bool rare;
} exponents[] = {
	{24, 100, true},   {25, 100, false},  {254, 200, false}, {255, 200, true},  {100, 1, true},
	{100, 2, false},   {200, 251, false}, {200, 252, true},  {226, 100, false}, {227, 100, true},
	{76, 200, false},  {75, 200, true},   {0, 127, true},    {127, 0, true},    {127, 127, false},
};

START_TEST(quotients_are_rare_by_the_exponents_of_both)
{
	const float a = with_exponent(exponents[_i].a), b = with_exponent(exponents[_i].b);
	ck_assert_int_eq(gm_ptx_rare_quotient_f32(a, b, false) != RARE_NOT, exponents[_i].rare);
}
END_TEST

/* What took longer than 1.5 did, with other operands. */
static const struct {
	char operation;
	double a, b;
	bool rare;
} cases[] = {
	{'/', 0, 2.5, true},       {'/', 1.5, INFINITY, true}, {'/', NAN, 2.5, true},
	{'/', 1e-30, 1e10, true},  {'/', 1e38, 1e-5, true},    {'/', 1e38, 2.5, false},
	{'/', 1.5, 1e38, true},    {'/', 1.5, 1e37, false},    {'/', 1e20, 1e-18, false},
	{'r', 0, 0, true},         {'r', 1e-40, 0, true},      {'r', 1.2e-38, 0, false},
	{'r', 5e37, 0, false},     {'r', 9e37, 0, true},       {'r', NAN, 0, true},
	{'s', 0, 0, true},         {'s', 1e-31, 0, true},      {'s', 3e38, 0, false},
	{'s', -1.5, 0, true},      {'s', INFINITY, 0, true},   {'D', 0, 2.5, true},
	{'D', 1e-290, 2.5, false}, {'D', 1e-292, 2.5, true},   {'D', 1e-290, 1e20, true},
	{'D', 1.5, 1e308, true},   {'D', 1e300, 1e-300, true}, {'D', 1.5, 1e-310, true},
	{'R', 0, 0, true},         {'R', 1e-308, 0, true},     {'R', 3e-308, 0, false},
	{'R', 1e307, 0, false},    {'R', 5e307, 0, true},      {'R', -1.5, 0, false},
	{'S', 0, 0, true},         {'S', 1e-300, 0, true},     {'S', 1e-291, 0, false},
	{'S', 1e308, 0, false},    {'S', NAN, 0, true},        {'Q', 0, 0, true},
	{'Q', 1e-310, 0, true},    {'Q', 1e-300, 0, false},    {'Q', -1.5, 0, true},
};

static ptx_rare_kind
kind_of(char operation, double a, double b)
{
	switch (operation) {
	case '/': return gm_ptx_rare_quotient_f32((float)a, (float)b, false);
	case 'r': return gm_ptx_rare_reciprocal_f32((float)a, false);
	case 's': return gm_ptx_rare_root_f32((float)a, false);
	case 'D': return gm_ptx_rare_quotient_f64(a, b);
	case 'R': return gm_ptx_rare_reciprocal_f64(a);
	case 'S': return gm_ptx_rare_root_f64(a);
	default: return gm_ptx_rare_inverse_root_f64(a);
	}
}

START_TEST(operands_that_took_longer_are_rare_and_no_others)
{
	ck_assert_msg((kind_of(cases[_i].operation, cases[_i].a, cases[_i].b) != RARE_NOT) ==
			      cases[_i].rare,
		      "%c of %g and %g", cases[_i].operation, cases[_i].a, cases[_i].b);
}
END_TEST

/* What .ftz makes a zero is one; what it leaves is scaled. */
START_TEST(flushed_operands_are_zeros)
{
	ck_assert_int_eq(gm_ptx_rare_quotient_f32(1e-40f, 2.5f, true), RARE_SPECIAL);
	ck_assert_int_eq(gm_ptx_rare_quotient_f32(1e-40f, 2.5f, false), RARE_TINY);
	ck_assert_int_eq(gm_ptx_rare_quotient_f32(1e-30f, 1e10f, true), RARE_SCALED);
	ck_assert_int_eq(gm_ptx_rare_root_f32(1e-38f, true), RARE_SPECIAL);
}
END_TEST

/* FADD and FFMA on the way through the subroutine of ptxas 13.0 for sm_90, followed by hand in its code: seven
   FFMA and -b as an FADD; a or b by 2^64 (FFMA) if denormal; .RZ, .RM and .RP of a result with the biased
   exponent -24 to 0; a + b (FADD) of no numbers; nothing of zeros and infinities. */
static const struct {
	float a, b;
	bool flush;
	int64_t fadd, ffma;
} ways[] = {
	{0, 3, false, 0, 0},
	{3, 0, false, 0, 0},
	{INFINITY, 3, false, 0, 0},
	{INFINITY, INFINITY, false, 0, 0},
	{NAN, 3, false, 1, 0},
	{3, NAN, true, 1, 0},
	{0x1p-110f, 3, false, 1, 7},            /* a is too small for the quick way */
	{0x1p-110f, 0x1p30f, false, 1, 10},     /* 2^-140: biased -13 */
	{0x1p-110f, 0x1p41f, false, 1, 10},     /* 2^-151: biased -24 */
	{0x1p-110f, 0x1p42f, false, 1, 7},      /* 2^-152: biased -25 */
	{0x1p-110f, 0x1.8p41f, false, 1, 7},    /* two thirds of 2^-151 */
	{0x1p100f, 0x1p-100f, false, 1, 7},     /* beyond the greatest */
	{0x1p-140f, 3, false, 1, 11},           /* a denormal, and the result */
	{0x1p-140f, 0x1p-20f, false, 1, 8},     /* a denormal, the result 2^-120 is not */
	{0x1p-140f, 0x1p-130f, false, 1, 9},    /* both */
	{3, 0x1p-130f, false, 1, 8},
	{0x1p-140f, 3, true, 0, 0},             /* flushed: 0 / 3 */
	{0x1p-110f, 0x1p30f, true, 1, 7},       /* a denormal result is made zero */
};

START_TEST(a_rare_quotient_is_counted_by_its_way_through_the_subroutine)
{
	int64_t floats[GM_FLOAT_COUNT] = {0};
	gm_ptx_rare_quotient_floats(ways[_i].a, ways[_i].b, ways[_i].flush, floats);
	ck_assert_msg(floats[GM_FLOAT_FADD] == ways[_i].fadd && floats[GM_FLOAT_FFMA] == ways[_i].ffma,
		      "%a / %a: %d FADD, %d FFMA", (double)ways[_i].a, (double)ways[_i].b,
		      (int)floats[GM_FLOAT_FADD], (int)floats[GM_FLOAT_FFMA]);
}
END_TEST

/* Of a small number three FFMA, three FMUL and an FADD, of no number an FADD, of others nothing. */
START_TEST(a_rare_root_is_counted_by_its_way_through_the_subroutine)
{
	int64_t floats[GM_FLOAT_COUNT] = {0};
	gm_ptx_rare_root_floats(0, false, floats);
	gm_ptx_rare_root_floats(-1, false, floats);
	gm_ptx_rare_root_floats(INFINITY, false, floats);
	ck_assert_int_eq(floats[GM_FLOAT_FADD] + floats[GM_FLOAT_FMUL] + floats[GM_FLOAT_FFMA], 0);
	gm_ptx_rare_root_floats(NAN, false, floats);
	ck_assert_int_eq(floats[GM_FLOAT_FADD], 1);
	gm_ptx_rare_root_floats(0x1p-120f, false, floats);
	ck_assert_int_eq(floats[GM_FLOAT_FADD], 2);
	ck_assert_int_eq(floats[GM_FLOAT_FMUL], 3);
	ck_assert_int_eq(floats[GM_FLOAT_FFMA], 3);
}
END_TEST

#define PTX_OF(type, name, bytes, operation)                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c) {\n"                       \
	".reg .b32 %r<2>; .reg .b64 %rd<8>; .reg ." type " %" name "<4>;\n"                        \
	"ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c];\n"                \
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, " bytes ";\n"                                \
	"add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd2, %rd4; add.s64 %rd7, %rd3, %rd4;\n"          \
	"ld.global." type " %" name "1, [%rd5]; ld.global." type " %" name "2, [%rd6];\n"          \
	operation ";\nst.global." type " [%rd7], %" name "3; ret; }\n"

/* All lanes rare, as measured: instructions, of these ALU; `one`: with one lane. */
static const struct {
	const char *text, *ordinary, *rare;
	double more, alu;
	gm_float floats;
	double lanes;
} prices[] = {
	{PTX_OF("f32", "f", "4", "div.rn.f32 %f3, %f1, %f2"), "f32[32]:random=1", "f32[32]", 35, 17,
	 GM_FLOAT_FFMA, 0},
	{PTX_OF("f32", "f", "4", "rcp.rn.f32 %f3, %f1"), "f32[32]:random=1", "f32[32]", 18, 4, GM_FLOAT_FFMA, -2},
	{PTX_OF("f32", "f", "4", "sqrt.rn.f32 %f3, %f1"), "f32[32]:random=1", "f32[32]", 6, 3, GM_FLOAT_FMUL, -2},
	{PTX_OF("f64", "fd", "8", "div.rn.f64 %fd3, %fd1, %fd2"), "f64[32]:random=1", "f64[32]", 67, 24,
	 GM_FLOAT_DFMA, 8},
	{PTX_OF("f64", "fd", "8", "rcp.rn.f64 %fd3, %fd1"), "f64[32]:random=1", "f64[32]", 21, 5, GM_FLOAT_DFMA,
	 0},
	{PTX_OF("f64", "fd", "8", "sqrt.rn.f64 %fd3, %fd1"), "f64[32]:random=1", "f64[32]", 20, 4,
	 GM_FLOAT_DADD, 1},
	/* Under a predicate: FMUL by 0.5 before MUFU.EX2 and of the result by itself after it, FMUL by 2^24
	   before MUFU.LG2 and FADD of -24 after it, FMUL before and after MUFU.RSQ (ptxas 13.0, sm_90). */
	{PTX_OF("f32", "f", "4", "ex2.approx.f32 %f3, %f1"), "f32[32]:fill=-126", "f32[32]:fill=-127", 0, 0,
	 GM_FLOAT_FMUL, 2},
	{PTX_OF("f32", "f", "4", "lg2.approx.f32 %f3, %f1"), "f32[32]:random=1", "f32[32]", 0, 0,
	 GM_FLOAT_FADD, 1},
	{PTX_OF("f32", "f", "4", "rsqrt.approx.f32 %f3, %f1"), "f32[32]:random=1", "f32[32]", 0, 0,
	 GM_FLOAT_FMUL, 2},
	/* The operand is read again: FMUL in all lanes and FSEL, and of the result in those alone. */
	{PTX_OF("f32", "f", "4", "ex2.approx.f32 %f2, %f1; add.f32 %f3, %f2, %f1"), "f32[32]:fill=-126",
	 "f32[32]:fill=-127", 0, 0, GM_FLOAT_FMUL, 1},
	{PTX_OF("f32", "f", "4", "ex2.approx.ftz.f32 %f3, %f1"), "f32[32]:fill=-126", "f32[32]:fill=-127", 0, 0,
	 GM_FLOAT_FMUL, 0},
};

typedef struct price {
	double all, alu, lanes;
} price;

static price
price_of(const char *text, const char *operand, gm_float floats)
{
	price sum = {0, 0, 0};
	const bool is_double = strstr(text, "%fd") != NULL;
	const char *arguments[] = {operand, is_double ? "f64[32]:random=1" : "f32[32]:random=1",
				   is_double ? "f64[32]" : "f32[32]"};
	gm_kernel *kernel = case_warp(text, "k", arguments, 3);
	gm_issue issue[16];
	ck_assert_int_le(kernel->sites_count, 16);
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++) {
		sum.all += gm_issue_total(&issue[s]);
		sum.alu += (double)issue[s].of[GM_UNIT_ALU];
		sum.lanes += (double)issue[s].floats[floats];
	}
	gm_kernel_free(kernel);
	return sum;
}

START_TEST(zeros_cost_what_was_measured)
{
	const price usual = price_of(prices[_i].text, prices[_i].ordinary, prices[_i].floats);
	const price rare = price_of(prices[_i].text, prices[_i].rare, prices[_i].floats);
	ck_assert_double_eq_tol(rare.all - usual.all, prices[_i].more, 1e-4);
	ck_assert_double_eq_tol(rare.alu - usual.alu, prices[_i].alu, 1e-4);
	ck_assert_double_eq_tol(rare.lanes - usual.lanes, prices[_i].lanes, 1e-4);
}
END_TEST

/* 0, 1, 2, ... 31: one lane calls, which took one instruction more than if all do. */
START_TEST(one_lane_holds_up_its_warp)
{
	const price usual = price_of(prices[0].text, "f32[32]:random=1", GM_FLOAT_FFMA);
	const price one = price_of(prices[0].text, "f32[32]:iota", GM_FLOAT_FFMA);
	ck_assert_double_eq_tol(one.all - usual.all, 36, 1e-4);
	ck_assert_double_eq_tol(one.lanes - usual.lanes, 0, 1e-4);
}
END_TEST

#define OF_BLOCK                                                                                                       \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd2, %r2, 4; "                  \
	"add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3]; "

/* Of a warp a block. */
static gm_kernel *
kernel_of(const char *body, int blocks, const char *argument, gm_ptx_module **module)
{
	static char text[1 << 11];
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
		 ".reg .pred %%p<3>; .reg .b32 %%r<5>; .reg .b64 %%rd<4>; .reg .f32 %%f<5>;\n%s ret; }\n",
		 body);
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	const gm_ptx_launch launch = {.entry = "k", .grid = {blocks, 1, 1}, .block = {32, 1, 1},
				      .arguments = &argument, .arguments_count = 1};
	ck_assert(gm_ptx_module_parse(text, strlen(text), "k.ptx", module, &err) == GM_OK);
	ck_assert_msg(gm_ptx_kernel_new(*module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

/* FMUL of each lane of a warp a block, where so many blocks were asked for. */
static double
products_of(const char *body, int blocks, const char *argument, int64_t sample)
{
	gm_ptx_module *module;
	gm_kernel *kernel = kernel_of(body, blocks, argument, &module);
	gm_issue issue[16];
	double fmul = 0;
	ck_assert_int_le(kernel->sites_count, 16);
	kernel->sample = sample;
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++)
		fmul += (double)issue[s].floats[GM_FLOAT_FMUL];
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return fmul;
}

/* Each block takes the root of its own number, of which that of block 0 is rare: its two FMUL are left out. Some
   blocks of 32768 do not see it, all do. */
START_TEST(whoever_asks_for_all_blocks_is_told_of_every_lane)
{
	static const char body[] = OF_BLOCK "sqrt.rn.f32 %f2, %f1; st.global.f32 [%rd3], %f2;";
	ck_assert_double_eq_tol(products_of(body, 32768, "f32[32768]:iota", 0), 2, 1e-5);
	ck_assert_double_eq_tol(products_of(body, 32768, "f32[32768]:iota", GM_SAMPLE_ALL), 2 - 2.0 / 32768, 1e-5);
}
END_TEST

/* Of 4096 blocks, which take about 100 instructions each, the first 1001 take the root of zero. All are run, for it is
   seen in some; of 64 all are run in any case. */
START_TEST(blocks_that_take_little_are_all_run)
{
	static const char body[] = OF_BLOCK
		"mov.u32 %r3, 0; mov.f32 %f3, 0fC47A0000; L: add.s32 %r3, %r3, 1; fma.rn.f32 %f4, %f4, %f4, %f3; "
		"setp.lt.u32 %p1, %r3, 20; @%p1 bra L; add.f32 %f1, %f1, %f3; max.f32 %f1, %f1, 0f00000000; "
		"sqrt.rn.f32 %f2, %f1; st.global.f32 [%rd3], %f2;";
	ck_assert_double_eq_tol(products_of(body, 4096, "f32[4096]:iota", 0), 2 - 2 * 1001.0 / 4096, 1e-5);
	ck_assert_double_eq_tol(products_of(OF_BLOCK "sqrt.rn.f32 %f2, %f1; st.global.f32 [%rd3], %f2;", 64,
					    "f32[64]:iota", 0),
				2 - 2.0 / 64, 1e-5);
}
END_TEST

/* Of 2^20 blocks, which take about 100 instructions each, 16 lanes take the root of zero: the first 2^16 instructions
   have said it. Of one block in 64 all lanes do: of ten such blocks among the first 600 the share may be off by more
   than two thousandths, and 2^19 instructions are run. */
#define ROOT_OF_CHOSEN(chosen)                                                                                         \
	OF_BLOCK "mov.u32 %r3, 0; L: add.s32 %r3, %r3, 1; fma.rn.f32 %f4, %f4, %f4, %f1; setp.lt.u32 %p1, %r3, 20; "       \
		 "@%p1 bra L; " chosen " setp.eq.u32 %p2, %r4, 0; selp.f32 %f3, 0f00000000, 0f3F800000, %p2; "             \
		 "sqrt.rn.f32 %f2, %f3; st.global.f32 [%rd3], %f2;"
static const struct {
	const char *body;
	int64_t least, most; /* blocks run */
	double share, off;   /* of lanes */
} stops[] = {
	{ROOT_OF_CHOSEN("and.b32 %r4, %r1, 16;"), 1 << 9, 1 << 10, 0.5, 1e-12},
	{ROOT_OF_CHOSEN("and.b32 %r4, %r2, 63;"), 1 << 12, 1 << 13, 1.0 / 64, 0.2 / 64},
};

START_TEST(blocks_are_run_until_the_share_is_sure)
{
	gm_ptx_module *module;
	gm_kernel *kernel = kernel_of(stops[_i].body, 1 << 20, "f32[1048576]:iota", &module);
	const ptx_kernel *k = (const ptx_kernel *)kernel;
	const ptx_rare_tally *seen = gm_ptx_rare_seen(k), *root = NULL;
	for (int32_t i = 0; i < k->program.steps_count; i++)
		root = seen[i].runs > 0 ? &seen[i] : root;
	ck_assert_ptr_nonnull(root);
	ck_assert_int_ge(root->blocks, stops[_i].least);
	ck_assert_int_le(root->blocks, stops[_i].most);
	ck_assert_double_eq_tol(gm_ptx_rare_lanes(root) / (double)root->lanes, stops[_i].share, stops[_i].off);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

/* Of 64 blocks with a root each, whose two FMUL are left out where it is that of zero. What a block stores and loads
   again is not zero; what the one before it counted up is gone; a register that block 0 alone has written is zero in
   the others. */
static const struct {
	const char *body;
	double fmul;
} among[] = {
	{OF_BLOCK "add.f32 %f1, %f1, 0f3F800000; st.global.f32 [%rd3], %f1; ld.global.f32 %f3, [%rd3]; "
	 "sqrt.rn.f32 %f2, %f3; st.global.f32 [%rd3], %f2;", 2},
	{OF_BLOCK "ld.global.f32 %f3, [%rd1]; add.f32 %f4, %f3, 0f3F800000; st.global.f32 [%rd1], %f4; "
	 "sqrt.rn.f32 %f2, %f3; st.global.f32 [%rd3], %f2;", 0},
	{OF_BLOCK "setp.eq.f32 %p1, %f1, 0f00000000; @%p1 mov.f32 %f4, 0f3F800000; sqrt.rn.f32 %f2, %f4; "
	 "st.global.f32 [%rd3], %f2;", 2.0 / 64},
};

START_TEST(a_block_finds_what_the_launch_left_and_what_it_has_made)
{
	ck_assert_double_eq_tol(products_of(among[_i].body, 64, "f32[64]:iota", 0), among[_i].fmul, 1e-5);
}
END_TEST

/* 2^-1000 is made in the last of 10000 turns alone, as where a row ends within a tile: FMUL before MUFU.EX2 and after
   it. */
START_TEST(the_end_of_a_long_block_is_seen)
{
	static const char body[] = OF_BLOCK
		"mov.u32 %r3, 0; L: add.s32 %r3, %r3, 1; setp.eq.u32 %p2, %r3, 10000; "
		"selp.f32 %f3, 0fC47A0000, %f1, %p2; ex2.approx.f32 %f2, %f3; st.global.f32 [%rd3+128], %f2; "
		"setp.lt.u32 %p1, %r3, 10000; @%p1 bra L;";
	ck_assert_double_eq_tol(products_of(body, 1, "f32[64]", 0), 2.0 / 10000, 1e-6);
}
END_TEST

/* A loop of three turns that make 2^-127, and behind it one that no budget ends: of the first all was seen. FMUL
   before MUFU.EX2 and after it. */
START_TEST(a_loop_that_ended_is_known_where_its_block_did_not_end)
{
	static const char text[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a) {\n"
		".reg .pred %p<5>; .reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .f32 %f<3>;\n"
		"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
		"mov.u32 %r2, 0; mov.u32 %r4, 0;\n"
		"A: ld.global.f32 %f1, [%rd3]; ex2.approx.f32 %f2, %f1; st.global.f32 [%rd3+384], %f2;\n"
		"add.s64 %rd3, %rd3, 128; add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 3; @%p1 bra A;\n"
		"B: ld.global.u32 %r3, [%rd1]; add.s32 %r4, %r4, %r3; add.s32 %r2, %r2, 1;\n"
		"setp.lt.u32 %p2, %r2, 1000000000; @%p2 bra B;\n"
		"st.global.u32 [%rd1], %r4; ret; }\n";
	const char *argument = _i ? "f32[192]:fill=-127" : "f32[192]";
	gm_kernel *kernel = case_warp(text, "k", &argument, 1);
	gm_issue issue[32];
	double fmul = 0;
	ck_assert_int_le(kernel->sites_count, 32);
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++)
		fmul += (double)issue[s].floats[GM_FLOAT_FMUL];
	ck_assert_double_eq_tol(fmul, _i ? 2 : 0, 1e-5);
	gm_kernel_free(kernel);
}
END_TEST

/* Two warps that meet at a barrier every 64 turns of a loop that no budget ends; up to it the first makes all of its
   turns, then the second. In the first turn of each 2^-1000 is made, which two FMUL scale, then 2^0, in row 1 by 8
   lanes of 32 that come there still: two for each lane, once, before the loop, and none in it. */
START_TEST(what_is_rare_in_the_first_turn_of_each_warp_is_so_once)
{
	static const char text[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a) {\n"
		".reg .pred %p<5>; .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .f32 %f<5>;\n"
		"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
		"ld.global.u32 %r5, [%rd1]; mov.u32 %r6, 0;\n"
		"mov.u32 %r2, 0; mov.f32 %f1, 0fC47A0000; mov.f32 %f3, 0f00000000;\n"
		"A: mov.u32 %r3, 0;\n"
		"B: setp.ne.u32 %p3, %r6, 0; @%p3 bra C;\n"
		"ex2.approx.f32 %f2, %f1; fma.rn.f32 %f3, %f3, %f3, %f2; st.global.f32 [%rd3], %f3;\n"
		"mov.f32 %f1, 0f00000000;\n"
		"C: mul.lo.u32 %r6, %r1, %r5; and.b32 %r6, %r6, 24;\n"
		"add.s32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 64; @%p1 bra B;\n"
		"bar.sync 0; add.s32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 1000000000; @%p2 bra A;\n"
		"ret; }\n";
	static const char *const arguments[][1] = {{"u32[64]"}, {"u32[64]:fill=1"}};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	const gm_ptx_launch launch = {.entry = "k", .grid = {1, 1, 1}, .block = {64, 1, 1},
				      .arguments = arguments[_i], .arguments_count = 1};
	gm_issue issue[32];
	double fmul = 0;
	ck_assert(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err) == GM_OK);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_int_le(kernel->sites_count, 32);
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++)
		fmul += (double)issue[s].floats[GM_FLOAT_FMUL];
	ck_assert_double_eq_tol(fmul, 2, 1e-5);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

/* Three blocks of 32 lanes, of which 4, 8 and 6 are rare: 18 of 96, 6 in the mean, differences -2, 2 and 0 from it:
   sqrt(3/2 * 8) / 18 = 0.19245, times Student's 4.303 of two; of 12 blocks three quarters of the variance are left. */
START_TEST(shares_of_few_blocks_may_be_off_by_how_they_differ)
{
	const ptx_rare_tally seen = {.runs = 3, .lanes = 96, .rare_lanes = {[RARE_SCALED] = 18},
				     .of_blocks = {16 + 64 + 36, 18 * 32, 3 * 32 * 32}, .blocks = 3};
	ptx_rare_tally cut = seen, alone = seen, none = seen;
	cut.blocks_cut = 1;
	alone.blocks = 1;
	none.rare_lanes[RARE_SCALED] = 0;
	ck_assert_double_eq_tol(gm_ptx_rare_spread(&seen, 12), 4.303 * 0.19245 * sqrt(0.75), 1e-4);
	ck_assert_double_eq_tol(gm_ptx_rare_spread(&seen, 3), 0, 1e-9);
	ck_assert_double_eq_tol(gm_ptx_rare_spread(&cut, 3), 4.303 * 0.19245, 1e-4);
	ck_assert_double_eq_tol(gm_ptx_rare_spread(&alone, 12), 0, 1e-9);
	ck_assert_double_eq_tol(gm_ptx_rare_spread(&none, 12), 0, 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rare");
	TCase *tests = tcase_create("rare");
	tcase_add_loop_test(tests, quotients_are_rare_by_the_exponents_of_both, 0,
			    sizeof exponents / sizeof *exponents);
	tcase_add_loop_test(tests, operands_that_took_longer_are_rare_and_no_others, 0,
			    sizeof cases / sizeof *cases);
	tcase_add_test(tests, flushed_operands_are_zeros);
	tcase_add_loop_test(tests, a_rare_quotient_is_counted_by_its_way_through_the_subroutine, 0,
			    sizeof ways / sizeof *ways);
	tcase_add_test(tests, a_rare_root_is_counted_by_its_way_through_the_subroutine);
	tcase_add_loop_test(tests, a_loop_that_ended_is_known_where_its_block_did_not_end, 0, 2);
	tcase_add_loop_test(tests, what_is_rare_in_the_first_turn_of_each_warp_is_so_once, 0, 2);
	tcase_add_test(tests, shares_of_few_blocks_may_be_off_by_how_they_differ);
	tcase_add_test(tests, whoever_asks_for_all_blocks_is_told_of_every_lane);
	tcase_add_test(tests, blocks_that_take_little_are_all_run);
	tcase_add_loop_test(tests, blocks_are_run_until_the_share_is_sure, 0, sizeof stops / sizeof *stops);
	tcase_add_loop_test(tests, a_block_finds_what_the_launch_left_and_what_it_has_made, 0,
			    sizeof among / sizeof *among);
	tcase_add_test(tests, the_end_of_a_long_block_is_seen);
	tcase_add_loop_test(tests, zeros_cost_what_was_measured, 0, sizeof prices / sizeof *prices);
	tcase_add_test(tests, one_lane_holds_up_its_warp);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
