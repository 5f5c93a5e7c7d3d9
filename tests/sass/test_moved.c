/*
 * What ptxas makes of accesses that PTX writes one by one: an atomic at an address that the lanes of a
 * warp share goes to memory from one of them, and loads go before stores that they cannot read. Each
 * row as the code of ptxas 13.0 for sm_90 has it (nvdisasm of the same text). And which stores of the
 * whole grid meet at one place.
 */
#include "ptx/case.h"

#include "simt/ptx_kernel.h"

#define TEXT(body)                                                                                 \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                           \
	".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"                                      \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .b32 sh[4];\n"                                  \
	"ld.param.u64 %rd7, [a]; ld.param.u64 %rd8, [b]; cvta.to.global.u64 %rd6, %rd7;\n"          \
	"cvta.to.global.u64 %rd2, %rd8; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 16;\n"         \
	"add.s64 %rd1, %rd6, %rd3; mov.u32 %r3, %ctaid.x;\n" body "ret;\n}\n"

static gm_kernel *
kernel_of(const char *text)
{
	static const char *const arguments[] = {"u32[4096]", "u32[4096]"};
	gm_kernel *kernel = case_warp(text, "k", arguments, 2);
	return kernel;
}

/* ---- atomics ---- */

typedef struct taking_part {
	const gm_kernel *kernel;
	int lanes; /* in the atomic */
} taking_part;

static gm_status
note_lanes(void *state, const gm_warp_instr *instr)
{
	taking_part *t = state;
	const gm_operation operation = t->kernel->sites[instr->site].operation;
	if (operation == GM_ATOMIC || operation == GM_REDUCE)
		t->lanes = __builtin_popcountll(instr->active);
	return GM_OK;
}

static const struct {
	const char *text;
	int lanes;
} atomics[] = {
	{TEXT("red.global.add.u32 [%rd2], %r1;\n"), 1},
	{TEXT("red.global.xor.b32 [%rd2], %r1;\n"), 1},
	{TEXT("red.global.max.s32 [%rd2], %r1;\n"), 1},
	{TEXT("red.shared.max.s32 [sh], %r1;\n"), 1},
	{TEXT("red.shared.add.u32 [sh], %r1;\n"), 1},
	{TEXT("red.shared.add.u32 [sh], 1;\n"), 32}, /* ATOMS.POPC.INC */
	{TEXT("atom.global.add.u32 %r4, [%rd2], 1; st.global.u32 [%rd1], %r4;\n"), 1},
	{TEXT("red.global.add.u32 [%rd1], %r1;\n"), 32},
	{TEXT("red.global.add.u64 [%rd2], %rd3;\n"), 32},
	{TEXT("red.global.add.f32 [%rd2], 0f3F800000;\n"), 32},
	{TEXT("red.global.inc.u32 [%rd2], 7;\n"), 32},
};

START_TEST(one_lane_adds_what_a_warp_brings_to_one_place)
{
	gm_kernel *kernel = kernel_of(atomics[_i].text);
	gm_error err = GM_ERROR_NONE;
	taking_part part = {kernel, -1};
	const gm_sink sink = {.state = &part, .instruction = note_lanes};
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	ck_assert_int_eq(part.lanes, atomics[_i].lanes);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- loads and stores ---- */

static const struct {
	const char *text;
	bool passes; /* the last load */
} loads[] = {
	/* beside what was stored through the same register */
	{TEXT("st.global.u32 [%rd1], %r1; ld.global.u32 %r2, [%rd1+4]; st.global.u32 [%rd1+8], %r2;\n"),
	 true},
	{TEXT("st.global.u32 [%rd1], %r1; ld.global.u32 %r2, [%rd1]; st.global.u32 [%rd1+8], %r2;\n"),
	 false},
	/* through another register, which may lead anywhere */
	{TEXT("st.global.u32 [%rd1], %r1; ld.global.u32 %r2, [%rd2]; st.global.u32 [%rd1+8], %r2;\n"),
	 false},
	{TEXT("st.global.u32 [%rd1], %r1; ld.global.nc.u32 %r2, [%rd2]; st.global.u32 [%rd1+8], %r2;\n"),
	 true},
	/* the register leads elsewhere by then */
	{TEXT("st.global.u32 [%rd1], %r1; add.s64 %rd1, %rd1, 4; ld.global.u32 %r2, [%rd1+4];\n"
	      "st.global.u32 [%rd1+8], %r2;\n"),
	 false},
	/* the store under a predicate, the load behind it (STG, then LDG in its code) */
	{TEXT(".reg .pred %q1; setp.lt.u32 %q1, %r1, 4; @%q1 bra A; st.global.u32 [%rd1], %r1;\n"
	      "A: ld.global.u32 %r2, [%rd2]; st.global.u32 [%rd1+8], %r2;\n"),
	 false},
	{TEXT(".reg .pred %q1; setp.lt.u32 %q1, %r1, 4; @%q1 bra A; st.global.u32 [%rd1], %r1;\n"
	      "A: ld.global.nc.u32 %r2, [%rd2]; st.global.u32 [%rd1+8], %r2;\n"),
	 true},
};

START_TEST(a_load_passes_stores_that_it_cannot_read)
{
	gm_kernel *kernel = kernel_of(loads[_i].text);
	bool passes = false, read_only = false;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_LOAD && kernel->sites[s].space == GM_GLOBAL) {
			passes = kernel->sites[s].passes_stores;
			read_only = kernel->sites[s].read_only;
		}
	ck_assert_int_eq(passes, loads[_i].passes);
	ck_assert_int_eq(read_only, strstr(loads[_i].text, ".nc") != NULL);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- stores of the whole grid to one place ---- */

static const struct {
	const char *text;
	bool common;
} stores[] = {
	{TEXT("st.global.u32 [%rd2], %r1;\n"), true},
	{TEXT("add.s64 %rd4, %rd2, 64; st.global.u32 [%rd4+4], 1;\n"), true},
	{TEXT("st.global.u32 [%rd1], 1;\n"), false},
	{TEXT("mul.wide.u32 %rd4, %r3, 4; add.s64 %rd5, %rd2, %rd4; st.global.u32 [%rd5], 1;\n"),
	 false}, /* another for each block */
	{TEXT("ld.global.u64 %rd4, [%rd2]; st.global.u32 [%rd4], 1;\n"), false},
};

START_TEST(a_store_to_a_parameter_s_address_is_common)
{
	gm_kernel *kernel = kernel_of(stores[_i].text);
	bool common = false;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_STORE)
			common = kernel->sites[s].common_place;
	ck_assert_int_eq(common, stores[_i].common);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("moved");
	TCase *tests = tcase_create("accesses");
	tcase_add_loop_test(tests, one_lane_adds_what_a_warp_brings_to_one_place, 0,
			    (int)(sizeof atomics / sizeof *atomics));
	tcase_add_loop_test(tests, a_load_passes_stores_that_it_cannot_read, 0,
			    (int)(sizeof loads / sizeof *loads));
	tcase_add_loop_test(tests, a_store_to_a_parameter_s_address_is_common, 0,
			    (int)(sizeof stores / sizeof *stores));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
