/*
 * Modules of several entries of which one is meant, and what blocks find in their registers.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
/* What stands in the first body is no PTX; braces in its string and its comments are none. */
#define STRANGE                                                                                    \
	".visible .entry strange()\n{\nthis is { no } PTX \"}\" // }\n /* } */ {{}}\n}\n"
#define MEANT                                                                                      \
	".visible .entry meant(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<5>;\n"            \
	".reg .pred %q;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\n"                         \
	"mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nsetp.eq.u32 %q, %r1, 0;\n"          \
	"@%q mov.u32 %r2, 7;\nst.global.u32 [%rd3], %r2;\nret;\n}\n"

static gm_status
parse(const char *text, const char *entry, gm_ptx_module **out, gm_error *err)
{
	return gm_ptx_module_parse_entry(text, strlen(text), NULL, entry, out, err);
}

START_TEST(bodies_of_other_entries_are_passed_over)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	case_ok(parse(HEAD STRANGE MEANT, "meant", &module, &err), &err);
	ck_assert_uint_eq(gm_ptx_module_entries(module), 2);
	gm_ptx_module_free(module);
	ck_assert_int_ne(parse(HEAD STRANGE MEANT, "strange", &module, &err), GM_OK);
	ck_assert_int_ne(parse(HEAD STRANGE MEANT, NULL, &module, &err), GM_OK);
}
END_TEST

/* The head has 3 lines, the strange entry 5; x is on the third behind them. */
START_TEST(lines_are_counted_in_bodies_passed_over)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	ck_assert_int_ne(parse(HEAD STRANGE ".visible .entry m()\n{\nx y z\n}\n", "m", &module, &err),
			 GM_OK);
	ck_assert_int_eq(err.line, 11);
}
END_TEST

START_TEST(a_body_that_never_ends_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	ck_assert_int_ne(parse(HEAD ".visible .entry open()\n{\n{ }\n", "other", &module, &err), GM_OK);
}
END_TEST

/* %r2 is written by the first block alone; the others store what the launch left in it, 0. */
START_TEST(a_block_does_not_find_what_another_left_in_a_register)
{
	static const char *const arguments[] = {"u32[4]"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_ptx_memory *memory;
	const gm_ptx_launch launch = {.entry = "meant", .grid = {4, 1, 1}, .block = {32, 1, 1},
				      .arguments = arguments, .arguments_count = 1};
	case_ok(parse(HEAD MEANT, "meant", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	ck_assert_uint_eq(u32_at(memory, 0, 0), 7);
	for (long i = 1; i < 4; i++)
		ck_assert_uint_eq(u32_at(memory, 0, i), 0);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("entries");
	TCase *cases = tcase_create("entries");
	tcase_add_test(cases, bodies_of_other_entries_are_passed_over);
	tcase_add_test(cases, lines_are_counted_in_bodies_passed_over);
	tcase_add_test(cases, a_body_that_never_ends_is_refused);
	tcase_add_test(cases, a_block_does_not_find_what_another_left_in_a_register);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
