/*
 * The capability files themselves: complete, consistent, and monotone under evaluation; and the
 * speed of one evaluation, which sweeps rely on.
 */
#include "model/capability.h"
#include "model/occupancy.h"

#include "support/near.h"

#include <time.h>

static const char *const names[] = {
	"sm_10",  "sm_11",  "sm_12",  "sm_13",  "sm_20",  "sm_21",  "sm_30", "sm_32",
	"sm_35",  "sm_37",  "sm_50",  "sm_52",  "sm_53",  "sm_60",  "sm_61", "sm_62",
	"sm_70",  "sm_72",  "sm_75",  "sm_80",  "sm_86",  "sm_87",  "sm_89", "sm_90",
	"sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121",
};
enum { NAMES = sizeof names / sizeof *names };

static double
value(const gm_device *device, gm_fact_id id)
{
	return device->facts[id].value;
}

/* Each ARCHITECTURE row stands in the file, as a number or as an unknown; no CARD row does. */
START_TEST(every_row_is_stated_or_unknown)
{
	char path[256], text[32768], sought[96];
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", names[_i]);
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	for (int id = 0; id < GM_FACT_COUNT; id++) {
		const gm_fact_row *row = gm_fact_row_of((gm_fact_id)id);
		snprintf(sought, sizeof sought, " name=\"%s\"", row->name);
		const bool stands = strstr(text, sought) != NULL;
		ck_assert_msg(stands == (row->scope == GM_ARCHITECTURE), "%s: %s", names[_i],
		              row->name);
	}
}
END_TEST

START_TEST(limits_of_a_capability_fit_each_other)
{
	gm_device *d = capability_load(names[_i]);
	const gm_occupancy_request plain = {.block_threads = 32, .carveout_bytes = -1};
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_occupancy_check(d, &plain, &err) == GM_OK, "%s", err.message);
	ck_near(value(d, GM_THREADS_PER_SM), value(d, GM_WARPS_PER_SM) * value(d, GM_WARP_LANES),
	        0);
	ck_near(d->carveouts_bytes[d->carveouts_count - 1], value(d, GM_SHARED_PER_SM), 0);
	for (int i = 1; i < d->carveouts_count; i++)
		ck_assert(d->carveouts_bytes[i] > d->carveouts_bytes[i - 1]);
	ck_assert(value(d, GM_SHARED_PER_BLOCK) <= value(d, GM_SHARED_PER_BLOCK_OPTIN));
	ck_assert(value(d, GM_SHARED_PER_BLOCK_OPTIN) + value(d, GM_SHARED_RESERVED) <=
	          value(d, GM_SHARED_PER_SM));
	ck_assert(value(d, GM_REGISTERS_PER_BLOCK) <= value(d, GM_REGISTERS_PER_SM));
	gm_device_free(d);
}
END_TEST

/* More registers, threads or shared memory never mean more blocks (the largest carve-out). */
START_TEST(asking_for_more_never_gives_more_blocks)
{
	gm_device *d = capability_load(names[_i]);
	gm_occupancy_request request = {.block_threads = 96, .carveout_bytes = -1};
	int64_t *const moved[] = {&request.registers_per_thread, &request.shared_bytes,
	                          &request.block_threads};
	const int step[] = {1, 61, 1}, most[] = {260, 240000, 1100}, start[] = {0, 0, 1};
	for (int k = 0; k < 3; k++) {
		const int64_t kept = *moved[k];
		int64_t before = GM_BLOCKS_UNLIMITED;
		for (*moved[k] = start[k]; *moved[k] <= most[k]; *moved[k] += step[k]) {
			const int64_t blocks = gm_occupancy_evaluate(d, &request).blocks_per_sm;
			ck_assert_int_le(blocks, before);
			before = blocks;
		}
		ck_assert_int_eq(before, 0);
		*moved[k] = kept;
	}
	gm_device_free(d);
}
END_TEST

/* Sweeps promise two million evaluations a second with their rows written; the evaluation may take
   a tenth of it. Generous by ten here: a shared machine and the sanitizers must not fail the test.
 */
START_TEST(one_evaluation_takes_well_under_a_microsecond)
{
	enum { COUNT = 1000000 };
	gm_device *d = capability_load("sm_90");
	gm_occupancy_request request = {.carveout_bytes = -1};
	int64_t sum = 0;
	struct timespec begin, end;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	for (int i = 0; i < COUNT; i++) {
		request.block_threads = 32 + i % 992;
		request.registers_per_thread = 16 + i % 48;
		request.shared_bytes = i % 20000;
		sum += gm_occupancy_evaluate(d, &request).warps_per_sm;
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	const double s =
		(double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
	printf("%.1f ns per evaluation (mean of %.1f warps)\n", s * 1e9 / COUNT,
	       (double)sum / COUNT);
	ck_assert(sum > 0);
	ck_assert_msg(s < 1e-6 * COUNT, "%.0f ns", s * 1e9 / COUNT);
	gm_device_free(d);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("occupancy data");
	TCase *cases = tcase_create("occupancy data");
	tcase_set_timeout(cases, 60);
	tcase_add_loop_test(cases, every_row_is_stated_or_unknown, 0, NAMES);
	tcase_add_loop_test(cases, limits_of_a_capability_fit_each_other, 0, NAMES);
	tcase_add_loop_test(cases, asking_for_more_never_gives_more_blocks, 0, NAMES);
	tcase_add_test(cases, one_evaluation_takes_well_under_a_microsecond);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
