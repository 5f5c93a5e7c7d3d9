/*
 * Arguments that are addresses of what is there for others, and arrays of pointers.
 */
#include "ptx/case.h"

#define HEAD                                                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 from, "       \
	".param .u64 out)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"                                 \
	"ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [out];\n"                                    \
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd3, %r1, 4;\n"
/* out[32*b + t] = from[b][t] */
#define ROWS                                                                                       \
	HEAD "mul.wide.u32 %rd4, %r2, 8; add.s64 %rd5, %rd1, %rd4; ld.global.u64 %rd6, [%rd5];\n"  \
	     "add.s64 %rd7, %rd6, %rd3; ld.global.u32 %r3, [%rd7];\n"                               \
	     "mad.lo.u32 %r4, %r2, 32, %r1; mul.wide.u32 %rd8, %r4, 4; add.s64 %rd2, %rd2, %rd8;\n"  \
	     "st.global.u32 [%rd2], %r3; ret;\n}\n"
/* out[t] = 2 * from[t] */
#define TWICE                                                                                      \
	HEAD "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; ld.global.u32 %r3, [%rd4];\n"     \
	     "add.u32 %r3, %r3, %r3; st.global.u32 [%rd5], %r3; ret;\n}\n"

static gm_status
make(const char *text, const char *from, const char *out, int64_t blocks, gm_kernel **kernel, gm_error *err)
{
	gm_ptx_module *module;
	const char *const arguments[] = {from, out};
	const gm_ptx_launch launch = {.grid = {blocks, 1, 1}, .block = {32, 1, 1}, .arguments = arguments,
				      .arguments_count = 2};
	*kernel = NULL;
	case_ok(gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, err), err);
	const gm_status status = gm_ptx_kernel_new(module, &launch, kernel, err);
	gm_ptx_module_free(module);
	return status;
}

static void
run(const char *text, const char *from, const char *out, int64_t blocks, int argument, uint32_t *found,
    size_t count)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_ptx_memory *memory;
	case_ok(make(text, from, out, blocks, &kernel, &err), &err);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	case_ok(gm_ptx_memory_read(memory, argument, 0, found, 4 * count, &err), &err);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}

START_TEST(pointers_lead_into_parts_of_one_buffer)
{
	uint32_t found[128];
	run(ROWS, "u64[4]:to=u32[128]:iota", "u32[128]", 4, 1, found, 128);
	for (uint32_t i = 0; i < 128; i++)
		ck_assert_uint_eq(found[i], i);
}
END_TEST

/* Doubled in place; then into its own second half: 0, 2, 4 ... after 0, 1, 2 ... */
START_TEST(an_address_in_a_buffer_before)
{
	uint32_t found[64];
	run(TWICE, "u32[64]:iota", "same=from", 1, 0, found, 64);
	for (uint32_t i = 0; i < 64; i++)
		ck_assert_uint_eq(found[i], i < 32 ? 2 * i : i);
	run(TWICE, "u32[64]:iota", "same=from+128", 1, 0, found, 64);
	for (uint32_t i = 0; i < 64; i++)
		ck_assert_uint_eq(found[i], i < 32 ? i : 2 * (i - 32));
}
END_TEST

static const struct {
	const char *from, *out, *message;
} bad[] = {
	{"same=out", "u32[64]", "no buffer before it has that name"},
	{"u32[64]", "same=form", "there is from"},
	{"u32[64]", "same=from+x", "same=NAME+BYTES"},
	{"u32[64]", "same=", "same=NAME+BYTES"},
	{"u32[4]:to=u32[64]", "u32[64]", "pointers are u64[COUNT]"},
	{"u64[4]:to=u32=64", "u32[64]", "pointers are u64[COUNT]"},
	{"u64[4]:to=u32[65]", "u32[64]", "evenly apart"},
	{"u64[4]:to=u64[8]:to=u32[64]", "u32[64]", "evenly apart"},
	{"u64[4]:to=q32[64]", "u32[64]", "'q32' is no type"},
};

START_TEST(what_leads_nowhere_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	ck_assert_int_ne(make(TWICE, bad[_i].from, bad[_i].out, 1, &kernel, &err), GM_OK);
	ck_assert_msg(strstr(err.message, bad[_i].message) != NULL, "%s", err.message);
	ck_assert_ptr_null(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pointers");
	TCase *cases = tcase_create("pointers");
	tcase_add_test(cases, pointers_lead_into_parts_of_one_buffer);
	tcase_add_test(cases, an_address_in_a_buffer_before);
	tcase_add_loop_test(cases, what_leads_nowhere_is_refused, 0, sizeof bad / sizeof *bad);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
