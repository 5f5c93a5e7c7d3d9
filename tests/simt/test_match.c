/*
 * What a match of lanes is told to go through: as many values as the lanes that take part have.
 */
#include "ptx/case.h"

/* The key of a lane is what it has loaded, element i of an array that holds i * 5 and more, by a mask; half of the
   lanes take part where `members` says so. A lane stores where it is the first of its value. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 p, .param .u32 mask)\n{\n"
	".reg .b64 %%rd<5>; .reg .b32 %%r<9>; .reg .pred %%p<4>;\n"
	"ld.param.u64 %%rd1, [p]; ld.param.u32 %%r1, [mask]; mov.u32 %%r2, %%tid.x;\n"
	"mad.wide.u32 %%rd2, %%r2, 4, %%rd1; ld.global.u32 %%r3, [%%rd2]; and.b32 %%r4, %%r3, %%r1;\n"
	"cvt.u64.u32 %%rd3, %%r4; shl.b64 %%rd3, %%rd3, 32;\n"
	"setp.lt.u32 %%p1, %%r2, 16;\n"
	"%s\n"
	"setp.eq.u32 %%p2, %%r5, -1; @%%p2 st.global.u32 [%%rd2], %%r5; ret;\n}\n";

static const struct {
	const char *match;
	uint32_t mask;
	int lanes; /* that take part */
	bool any;
} rows[] = {
	{"match.any.sync.b32 %r5, %r4, 0xffffffff;", 0, 32, true},
	{"match.any.sync.b32 %r5, %r4, 0xffffffff;", 3, 32, true},
	{"match.any.sync.b32 %r5, %r4, 0xffffffff;", 12, 32, true},
	{"match.any.sync.b32 %r5, %r4, 0xffffffff;", 255, 32, true},
	{"match.any.sync.b64 %r5, %rd3, 0xffffffff;", 12, 32, true},
	{"mov.u32 %r5, 0; @%p1 match.any.sync.b32 %r5, %r4, 0xffff;", 255, 16, true},
	{"mov.u32 %r5, 0; @%p1 match.any.sync.b32 %r5, %r4, 0xffff;", 12, 16, true},
	{"match.all.sync.b32 %r5|%p3, %r4, 0xffffffff;", 255, 32, false},
};

/* Lane by lane: one that none before it has. */
static int
values_of(uint32_t mask, int lanes)
{
	int values = 0;
	for (uint32_t i = 0; i < (uint32_t)lanes; i++) {
		bool seen = false;
		for (uint32_t k = 0; k < i; k++)
			seen |= (k * 5 & mask) == (i * 5 & mask);
		values += !seen;
	}
	return values;
}

typedef struct matches {
	int count, values;
	int64_t several; /* instructions of which it is not told */
} matches;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	matches *m = state;
	m->count += instr->values > 0;
	m->values += instr->values;
	return GM_OK;
}

static gm_status
see_several(void *state, uint32_t site, int64_t times, int64_t lanes)
{
	matches *m = state;
	(void)site, (void)lanes;
	m->several += times;
	return GM_OK;
}

START_TEST(a_match_goes_through_the_values_of_its_lanes)
{
	char text[2048], mask[32];
	snprintf(text, sizeof text, frame, rows[_i].match);
	snprintf(mask, sizeof mask, "u32=%u", rows[_i].mask);
	gm_kernel *kernel = case_warp(text, NULL, (const char *[]){"u32[32]:step=5", mask}, 2);
	for (int hurried = 0; hurried < 2; hurried++) {
		matches seen = {0};
		gm_error err = GM_ERROR_NONE;
		const gm_sink sink = {.state = &seen, .instruction = see, .several = hurried ? see_several : NULL,
				      .hurried = hurried};
		case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
		ck_assert_int_eq(seen.count, 1);
		ck_assert_int_eq(seen.values, rows[_i].any ? values_of(rows[_i].mask, rows[_i].lanes) : 1);
		ck_assert(!hurried || seen.several > 0);
	}
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("match");
	TCase *tests = tcase_create("match");
	tcase_add_loop_test(tests, a_match_goes_through_the_values_of_its_lanes, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
