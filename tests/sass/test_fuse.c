/*
 * Products and sums that are rounded once: x * x is y but for what one rounding leaves of it, which decides
 * whether the lanes of a warp multiply (sass/fuse.h).
 */
#include "ptx/case.h"

enum { LONGEST = 2048 };

/* Of x = 1 + 2^-12 (2^-27), y = 1 + 2^-11 (2^-26) and z = -y. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out, .param .f32 x, .param .f32 y, .param .f32 z, .param .f64 u, .param .f64 v)\n{\n"
	".reg .b32 %%r<9>; .reg .b64 %%rd<9>; .reg .f32 %%f<9>; .reg .f64 %%d<9>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	"mul.wide.u32 %%rd3, %%r1, 8; add.s64 %%rd4, %%rd2, %%rd3; ld.param.f32 %%f1, [x]; ld.param.f32 %%f2, [y];\n"
	"ld.param.f32 %%f3, [z]; ld.param.f64 %%d1, [u]; ld.param.f64 %%d2, [v];\n"
	"%s\n@%%p1 bra END; mul.rn.f64 %%d7, %%d1, %%d2; st.global.f64 [%%rd4], %%d7;\nEND: ret;\n}\n";

#define SQUARE "mul.f32 %f4, %f1, %f1; "
#define ZERO " setp.eq.f32 %p1, %f5, 0f00000000;"

/* Lanes that multiply: those of a warp where ptxas 13.0 for sm_90 writes FFMA or DFMA, else none. */
static const struct {
	const char *name, *body;
	double lanes;
} rows[] = {
	{"a product and a number", SQUARE "add.f32 %f5, %f4, %f3;" ZERO, 32},
	{"a number and a product", SQUARE "add.f32 %f5, %f3, %f4;" ZERO, 32},
	{"a product less a number", SQUARE "sub.f32 %f5, %f4, %f2;" ZERO, 32},
	{"a number less a product", SQUARE "sub.f32 %f5, %f2, %f4;" ZERO, 32},
	{"a number less a product, below zero", SQUARE "sub.f32 %f5, %f2, %f4; setp.ge.f32 %p1, %f5, 0f00000000;", 32},
	{"doubles", "mul.f64 %d3, %d1, %d1; sub.f64 %d4, %d3, %d2; setp.eq.f64 %p1, %d4, 0d0000000000000000;", 32},
	{"a sum that says how it is rounded", SQUARE "sub.rn.f32 %f5, %f4, %f2;" ZERO, 0},
	{"a product that says how it is rounded", "mul.rn.f32 %f4, %f1, %f1; sub.f32 %f5, %f4, %f2;" ZERO, 0},
	{"a product that is stored", SQUARE "st.global.f32 [%rd4+1024], %f4; sub.f32 %f5, %f4, %f2;" ZERO, 0},
	{"a product in two sums", SQUARE "add.f32 %f6, %f4, %f1; st.global.f32 [%rd4+1024], %f6; sub.f32 %f5, %f4, %f2;" ZERO, 32},
	{"a number and a product of the other sign", SQUARE "neg.f32 %f6, %f4; add.f32 %f5, %f2, %f6;" ZERO, 32},
	{"a product of the other sign less a number", SQUARE "neg.f32 %f6, %f4; sub.f32 %f5, %f6, %f3;" ZERO, 32},
	{"a number less a product of the other sign", SQUARE "neg.f32 %f6, %f4; sub.f32 %f5, %f3, %f6;" ZERO, 32},
	{"doubles of the other sign",
	 "mul.f64 %d3, %d1, %d1; neg.f64 %d5, %d3; add.f64 %d4, %d5, %d2; setp.eq.f64 %p1, %d4, 0d0000000000000000;", 32},
	{"a product of the other sign that is stored",
	 SQUARE "neg.f32 %f6, %f4; st.global.f32 [%rd4+1024], %f6; add.f32 %f5, %f6, %f2;" ZERO, 0},
	{"a factor that something else takes the place of",
	 "mov.f32 %f6, %f1; mul.f32 %f4, %f6, %f6; mov.f32 %f6, 0f3F800000; sub.f32 %f5, %f4, %f6;" ZERO, 32},
};

static double
lanes_of_products(const gm_issue *issue, const gm_warp_instr *instr)
{
	return (double)issue->floats[GM_FLOAT_DMUL] * __builtin_popcountll(instr->active);
}

START_TEST(a_product_and_a_sum_are_rounded_once)
{
	static const char *const arguments[] = {"f64[1024]", "f32=1.000244140625", "f32=1.00048828125", "f32=-1.00048828125",
						"f64=1.000000007450580596923828125", "f64=1.00000001490116119384765625"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].body);
	const double lanes = case_issued(text, arguments, 6, lanes_of_products);
	ck_assert_msg(fabs(lanes - rows[_i].lanes) < 1e-6, "%s: %g lanes, not %g", rows[_i].name, lanes, rows[_i].lanes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("fuse");
	TCase *tests = tcase_create("fuse");
	tcase_add_loop_test(tests, a_product_and_a_sum_are_rounded_once, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
