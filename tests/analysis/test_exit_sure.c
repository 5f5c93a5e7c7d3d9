/*
 * How sure counts of floats under a predicate are. Code of ptxas 13.0 for sm_90 makes some of those that are read
 * behind an exit alone behind it, by the lanes that stay, and others not: see sass/issue_doubt.c.
 */
#include "surely.h"

/* Lanes 8 and up make a product and a multiply-add; lanes 16 and up leave. */
#define KERNEL(before, branch, behind)                                                                         \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                      \
	".visible .entry k(.param .u64 a) {\n"                                                                 \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f32 %f<8>; .reg .pred %p<3>;\n"                              \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"  \
	"ld.global.f32 %f1, [%rd3]; ld.global.f32 %f2, [%rd3+128];\n"                                          \
	"ld.global.f32 %f3, [%rd3+256]; ld.global.f32 %f4, [%rd3+384];\n"                                      \
	"setp.lt.u32 %p1, %r1, 8; setp.gt.u32 %p2, %r1, 15; @%p1 bra J;\n"                                     \
	"fma.rn.f32 %f2, %f1, %f3, %f2; mul.f32 %f4, %f4, %f1;\n"                                              \
	"J: " before branch behind "E: ret; }\n"
#define LEAVE "@%p2 bra E;\n"
#define JOIN "fma.rn.f32 %f5, %f4, %f3, %f2; st.global.f32 [%rd3], %f5;\n"

static const struct {
	const char *name, *text;
	gm_kind fmul;
} rows[] = {
	{"read behind an exit", KERNEL("", LEAVE, JOIN), GM_KIND_MODEL},
	{"read where no lane has left", KERNEL("", "", JOIN), GM_KIND_EXACT},
	{"read before the exit, too", KERNEL("st.global.f32 [%rd3+128], %f4; st.global.f32 [%rd3+256], %f2;\n", LEAVE, JOIN),
	 GM_KIND_EXACT},
};

START_TEST(what_may_go_behind_an_exit_is_a_model)
{
	surely s;
	surely_predict(rows[_i].text, "u32[128]", &s);
	surely_is(&s, rows[_i].name, "fmul", rows[_i].fmul, "exit");
	surely_forget(&s);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("exit_sure");
	TCase *tests = tcase_create("exit_sure");
	tcase_add_loop_test(tests, what_may_go_behind_an_exit_is_a_model, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
