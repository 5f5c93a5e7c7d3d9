#include "model/atomics.h"

#include "model/reference_atomics.h"
#include "model/reference_patterns.h"
#include "support/near.h"

static const int sizes[] = {1, 2, 4, 8, 16};

static void
ck_same(gm_atomic_passes got, gm_atomic_passes expected, const char *rule, const gm_access *access,
        uint64_t seed)
{
	char text[2048];
	ck_assert_msg(
		got.passes_count == expected.passes_count &&
			got.ideal_passes_count == expected.ideal_passes_count &&
			got.multiplicity == expected.multiplicity,
		"%s, seed %llu: passes %d/%d ideal %d/%d multiplicity %d/%d (got/expected) for %s",
		rule, (unsigned long long)seed, got.passes_count, expected.passes_count,
		got.ideal_passes_count, expected.ideal_passes_count, got.multiplicity,
		expected.multiplicity, reference_pattern_print(access, text, sizeof text));
}

START_TEST(global_atomics_agree_with_the_brute_force_reference)
{
	const gm_coalescing_rule rule = (gm_coalescing_rule)(_i / 5);
	const uint64_t count = reference_count(1000, 100000);
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		reference_pattern_fill(&pattern, seed, seed % 4 ? 32 : 64, sizes[_i % 5]);
		const gm_atomic_passes got = gm_atomics_global_evaluate(rule, &pattern.access, 0, false);
		ck_same(got, reference_atomics_global(rule, &pattern.access),
		        gm_coalescing_name(rule), &pattern.access, seed);
		ck_assert_int_ge(got.passes_count, got.ideal_passes_count);
	}
}
END_TEST

START_TEST(shared_atomics_agree_with_the_brute_force_reference)
{
	const gm_bank_rule rule = (gm_bank_rule)(_i / 5);
	const uint64_t count = reference_count(300, 30000);
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		reference_pattern_fill(&pattern, seed, seed % 4 ? 32 : 64, sizes[_i % 5]);
		const gm_atomic_passes got = gm_atomics_shared_evaluate(rule, &pattern.access);
		ck_same(got, reference_atomics_shared(rule, &pattern.access), gm_banks_name(rule),
		        &pattern.access, seed);
		ck_assert_int_ge(got.passes_count, got.ideal_passes_count);
	}
}
END_TEST

/* By hand, 32 lanes adding to 4-byte counters `counters` of them in turn, `distance` bytes apart.
   One counter: 32 passes in either memory. 32 neighbours: four sectors, one pass each; in shared
   memory one pass. Two counters in one sector: 16 lanes meet on each, 16 passes for the sector; as
   two banks,
   16. Two counters 128 B apart: two sectors with 16 each, 32; one bank, 32. */
static const struct {
	int counters, distance, global, shared;
} histograms[] = {
	{1, 4, 32, 32}, {32, 4, 4, 1}, {2, 4, 16, 16}, {2, 128, 32, 32}, {32, 128, 32, 32}};

START_TEST(counters_that_lanes_share)
{
	uint64_t address[64];
	for (int lane = 0; lane < 64; lane++)
		address[lane] =
			(uint64_t)(lane % histograms[_i].counters * histograms[_i].distance);
	const gm_access access = {32, 4, 0xffffffff, address};
	ck_assert_int_eq(gm_atomics_global_evaluate(GM_SECTORS_32, &access, 0, false).passes_count,
	                 histograms[_i].global);
	ck_assert_int_eq(gm_atomics_shared_evaluate(GM_BANKS_32, &access).passes_count,
	                 histograms[_i].shared);
}
END_TEST

/* Lecture 002: atomics came with cc 1.1. The rest: programming guide, feature table; both sides of
   each limit. */
static const struct {
	gm_atomic atomic;
	int major, minor;
	bool has;
} support[] = {
	{GM_ATOMIC_GLOBAL_32, 1, 0, false}, {GM_ATOMIC_GLOBAL_32, 1, 1, true},
	{GM_ATOMIC_SHARED_32, 1, 1, false}, {GM_ATOMIC_SHARED_32, 1, 2, true},
	{GM_ATOMIC_SHARED_64, 1, 3, false}, {GM_ATOMIC_SHARED_64, 2, 0, true},
	{GM_ATOMIC_ADD_F32, 1, 3, false},   {GM_ATOMIC_ADD_F32, 2, 0, true},
	{GM_ATOMIC_ADD_F64, 5, 3, false},   {GM_ATOMIC_ADD_F64, 6, 0, true},
	{GM_ATOMIC_ADD_BF16, 7, 5, false},  {GM_ATOMIC_ADD_BF16, 8, 0, true},
	{GM_ATOMIC_128, 8, 9, false},       {GM_ATOMIC_128, 12, 0, true},
};

START_TEST(atomics_by_compute_capability)
{
	ck_assert_msg(gm_atomic_supported(support[_i].atomic, support[_i].major,
	                                  support[_i].minor) == support[_i].has,
	              "%s on %d.%d", gm_atomic_what(support[_i].atomic), support[_i].major,
	              support[_i].minor);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("atomics");
	TCase *cases = tcase_create("atomics");
	tcase_set_timeout(cases, 3600);
	tcase_add_loop_test(cases, counters_that_lanes_share, 0,
	                    sizeof histograms / sizeof histograms[0]);
	tcase_add_loop_test(cases, atomics_by_compute_capability, 0,
	                    sizeof support / sizeof support[0]);
	tcase_add_loop_test(cases, global_atomics_agree_with_the_brute_force_reference, 0,
	                    GM_COALESCING_COUNT * 5);
	tcase_add_loop_test(cases, shared_atomics_agree_with_the_brute_force_reference, 0,
	                    GM_BANKS_COUNT * 5);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
