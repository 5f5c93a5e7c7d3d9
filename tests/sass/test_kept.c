/*
 * Local memory that the compiler keeps in registers: sass/kept.c, sass/issue_kept.c.
 */
#include "ptx/case.h"

/* 32 bytes of local memory, written and read at the index that the thread has got. */
#define ENTRY(name, access)                                                                        \
	".visible .entry " name "(.param .u64 in)\n{\n.local .align 16 .b8 depot[32];\n"             \
	".reg .f32 %f<9>; .reg .b32 %r<3>; .reg .b64 %rd<9>;\n"                                       \
	"mov.u64 %rd1, depot; ld.param.u64 %rd2, [in]; cvta.to.global.u64 %rd3, %rd2;\n"              \
	"ld.global.u32 %r1, [%rd3]; mul.wide.s32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4;\n"            \
	"ld.global.f32 %f1, [%rd3+4]; ld.global.f32 %f2, [%rd3+8];\n"                                 \
	"add.u64 %rd6, %rd1, 8;\n" access "st.global.f32 [%rd3], %f3; ret;\n}\n"

static const char text[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
	ENTRY("none", "add.f32 %f3, %f1, %f2;\n")
	ENTRY("known", "st.local.f32 [%rd6+4], %f1; ld.local.f32 %f2, [%rd6+4]; add.f32 %f3, %f1, %f2;\n")
	ENTRY("load", "ld.local.f32 %f2, [%rd5]; add.f32 %f3, %f1, %f2;\n")
	ENTRY("store", "st.local.f32 [%rd5], %f1; add.f32 %f3, %f1, %f2;\n")
	ENTRY("next", "ld.local.f32 %f2, [%rd5]; ld.local.f32 %f1, [%rd5+4]; add.f32 %f3, %f1, %f2;\n")
	ENTRY("four", "ld.local.v4.f32 {%f1, %f2, %f4, %f5}, [%rd5]; add.f32 %f3, %f1, %f2;\n");

typedef struct seen {
	double lsu, alu;
	int local;  /* sites of local memory */
	int places; /* addresses that none of memory came with */
} seen;

static const gm_kernel *watched;

static gm_status
watch(void *state, const gm_warp_instr *instr)
{
	seen *out = state;
	out->places += instr->address && watched->sites[instr->site].space == GM_NO_SPACE;
	return GM_OK;
}

static seen
see(const char *entry, int64_t local_bytes)
{
	static const char *const arguments[] = {"u32[64]:zero"};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(text, entry, arguments, 1);
	gm_ptx_kernel_local(kernel, local_bytes);
	gm_issue *issue = case_issue(kernel, 9);
	seen out = {0};
	for (int s = 0; s < kernel->sites_count; s++) {
		out.lsu += (double)issue[s].of[GM_UNIT_LSU];
		/* ALU or FMA by their share in the end */
		out.alu += (double)(issue[s].of[GM_UNIT_ALU] + issue[s].of[GM_UNIT_FMA]);
		out.local += kernel->sites[s].space == GM_LOCAL;
	}
	watched = kernel;
	const gm_sink sink = {.state = &out, .instruction = watch};
	ck_assert(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	free(issue);
	gm_kernel_free(kernel);
	return out;
}

/* Comparisons and moves in the code of ptxas 13.0 for sm_90. */
static const struct {
	const char *entry;
	int accesses;
	int instructions; /* comparisons and moves */
} rows[] = {
	{"known", 2, 0},
	{"load", 1, 8 + 8},
	{"store", 1, 8 + 8},
	{"next", 2, 8 + 8 + 1 + 8},
	{"four", 1, 2 + 2 * 4},
};

START_TEST(without_a_stack_local_memory_is_comparisons_and_moves)
{
	const seen none = see("none", 0), kept = see(rows[_i].entry, 0);
	ck_assert_int_eq(kept.local, 0);
	ck_assert_int_eq(kept.places, 0);
	ck_assert_double_eq(kept.lsu, none.lsu);
	ck_near(kept.alu, none.alu + rows[_i].instructions, 1e-6);
}
END_TEST

START_TEST(with_a_stack_it_is_memory)
{
	const seen none = see("none", 32), kept = see(rows[_i].entry, 32);
	ck_assert_int_eq(kept.local, rows[_i].accesses);
	ck_assert_double_eq(kept.lsu, none.lsu + rows[_i].accesses);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("kept");
	TCase *tests = tcase_create("kept");
	const int count = (int)(sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, without_a_stack_local_memory_is_comparisons_and_moves, 0, count);
	tcase_add_loop_test(tests, with_a_stack_it_is_memory, 0, count);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
