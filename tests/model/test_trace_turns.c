#include "model/trace_turns.h"

#include "input/kernel_file.h"
#include "input/ptx_file.h"
#include "model/scattered.h"
#include "model/sector_set.h"
#include "support/loading.h"
#include "support/near.h"

enum { TURNS = 500 };

typedef struct seen {
	const gm_trace *trace;
	const gm_kernel *kernel;
	int of_x, of_y;
	gm_sector_set places; /* first sectors of x */
} seen;

static void
note(void *state, uint32_t request, int64_t moved)
{
	seen *s = state;
	const gm_trace_request *r = &s->trace->requests[request];
	const int64_t sector = s->trace->runs[r->first_run].sector + moved;
	if (s->kernel->sites[r->site].array == 0 && sector % 8 == 0)
		gm_sector_set_at(&s->places, sector);
	s->of_x += s->kernel->sites[r->site].array == 0;
	s->of_y += s->kernel->sites[r->site].array == 1;
}

/* A warp loads 256 bytes, 8 sectors, further in each of 500 turns, and the same of y in all: x is met in every turn, at 500
   places, y but where it is recorded. */
START_TEST(each_turn_lies_further_and_what_stays_is_met_once)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	ck_assert_msg(gm_kernel_load_text("<kernel name='k' schema='1'><launch grid='1' block='32'/>"
	                                  "<array name='x' space='global' type='f32' length='32000'/>"
	                                  "<array name='y' space='global' type='f32' length='32'/>"
	                                  "<loop variable='i' count='500'><load array='x' index='i*64 + threadIdx.x'/>"
	                                  "<load array='y' index='threadIdx.x'/></loop></kernel>",
	                                  "k.xml", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err) == GM_OK);
	ck_assert_uint_lt(trace->here.requests_count, TURNS); /* the loop is cut */
	seen all = {.trace = &trace->here, .kernel = kernel}, few = all;
	gm_trace_turns(&trace->here, INT64_MAX, note, &all);
	ck_assert_int_eq(all.of_x, TURNS);
	ck_assert_uint_eq(all.places.count, TURNS);
	ck_assert_int_le(all.of_y, (int)trace->here.requests_count);
	gm_trace_turns(&trace->here, 4, note, &few);
	ck_assert_int_lt(few.of_x, TURNS / 2);
	gm_sector_set_dispose(&all.places);
	gm_sector_set_dispose(&few.places);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- against every block of a grid ---- */

typedef struct touched {
	const gm_kernel *kernel;
	gm_sector_set pieces;
} touched;

static gm_status
touch(void *state, const gm_warp_instr *instr)
{
	touched *t = state;
	const gm_site *site = &t->kernel->sites[instr->site];
	if (!instr->address || site->space != GM_GLOBAL || site->array != 1)
		return GM_OK;
	for (int lane = 0; lane < 32; lane++)
		if (instr->active >> lane & 1)
			gm_sector_set_at(&t->pieces, (int64_t)(instr->address[lane] / 64));
	return GM_OK;
}

/* Each block walks as far along its own keys, rows of 128 bytes, as data say, and two or four at a time: where turns
   of its loop begin hangs on that, so that sites have no step. */
START_TEST(blocks_touch_what_all_turns_of_their_loops_do)
{
	const gm_ptx_launch launch = {.entry = "att_one_query_of_cache",
	                              .grid = {256, 1, 1},
	                              .block = {128, 1, 1},
	                              .arguments = (const char *[]){"f32[16384]", "f16[18022400]", "f16[18022400]", "f32[16384]",
	                                                            "s32[256]:random=1100", "s32=1100", "f32=0.125"},
	                              .arguments_count = 7};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	ck_assert_msg(gm_ptx_kernel_load(GM_TREE "/reports/runs/ptx/candles.ptx", &launch, &kernel, &err) == GM_OK, "%s",
	              err.message);
	touched t = {.kernel = kernel};
	for (int64_t b = 0; b < 256; b++)
		ck_assert(gm_kernel_replay_whole(kernel, (gm_dim3){b, 0, 0}, 32,
		                                 &(gm_sink){.state = &t, .instruction = touch}, &err) == GM_OK);
	ck_assert(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err) == GM_OK);
	const gm_scattered scattered = gm_scattered_gather(trace, 64, 2);
	ck_assert_int_eq(scattered.count, 2);
	ck_assert_int_eq(scattered.arrays[0].array, 1);
	ck_near(scattered.arrays[0].draws * 256, (double)t.pieces.count, 0.3); /* by two blocks of random length */
	gm_sector_set_dispose(&t.pieces);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_turns");
	TCase *tests = tcase_create("trace_turns");
	tcase_add_test(tests, each_turn_lies_further_and_what_stays_is_met_once);
	tcase_add_test(tests, blocks_touch_what_all_turns_of_their_loops_do);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
