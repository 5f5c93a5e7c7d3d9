/*
 * Arrays of a thread that compiled code keeps in registers: ptx/issue_local.c, gm_kernel_take_local.
 */
#include "kernel/issue.h"
#include "ptx/ptx.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

/* Seven words; ARRAY: stores to known places; then what a kernel of a test does beside. */
#define BEGIN(name)                                                                                  \
	".visible .entry " name "(.param .u64 out, .param .u32 n)\n{\n"                                \
	".local .align 4 .b8 depot[28];\n.reg .b32 %r<10>; .reg .b64 %rd<9>; .reg .b64 %SPL;\n"         \
	"mov.u64 %SPL, depot; add.u64 %rd1, %SPL, 0;\n"                                               \
	"ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd3, %rd2; ld.param.u32 %r1, [n];\n"            \
	"mov.u32 %r2, %tid.x; mul.wide.u32 %rd4, %r2, 4; add.s64 %rd5, %rd1, %rd4;\n"
#define END "st.global.u32 [%rd3], %r4; ret;\n}\n"

static const char text[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
	BEGIN("known") "st.local.u32 [%rd1+4], %r1; ld.local.u32 %r4, [%rd1+8];\n" END
	BEGIN("one") "ld.local.u32 %r4, [%rd5];\n" END
	BEGIN("two") "ld.local.u32 %r3, [%rd5+4]; ld.local.u32 %r5, [%rd5]; add.s32 %r4, %r3, %r5;\n" END
	BEGIN("put") "st.local.u32 [%rd5], %r1; mov.u32 %r4, 0;\n" END;

typedef struct totals {
	double alu_and_fma, lsu, sites;
} totals;

/* Of the steps that name local memory, and how many of them are still of memory. */
static totals
issue_of(const char *entry, int64_t local_bytes)
{
	static const char *const arguments[] = {"u32[4096]", "s32=64"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	const gm_ptx_launch launch = {.entry = entry, .grid = {1, 1, 1}, .block = {4, 1, 1},
				      .arguments = arguments, .arguments_count = 2};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_kernel_take_local(kernel, local_bytes);
	gm_issue *issue = calloc((size_t)kernel->sites_count, sizeof *issue);
	totals out = {0};
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++) {
		out.alu_and_fma += (double)issue[s].of[GM_UNIT_ALU] + (double)issue[s].of[GM_UNIT_FMA];
		out.lsu += (double)issue[s].of[GM_UNIT_LSU];
		out.sites += kernel->sites[s].space == GM_LOCAL;
	}
	ck_assert_int_eq(kernel->resources.local_bytes, local_bytes);
	free(issue);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return out;
}

/* ptxas 13.0, sm_90, the words of a large argument of sinf: a comparison and a move for each word; for one four bytes
   further one comparison more; nothing for a word that is known. Memory: an LDL or STL each. */
static const struct {
	const char *entry;
	double picks, accesses;
} rows[] = {{"known", 0, 2}, {"one", 7 + 7, 1}, {"two", 8 + 14, 2}, {"put", 7 + 7, 1}};

START_TEST(what_has_no_local_memory_is_picked_from_registers)
{
	const totals memory = issue_of(rows[_i].entry, 32), registers = issue_of(rows[_i].entry, 0);
	ck_near(memory.lsu - registers.lsu, rows[_i].accesses, 1e-6);
	ck_near(registers.alu_and_fma - memory.alu_and_fma, rows[_i].picks, 1e-6);
	ck_assert_double_eq(memory.sites, rows[_i].accesses);
	ck_assert_double_eq(registers.sites, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_local");
	TCase *tests = tcase_create("issue_local");
	tcase_add_loop_test(tests, what_has_no_local_memory_is_picked_from_registers, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
