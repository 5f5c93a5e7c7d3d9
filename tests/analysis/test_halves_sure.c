/*
 * How sure counts of HADD2, HMUL2 and HFMA2 are. Code of ptxas 13.0 for sm_90 moves literals with HFMA2 wherever
 * it likes, and makes one and the same sum of two halves by HADD2 or by HFMA2, by what it has moved before.
 */
#include "surely.h"

#define KERNEL(body)                                                                                           \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                      \
	".visible .entry k(.param .u64 a) {\n"                                                                 \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .b16 %h<6>; .reg .f32 %f<4>;\n"                               \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"  \
	body "ret; }\n"

static const struct {
	const char *name, *text;
	gm_kind hadd, hmul, hfma;
} rows[] = {
	{"no halves",
	 KERNEL("ld.global.f32 %f1, [%rd3]; add.f32 %f2, %f1, %f1; st.global.f32 [%rd3], %f2;\n"),
	 GM_KIND_EXACT, GM_KIND_EXACT, GM_KIND_MODEL},
	{"a sum of pairs",
	 KERNEL("ld.global.b32 %r2, [%rd3]; ld.global.b32 %r3, [%rd3+128]; add.f16x2 %r4, %r2, %r3;\n"
		"st.global.b32 [%rd3], %r4;\n"),
	 GM_KIND_MODEL, GM_KIND_EXACT, GM_KIND_MODEL},
	{"a product of pairs",
	 KERNEL("ld.global.b32 %r2, [%rd3]; ld.global.b32 %r3, [%rd3+128]; mul.f16x2 %r4, %r2, %r3;\n"
		"st.global.b32 [%rd3], %r4;\n"),
	 GM_KIND_EXACT, GM_KIND_MODEL, GM_KIND_MODEL},
	{"one sum of one half",
	 KERNEL("ld.global.b16 %h1, [%rd3]; ld.global.b16 %h2, [%rd3+2]; add.f16 %h3, %h1, %h2;\n"
		"st.global.b16 [%rd3], %h3;\n"),
	 GM_KIND_EXACT, GM_KIND_EXACT, GM_KIND_MODEL},
	{"two sums of halves that may be one",
	 KERNEL("ld.global.v2.b16 {%h1, %h2}, [%rd3]; ld.global.v2.b16 {%h3, %h4}, [%rd3+128];\n"
		"add.f16 %h1, %h1, %h3; add.f16 %h2, %h2, %h4; st.global.v2.b16 [%rd3], {%h1, %h2};\n"),
	 GM_KIND_MODEL, GM_KIND_EXACT, GM_KIND_MODEL},
};

START_TEST(what_the_tensor_unit_may_make_is_a_model)
{
	surely s;
	surely_predict(rows[_i].text, "u32[64]", &s);
	surely_is(&s, rows[_i].name, "hadd", rows[_i].hadd, "HFMA2");
	surely_is(&s, rows[_i].name, "hmul", rows[_i].hmul, "HFMA2");
	surely_is(&s, rows[_i].name, "hfma", rows[_i].hfma, "HFMA2");
	surely_forget(&s);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("halves_sure");
	TCase *tests = tcase_create("halves_sure");
	tcase_add_loop_test(tests, what_the_tensor_unit_may_make_is_a_model, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
