/*
 * Paths that meet, against walks through a random mapping.
 */
#include "model/paths.h"

#include "base/mix.h"
#include "model/scattered.h"
#include "model/traced.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

enum { PIECES = 1 << 18, PATHS = 64, STEPS = 64 };

static unsigned char seen[PIECES];

/* Different pieces that these blocks of paths find, each path from a place of its own. */
static double
walk(int first, int blocks)
{
	double different = 0;
	memset(seen, 0, sizeof seen);
	for (int p = first * PATHS; p < (first + blocks) * PATHS; p++) {
		uint64_t at = (uint64_t)(gm_mix_unit((uint64_t)p + PIECES) * PIECES);
		for (int s = 0; s < STEPS; s++) {
			different += !seen[at];
			seen[at] = 1;
			at = (uint64_t)(gm_mix_unit(at) * PIECES);
		}
	}
	return different;
}

/* What 3 blocks find tells what 66 and 132 do: by lot they would find twice as much and more. */
START_TEST(a_few_blocks_tell_what_all_paths_find)
{
	const double draws = (walk(0, 1) + walk(65, 1) + walk(131, 1)) / 3, three = walk(0, 3);
	const double meets = gm_paths_meets(draws, three, 3);
	ck_near(gm_paths_found(draws, meets, 3), three, 1e-6);
	ck_near(gm_paths_found(draws, meets, 66), walk(0, 66), 0.1);
	ck_near(gm_paths_found(draws, meets, 132), walk(0, 132), 0.1);
	ck_assert_double_gt(PIECES * -expm1(-132.0 * PATHS * STEPS / PIECES), 2 * walk(0, 132));
}
END_TEST

/* y^2 of one block: k^2 P / (2 N) = 64^2 * 64 / 2^19 = 0.5; V = P k tanh(y) / y. */
START_TEST(pieces_are_those_of_the_limit_of_many)
{
	const double meets = 64.0 * 64 * 64 / (2.0 * PIECES), one = PATHS * STEPS * tanh(sqrt(0.5)) / sqrt(0.5);
	ck_near(gm_paths_found(one, meets, 1), one, 1e-9);
	ck_near(gm_paths_found(one, meets, 32), 32.0 * PATHS * STEPS * tanh(4) / 4, 1e-9);
	ck_near(walk(0, 32), 32.0 * PATHS * STEPS * tanh(4) / 4, 0.05);
}
END_TEST

START_TEST(paths_that_meet_nobody_find_all)
{
	ck_assert_double_eq(gm_paths_meets(100, 300, 3), 0);
	ck_assert_double_eq(gm_paths_meets(0, 0, 3), 0);
	ck_near(gm_paths_found(100, 0, 7), 700, 1e-12);
}
END_TEST

enum { RECORDS = 1 << 20, RECORD_WORDS = 16, HOPS = 64 };

/* Records that so many threads come to, each from a place of its own, the next of each in its first word. */
static double
records_met(int threads, int apart)
{
	static unsigned char met[RECORDS];
	double different = 0;
	memset(met, 0, sizeof met);
	for (int t = 0; t < threads; t++) {
		uint64_t at = (uint64_t)t * (uint64_t)apart;
		for (int h = 0; h < HOPS; h++) {
			different += !met[at];
			met[at] = 1;
			at = (uint64_t)(gm_mix_unit(at * RECORD_WORDS) * RECORDS);
		}
	}
	return different;
}

/* Blocks of 64 threads, one on each SM or four: DRAM had to bring 128877 of the records for the first
   (h200_eleventh.xml: 8.26 MB). */
static const struct {
	int blocks, apart;
	double within;
} chases[] = {{132, 97, 0.05}, {528, 31, 0.2}};

START_TEST(a_chase_through_records_at_random_is_one_of_paths)
{
	char out[32], apart[32];
	const int blocks = chases[_i].blocks;
	snprintf(out, sizeof out, "s32[%d]", blocks * 64);
	snprintf(apart, sizeof apart, "s32=%d", chases[_i].apart);
	const gm_ptx_launch launch = {.entry = "chaseNodes",
	                              .grid = {blocks, 1, 1},
	                              .block = {64, 1, 1},
	                              .arguments = (const char *[]){"s32[16777216]:random=1048576", out, apart, "s32=64"},
	                              .arguments_count = 4};
	traced t = traced_ptx("records", &launch);
	const gm_scattered s = gm_scattered_gather(t.trace, 64, 2);
	ck_near(gm_scattered_of_blocks(&s, blocks).read / 64, records_met(blocks * 64, chases[_i].apart),
	        chases[_i].within);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("paths");
	TCase *cases = tcase_create("paths");
	tcase_add_test(cases, a_few_blocks_tell_what_all_paths_find);
	tcase_add_test(cases, pieces_are_those_of_the_limit_of_many);
	tcase_add_test(cases, paths_that_meet_nobody_find_all);
	tcase_add_loop_test(cases, a_chase_through_records_at_random_is_one_of_paths, 0,
	                    (int)(sizeof chases / sizeof *chases));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
