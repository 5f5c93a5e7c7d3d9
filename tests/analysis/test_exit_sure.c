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

/* Multiply-adds one after another before an exit, behind which alone the last is read; lanes above `most` leave. */
#define CHAIN(sums, most)                                                                                      \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                      \
	".visible .entry k(.param .u64 a) {\n"                                                                 \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f32 %f<12>; .reg .pred %p<3>;\n"                             \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"  \
	"ld.global.f32 %f1, [%rd3]; ld.global.f32 %f2, [%rd3+128]; ld.global.f32 %f3, [%rd3+256];\n"           \
	"setp.gt.u32 %p2, %r1, " most ";\n" sums "@%p2 bra E;\n"                                               \
	"st.global.f32 [%rd3], %f5; st.global.f32 [%rd3+384], %f11; E: ret; }\n"
#define TWO_SUMS "fma.rn.f32 %f4, %f1, %f2, %f3; fma.rn.f32 %f5, %f4, %f2, %f1;\n"
#define FOUR_SUMS                                                                                              \
	"fma.rn.f32 %f4, %f1, %f2, %f3; fma.rn.f32 %f6, %f4, %f2, %f1; fma.rn.f32 %f7, %f6, %f3, %f1;\n"       \
	"fma.rn.f32 %f5, %f7, %f2, %f1;\n"

#define FOUR_MORE                                                                                              \
	"fma.rn.f32 %f8, %f3, %f2, %f3; fma.rn.f32 %f9, %f8, %f2, %f1; fma.rn.f32 %f10, %f9, %f3, %f1;\n"      \
	"fma.rn.f32 %f11, %f10, %f2, %f1;\n"

static const struct {
	const char *name, *text;
	bool doubted;
} chains[] = {
	{"a chain of two", CHAIN(TWO_SUMS, "15"), false},
	{"a chain of four", CHAIN(FOUR_SUMS, "15"), true},
	{"a chain of four where no lane leaves", CHAIN(FOUR_SUMS, "31"), false},
	{"a chain of four that is read before the exit, too",
	 CHAIN(FOUR_SUMS "st.global.f32 [%rd3+128], %f5;\n", "15"), false},
	{"two chains side by side", CHAIN(FOUR_SUMS FOUR_MORE, "15"), false},
};

START_TEST(how_much_of_a_chain_goes_behind_an_exit_is_a_model)
{
	surely s;
	surely_predict(chains[_i].text, "u32[128]", &s);
	const gm_metric *ffma =
		gm_prediction_metric(&s.prediction, "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
	ck_assert_ptr_nonnull(ffma);
	ck_assert_msg((strstr(ffma->value.why, "exit") != NULL) == chains[_i].doubted, "%s: %s", chains[_i].name,
		      ffma->value.why);
	ck_assert(!chains[_i].doubted || ffma->value.kind == GM_KIND_MODEL);
	surely_forget(&s);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("exit_sure");
	TCase *tests = tcase_create("exit_sure");
	tcase_add_loop_test(tests, what_may_go_behind_an_exit_is_a_model, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, how_much_of_a_chain_goes_behind_an_exit_is_a_model, 0,
			    (int)(sizeof chains / sizeof *chains));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
