#include "model/copies.h"
#include "model/counts.h"
#include "model/limits.h"

#include "support/loading.h"
#include "support/near.h"

enum { TREE, GATE, EXCHANGE, LOOKUP, SITES };

/* Of 8 warps the 3 that have lanes left add a neighbour's word: a load with two passes each. The load is issued
   by all 8 where they come to the comparison, as it became predicated. Each exchanges twice; a load of constants
   goes another way. */
static const gm_site sites[SITES] = {
        [TREE] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_SHARED, .access_bytes = 4, .count = 1},
        [GATE] = {.operation = GM_COMPARE, .type = GM_S32, .count = 1},
        [EXCHANGE] = {.operation = GM_SHUFFLE, .type = GM_F32, .count = 1},
        [LOOKUP] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_CONSTANT, .access_bytes = 4, .count = 1},
};
static gm_site_counts counted[SITES] = {
        [TREE].of = {[GM_COUNT_INSTRUCTIONS] = 3, [GM_COUNT_REQUESTS] = 3, [GM_COUNT_WAVEFRONTS] = 6},
        [GATE].of = {[GM_COUNT_INSTRUCTIONS] = 8},
        [EXCHANGE].of = {[GM_COUNT_INSTRUCTIONS] = 16},
        [LOOKUP].of = {[GM_COUNT_INSTRUCTIONS] = 8, [GM_COUNT_REQUESTS] = 8, [GM_COUNT_WAVEFRONTS] = 8},
};
static gm_issue issue[SITES] = {
        [GATE] = {.of = {[GM_UNIT_ALU] = 1, [GM_UNIT_LSU] = 1}},
        [EXCHANGE] = {.of = {[GM_UNIT_LSU] = 1}},
        [LOOKUP] = {.of = {[GM_UNIT_OTHER] = 1}},
};
static const gm_kernel kernel = {.issues_known = true, .sites = sites, .sites_count = SITES};
static const gm_counts counts = {.sites = counted, .sites_count = SITES, .issue = issue, .blocks_count = 1};

/* 5 of the 8 loads find no lane, 16 exchanges. */
START_TEST(what_finds_no_data_takes_a_pass)
{
	ck_near(gm_counts_empty_passes(&kernel, &counts), 5 + 16, 1e-9);
	ck_near(gm_copies_all_passes(&kernel, &counts), 6, 1e-9);
}
END_TEST

/* Units are those of cc 7.0 and later, and of kernels whose machine instructions are known. */
START_TEST(only_where_units_are_known)
{
	static const struct {
		const char *device;
		bool known;
		double passes;
	} rows[] = {{"h200", true, 21}, {"h200", false, 0}, {"tesla_k40c", true, 0}};
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		gm_device *device = device_load(rows[r].device);
		gm_kernel own = kernel;
		own.issues_known = rows[r].known;
		ck_near(gm_limit_empty_passes(device, &own, &counts), rows[r].passes, 1e-9);
		gm_device_free(device);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts_passes");
	TCase *tests = tcase_create("counts_passes");
	tcase_add_test(tests, what_finds_no_data_takes_a_pass);
	tcase_add_test(tests, only_where_units_are_known);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
