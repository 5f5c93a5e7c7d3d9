/*
 * Products of warpgroups, whose operands lie behind descriptors: their values are not known, nor where in
 * shared memory they are read.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <string.h>

#define HEAD                                                                                       \
	".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"      \
	".reg .f32 %f<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n"                \
	".shared .align 16 .b8 tile[8192];\nld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n"
#define PRODUCT                                                                                    \
	"wgmma.fence.sync.aligned;\n"                                                              \
	"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd2, %rd2, 1, 1, 1, " \
	"0, 0;\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"

typedef struct seen {
	const gm_kernel *kernel;
	int hazards, loads, stores;
	bool doubted;
} seen;

static gm_status
see_access(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	if (site->space != GM_GLOBAL || instr->active == 0)
		return GM_OK;
	s->loads += site->operation == GM_LOAD;
	s->stores += site->operation == GM_STORE;
	return GM_OK;
}

static gm_status
see_hazard(void *state, const gm_hazard *hazard)
{
	seen *s = state;
	(void)hazard;
	s->hazards++;
	return GM_OK;
}

static void
see_doubt(void *state, gm_doubt doubt, const char *why)
{
	(void)doubt;
	seen *s = state;
	s->doubted = s->doubted || strstr(why, "taken to be 0");
}

static gm_status
walk(const char *text, seen *out)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	const char *argument = "f32[65536]";
	const gm_ptx_launch launch = {.grid = {4, 1, 1}, .block = {128, 1, 1}, .arguments = &argument,
				      .arguments_count = 1};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	*out = (seen){.kernel = kernel};
	const gm_sink sink = {.state = out, .instruction = see_access, .hazard = see_hazard, .doubt = see_doubt};
	const gm_status status = gm_kernel_replay(kernel, (gm_dim3){1, 0, 0}, 32, &sink, &err);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return status;
}

/* Each thread stores its own 16 bytes twice, ordered by barriers. */
START_TEST(what_a_product_reads_is_no_race)
{
	seen s;
	ck_assert_int_eq(walk(HEAD "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 16, %r2; mov.u32 %r4, 0;\n"
				   "T: st.shared.v4.b32 [%r3], {%r1,%r1,%r1,%r1}; bar.sync 0;\n" PRODUCT
				   "bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 2; @%p1 bra T;\n"
				   "ret;\n}\n", &s), GM_OK);
	ck_assert_int_eq(s.hazards, 0);
}
END_TEST

/* Above 1e30 the kernel would load; as it is, each of four warps stores. */
START_TEST(a_product_that_decides_a_path_is_zero)
{
	seen s;
	ck_assert_int_eq(walk(HEAD "mov.f32 %f0, 0f7F7FFFFF;\n" PRODUCT
				   "setp.lt.f32 %p1, %f0, 0f7149F2CA; @%p1 bra STORE;\n"
				   "ld.global.f32 %f5, [%rd1]; st.global.f32 [%rd1+4], %f5; ret;\n"
				   "STORE: st.global.f32 [%rd1], %f0; ret;\n}\n", &s), GM_OK);
	ck_assert_int_eq(s.loads, 0);
	ck_assert_int_eq(s.stores, 4);
	ck_assert(s.doubted);
}
END_TEST

START_TEST(a_product_that_decides_an_address_is_not_known)
{
	seen s;
	ck_assert_int_eq(walk(HEAD PRODUCT "cvt.rzi.u32.f32 %r5, %f0; mul.wide.u32 %rd4, %r5, 4;\n"
					   "add.s64 %rd5, %rd1, %rd4; ld.global.f32 %f5, [%rd5];\n"
					   "st.global.f32 [%rd1], %f5; ret;\n}\n", &s), GM_NOT_MODELLED);
}
END_TEST

/* As without optimization: what decides lies in local memory, and so does the answer of a call. */
#define CALL(name)                                                                                 \
	".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.param .b32 r) " name         \
	" (.param .b64 p, .param .b64 q);\n.visible .entry k(.param .u64 a)\n{\n"                  \
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n.local .align 8 .b8 frame[16];\n"  \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; st.local.u32 [frame], %r1;\n{\n"            \
	".param .b64 p0; st.param.b64 [p0], %rd1; .param .b64 p1; st.param.b64 [p1], %rd1;\n"     \
	".param .b32 r0; call.uni (r0), " name ", (p0, p1); ld.param.b32 %r2, [r0];\n}\n"         \
	"ld.local.u32 %r3, [frame]; setp.gt.u32 %p1, %r3, 31; @%p1 bra END;\n"                    \
	"st.global.u32 [%rd1], %r2;\nEND: ret;\n}\n"

START_TEST(what_printing_answers_decides_nothing)
{
	seen s;
	ck_assert_int_eq(walk(CALL("vprintf"), &s), GM_OK);
	ck_assert_int_eq(s.stores, 1);
	ck_assert_int_eq(walk(CALL("elsewhere"), &s), GM_NOT_MODELLED);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("assumed");
	TCase *cases = tcase_create("assumed");
	tcase_add_test(cases, what_a_product_reads_is_no_race);
	tcase_add_test(cases, a_product_that_decides_a_path_is_zero);
	tcase_add_test(cases, a_product_that_decides_an_address_is_not_known);
	tcase_add_test(cases, what_printing_answers_decides_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
