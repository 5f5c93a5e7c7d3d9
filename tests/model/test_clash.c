/*
 * Warps that add to words of shared memory by compare and swap, as a profiler that has patched the code sees them.
 * What was measured: calibration, H200, for each request.
 */
#include "model/clash.h"

#include "model/rounds.h"

#include "support/near.h"

static unsigned
scramble(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ x >> 16;
}

/* Lane l of a turn goes to a word drawn from `words`, to l % words, or to l of the turn's 32 of them. */
typedef enum goes { DRAWN, STILL, WALKS } goes;

/* For each request. */
static gm_clash_outcome
outcome_of(int bytes, int warps, int words, goes how, int turns, bool loads, gm_clash_way way)
{
	gm_clash *clash = gm_clash_new(warps);
	gm_clash_counts alone = {0};
	gm_clash_begin(clash);
	for (int t = 0; t < turns; t++)
		for (int w = 0; w < warps; w++) {
			uint64_t address[32];
			for (int l = 0; l < 32; l++) {
				const unsigned drawn = scramble((unsigned)(t * 65599 + w * 32 + l));
				const unsigned to = how == DRAWN   ? drawn
						    : how == STILL ? (unsigned)l
								   : (unsigned)(32 * t + l);
				address[l] = (uint64_t)bytes * (to % (unsigned)words);
			}
			const gm_access access = {32, bytes, UINT32_MAX, address};
			if (loads)
				gm_clash_wait(clash, w);
			const gm_rounds r = gm_rounds_evaluate(GM_BANKS_32, &access, NULL);
			gm_clash_add(clash, w, 0, &access);
			alone.passes += (double)r.wavefronts_count / (turns * warps);
			alone.packed += (double)r.packed_wavefronts_count / (turns * warps);
			alone.lanes += (double)r.lanes_count / (turns * warps);
		}
	const gm_clash_outcome o = gm_clash_run(clash, GM_BANKS_32, way);
	gm_clash_free(clash);
	return (gm_clash_outcome){alone,
				  {o.patched.passes * alone.passes / o.alone.passes,
				   o.patched.packed * alone.packed / o.alone.packed,
				   o.patched.lanes * alone.lanes / o.alone.lanes}};
}

/* shared_rounds without loads, clash_walk without and with, clash_drawn: passes, and those that Nsight Compute calls
   ideal. */
static const struct {
	int bytes, warps, words;
	goes how;
	int turns;
	bool loads;
	double passes, packed, tolerance;
} passed[] = {
	{4, 2, 32, STILL, 64, false, 5.99, 5.99, 0.12},     {4, 4, 32, STILL, 64, false, 8.98, 8.98, 0.1},
	{4, 8, 32, STILL, 64, false, 11.54, 11.54, 0.15},   {4, 16, 32, STILL, 64, false, 21.9, 21.9, 0.1},
	{4, 32, 32, STILL, 64, false, 39.7, 39.7, 0.1},     {4, 4, 64, DRAWN, 64, false, 16.86, 14.01, 0.05},
	{4, 8, 64, DRAWN, 64, false, 21.98, 18.38, 0.05},   {4, 16, 64, DRAWN, 64, false, 31.5, 26.5, 0.05},
	{4, 4, 4, DRAWN, 64, false, 91.6, 91.6, 0.15},      {4, 16, 4, DRAWN, 64, false, 207.3, 207.3, 0.05},
	{4, 8, 1024, WALKS, 128, false, 3.103, 3.103, 0.03}, {4, 16, 1024, WALKS, 128, false, 3.241, 3.241, 0.04},
	{4, 8, 1024, WALKS, 32, true, 3.457, 3.457, 0.04},  {4, 16, 1024, WALKS, 32, true, 3.923, 3.923, 0.04},
	{4, 32, 1024, WALKS, 32, true, 4.69, 4.69, 0.06},   {4, 8, 5, DRAWN, 16, true, 104.2, 104.2, 0.08},
	{4, 16, 24, DRAWN, 16, true, 48.2, 48.2, 0.08},     {4, 16, 200, DRAWN, 16, true, 21.8, 16.0, 0.05},
	{4, 16, 1000, DRAWN, 16, true, 16.7, 11.7, 0.05},   {8, 16, 64, DRAWN, 64, false, 55.3, 32.6, 0.08},
	{8, 16, 24, DRAWN, 16, true, 88.7, 58.2, 0.12},     {8, 16, 200, DRAWN, 16, true, 35.7, 19.8, 0.08},
	{8, 8, 1024, WALKS, 128, false, 6.155, 6.155, 0.03}, {8, 16, 5, DRAWN, 16, true, 243, 202, 0.12},
};

START_TEST(passes_are_those_that_were_measured)
{
	const gm_clash_outcome o = outcome_of(passed[_i].bytes, passed[_i].warps, passed[_i].words, passed[_i].how,
					      passed[_i].turns, passed[_i].loads, GM_CLASH_ACCESSES);
	ck_near(o.patched.passes, passed[_i].passes, passed[_i].tolerance);
	ck_near(o.patched.packed, passed[_i].packed, passed[_i].tolerance);
}
END_TEST

/* Lanes of sums, in 32: smsp__sass_thread_inst_executed_op_fadd_pred_on, of 8 bytes dadd. */
static const struct {
	int bytes, warps, words;
	goes how;
	int turns;
	bool loads;
	double lanes, tolerance;
} summed[] = {
	{4, 8, 32, STILL, 64, false, 6.44, 0.12},    {4, 16, 32, STILL, 64, false, 12.8, 0.12},
	{4, 32, 32, STILL, 64, false, 26.4, 0.12},   {4, 8, 64, DRAWN, 64, false, 2.487, 0.06},
	{4, 16, 64, DRAWN, 64, false, 3.47, 0.06},   {4, 16, 1024, WALKS, 128, false, 1.104, 0.05},
	{4, 8, 1024, WALKS, 32, true, 1.334, 0.1},   {4, 16, 1024, WALKS, 32, true, 1.853, 0.15},
	{4, 8, 64, DRAWN, 16, true, 2.505, 0.06},    {4, 16, 200, DRAWN, 16, true, 2.193, 0.06},
	{4, 8, 1000, DRAWN, 16, true, 1.553, 0.05},  {8, 16, 64, DRAWN, 64, false, 3.608, 0.1},
	{8, 8, 1024, WALKS, 128, false, 1.041, 0.05}, {8, 8, 64, DRAWN, 16, true, 2.553, 0.1},
};

START_TEST(sums_are_those_that_were_measured)
{
	const gm_clash_outcome o = outcome_of(summed[_i].bytes, summed[_i].warps, summed[_i].words, summed[_i].how,
					      summed[_i].turns, summed[_i].loads, GM_CLASH_SUMS);
	ck_near(o.patched.lanes / 32, summed[_i].lanes, summed[_i].tolerance);
}
END_TEST

START_TEST(who_is_alone_loses_to_nobody)
{
	for (int way = 0; way < GM_CLASH_WAYS; way++) {
		const gm_clash_outcome o = outcome_of(4, 1, 64, DRAWN, 64, true, (gm_clash_way)way);
		ck_near(o.patched.passes, o.alone.passes, 1e-12);
		ck_near(o.patched.lanes, o.alone.lanes, 1e-12);
		ck_assert_double_gt(o.alone.passes, 0);
	}
}
END_TEST

/* Two warps forth, two back. */
static void
walk_along(gm_clash *clash, int turns)
{
	uint64_t address[32];
	const gm_access access = {32, 4, UINT32_MAX, address};
	gm_clash_begin(clash);
	gm_clash_mark(clash, 0);
	for (int t = 0; t < turns; t++)
		for (int w = 0; w < 4; w++) {
			for (int l = 0; l < 32; l++)
				address[l] = (uint64_t)(4 * (32 * (w < 2 ? t : 31 - t) + l));
			gm_clash_add(clash, w, w < 2 ? 0 : 1, &access);
		}
}

/* Eight turns of them along a row stand for 32. */
START_TEST(what_stands_for_others_is_walked_along)
{
	const int64_t advance[2] = {1024, -1024};
	gm_clash *whole = gm_clash_new(4), *cut = gm_clash_new(4);
	walk_along(whole, 32);
	walk_along(cut, 8);
	gm_clash_repeat(cut, 0, 3, advance);
	const gm_clash_outcome a = gm_clash_run(whole, GM_BANKS_32, GM_CLASH_ACCESSES);
	const gm_clash_outcome b = gm_clash_run(cut, GM_BANKS_32, GM_CLASH_ACCESSES);
	ck_assert_double_eq(a.alone.passes, 3.0 * 4 * 32);
	ck_assert_double_eq(b.alone.passes, a.alone.passes);
	ck_assert_double_eq(b.patched.passes, a.patched.passes);
	gm_clash_free(whole);
	gm_clash_free(cut);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("clash");
	TCase *tests = tcase_create("clash");
	tcase_add_loop_test(tests, passes_are_those_that_were_measured, 0, (int)(sizeof passed / sizeof *passed));
	tcase_add_loop_test(tests, sums_are_those_that_were_measured, 0, (int)(sizeof summed / sizeof *summed));
	tcase_add_test(tests, who_is_alone_loses_to_nobody);
	tcase_add_test(tests, what_stands_for_others_is_walked_along);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
