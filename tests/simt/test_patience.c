#include "simt/ptx_kernel.h"

#include "ptx/case.h"

/*
 * Loops of which cutting does not pay in some blocks, but in those that come later, again and again: block b turns
 * b % 256 + 1 times. What a hurried sink is told in rows comes to what every turn by itself does.
 */
#define EIGHT                                                                                      \
	"xor.b32 %r3, %r3, 5; shl.b32 %r3, %r3, 1; xor.b32 %r3, %r3, 9; shl.b32 %r3, %r3, 1;\n"    \
	"xor.b32 %r3, %r3, 3; shl.b32 %r3, %r3, 1; xor.b32 %r3, %r3, 7; shl.b32 %r3, %r3, 1;\n"
#define MANY EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT

static const char text[] =
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
	".reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .pred %p<3>;\n"
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; and.b32 %r1, %r1, 255; mov.u32 %r2, 0; mov.u32 %r3, %tid.x;\n"
	"J: shfl.sync.bfly.b32 %r4, %r3, 1, 31, -1; xor.b32 %r3, %r3, %r4;\n"
	"setp.lt.u32 %p2, %r1, 128; @%p2 bra N; xor.b32 %r3, %r3, 5;\n"
	"N:\n"
	MANY MANY MANY
	"st.global.u32 [%rd1], %r3; setp.lt.u32 %p1, %r2, %r1; add.u32 %r2, %r2, 1; @%p1 bra J;\n"
	"ret; }\n";

enum { ROUNDS = 3, ROUND = 256, BLOCKS = ROUNDS * ROUND, TURNS = ROUNDS * ROUND * (ROUND + 1) / 2, NEST = 8 };

typedef struct tally {
	const gm_kernel *kernel;
	int64_t walked;                          /* stores */
	int64_t of[GM_OPERATION_COUNT];          /* all that they stand for */
	int64_t before[NEST][GM_OPERATION_COUNT];
	int depth;
} tally;

static gm_status
begin(void *state, const gm_block_sample *sample)
{
	(void)state, (void)sample;
	return GM_OK;
}

static gm_status
several(void *state, uint32_t site, int64_t times, int64_t lanes)
{
	tally *t = state;
	ck_assert_int_eq(lanes, 32 * times);
	t->of[t->kernel->sites[site].operation] += times;
	return GM_OK;
}

static gm_status
instruction(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	t->walked += instr->address != NULL;
	return several(state, instr->site, 1, __builtin_popcountll(instr->active));
}

static gm_status
mark(void *state, uint32_t loop)
{
	tally *t = state;
	(void)loop;
	ck_assert_int_lt(t->depth, NEST);
	memcpy(t->before[t->depth++], t->of, sizeof t->of);
	return GM_OK;
}

static gm_status
repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	tally *t = state;
	(void)loop, (void)advance;
	t->depth--;
	for (int o = 0; o < GM_OPERATION_COUNT; o++)
		t->of[o] += times * (t->of[o] - t->before[t->depth][o]);
	return GM_OK;
}

static tally
walk(void)
{
	static const char *const arguments[] = {"u32[1]"};
	const gm_ptx_launch launch = {.grid = {BLOCKS, 1, 1}, .block = {32, 1, 1}, .arguments = arguments,
				      .arguments_count = 1};
	static gm_block_sample blocks[BLOCKS];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	for (int b = 0; b < BLOCKS; b++)
		blocks[b] = (gm_block_sample){.block = {b, 0, 0}, .weight = 1};
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	tally t = {.kernel = kernel};
	const gm_sink sink = {.state = &t, .block = begin, .instruction = instruction, .several = several,
			      .mark = mark, .repeat = repeat, .hurried = true};
	case_ok(gm_kernel_replay_samples(kernel, blocks, BLOCKS, 32, GM_WALK_PROVEN, &sink, &err), &err);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return t;
}

START_TEST(turns_told_in_rows_are_all_turns)
{
	const tally t = walk();
	ck_assert_int_eq(t.of[GM_STORE], TURNS);
	ck_assert_int_eq(t.of[GM_SHUFFLE], TURNS);
	ck_assert_int_eq(t.of[GM_BRANCH], 2 * TURNS + BLOCKS); /* ret */
}
END_TEST

/* Were the first 64 turns of every block left alone, as short blocks taught, 58 of 128.5 were walked in the mean. */
START_TEST(patience_ends_where_cutting_pays)
{
	const tally t = walk();
	ck_assert_msg(t.walked < 24 * BLOCKS, "%lld", (long long)t.walked);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("patience");
	TCase *cases = tcase_create("patience");
	tcase_add_test(cases, turns_told_in_rows_are_all_turns);
	tcase_add_test(cases, patience_ends_where_cutting_pays);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
