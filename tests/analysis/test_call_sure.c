/*
 * How sure counts of doubles are that are read behind the subroutine of a reciprocal. Where registers are short, ptxas
 * makes some of them again there: of five products of ten doubles one, of one of two none (nvdisasm, ptxas 13.0 for
 * sm_90); see sass/issue_doubt_calls.c.
 */
#include "surely.h"

enum { LONGEST = 8192 };

/* So many products, each of two words of its own, are added up; the reciprocal of the sum multiplies what is `read`
   behind it: the products (%fd20, ...) or their first terms (%fd0, ...), with both terms. */
static void
write_kernel(char *text, int products, int read)
{
	int at = snprintf(text, LONGEST,
			  ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
			  ".reg .b32 %%r<6>; .reg .b64 %%rd<4>; .reg .f64 %%fd<90>;\n"
			  "ld.param.u64 %%rd1, [a]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 8;\n"
			  "add.s64 %%rd3, %%rd1, %%rd2; mov.f64 %%fd60, 0d3FF0000000000000;\n");
	for (int i = 0; i < 2 * products; i++)
		at += snprintf(text + at, LONGEST - (size_t)at, "ld.global.f64 %%fd%d, [%%rd3+%d];\n", i, 256 * i);
	for (int i = 0; i < products; i++)
		at += snprintf(text + at, LONGEST - (size_t)at, "mul.f64 %%fd%d, %%fd%d, %%fd%d;\n", 20 + i, 2 * i,
			       2 * i + 1);
	for (int i = 0; i < products; i++)
		at += snprintf(text + at, LONGEST - (size_t)at, "fma.rn.f64 %%fd%d, %%fd%d, %%fd%d, %%fd%d;\n", 61 + i,
			       20 + i, 2 * i, 60 + i);
	at += snprintf(text + at, LONGEST - (size_t)at, "rcp.rn.f64 %%fd80, %%fd%d;\n", 60 + products);
	for (int i = 0; i < products; i++)
		at += snprintf(text + at, LONGEST - (size_t)at,
			       "mul.rn.f64 %%fd30, %%fd80, %%fd%d; add.rn.f64 %%fd31, %%fd30, %%fd%d;\n"
			       "add.rn.f64 %%fd%d, %%fd31, %%fd%d; st.global.f64 [%%rd3+%d], %%fd%d;\n",
			       read == 0 ? 2 * i : read + i, 2 * i, 40 + i, 2 * i + 1, 256 * i, 40 + i);
	snprintf(text + at, LONGEST - (size_t)at, "ret; }\n");
}

static const struct {
	const char *name;
	int products, read;
	gm_kind dmul;
} rows[] = {
	{"one product", 1, 20, GM_KIND_EXACT},
	{"five products", 5, 20, GM_KIND_MODEL},
	{"five products that are not read behind the call", 5, 0, GM_KIND_EXACT},
};

START_TEST(what_may_be_made_again_behind_a_call_is_a_model)
{
	char text[LONGEST];
	surely s;
	write_kernel(text, rows[_i].products, rows[_i].read);
	surely_predict(text, "f64[1024]:random", &s);
	surely_is(&s, rows[_i].name, "dmul", rows[_i].dmul, "again");
	surely_forget(&s);
}
END_TEST

/* A difference of what each turn loads, and of what is read behind the call only where it is stored: 16 registers are
   held for what is read behind the loop. */
#define TURNS(stored)                                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"                  \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f64 %fd<30>; .reg .pred %p<2>;\n"                            \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 8; add.s64 %rd3, %rd1, %rd2;\n"  \
	"ld.global.f64 %fd1, [%rd3]; ld.global.f64 %fd2, [%rd3+256]; ld.global.f64 %fd3, [%rd3+512];\n"        \
	"ld.global.f64 %fd4, [%rd3+768]; ld.global.f64 %fd5, [%rd3+1024]; ld.global.f64 %fd6, [%rd3+1280];\n"  \
	"ld.global.f64 %fd7, [%rd3+1536]; mov.f64 %fd8, 0d3FF0000000000000; mov.u32 %r2, 0;\n"                 \
	"L: .pragma \"nounroll\"; ld.global.f64 %fd10, [%rd3+2048]; sub.f64 %fd11, %fd10, %fd1;\n"             \
	"fma.rn.f64 %fd12, %fd11, %fd11, %fd1; rcp.rn.f64 %fd13, %fd12; fma.rn.f64 %fd8, %fd13, %fd11, %fd8;\n" \
	"st.global.f64 [%rd3+2048], " stored "; add.s32 %r2, %r2, 1; setp.lt.s32 %p1, %r2, 9; @%p1 bra L;\n"   \
	"st.global.f64 [%rd3+256], %fd7; st.global.f64 [%rd3+512], %fd6; st.global.f64 [%rd3+768], %fd5;\n"    \
	"st.global.f64 [%rd3+1024], %fd4; st.global.f64 [%rd3+1280], %fd3; st.global.f64 [%rd3+1536], %fd2;\n" \
	"st.global.f64 [%rd3], %fd8; ret; }\n"

START_TEST(what_the_next_turn_loads_anew_is_not_there_behind_the_call)
{
	surely s;
	surely_predict(_i ? TURNS("%fd10") : TURNS("%fd8"), "f64[1024]:random", &s);
	surely_is(&s, "turns", "dadd", _i ? GM_KIND_MODEL : GM_KIND_EXACT, "again");
	surely_forget(&s);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("call_sure");
	TCase *tests = tcase_create("call_sure");
	tcase_add_loop_test(tests, what_may_be_made_again_behind_a_call_is_a_model, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, what_the_next_turn_loads_anew_is_not_there_behind_the_call, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
