#include "simt/ptx_kernel.h"

#include "ptx/case.h"

/*
 * 32 warps go through 20 rows each of 256 words that are 0 or 1 by chance, and wait for each other between them: at a 1
 * eight more instructions. No turn is proven to be like another, so that haste alone makes it little work.
 */
static const char text[] =
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b) {\n"
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;\n"
	"ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, 0; mov.u32 %r5, 1;\n"
	"mov.u32 %r6, %tid.x; shr.u32 %r6, %r6, 5; mul.wide.u32 %rd3, %r6, 20480; add.s64 %rd1, %rd1, %rd3;\n"
	"I: mov.u32 %r2, 0; bar.sync 0;\n"
	"J: ld.global.u32 %r3, [%rd1]; add.s64 %rd1, %rd1, 4; setp.eq.u32 %p1, %r3, 0; @%p1 bra N;\n"
	"xor.b32 %r5, %r5, 5; shl.b32 %r5, %r5, 1; xor.b32 %r5, %r5, 9; shl.b32 %r5, %r5, 1;\n"
	"xor.b32 %r5, %r5, 3; shl.b32 %r5, %r5, 1; xor.b32 %r5, %r5, 7; shl.b32 %r5, %r5, 1;\n"
	"N: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 256; @%p2 bra J;\n"
	"add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 20; @%p3 bra I;\n"
	"st.global.u32 [%rd2], %r5; ret; }\n";

enum { NEST = 8 };

typedef struct tally {
	int64_t walked, counted, lines_off;
	int64_t before[NEST];
	int depth;
} tally;

static gm_status
count(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	(void)instr;
	t->walked++;
	t->counted++;
	return GM_OK;
}

static gm_status
mark(void *state, uint32_t loop)
{
	tally *t = state;
	(void)loop;
	ck_assert_int_lt(t->depth, NEST);
	t->before[t->depth++] = t->counted;
	return GM_OK;
}

static gm_status
repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	enum { SITES = 2, LINE_BYTES = 128 };
	tally *t = state;
	(void)loop;
	t->counted += times * (t->counted - t->before[--t->depth]);
	for (int s = 0; times > 0 && s < SITES; s++)
		t->lines_off += advance[s] % LINE_BYTES != 0;
	return GM_OK;
}

static tally
walk(gm_walk how)
{
	static const char *const arguments[] = {"u32[163840]:random=2", "u32[1]"};
	const gm_ptx_launch launch = {.grid = {1, 1, 1}, .block = {1024, 1, 1}, .arguments = arguments,
				      .arguments_count = 2};
	const gm_block_sample block = {.weight = 1};
	tally t = {0};
	const gm_sink sink = {.state = &t, .instruction = count, .mark = mark, .repeat = repeat};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_kernel_replay_samples(kernel, &block, 1, 32, how, &sink, &err), &err);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return t;
}

/* 7 instructions of each of 163840 turns and 8 at every second: 1.8 million. Where addresses had to come 256 bytes
   further, 64 turns, more than half of them were walked. */
START_TEST(a_long_block_is_walked_in_haste)
{
	const tally whole = walk(GM_WALK_WHOLE), hasty = walk(GM_WALK_HASTY), brief = walk(GM_WALK_BRIEF);
	ck_assert_int_eq(whole.counted, whole.walked);
	ck_assert_int_gt(whole.walked, 11 * 163840);
	ck_assert_msg(hasty.walked * 5 < whole.walked * 2, "%lld", (long long)hasty.walked);
	ck_assert_msg(brief.walked * 3 < whole.walked, "%lld", (long long)brief.walked);
	ck_assert(near_ratio((double)hasty.counted, (double)whole.counted, 0.01));
	ck_assert(near_ratio((double)brief.counted, (double)whole.counted, 0.01));
	ck_assert_int_eq(hasty.lines_off + brief.lines_off, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("haste");
	TCase *cases = tcase_create("haste");
	tcase_add_test(cases, a_long_block_is_walked_in_haste);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
