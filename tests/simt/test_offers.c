/*
 * What lanes bring to words of shared memory that keep the greatest or the least, and what they find there.
 */
#include "ptx/case.h"

/* Lane t brings the element t of an array to word t % 2, which holds `start` at first. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 p, .param .u64 start)\n{\n"
	".reg .b64 %%rd<8>; .reg .b32 %%r<9>; .reg .pred %%p<4>;\n"
	".shared .align 8 .b8 w[16];\n"
	"ld.param.u64 %%rd1, [p]; ld.param.u64 %%rd5, [start]; mov.u32 %%r2, %%tid.x;\n"
	"mad.wide.u32 %%rd2, %%r2, 8, %%rd1; ld.global.u64 %%rd3, [%%rd2];\n"
	"and.b32 %%r3, %%r2, 1; shl.b32 %%r3, %%r3, 3; mov.u32 %%r4, w; add.u32 %%r4, %%r4, %%r3;\n"
	"st.shared.u64 [%%r4], %%rd5; bar.sync 0;\n"
	"%s\n"
	"bar.sync 0; ret;\n}\n";

typedef struct seen {
	int count;
	bool looks_first;
	gm_offers offers;
	const gm_kernel *kernel;
} seen;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	if (!instr->offers)
		return GM_OK;
	s->count++;
	s->looks_first = s->kernel->sites[instr->site].looks_first;
	s->offers = *instr->offers;
	return GM_OK;
}

static gm_kernel *
replayed(const char *atomic, const char *brings, const char *start, seen *out)
{
	char text[2048];
	gm_error err = GM_ERROR_NONE;
	snprintf(text, sizeof text, frame, atomic);
	gm_kernel *kernel = case_warp(text, NULL, (const char *[]){brings, start}, 2);
	*out = (seen){.kernel = kernel};
	const gm_sink sink = {.state = out, .instruction = see, .hurried = true};
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	return kernel;
}

/* Elements 7 i, or 7 i - 100; `better`: lanes, by their own numbers, that are better than what they find. */
static const struct {
	const char *atomic, *brings, *start;
	int better;
} rows[] = {
	{"atom.shared.max.u64 %rd4, [%r4], %rd3;", "u64[32]:step=7", "u64=50", 24 /* 56 = 7 * 8 and more */},
	{"red.shared.max.u64 [%r4], %rd3;", "u64[32]:step=7", "u64=0", 31},
	{"red.shared.min.u64 [%r4], %rd3;", "u64[32]:step=7", "u64=50", 8 /* 0 to 49 */},
	{"red.shared.max.s64 [%r4], %rd3;", "s64[32]:step=-7", "s64=-50", 8 /* 0 to -49 */},
	{"red.shared.min.s64 [%r4], %rd3;", "s64[32]:step=-7", "s64=-50", 24},
	{"red.shared.max.u64 [%r4], %rd3;", "s64[32]:step=-7", "u64=5", 31 /* all but 0: they count from 2^64 down */},
};

START_TEST(lanes_bring_what_they_have_and_find_what_is_there)
{
	seen s;
	gm_kernel *kernel = replayed(rows[_i].atomic, rows[_i].brings, rows[_i].start, &s);
	int better = 0;
	ck_assert_int_eq(s.count, 1);
	ck_assert(s.looks_first);
	for (int l = 0; l < 32; l++) {
		better += s.offers.brought[l] > s.offers.found[l];
		ck_assert_uint_eq(s.offers.found[l], s.offers.found[0]);
	}
	ck_assert_int_eq(better, rows[_i].better);
	gm_kernel_free(kernel);
}
END_TEST

/* Sums of 64 bits swap without looking; of 32 bits, and in global memory, there are no rounds. */
static const char *const others[] = {
	"red.shared.add.u64 [%r4], %rd3;",
	"red.shared.or.b64 [%r4], %rd3;",
	"atom.shared.exch.b64 %rd4, [%r4], %rd3;",
	"red.global.max.u64 [%rd2], %rd3;",
	"cvt.u32.u64 %r5, %rd3; red.shared.max.u32 [%r4], %r5;",
};

START_TEST(nothing_else_is_told)
{
	seen s;
	gm_kernel *kernel = replayed(others[_i], "u64[32]:step=7", "u64=50", &s);
	ck_assert_int_eq(s.count, 0);
	for (int i = 0; i < kernel->sites_count; i++)
		ck_assert(!kernel->sites[i].looks_first);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("offers");
	TCase *tests = tcase_create("offers");
	tcase_add_loop_test(tests, lanes_bring_what_they_have_and_find_what_is_there, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, nothing_else_is_told, 0, (int)(sizeof others / sizeof *others));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
