#include "input/ptxas_log.h"
#include "support/near.h"

#include <check.h>
#include <string.h>

/* What nvcc 13.0 wrote for a kernel that calls a function which is not inlined, between the lines
   of a build; the second kernel as nvcc 3.2 wrote for sm_10, with what the system adds to shared
   memory. */
static const char log_text[] =
	"[ 50%] Building CUDA object a.cu.o\n"
	"ptxas info    : 0 bytes gmem, 4 bytes cmem[4]\n"
	"ptxas info    : Compiling entry function '_ZN2ns4tmplILi256EEEvPf' for 'sm_90a'\n"
	"ptxas info    : Function properties for _ZN2ns4tmplILi256EEEvPf\n"
	"    64 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
	"ptxas info    : Used 31 registers, used 2 barriers, 96 bytes cumulative stack size, 2048 "
	"bytes smem\n"
	"ptxas info    : Compile time = 18.069 ms\n"
	"ptxas info    : Function properties for _Z1fPff\n"
	"    16 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
	"a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"
	"ptxas info    : Compiling entry function 'old' for 'sm_10'\n"
	"ptxas info    : Used 11 registers, 2084+16 bytes smem, 8 bytes cmem[1]\n";

static gm_status
load(const char *text, gm_compiled **out, gm_error *err)
{
	*err = GM_ERROR_NONE;
	return gm_ptxas_log_load_text(text, "app.log", out, err);
}

START_TEST(kernels_are_read_out_of_the_text_of_a_build)
{
	gm_compiled *compiled;
	gm_error err;
	ck_assert_msg(load(log_text, &compiled, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(compiled->kernels_count, 2);
	const gm_compiled_kernel *k = gm_compiled_find(compiled, "_ZN2ns4tmplILi256EEEvPf", 9, 0);
	ck_assert_ptr_nonnull(k);
	ck_assert_int_eq(k->registers_count, 31);
	ck_assert_int_eq(k->barriers_count, 2);
	ck_assert_int_eq(k->shared_static_bytes, 2048);
	ck_assert_int_eq(k->stack_bytes, 96);
	gm_compiled_free(compiled);
}
END_TEST

/* 8 + 4 stored and 12 + 4 loaded. */
START_TEST(spills_of_a_called_function_are_the_kernels)
{
	gm_compiled *compiled;
	gm_error err;
	ck_assert_int_eq(load(log_text, &compiled, &err), GM_OK);
	ck_assert_int_eq(compiled->kernels[0].spill_stores_bytes, 12);
	ck_assert_int_eq(compiled->kernels[0].spill_loads_bytes, 16);
	ck_assert_int_eq(gm_compiled_spills(&compiled->kernels[0]), GM_SPILLS_SOME);
	gm_compiled_free(compiled);
}
END_TEST

/* 2084 + 16 = 2100 bytes. */
START_TEST(shared_memory_of_the_first_generation_is_a_sum)
{
	gm_compiled *compiled;
	gm_error err;
	ck_assert_int_eq(load(log_text, &compiled, &err), GM_OK);
	const gm_compiled_kernel *k = gm_compiled_find(compiled, "old", 1, 0);
	ck_assert_ptr_nonnull(k);
	ck_assert_int_eq(k->shared_static_bytes, 2100);
	ck_assert_int_eq(k->registers_count, 11);
	gm_compiled_free(compiled);
}
END_TEST

static const struct {
	const char *text;
	gm_status status;
	int line;
	const char *says;
} bad[] = {
	{"", GM_BAD_VALUE, 0, "-Xptxas -v"},
	{"nvcc: a message\n", GM_BAD_VALUE, 0, "-Xptxas -v"},
	{"Compiling entry function 'a' for 'sm_90'\n", GM_BAD_SYNTAX, 1, "text ends before"},
	{"\nCompiling entry function 'a' for 'gfx90a'\n", GM_BAD_SYNTAX, 2, "'sm_NN'"},
	{"Compiling entry function 'a\n", GM_BAD_SYNTAX, 1, "'sm_NN'"},
	{"Compiling entry function 'a' for 'sm_90x'\n", GM_BAD_SYNTAX, 1, "'sm_NN'"},
	{"Compiling entry function 'a' for 'sm_90'\n"
	 "Compiling entry function 'b' for 'sm_90'\n",
	 GM_BAD_SYNTAX, 2, "before the last one's"},
	{"Compiling entry function 'a' for 'sm_90'\nptxas info : Used many registers\n",
	 GM_BAD_SYNTAX, 2, "Used N registers"},
	{"Compiling entry function 'a' for 'sm_90'\nptxas info : Used 99999999999 registers\n",
	 GM_BAD_SYNTAX, 2, "Used N registers"},
};

START_TEST(a_text_without_the_numbers_is_refused)
{
	gm_compiled *compiled;
	gm_error err;
	ck_assert_int_eq(load(bad[_i].text, &compiled, &err), bad[_i].status);
	ck_assert_ptr_null(compiled);
	ck_assert_int_eq(err.line, bad[_i].line);
	ck_assert_str_eq(err.file, "app.log");
	ck_assert_msg(strstr(err.message, bad[_i].says) != NULL, "%s", err.message);
}
END_TEST

START_TEST(a_text_cut_anywhere_does_no_harm)
{
	char text[sizeof log_text];
	for (size_t cut = 0; cut < sizeof log_text; cut++) {
		gm_compiled *compiled;
		gm_error err;
		memcpy(text, log_text, cut);
		text[cut] = '\0';
		const gm_status status = load(text, &compiled, &err);
		ck_assert_int_eq(status == GM_OK, compiled != NULL);
		gm_compiled_free(compiled);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ptxas_log");
	TCase *tests = tcase_create("ptxas_log");
	tcase_add_test(tests, kernels_are_read_out_of_the_text_of_a_build);
	tcase_add_test(tests, spills_of_a_called_function_are_the_kernels);
	tcase_add_test(tests, shared_memory_of_the_first_generation_is_a_sum);
	tcase_add_loop_test(tests, a_text_without_the_numbers_is_refused, 0,
			    sizeof bad / sizeof *bad);
	tcase_add_test(tests, a_text_cut_anywhere_does_no_harm);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
