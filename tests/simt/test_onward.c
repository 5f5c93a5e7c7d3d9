#include "simt/ptx_kernel.h"

#include "ptx/case.h"

/*
 * Half it, or three times it and one, until it is one: each lane of each warp turns as often as its number asks for,
 * and leaves from the middle of the loop. A sink that is told late hears of each turn of each warp, and of each lane
 * in it: as often as a count of the turns by themselves says.
 */
static const char text[] =
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
	".reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .pred %p<4>;\n"
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r1, %r1, 32, %r2;\n"
	"add.u32 %r1, %r1, 1; mov.u32 %r2, 0;\n"
	"J: shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1; setp.eq.u32 %p1, %r1, 1; @%p1 bra N;\n"
	"and.b32 %r5, %r1, 1; setp.eq.u32 %p2, %r5, 0; shr.u32 %r6, %r1, 1; mad.lo.u32 %r7, %r1, 3, 1;\n"
	"selp.b32 %r1, %r6, %r7, %p2; add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 4096; @%p3 bra J;\n"
	"N: st.global.u32 [%rd1], %r2; ret; }\n";

enum { BLOCKS = 16, LANES = 32 };

typedef struct tally {
	const gm_kernel *kernel;
	int64_t times[GM_OPERATION_COUNT], lanes[GM_OPERATION_COUNT];
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
	t->times[t->kernel->sites[site].operation] += times;
	t->lanes[t->kernel->sites[site].operation] += lanes;
	return GM_OK;
}

static gm_status
instruction(void *state, const gm_warp_instr *instr)
{
	return several(state, instr->site, 1, __builtin_popcountll(instr->active));
}

static tally
walk(void)
{
	static const char *const arguments[] = {"u32[1]"};
	const gm_ptx_launch launch = {.grid = {BLOCKS, 1, 1}, .block = {LANES, 1, 1}, .arguments = arguments,
				      .arguments_count = 1};
	gm_block_sample blocks[BLOCKS];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	for (int b = 0; b < BLOCKS; b++)
		blocks[b] = (gm_block_sample){.block = {b, 0, 0}, .weight = 1};
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	tally t = {.kernel = kernel};
	const gm_sink sink = {.state = &t, .block = begin, .instruction = instruction, .several = several,
			      .hurried = true};
	case_ok(gm_kernel_replay_samples(kernel, blocks, BLOCKS, LANES, GM_WALK_PROVEN, &sink, &err), &err);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return t;
}

static int
turns_of(uint32_t number)
{
	int turns = 0;
	for (; number != 1; turns++)
		number = number % 2 ? 3 * number + 1 : number / 2;
	return turns;
}

/* Of all warps the turn of whoever turns longest, and of all lanes their own. */
START_TEST(each_turn_is_told_with_its_lanes)
{
	const tally t = walk();
	int64_t turns = 0, lanes = 0;
	for (int b = 0; b < BLOCKS; b++) {
		int most = 0;
		for (int l = 0; l < LANES; l++) {
			const int own = turns_of((uint32_t)(b * LANES + l + 1));
			most = own > most ? own : most;
			lanes += own;
		}
		turns += most;
	}
	/* Each lane comes to the shuffle and the way out once more than it turns. */
	ck_assert_int_eq(t.times[GM_SHUFFLE], turns + BLOCKS);
	ck_assert_int_eq(t.lanes[GM_SHUFFLE], lanes + BLOCKS * LANES);
	/* The way out, the way back, and ret. */
	ck_assert_int_eq(t.times[GM_BRANCH], 2 * turns + BLOCKS + BLOCKS);
	ck_assert_int_eq(t.lanes[GM_BRANCH], 2 * lanes + 2 * BLOCKS * LANES);
	ck_assert_int_eq(t.times[GM_STORE], BLOCKS);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("onward");
	TCase *cases = tcase_create("onward");
	tcase_add_test(cases, each_turn_is_told_with_its_lanes);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
