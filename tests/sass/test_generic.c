/*
 * Generic pointers: an access is streamed under the site of the memory that it leads to, with the
 * address that memory has.
 */
#include "ptx/case.h"

#include "kernel/issue.h"
#include "kernel/kernel.h"

#include <stdio.h>
#include <stdlib.h>

/* A word 4 bytes behind a pointer is stored and loaded, then stored to the argument. */
#define KERNEL(variable, pointer)                                                                  \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 out) {\n" variable "\n"                                     \
	".reg .b32 %r<9>; .reg .b64 %rd<9>;\n"                                                     \
	"ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1;\n"                               \
	"mov.u32 %r1, 7;\n" pointer "\nst.u32 [%rd4+4], %r1; ld.u32 %r2, [%rd4+4];\n"               \
	"st.global.u32 [%rd2], %r2; ret; }\n"

static const struct {
	const char *text;
	gm_space space;
	bool offset; /* the address is counted from the start of that memory */
} rows[] = {
	{KERNEL("", "mov.u64 %rd4, %rd1;"), GM_GLOBAL, false},
	{KERNEL(".local .align 8 .b8 depot[16];", "mov.u64 %rd4, %rd1;"), GM_GLOBAL, false},
	{KERNEL(".shared .align 8 .b8 depot[16];", "mov.u64 %rd3, depot; cvta.shared.u64 %rd4, %rd3;"),
	 GM_SHARED, true},
	{KERNEL(".local .align 8 .b8 depot[16];", "mov.u64 %rd3, depot; cvta.local.u64 %rd4, %rd3;"),
	 GM_LOCAL, true},
};

typedef struct seen {
	const gm_kernel *kernel;
	int of[GM_SPACE_COUNT]; /* accesses of text that names no space */
	uint64_t address;       /* of lane 5 in the last of them */
} seen;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	if (!instr->address || strstr(site->text, "global"))
		return GM_OK;
	s->of[site->space] += instr->active == UINT32_MAX;
	s->address = instr->address[5];
	return GM_OK;
}

START_TEST(an_access_is_of_the_memory_that_its_pointer_leads_to)
{
	static const char *const arguments[] = {"u32[64]"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_memory *memory;
	const char *text = rows[_i].text;
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	seen s = {.kernel = kernel};
	const gm_sink sink = {.state = &s, .instruction = see};
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	for (int space = 0; space < GM_SPACE_COUNT; space++)
		ck_assert_int_eq(s.of[space], space == (int)rows[_i].space ? 2 : 0);
	ck_assert_uint_eq(s.address, 4 + (rows[_i].offset ? 0 : kernel->arrays[0].base_bytes));
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	ck_assert_uint_eq(u32_at(memory, 0, 0), 7);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

/* REDG or ATOM in the code of ptxas 13.0, for sm_75, sm_80 and sm_90 alike; the result is not read. */
static const struct {
	const char *instruction;
	gm_operation operation;
} unread[] = {
	{"atom.global.add.u32 %r2, [%rd2], %r1;", GM_REDUCE},
	{"red.global.add.u32 [%rd2], %r1;", GM_REDUCE},
	{"atom.global.exch.b32 %r2, [%rd2], %r1;", GM_ATOMIC},
	{"atom.add.u32 %r2, [%rd1], %r1;", GM_ATOMIC},
	{"red.add.u32 [%rd1], %r1;", GM_ATOMIC},
	{"atom.or.b32 %r2, [%rd1], %r1;", GM_ATOMIC},
};

START_TEST(a_generic_address_has_no_reduction)
{
	static const char *const arguments[] = {"u32[64]"};
	char text[1024];
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out) {\n"
		 ".reg .b32 %%r<9>; .reg .b64 %%rd<9>; ld.param.u64 %%rd1, [out];\n"
		 "cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, 7; %s ret; }\n",
		 unread[_i].instruction);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	int found = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_GLOBAL) {
			ck_assert_int_eq(kernel->sites[s].operation, unread[_i].operation);
			found++;
		}
	ck_assert_int_eq(found, 1);
	gm_kernel_free(kernel);
}
END_TEST

/* ST.E, LD.E and STG.E in the code of ptxas 13.0 for sm_90, also where the address is plainly that of shared memory. */
START_TEST(a_generic_access_is_counted_apart)
{
	static const char *const arguments[] = {"u32[64]"};
	static const double issued[GM_ISSUED_COUNT] = {[GM_ISSUED_GLOBAL_STORE] = 1};
	double sum[GM_ISSUED_COUNT] = {0};
	gm_kernel *kernel = case_warp(rows[_i].text, NULL, arguments, 1);
	gm_issue *issue = case_issue(kernel, 9);
	for (int s = 0; s < kernel->sites_count; s++)
		for (int k = 0; k < GM_ISSUED_COUNT; k++)
			sum[k] += (double)issue[s].accesses[k];
	for (int k = 0; k < GM_ISSUED_COUNT; k++)
		ck_assert_double_eq(sum[k], issued[k]);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("generic");
	TCase *cases = tcase_create("generic");
	tcase_add_loop_test(cases, an_access_is_of_the_memory_that_its_pointer_leads_to, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_loop_test(cases, a_generic_access_is_counted_apart, 0, sizeof rows / sizeof *rows);
	tcase_add_loop_test(cases, a_generic_address_has_no_reduction, 0, sizeof unread / sizeof *unread);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
